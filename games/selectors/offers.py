"""What may be done now as buttons: one tap, or a pad for what must still be said.

The engine's offers are the only source, so no button can ask for what would be refused by its form
alone. What a table allows beyond them (its limits, cards shuffled beforehand) narrows the bounds.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from casino.lib.law import Refused
from games.engine import fold
from games.engine.house_state import House
from games.engine.pot_state import Pot, PotGame
from games.engine.procedure import DEVICE, HAND, MANUAL, PRESHUFFLED
from games.selectors.felt import CHARACTERS, area_words
from inventory.rules.cards import HIDDEN, STANDARD

WORDS: Mapping[str, str] = {
    "no_more_bets": "No more bets",
    "collect_antes": "Collect the antes",
    "deal": "Deal, face down",
    "count_stub": "Count the stub",
    "all_in": "All in",
    "expose": "Show the hand",
    "shuffle manual": "Shuffle by hand",
    "shuffle device": "Shuffle by device",
    "shuffle preshuffled": "Shuffled beforehand",
    "cut dealer": "Cut the cards",
    "cut player": "A player cuts",
    "reveal flop": "Turn the flop",
    "reveal turn_river": "Turn and river",
    "reveal first": "Turn the first two",
    "reveal rest": "Turn the other three",
    "reveal dealer": "Turn the dealer's cards",
    "reveal seat": "Turn the hand",
}
# In which order the cards of a group are said, where the places differ.
ORDERS = {"first": "far, right", "rest": "left, centre, near"}
CHIPS = (500, 2_500, 10_000, 50_000)
CUTS = (15, 20, 26, 30, 35)
TAKEN_KEYS = frozenset("gjkmu")  # of the shell; more, and take back
RARE = ("forfeit", "irregularity")
FIRST = ("reveal", "settle", "count_stub")
CHOICES = ("method", "by", "times", "axis")


@dataclass(frozen=True, slots=True)
class Pad:
    """What is still to be said: an amount, a number or cards, within these bounds."""

    kind: str  # money, number, cards
    field: str
    least: int
    most: int | None
    step: int = 1
    may_be_none: bool = False  # 0 takes a wager back
    last: int = 0  # the same seat's wager of the round before
    quick: tuple[int, ...] = ()
    asks_misdeal: bool = False
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Button:
    do: str
    label: str
    action: dict[str, Any]
    seat: int = 0
    on: str = ""
    pad: Pad | None = None
    cents: int = 0
    letter: str = ""

    @property
    def value(self) -> str:
        return json.dumps(self.action, separators=(",", ":"))

    @property
    def title(self) -> str:
        return f"Seat {self.seat}: {self.label.lower()}" if self.seat else self.label

    @property
    def place(self) -> str:
        """How the felt finds it."""
        return f"{self.seat}-{self.on}" if self.on else ""


@dataclass(frozen=True, slots=True)
class Prize:
    words: str
    amount: int
    commission: int
    won_by: int | None
    paid: int
    field: str = ""  # the dealer counts it


@dataclass(frozen=True, slots=True)
class Controls:
    """All that the console offers at this moment."""

    main: Button | None = None
    table: tuple[Button, ...] = ()
    seats: tuple[tuple[int, tuple[Button, ...]], ...] = ()
    rare: tuple[Button, ...] = ()
    prizes: tuple[Prize, ...] = ()
    chosen: int = 0  # whose buttons are shown first

    @property
    def kinds(self) -> set[str]:
        """Which pads the page needs."""
        every = [self.main, *self.table, *self.rare, *(b for _, row in self.seats for b in row)]
        return {button.pad.kind for button in every if button and button.pad}


def controls(
    state: Any, *, prepared: bool = False, before: Mapping[str, Any] | None = None
) -> Controls:
    """`before`: the result of the round before, for "same as last round"."""
    offers = fold.legal(state)
    prizes = _prizes(state) if isinstance(state, Pot) else ()
    made = [
        button
        for offer in offers
        if not (prizes and offer["do"] == "settle")
        for button in _buttons(state, offer, before or {})
        if prepared or button.action.get("method") != PRESHUFFLED
    ]
    seldom = (*RARE, "count_stub") if state.counted else RARE
    usual = [button for button in made if button.do not in seldom]
    main = _next(state, usual)
    seats = _by_seat(usual)
    used = {button.letter for _, row in seats for button in row}
    beside = [b for b in usual if not b.seat and (main is None or b.action != main.action)]
    return Controls(
        main,
        _lettered(beside, used),
        seats,
        tuple(button for button in made if button.do in seldom and button.do != "irregularity"),
        prizes,
        main.seat if main and main.seat else next((seat for seat, _ in seats), 0),
    )


def _by_seat(buttons: Iterable[Button]) -> tuple[tuple[int, tuple[Button, ...]], ...]:
    seats: dict[int, list[Button]] = {}
    for button in buttons:
        if button.seat:
            seats.setdefault(button.seat, []).append(button)
    return tuple((seat, _lettered(row)) for seat, row in sorted(seats.items()))


def _lettered(buttons: Iterable[Button], used: Iterable[str] = ()) -> tuple[Button, ...]:
    """Each button with a letter of its own label that no other has."""
    taken, lettered = {*TAKEN_KEYS, *used}, []
    for button in buttons:
        free = (sign for sign in button.label.lower() if sign.isalpha() and sign not in taken)
        letter = next(free, "")
        taken.add(letter)
        lettered.append(replace(button, letter=letter))
    return tuple(lettered)


# --- from an offer to its buttons


def _buttons(state: Any, offer: dict[str, Any], before: Mapping[str, Any]) -> Iterator[Button]:
    do, seat = offer["do"], offer.get("seat", 0)
    if do == "deal":
        yield Button(do, WORDS[do], _face_down(offer))
        return
    if do == "wager":
        yield _wager(state, offer, before)
        return
    fixed = {name: value for name, value in offer.items() if _is_fixed(name, value)}
    names = [name for name in CHOICES if isinstance(offer.get(name), list)]
    for values in product(*(offer[name] for name in names)):
        chosen = dict(zip(names, values, strict=True))
        label, cents = _label(state, {**fixed, **chosen})
        pad = _pad(state, offer)
        yield Button(do, label, {**fixed, **chosen}, seat, pad=pad, cents=cents)


def _is_fixed(name: str, value: Any) -> bool:
    return name != "cards" and not isinstance(value, list | dict)


def _face_down(offer: dict[str, Any]) -> dict[str, Any]:
    """All cards unseen, which is how they are dealt; a shoe may tell more by its own door."""
    hands = {seat: [HIDDEN] * count for seat, count in offer["hands"].items()}
    action: dict[str, Any] = {"do": "deal", "hands": hands}
    if "dealer" in offer:
        action["dealer"] = [HIDDEN] * offer["dealer"]
    if board := max(offer.get("board", [0])):
        action["board"] = [HIDDEN] * board
    return action


def _label(state: Any, action: dict[str, Any]) -> tuple[str, int]:
    do, word = action["do"], action.get("method") or action.get("what") or action.get("by", "")
    if do == "cut" and state.before.is_cut:
        return "Cut again", 0
    label = WORDS.get(f"{do} {word}".strip()) or WORDS.get(do, area_words(do))
    if "times" in action:
        return f"{label} \N{MULTIPLICATION SIGN} {action['times']}", action["times"] * _ante(
            state, action["seat"]
        )
    if "axis" in action:
        return f"{label} {action['axis']}", 2 * _ante(state, action["seat"])
    if do == "call":
        return label, state.level - state.street.get(action["seat"], 0)
    return label, 0


def _ante(state: House, seat: int) -> int:
    return state.wagers[seat]["ante"]


def _pad(state: Any, offer: dict[str, Any]) -> Pad | None:
    do = offer["do"]
    if do == "discard":
        return Pad("cards", "cards", 1, offer["cards"])
    if do in ("reveal", "expose"):
        return _card_pad(state, offer)
    if do == "cut":
        return Pad("number", "cards", offer["cards"]["from"], offer["cards"]["to"], quick=CUTS)
    if do == "count_stub":
        return Pad("number", "cards", 0, state.game.deck.size, asks_misdeal=True)
    for field in ("amount", "by"):
        if isinstance(offer.get(field), dict):
            span = offer[field]
            return Pad("money", field, span["from"], span["to"], span["step"], quick=CHIPS)
    return None


def _card_pad(state: Any, offer: dict[str, Any]) -> Pad | None:
    """No pad where a shoe has told the cards already: they are simply turned."""
    silent = {name: value for name, value in offer.items() if name != "cards"}
    try:
        fold.step(state, silent)
    except fold.FaceDown:
        count = offer.get("cards") or len(state.hands[offer["seat"]])
        return Pad("cards", "cards", count, count, hint=ORDERS.get(offer.get("what", ""), ""))
    except Refused:
        return None
    return None


# --- wagers


def _wager(state: Any, offer: dict[str, Any], before: Mapping[str, Any]) -> Button:
    seat, on = offer["seat"], offer["on"]
    action = {"do": "wager", "seat": seat, "on": on}
    placed = state.wagers.get(seat, {})
    due = _due(state, placed, on)
    label, cents = area_words(on), placed.get(on, 0)
    if due and cents != due:
        return Button("wager", label, {**action, "amount": due}, seat, on, cents=due)
    last = before.get("wagers", {}).get(str(seat), {}).get(on, {}).get("staked", 0)
    return Button("wager", label, action, seat, on, _wager_pad(state, offer, last), cents)


def _due(state: Any, placed: Mapping[str, int], on: str) -> int:
    """What must lie there, where the rules leave no choice."""
    if isinstance(state.game, PotGame):
        rules = state.setup.rules
        return int(rules.ante if on == "ante" else rules.pot_ante)
    return placed.get("ante", 0) if on in state.game.matching else 0


def _wager_pad(state: Any, offer: dict[str, Any], last: int) -> Pad:
    span = offer["amount"]
    least, most = span["from"], span["to"]
    if offer["on"] == "ante" and isinstance(state, House):
        least, most = state.setup.rules.least, state.setup.rules.most
    return Pad(
        "money", "amount", least, most, span["step"], may_be_none=True, last=last, quick=CHIPS
    )


# --- what comes next


def _next(state: Any, buttons: list[Button]) -> Button | None:
    """The one act that the procedure waits for; None where seats decide, or the pots are paid."""
    for found in (_shuffle(state, buttons), _cut(state, buttons), _missing(state, buttons)):
        if found:
            return found
    for do in ("no_more_bets", "collect_antes", "deal"):
        if button := _first(buttons, do):
            return button
    if any(button.seat and button.do not in ("reveal", "expose") for button in buttons):
        return None
    return next((found for do in FIRST if (found := _first(buttons, do))), None)


def _first(buttons: Iterable[Button], do: str) -> Button | None:
    return next((button for button in buttons if button.do == do), None)


def _shuffle(state: Any, buttons: list[Button]) -> Button | None:
    ways = {button.action["method"]: button for button in buttons if button.do == "shuffle"}
    usual = (DEVICE,) if state.setup.dealing == HAND else (PRESHUFFLED, MANUAL)
    return next((ways[way] for way in usual if way in ways), None)


def _cut(state: Any, buttons: list[Button]) -> Button | None:
    return None if state.before.is_cut else _first(buttons, "cut")


def _missing(state: Any, buttons: list[Button]) -> Button | None:
    """A wager that must lie there and does not: first what a seat began, then the next seat."""
    wagers = [button for button in buttons if button.do == "wager"]
    due = [button for button in wagers if button.pad is None]
    ante = [b for b in wagers if b.on == "ante" and b.pad and not state.wagers.get(b.seat)]
    return next(iter(due + ante), None)


# --- the end of a round for a pot


def _prizes(state: Pot) -> tuple[Prize, ...]:
    """What would be paid to whom, side pots before the main pot; nothing before that is decided."""
    try:
        told = fold.result(fold.step(state, {"do": "settle"}))
    except Refused:
        return ()
    special = state.game.special_pot
    main, *sides = told["pots"]
    own = told[special]
    return (
        *(_prize(area_words(side["name"]), side) for side in reversed(sides)),
        _prize("Main pot", main, field="main"),
        _prize(f"{area_words(special)} pot", {**own, "amount": own["opening"] + own["antes"]},
               field=special),
    )  # fmt: skip


def _prize(words: str, told: Mapping[str, Any], field: str = "") -> Prize:
    return Prize(words, told["amount"], told["commission"], told["won_by"], told["paid"], field)


# --- cards to tap


def faces_of(state: Any, view: Mapping[str, Any]) -> list[list[tuple[str, int, str]]]:
    """Each face with how many of it may still turn up, as far as this view knows: what lies face
    down is not told by what can be tapped. Characters come with their names."""
    seen = [card for cards in _open_cards(view) for card in cards if card != HIDDEN]
    left = [
        (face, most - seen.count(face), CHARACTERS.get(face, ("", ""))[0].capitalize())
        for face, most in state.game.deck.faces.items()
    ]
    if state.game.deck is not STANDARD:
        return [left]
    return [[one for one in left[::-1] if one[0][1] == suit] for suit in "shdc"]


def _open_cards(view: Mapping[str, Any]) -> Iterator[list[str]]:
    yield view["board"]
    yield view["dealer"]
    for seat in view["seats"].values():
        yield seat["cards"]
        yield seat["discards"]
