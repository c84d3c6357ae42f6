"""What a round against the house knows, and what tells one such game from another."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

from games.engine import procedure
from games.engine.fold import OPEN, Family, Setup, Verb
from games.engine.law import Law
from games.engine.paytable import PayTable
from games.engine.procedure import Before
from inventory.rules.cards import Deck
from tables.rules.demands import Demands

DEALT, SHOWDOWN = "dealt", "showdown"
COUNT_EVERY = 5  # rounds; the stub is counted at the latest in the fifth


class HouseRules(NamedTuple):
    """The table's approved settings."""

    unit: int = 100
    least: int = 500
    most: int = 100_000
    counting_shuffler: bool = False
    tables: Mapping[str, PayTable] = {}  # wager → the pay table in force
    payout_limit: int = 0


class House(NamedTuple):
    """A round against the house, as far as it has come."""

    game: "HouseGame"
    setup: Setup
    status: str = OPEN
    before: Before = Before()
    closed: bool = False  # no more bets
    wagers: Mapping[int, Mapping[str, int]] = {}
    coupons: Mapping[int, int] = {}
    stage: str = ""  # empty before the deal
    hands: Mapping[int, tuple[str, ...]] = {}
    dealer: tuple[str, ...] = ()
    board: tuple[str, ...] = ()
    raises: Mapping[int, int] = {}
    folded: frozenset[int] = frozenset()
    checked: frozenset[int] = frozenset()  # in this stage
    chosen: Mapping[int, str] = {}  # what a seat chose with its raise
    exposed: frozenset[int] = frozenset()  # shown by choice, before the dealer's hand
    shown: frozenset[int] = frozenset()
    counted: bool = False
    remove_deck: bool = False

    @property
    def law(self) -> Law:
        return self.game.law

    def cards(self) -> "chain[str]":
        return chain(self.dealer, self.board, *self.hands.values())


class Payment(NamedTuple):
    outcome: str  # win, lose, push
    won: int = 0  # beside the stake


LOSE, PUSH = Payment("lose"), Payment("push")
Irregularity = Callable[[House], House]


@dataclass(frozen=True)
class HouseGame:
    """What tells one game against the house from another."""

    code: str
    deck: Deck
    law: Law
    hand_size: int
    wagers: tuple[str, ...]  # the ante first
    matching: tuple[str, ...]  # mandatory, and equal to the ante
    side_bets: tuple[str, ...]  # decided by the cards, after a fold too
    raise_name: str
    board_size: int
    board_dealt: tuple[int, ...]  # how many cards of the board may come with the deal
    family: Family
    options: Callable[[Mapping[str, Any]], HouseRules]
    deciders: Callable[[House], tuple[int, ...]]  # who may decide now; nobody: the stage is over
    pay: Callable[[House], tuple[dict[int, dict[str, Payment]], dict[str, str]]]
    reveals: Mapping[str, tuple[int, Callable[..., House]]]  # what → how many cards, how
    offers: Callable[[House], list[dict[str, Any]]]
    board_turned: Mapping[str, tuple[int, ...]] = field(default_factory=dict)  # by stage
    never_counted: tuple[str, ...] = ()  # dealings whose rules ask for no count
    machine_excuses: tuple[str, ...] = procedure.DEALINGS
    wager_limits: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    irregularities: Mapping[str, Irregularity] = field(default_factory=dict)
    verbs: Mapping[str, Verb] = field(default_factory=dict)
    table: Demands | None = None  # what it asks of its table
