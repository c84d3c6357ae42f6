"""What a card is, what a full deck holds, and when two cards contradict each other."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from casino.lib.law import honours

HIDDEN = "??"  # a card that lies face down: nobody knows it until it is turned

RANKS = "23456789TJQKA"
SUITS = "shdc"


class Deck(NamedTuple):
    name: str
    faces: Mapping[str, int]  # face → how many of it the deck holds
    size: int


STANDARD = Deck("standard", {rank + suit: 1 for rank in RANKS for suit in SUITS}, 52)
DRAGON = Deck(
    "dragon",
    {"DR": 3, "DB": 3, "DG": 1, "PH": 7, "TI": 8, "PA": 9, "MO": 10, "RA": 12},
    53,
)


@honours("whole_deck")
def too_many(deck: Deck, cards: Iterable[str]) -> str:
    """A face that is known more often than the deck holds it, or nothing."""
    known = [card for card in cards if card != HIDDEN]
    if deck.size == len(deck.faces) and len(known) == len(set(known)):
        return ""  # the usual case, without counting
    for face, count in Counter(known).items():
        if count > deck.faces[face]:
            return face
    return ""
