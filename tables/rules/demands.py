"""What a game asks of its table: data that each game makes, and that tables are held against.

Nothing here knows a game. A place is cited as the game's own, so two games that claim one section
stay apart.
"""

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from casino.lib.law import Clause

MOST_POSITIONS = 6
Value = int | str


class Sign(StrEnum):
    """Whether a sign may, must or cannot make a statement."""

    ALWAYS = "always"  # posted, whatever the felt says
    INSTEAD = "instead"  # of the felt
    NEVER = "never"  # the felt says it
    FREE = "free"  # nobody must say it; who does says it truly


class Fact(NamedTuple):
    """One thing that a text must tell truly: compared by value, read as words."""

    name: str  # "commission.main", "trips_plus.flush"
    value: Value
    words: str


Tells = Callable[[Any], tuple[Fact, ...]]  # from the rules of the table, as the game reads them


def nothing(rules: Any) -> tuple[Fact, ...]:
    return ()


class Element(NamedTuple):
    """Something the felt must show. `at_seat`: at every position; otherwise once, in the middle."""

    name: str
    words: str
    place: str
    at_seat: bool = True


class Statement(NamedTuple):
    """Something patrons must be able to read at the table."""

    name: str
    title: str
    words: str  # what is said; what it tells of the table's rules follows line by line
    place: str
    sign: Sign = Sign.INSTEAD
    tells: Tells = nothing
    sign_place: str = ""  # where the sign is asked for, when that is another clause
    unless: tuple[str, ...] = ()  # not asked for where all of these are on the felt

    @property
    def sign_cited(self) -> str:
        return self.sign_place or self.place


class Unit(StrEnum):
    MONEY = "money"
    PERCENT = "percent"  # in basis points
    ODDS = "odds"
    YES = "yes or no"


class Term(NamedTuple):
    """One of the rules of a table that patrons play by, named as they would say it."""

    name: str  # of the field in the game's rules
    title: str
    unit: Unit
    lower_needs: str = ""  # the clause that wants notice of every decrease, whoever sits there
    is_told: bool = True  # to patrons, before it changes


class Demands(NamedTuple):
    """All of it, for one game."""

    game: str
    deck: str
    deck_size: int
    sees: int  # players who see the spread: 1 against the house, 2 for a pot
    positions_place: str
    submission_place: str
    elements: tuple[Element, ...]
    statements: tuple[Statement, ...]
    terms: tuple[Term, ...]
    odds_place: str = ""  # how odds are worded; a game for a pot has none
    accessories: tuple[str, ...] = ("cover card",)
    dealings: tuple[str, ...] = ("manual_shoe", "hand", "automated_shoe")
    most_positions: int = MOST_POSITIONS
    exact_positions: bool = False  # all of them are dealt to, whoever sits there
    words: Mapping[str, str] = {}  # names of hands and rows that do not speak for themselves
    silent: str = ""  # what the text of this game leaves open, and where we took it from

    def clause(self, place: str) -> Clause | None:
        return Clause(place, self.game) if place else None

    @property
    def is_for_pot(self) -> bool:
        """Players play for each other's money, and part of it may stay on the felt."""
        return self.element("main_pot") is not None

    def element(self, name: str) -> Element | None:
        return next((one for one in self.elements if one.name == name), None)

    def statement(self, name: str) -> Statement | None:
        return next((one for one in self.statements if one.name == name), None)
