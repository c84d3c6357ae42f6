"""What a table's life is made of: where it stands, what is done to it, what is around it."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from casino.lib.law import Refused
from inventory.rules.equipment import Fixture, shuffler_works
from inventory.rules.pair import TableDeck
from tables.rules.demands import Demands

# Who can mend what a table lacks.
MANAGERS = ("shift manager",)
PIT_BOSSES = ("pit boss", *MANAGERS)
FLOOR = ("floorperson", *PIT_BOSSES)
TABLE_STAFF = ("dealer", *FLOOR)


class Phase(StrEnum):
    CLOSED = "closed"
    OPENING = "opening"
    OPEN = "open"
    IDLE = "idle"
    PAUSED = "paused"
    CLOSING = "closing"


class DeckAt(NamedTuple):
    """A deck at this table, and how far it is made ready for play."""

    code: str
    back: str
    is_prepared: bool = False  # came pre-shuffled: the machine's work counts for the first shuffle
    is_spread: bool = False
    seen_by: tuple[int, ...] = ()
    is_washed: bool = False
    is_shuffled: bool = False
    is_again: bool = False  # nobody played: all of it is done anew (x.4(e))


class Table(NamedTuple):
    """The fold of a table's deeds; nothing here that could disagree with them."""

    phase: Phase = Phase.CLOSED
    method: str = ""
    decks: tuple[DeckAt, ...] = ()
    has_accessories: bool = False  # cover card, cutting card
    has_opener: bool = False
    has_closer: bool = False
    is_pot_covered: bool = False  # counted, verified and under its lid while nobody plays
    is_pot_counted: bool = False  # again, before play goes on
    is_pot_kept: bool = False  # in sealed custody, from one closing to the next opening
    pot_seal: str = ""
    pot_found: int | None = None  # what was counted, while a difference waits to be settled
    paused_from: str = ""
    reason: str = ""  # why it is paused or closing
    since: datetime | None = None  # of this phase
    length: int = 0

    def deck(self, code: str) -> DeckAt | None:
        return next((deck for deck in self.decks if deck.code == code), None)


class Deed(NamedTuple):
    """What somebody does to a table. `facts` are what this deed needs to be told again."""

    do: str
    at: datetime
    by: str = ""
    job: str = ""
    second: str = ""
    second_job: str = ""
    facts: Mapping[str, Any] = {}


class Around(NamedTuple):
    """What other records say of this table at this moment; asked before a deed, never stored."""

    demands: Demands  # what its game asks of it
    layout: Refused | None = None  # why the layout may not be used
    signs: Refused | None = None  # what is missing or untrue on the signs
    rules: Refused | None = None  # why no rules are in force
    fitted: tuple[Fixture, ...] = ()  # the devices fixed to it
    loose: tuple[str, ...] = ()  # devices taken off it, and not locked away yet
    day_began: datetime | None = None  # of the gaming day: devices are inspected on each
    dealer: str = ""  # badge
    floorperson: str = ""
    seated: tuple[int, ...] = ()
    decks: tuple[TableDeck, ...] = ()  # as their custody stands
    removed: tuple[str, ...] = ()  # decks that left play here, and are in no envelope yet
    held: tuple[str, ...] = ()  # decks that may not be played with
    late: Mapping[str, Refused] = {}  # decks whose time is over, and why
    in_round: tuple[int, ...] = ()  # positions that take part in the round now
    last_deck: str = ""  # of the round before
    carried_cents: int = 0

    @property
    def has_shuffler(self) -> bool:
        return shuffler_works(self.fitted)

    def stage(self, code: str) -> str:
        return next((deck.stage for deck in self.decks if deck.code == code), "")


class Need(NamedTuple):
    """One line of a list: what must hold, who can mend it, and why it does not hold, if so."""

    name: str
    words: str
    who: tuple[str, ...]
    refusal: Refused | None = None

    @property
    def is_done(self) -> bool:
        return self.refusal is None


def refuse_first(needs: Iterable[Need]) -> None:
    for need in needs:
        if need.refusal:
            raise need.refusal
