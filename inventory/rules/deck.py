"""What a deck's custody is made of: where a deck stands, and what may happen to it."""

from collections.abc import Callable, Mapping
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from casino.lib.law import Clause


class Stage(StrEnum):
    NONE = ""
    RECEIVED = "received"
    STORED = "stored"
    ISSUED = "issued"
    AT_TABLE = "at_table"
    INSPECTED = "inspected"
    VERIFIED = "verified"
    IN_PLAY = "in_play"
    REMOVED = "removed"
    ENVELOPED = "enveloped"
    COLLECTED = "collected"
    CLEARED = "cleared"
    DESTROYED = "destroyed"
    CANCELLED = "cancelled"
    SURRENDERED = "surrendered"


class Place(StrEnum):
    """What kind of place a deck is in; which one of them is its code."""

    NOWHERE = ""
    PRIMARY = "primary"
    SECONDARY = "secondary"
    PIT_STAND = "pit_stand"
    RESERVE = "reserve"
    WORKPLACE = "workplace"
    SECURITY = "security"
    TABLE = "table"


ON_TABLE = (Stage.AT_TABLE, Stage.INSPECTED, Stage.VERIFIED, Stage.IN_PLAY)
GONE = (Stage.DESTROYED, Stage.CANCELLED, Stage.SURRENDERED)
STOCK = (Stage.RECEIVED, Stage.STORED, Stage.ISSUED)


class Custody(NamedTuple):
    """Where a deck stands. Columns of its row repeat this; the movements are the truth."""

    stage: Stage = Stage.NONE
    place: Place = Place.NOWHERE
    code: str = ""  # which store, or which table
    kind: str = ""
    opened_at: datetime | None = None  # when it was opened and placed on a table
    method: str = ""  # how it is dealt: hand, manual_shoe, automated_shoe
    sealed: str = ""  # the seal of its container, while it is pre-shuffled and unbroken
    is_prepared: bool = False  # came pre-shuffled: its first shuffle is done
    is_spoiled: bool = False  # a card was taken out of it, or it failed
    inspected_by: str = ""
    reason: str = ""  # why it was removed
    holds: Mapping[str, str] = {}  # why it may not be destroyed, by the name of each hold
    given: int = 0  # cards that it gave to other decks
    difference: int = 0  # cards more or fewer, as its closed report tells
    is_missing: bool = False
    clock_from: datetime | None = None  # from when the time to destroy it runs
    is_released: bool = False  # that clock runs from the end of a hold
    moved_at: datetime | None = None
    length: int = 0

    @property
    def held(self) -> str:
        """All of it in words, in one order; nothing when nobody holds it."""
        return "; ".join(self.holds[name] for name in sorted(self.holds))


class Movement(NamedTuple):
    """`by` and `second` sign; jobs tell their departments. `facts` are what this movement needs."""

    do: str
    at: datetime
    by: str = ""
    job: str = ""
    second: str = ""
    second_job: str = ""
    place: Place = Place.NOWHERE
    code: str = ""
    facts: Mapping[str, Any] = {}


Does = Callable[[Custody, Movement], Custody]


class Step(NamedTuple):
    """`words` complete "The deck was …"; `starts` are the stages it may start from."""

    do: str
    words: str
    starts: tuple[Stage, ...]
    clause: Clause
    does: Does
    signers: tuple[frozenset[str], ...] = ()  # departments: one person of each
    goes_to: tuple[Place, ...] = ()
    needs: tuple[str, ...] = ()
    while_held: bool = False
    asks: tuple[Callable[[Custody], None], ...] = ()  # what must hold beyond the stage


def in_words(name: str) -> str:
    return "at a table" if name == Stage.AT_TABLE else name.replace("_", " ")
