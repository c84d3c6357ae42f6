"""A round as it lies on the felt: places, cards and chips, ready to be drawn.

The dealer stands at the lower edge and sees seat 1 farthest to the left. Only what a view holds is
drawn, so a card that a view hides cannot be found in a picture.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from games.catalogue import GAMES
from games.engine.pot_state import PotGame
from inventory.rules.cards import HIDDEN
from tables.rules.words import money

WIDTH, HEIGHT, EDGE = 1080, 580, 34
COLUMN = 180
SEATS = range(1, 7)
RIM = {1: 104, 2: 36, 3: 14, 4: 14, 5: 36, 6: 104}  # how far a seat lies from the upper edge
CENTRE = WIDTH // 2
ASIDE = 240  # beside a cross, which takes the middle
# Where the cards of a board lie; one row for whoever is not named here.
CROSS = {"double_cross_poker": ((-1, 0), (0, 0), (1, 0), (0, -1), (0, 1))}
PLACES = {"double_cross_poker": ("left", "centre", "right", "far", "near")}
SHORT = {
    "ante_bonus": "Bonus",
    "trips_plus": "Trips+",
    "pocket_bonus": "Pocket",
    "three_card": "3 card",
    "three_card_bonus": "3 card",
    "dragon_bet": "Dragon",
}
STATES = {
    "folded": "Folded",
    "all_in": "All in",
    "to_decide": "To decide",
    "sitting_out": "Sits out",
    "checked": "Checked",
}
RANKS = {
    "A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "ten", "9": "nine", "8": "eight",
    "7": "seven", "6": "six", "5": "five", "4": "four", "3": "three", "2": "two",
}  # fmt: skip
SUITS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
CHARACTERS = {  # face → name, icon
    "DR": ("red dragon", "flame"),
    "DB": ("blue dragon", "flame"),
    "DG": ("gold dragon", "flame"),
    "PH": ("phoenix", "bird"),
    "TI": ("tiger", "cat"),
    "PA": ("panda", "panda"),
    "MO": ("monkey", "banana"),
    "RA": ("rabbit", "rabbit"),
}
COLOURS = {"h": "red", "d": "red", "DR": "red", "DB": "blue", "DG": "gold"}


@dataclass(frozen=True, slots=True)
class Card:
    """One card and where it lies. `suit` is empty for a character and for a back."""

    face: str
    name: str
    short: str
    x: int = 0
    y: int = 0
    suit: str = ""
    colour: str = ""
    place: str = ""

    @property
    def is_back(self) -> bool:
        return self.face == HIDDEN

    @property
    def is_character(self) -> bool:
        return self.face in CHARACTERS


@dataclass(frozen=True, slots=True)
class Area:
    """A betting area of one seat, and what lies on it."""

    name: str
    words: str
    short: str
    x: int
    y: int
    cents: int = 0
    outcome: str = ""


@dataclass(frozen=True, slots=True)
class Seat:
    number: int
    x: int
    y: int
    state: str = "empty"
    words: str = ""
    is_turn: bool = False
    has_button: bool = False
    cards: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    areas: tuple[Area, ...] = ()
    net: int | None = None

    @property
    def scale(self) -> str:
        """Eight cards are drawn smaller than two, and three with names in between."""
        if len(self.cards) + len(self.discards) > 3:
            return "1"
        return "1" if any(card.is_character for card in self.cards) else "1.2"

    @property
    def plays(self) -> bool:
        return self.state != "empty"

    @property
    def told(self) -> str:
        """What somebody who does not see the picture is told."""
        if not self.plays:
            return f"Seat {self.number}, empty"
        wagers = [f"{area.words} {money(area.cents)}" for area in self.areas if area.cents]
        parts = [f"Seat {self.number}", self.words, *wagers, _told("cards", self.cards)]
        return ", ".join(filter(None, [*parts, _told("discarded", self.discards)]))


@dataclass(frozen=True, slots=True)
class Pot:
    name: str
    words: str
    cents: int
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Felt:
    game: str
    status: str
    phase: str
    seats: tuple[Seat, ...]
    board: tuple[Card, ...] = ()
    dealer: tuple[Card, ...] = ()
    pots: tuple[Pot, ...] = ()
    last: tuple[Card, ...] = ()  # the pattern that is to be beaten
    last_seat: int = 0
    house_net: int | None = None
    size: str = f"{-EDGE} 0 {WIDTH + 2 * EDGE} {HEIGHT}"

    @property
    def icons(self) -> list[tuple[str, str]]:
        """What the deck of characters is drawn with."""
        faces = GAMES[self.game].deck.faces
        return [(face, icon) for face, (_, icon) in CHARACTERS.items() if face in faces]

    @property
    def board_scale(self) -> str:
        return "1.3" if self.game in CROSS else "1.45"

    @property
    def dealer_x(self) -> int:
        return CENTRE - ASIDE if self.game in CROSS else CENTRE

    @property
    def word_x(self) -> int:
        return CENTRE + ASIDE if self.game in CROSS else CENTRE

    @property
    def word_y(self) -> int:
        """Where the middle of the felt is free."""
        if self.game in CROSS:
            return 540
        return 480 if self.pots else 450


def felt_of(view: Mapping[str, Any], *, result: Mapping[str, Any] | None = None) -> Felt:
    """`result` adds what each seat won or lost, once the round is over."""
    last = view.get("last") or {}
    return Felt(
        view["game"],
        view["status"],
        view["phase_words"],
        tuple(_seat(view, number, result or {}) for number in SEATS),
        board=_board(view),
        dealer=_row(view["dealer"], _dealer_x(view), 460, wide=_step(view["dealer"], 76, 84)),
        pots=_pots(view),
        last=_row(last.get("cards", ()), CENTRE, 424, wide=60),
        last_seat=last.get("seat", 0),
        house_net=(result or {}).get("house_net"),
    )


def empty_felt(game: str, seated: Iterable[int]) -> Felt:
    """Between two rounds: who sits there, and nothing else."""
    there = set(seated)
    seats = [Seat(n, _x(n), RIM[n], "in" if n in there else "empty") for n in SEATS]
    return Felt(game, "", "", tuple(seats))


def card_of(face: str, x: int = 0, y: int = 0, place: str = "") -> Card:
    if face == HIDDEN:
        return Card(face, "face down", "", x, y, place=place)
    if face in CHARACTERS:
        name, _ = CHARACTERS[face]
        return Card(face, name, name.split()[0].capitalize(), x, y, "", COLOURS.get(face, ""))
    rank, suit = face[0], face[1]
    short, name = "10" if rank == "T" else rank, f"{RANKS[rank]} of {SUITS[suit]}"
    return Card(face, name, short, x, y, suit, COLOURS.get(suit, ""), place)


def area_words(name: str) -> str:
    return name.replace("_", " ").capitalize()


def _told(what: str, cards: Iterable[Card]) -> str:
    names = [card.name for card in cards]
    if names and set(names) == {"face down"}:
        return f"{len(names)} {what} face down"
    return f"{what}: {', '.join(names)}" if names else ""


def _x(number: int) -> int:
    return COLUMN // 2 + COLUMN * (number - 1)


def _seat(view: Mapping[str, Any], number: int, result: Mapping[str, Any]) -> Seat:
    told = view["seats"].get(str(number))
    if told is None:
        return Seat(number, _x(number), RIM[number])
    cards, discards = _hand(told)
    is_turn = view["turn"] == number or told["state"] == "to_decide"
    return Seat(
        number,
        _x(number),
        RIM[number],
        told["state"],
        _state_words(told) or (STATES["to_decide"] if is_turn else ""),
        is_turn=is_turn,
        has_button=view["button"] == number,
        cards=cards,
        discards=discards,
        areas=_areas(view, told, result.get("wagers", {}).get(str(number), {})),
        net=result.get("seats", {}).get(str(number), {}).get("net"),
    )


def _state_words(told: Mapping[str, Any]) -> str:
    if told.get("to_call"):
        return f"To call {money(told['to_call'])}"
    return STATES.get(told["state"], str(told["chosen"]).capitalize())


def _hand(told: Mapping[str, Any]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Small hands lie side by side; eight cards overlap, what is discarded lies before them."""
    cards, gone = told["cards"], told["discards"]
    if len(cards) + len(gone) > 3:
        return _row(cards, 0, 46, wide=18), _row(gone, 0, 114, wide=18)
    return _row(cards, 0, 46, wide=_step(cards, 57, 58)), ()


def _step(cards: Iterable[str], usual: int, character: int) -> int:
    """Characters have names, and need room for them."""
    return character if any(card in CHARACTERS for card in cards) else usual


def _row(faces: Iterable[str], x: int, y: int, *, wide: int) -> tuple[Card, ...]:
    """Cards side by side, their middle at x; a card is drawn from its own middle."""
    faces = tuple(faces)
    first = x - wide * (len(faces) - 1) // 2
    return tuple(card_of(face, first + wide * place, y) for place, face in enumerate(faces))


def _areas(
    view: Mapping[str, Any], told: Mapping[str, Any], paid: Mapping[str, Any]
) -> tuple[Area, ...]:
    game: Any = GAMES[view["game"]]
    if isinstance(game, PotGame):
        return _pot_areas(game, view, told)
    names = (game.raise_name, "", *game.wagers)  # the raise lies behind the ante
    cents = {**told["wagers"], game.raise_name: told["raise"]}
    return tuple(
        _area(name, 130 + 53 * (place // 2), place % 2, cents.get(name, 0), paid.get(name, {}))
        for place, name in enumerate(names)
        if name
    )


def _pot_areas(game: PotGame, view: Mapping[str, Any], told: Mapping[str, Any]) -> tuple[Area, ...]:
    if not view["bets_closed"]:
        names = ("ante", game.special_pot)
        return tuple(
            _area(name, 184, side, told["wagers"].get(name, 0), {})
            for side, name in enumerate(names)
        )
    return (
        _area("bet", 184, 0, told["street"], {}),
        _area("in_the_pot", 184, 1, told["put"], {}, "In pot"),
    )


def _area(
    name: str, y: int, side: int, cents: int, paid: Mapping[str, Any], short: str = ""
) -> Area:
    words = area_words(name)
    short = short or SHORT.get(name, words)
    return Area(name, words, short, -86 + 87 * side, y, cents, paid.get("outcome", ""))


def _board(view: Mapping[str, Any]) -> tuple[Card, ...]:
    game, faces = view["game"], view["board"]
    if game not in CROSS:
        return _row(faces, CENTRE, 340, wide=74)
    return tuple(
        card_of(face, CENTRE + 70 * x, 358 + 88 * y, place)
        for face, (x, y), place in zip(faces, CROSS[game], PLACES[game], strict=False)
    )


def _dealer_x(view: Mapping[str, Any]) -> int:
    return CENTRE - ASIDE if view["game"] in CROSS else CENTRE


def _pots(view: Mapping[str, Any]) -> tuple[Pot, ...]:
    names = list(view["pots"])
    first = CENTRE - 105 * (len(names) - 1)
    return tuple(
        Pot(name, f"{area_words(name)} pot", view["pots"][name], first + 210 * place, 336)
        for place, name in enumerate(names)
    )
