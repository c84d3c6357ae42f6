"""Reading an action: its form, before any rule is asked. What is malformed cites no clause."""

from collections.abc import Mapping, Sequence
from typing import Any

from casino.lib.law import Refused
from inventory.rules.cards import HIDDEN, Deck

Raw = Mapping[str, Any]
SEATS = range(1, 7)
BIGGEST = 10**15  # cents, cards, anything: beyond it no number means anything at a table
_ABSENT = object()


class Malformed(Refused):
    """Not an action at all: a missing or ill-typed value, an unknown word."""


def seat_in(raw: Raw) -> int:
    seat = raw.get("seat")
    if type(seat) is not int or seat not in SEATS:
        raise Malformed("A seat is a number from 1 to 6")
    return seat


def seat_named(name: Any) -> int:
    """A seat as the key of an object."""
    if name not in ("1", "2", "3", "4", "5", "6"):
        raise Malformed("A seat is a number from 1 to 6")
    return int(name)


def number_in(raw: Raw, key: str, *, least: int = 0) -> int:
    number = raw.get(key)
    if type(number) is not int or not least <= number <= BIGGEST:
        raise Malformed(f"{key!r} must be a whole number of at least {least}")
    return number


def word_in(raw: Raw, key: str, words: Sequence[str]) -> str:
    word = raw.get(key)
    if type(word) is not str or word not in words:
        raise Malformed(f"{key!r} must be one of: {', '.join(words)}")
    return word


def flag_in(raw: Raw, key: str) -> bool:
    """Left out is false; null is not left out."""
    flag = raw.get(key, False)
    if type(flag) is not bool:
        raise Malformed(f"{key!r} must be true or false")
    return flag


def cards_in(raw: Raw, key: str, deck: Deck, *, count: int = 0) -> tuple[str, ...] | None:
    """Open cards, each of them of the deck; None when they are left out."""
    cards = raw.get(key, _ABSENT)
    if cards is _ABSENT:
        return None
    return cards_of(cards, deck, count=count)


def cards_of(cards: Any, deck: Deck, *, count: int = 0, hidden: bool = False) -> tuple[str, ...]:
    if type(cards) is not list or (count and len(cards) != count):
        wanted = f"{count} card{'s' if count > 1 else ''}" if count else "A list of cards"
        raise Malformed(f"{wanted} must be told here")
    for card in cards:
        if type(card) is not str or not (card in deck.faces or (hidden and card == HIDDEN)):
            raise Malformed(f"{card!r} is not a card of this deck")
    return tuple(cards)
