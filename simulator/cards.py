"""The cards as they really lie. The house is told of them only when they are turned."""

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

HIDDEN = "??"
KINDS: dict[str, dict[str, int]] = {
    "standard": {rank + suit: 1 for rank in "23456789TJQKA" for suit in "shdc"},
    "dragon": {"DR": 3, "DB": 3, "DG": 1, "PH": 7, "TI": 8, "PA": 9, "MO": 10, "RA": 12},
}

View = dict[str, Any]


def open_cards(cards: Iterable[str]) -> list[str]:
    return [card for card in cards if card != HIDDEN]


def within(some: Iterable[str], whole: Iterable[str]) -> bool:
    return not Counter(some) - Counter(whole)


class Cards:
    """One deck in one round: who holds what, what lies on the felt, what is left."""

    def __init__(self, kind: str, positions: int, rng: random.Random) -> None:
        self.kind, self.positions, self.rng = kind, positions, rng
        self.aside = 0  # found face up, and not played with
        self.gather()

    def gather(self) -> None:
        self.hands: dict[str, list[str]] = {}
        self.dealer: list[str] = []
        self.board: list[str] = []
        self.stub = [face for face, count in KINDS[self.kind].items() for _ in range(count)]

    def take(self, count: int) -> list[str]:
        return [self.stub.pop() for _ in range(count)]

    # --- dealing and turning

    def deal(self, offer: dict[str, Any]) -> dict[str, Any]:
        """Everything face down; where the dealer plays no hand, every position is dealt to."""
        self.gather()
        self.rng.shuffle(self.stub)
        self.take(self.aside)
        self.hands = {seat: self.take(count) for seat, count in offer["hands"].items()}
        action: dict[str, Any] = {"do": "deal", "hands": _covered(self.hands)}
        if "dealer" not in offer:
            self._deal_dead(len(self.hands), max(offer["hands"].values()))
            return action
        self.dealer = self.take(offer["dealer"])
        self.board = self.take(self.rng.choice(offer["board"]))
        action["dealer"] = [HIDDEN] * len(self.dealer)
        return action | ({"board": [HIDDEN] * len(self.board)} if self.board else {})

    def _deal_dead(self, seated: int, count: int) -> None:
        self.take((self.positions - seated) * count)

    def turn(self, offer: dict[str, Any], view: View) -> list[str]:
        """The cards of a hand, or the next ones of the board."""
        if offer.get("what") == "dealer":
            return list(self.dealer)
        if "seat" in offer:
            return list(self.hands.get(str(offer["seat"]), ()))
        turned, count = len(open_cards(view["board"])), offer["cards"]
        while len(self.board) < turned + count:
            self.board += self.take(1)
        return self.board[turned : turned + count]

    def held(self, seat: int, view: View) -> list[str]:
        """What this seat has not discarded yet."""
        left = list(self.hands.get(str(seat), ()))
        for card in view["seats"][str(seat)]["discards"]:
            if card in left:
                left.remove(card)
        return left

    def put_aside(self) -> None:
        """A card is found face up: of the stub, or before the deal of the deck."""
        self.aside += 1
        if self.hands:
            self.take(1)

    # --- what others did

    def agrees(self, view: View) -> bool:
        """Whether what lies open could be these cards; somebody else may have dealt or turned."""
        seats = {seat: told for seat, told in view["seats"].items() if _size(told)}
        if not seats.keys() <= self.hands.keys() or len(view["dealer"]) != len(self.dealer):
            return not seats
        turned = open_cards(view["board"])
        return (
            all(_size(told) == len(self.hands[seat]) for seat, told in seats.items())
            and all(within(_seen(told), self.hands[seat]) for seat, told in seats.items())
            and within(open_cards(view["dealer"]), self.dealer)
            and within(turned, self.board[: len(turned)])
        )

    def believe(self, view: View) -> None:
        """Take what lies open for true; what is hidden could be any of the rest."""
        self.gather()
        self.rng.shuffle(self.stub)
        dealt = {seat: told for seat, told in view["seats"].items() if _size(told)}
        known = [*open_cards(view["dealer"]), *open_cards(view["board"])]
        for card in (*known, *(card for told in dealt.values() for card in _seen(told))):
            if card in self.stub:
                self.stub.remove(card)
        self.hands = {
            seat: [*self._filled(told["cards"]), *told["discards"]] for seat, told in dealt.items()
        }
        self.dealer = self._filled(view["dealer"])
        self.board = sorted(self._filled(view["board"]), key=lambda c: c not in view["board"])
        if dealt and not self.dealer:
            self._deal_dead(len(dealt), max(map(_size, dealt.values())))

    def _filled(self, cards: Iterable[str]) -> list[str]:
        return [self.stub.pop() if card == HIDDEN else card for card in cards]


def _covered(hands: dict[str, list[str]]) -> dict[str, list[str]]:
    return {seat: [HIDDEN] * len(cards) for seat, cards in hands.items()}


def _size(told: dict[str, Any]) -> int:
    return len(told["cards"]) + len(told["discards"])


def _seen(told: dict[str, Any]) -> list[str]:
    return [*open_cards(told["cards"]), *told["discards"]]
