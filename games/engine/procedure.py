"""What comes before the deal in every game: shuffle, cut, and what can go wrong with them."""

from typing import NamedTuple

from games.engine.law import Law, honours
from inventory.rules.cards import Deck

MANUAL, DEVICE, PRESHUFFLED = METHODS = ("manual", "device", "preshuffled")
MANUAL_SHOE, HAND, AUTOMATED_SHOE = DEALINGS = ("manual_shoe", "hand", "automated_shoe")
CUT_AT_LEAST = 10


class Before(NamedTuple):
    """How the deck lies."""

    method: str = ""  # of the shuffle that counts; none yet, or a device has jammed
    is_cut: bool = False
    begun: bool = False  # somebody has shuffled: from now on irregularities may be noticed
    unused: int = 0  # cards that were found face up, and put aside

    @property
    def may_deal(self) -> bool:
        return self.method == DEVICE or (bool(self.method) and self.is_cut)


@honours("shuffle", "hand_needs_device")
def shuffle(before: Before, method: str, dealing: str, law: Law) -> Before:
    if before.method:
        raise law.refuse("shuffle", "The cards are shuffled already")
    if dealing == HAND and method != DEVICE:
        raise law.refuse(
            "hand_needs_device",
            "Cards that are dealt from the hand are shuffled by a device",
            remedy="Shuffle by the device, or deal from a shoe",
        )
    return Before(method, begun=True)


@honours("cut", "recut")
def cut(before: Before, by: str, cards: int, deck: Deck, law: Law, *, players_cut: bool) -> Before:
    if before.method not in (MANUAL, PRESHUFFLED):
        raise law.refuse("cut", "Only cards shuffled by hand, or before, are cut")
    if by == "player" and not players_cut:
        raise law.refuse("cut", "The dealer cuts the cards in this game")
    if not CUT_AT_LEAST <= cards < deck.size:
        raise law.refuse("cut", f"A cut takes at least {CUT_AT_LEAST} cards, and leaves some")
    return before._replace(is_cut=True)


@honours("shuffler_jam")
def jam(before: Before, law: Law) -> Before:
    """The shuffle does not count."""
    if before.method != DEVICE:
        raise law.refuse("shuffler_jam", "No shuffler has shuffled these cards")
    return before._replace(method="", is_cut=False)


@honours("shuffler_count_wrong")
def count_by_device(before: Before, counting: bool, law: Law) -> None:
    if not counting or before.method != DEVICE:
        raise law.refuse("shuffler_count_wrong", "No shuffler has counted these cards")
