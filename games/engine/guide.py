"""What a rulebook tells of a game beside its clauses: how it is played, and examples to look at."""

from collections.abc import Mapping
from typing import NamedTuple

from games.engine.paytable import PayTable
from games.engine.poker import VALUE

AGAINST_THE_HOUSE, FOR_A_POT = "Against the house", "For a pot"


class Step(NamedTuple):
    """One thing that happens in a round, and the clauses and readings it rests on."""

    title: str
    text: str
    places: tuple[str, ...]
    readings: tuple[str, ...] = ()


class Hand(NamedTuple):
    """A kind of hand or pattern: `name` is the engine's, `cards` is one that can be drawn."""

    name: str
    text: str
    cards: tuple[str, ...]
    place: str


class Versus(NamedTuple):
    """Two hands that look alike: the first one wins, and why."""

    higher: tuple[str, ...]
    lower: tuple[str, ...]
    why: str


class Ranking(NamedTuple):
    """Hands from the highest down, each of which beats all below it."""

    title: str
    text: str
    hands: tuple[Hand, ...]
    places: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    close: tuple[Versus, ...] = ()


class Stake(NamedTuple):
    """A wager: when it is made and how high it is, and what becomes of it."""

    name: str
    title: str
    text: str
    pays: str
    places: tuple[str, ...]


class Pay(NamedTuple):
    """The pay tables of one wager, by number: the game's own data, shown as they are."""

    title: str
    tables: Mapping[int, PayTable]
    text: str
    places: tuple[str, ...]


class Setting(NamedTuple):
    """What a table may choose: where it begins, and how far it may go."""

    title: str
    default: str
    bounds: str
    duty: str  # the clause that is cited when it is refused
    readings: tuple[str, ...] = ()
    place: str = ""  # a clause of its own, where there is one


class Guide(NamedTuple):
    """A game as it is told to people."""

    name: str
    family: str
    decides: str  # in one sentence
    steps: tuple[Step, ...] = ()
    ranks: tuple[str, ...] = ()  # cards to draw, highest rank first
    suits: str = ""  # highest first; empty where suits decide nothing
    order_text: str = ""
    order_places: tuple[str, ...] = ()
    rankings: tuple[Ranking, ...] = ()
    stakes: tuple[Stake, ...] = ()
    pays: tuple[Pay, ...] = ()
    settings: tuple[Setting, ...] = ()  # beside those that every game of the family has
    words: Mapping[str, str] = {}  # names of hands and rows that do not speak for themselves
    figure: str = ""  # the name of a drawing
    emblem: str = ""  # cards that stand for it
    takes: str = ""  # the payout limit, or the commission, at most `{most}`
    takes_places: tuple[str, ...] = ()


def beats(higher: str, lower: str, why: str) -> Versus:
    return Versus(tuple(higher.split()), tuple(lower.split()), why)


def at(section: str, *places: str) -> tuple[str, ...]:
    """`at("13:69F-41.", "5(a)", "5(b)")`: places of one chapter."""
    return tuple(section + place for place in places)


# Ordinary poker, highest first: the examples of every game that is ranked by it.
POKER_RANKS = tuple(rank + "s" for rank in sorted(VALUE, key=lambda rank: -VALUE[rank]))
_POKER = (
    ("royal_flush", "Ten to ace, all of one suit.", "As Ks Qs Js Ts"),
    ("straight_flush", "Five in sequence, all of one suit.", "9h 8h 7h 6h 5h"),
    ("four_of_a_kind", "All four of one rank.", "Qs Qh Qd Qc 4s"),
    ("full_house", "Three of one rank and two of another.", "Ts Th Td 6c 6s"),
    ("flush", "Five of one suit that are no sequence.", "Kd Jd 8d 4d 2d"),
    ("straight", "Five in sequence; the ace stands at either end.", "5c 4d 3h 2s Ac"),
    ("three_of_a_kind", "Three of one rank.", "8s 8h 8d Kc 3s"),
    ("two_pair", "Two of one rank and two of another.", "As Ah 7d 7c 9s"),
    ("one_pair", "Two of one rank.", "Js Jh Ad 9c 5s"),
    ("high_card", "Nothing of all that: the highest card counts.", "Ac Jd 8h 6s 2c"),
)


def poker_hands(places: Mapping[str, str]) -> tuple[Hand, ...]:
    """The hands for which a game's chapter has a place."""
    return tuple(
        Hand(name, text, tuple(cards.split()), places[name])
        for name, text, cards in _POKER
        if name in places
    )
