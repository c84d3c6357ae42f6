"""What a round for a pot knows, and what tells one such game from another."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from games.engine.fold import OPEN, Family, Setup, Verb
from games.engine.law import Law
from games.engine.patterns import Order, Pattern
from games.engine.pots import Prize
from games.engine.procedure import Before
from inventory.rules.cards import Deck
from tables.rules.demands import Demands

BETTING, DISCARDING, PLAYING_ON, DECIDED = "betting", "discarding", "playing_on", "decided"
HAND, POSITIONS, BETTING_ROUNDS = 8, 6, 3


class PotRules(NamedTuple):
    """The table's approved settings."""

    unit: int
    ante: int
    pot_ante: int
    no_limit: bool
    table_max: int  # 0: none
    commission_bp: int
    commission_unit: int
    carried: int
    equal_length: bool
    counting_shuffler: bool


class Played(NamedTuple):
    """The last pattern of an interval, and whose it is."""

    seat: int
    pattern: Pattern
    cards: tuple[str, ...]


class Pot(NamedTuple):
    """A round for a pot, as far as it has come."""

    game: "PotGame"
    setup: Setup
    status: str = OPEN
    before: Before = Before()
    wagers: Mapping[int, Mapping[str, int]] = {}
    closed: bool = False  # the antes are collected
    phase: str = ""  # empty before the deal
    hands: Mapping[int, tuple[str, ...]] = {}  # what each seat still holds
    discards: Mapping[int, tuple[str, ...]] = {}
    put: Mapping[int, int] = {}  # into the main pot and side pots
    back: Mapping[int, int] = {}  # uncalled wagers that were handed back
    out: frozenset[int] = frozenset()  # folded or forfeited
    all_in: frozenset[int] = frozenset()
    counted: bool = False
    bets_begun: bool = False
    wagered: frozenset[int] = frozenset()  # since the deal
    # a betting round
    betting_round: int = 0
    head: int = 0  # opens the betting and leads the discards
    turn: int = 0
    street: Mapping[int, int] = {}
    level: int = 0
    raises: int = 0
    acted: frozenset[int] = frozenset()  # since the last full bet or raise
    # an interval
    pending: tuple[int, ...] = ()
    last: Played | None = None
    # the special pot, and the end
    special: Any = None  # the game's own note of who has earned the deuce or ace pot
    earned: bool = False  # the winner of the main pot takes the special pot too
    prizes: tuple[Prize, ...] = ()
    remove_deck: bool = False

    @property
    def law(self) -> Law:
        return self.game.law

    @property
    def still_in(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.setup.seats if seat not in self.out)

    def clockwise(self, after: int) -> tuple[int, ...]:
        """All seats of the round, beginning with the one after this."""
        seats = self.setup.seats
        later = [seat for seat in seats if seat > after]
        return (*later, *(seat for seat in seats if seat <= after))


@dataclass(frozen=True)
class PotGame:
    """What tells one game for a pot from another."""

    code: str
    deck: Deck
    law: Law
    special_pot: str  # its name: deuce or ace
    most_times: int  # the ante, in a bet or raise at a limit table
    raises_a_round: int  # 0: any number
    players_cut: bool
    order: Order
    family: Family
    options: Callable[[Mapping[str, Any]], PotRules]
    special: Any  # the note before anybody has earned anything
    note_discard: Callable[[Pot, int, Played], Any]  # the note after this discard
    note_out: Callable[[Pot, int], Any]  # the note after this seat went out
    earns: Callable[[Any, int], bool]  # whether this winner takes the special pot
    verbs: Mapping[str, Verb] = field(default_factory=dict)
    table: Demands | None = None  # what it asks of its table
