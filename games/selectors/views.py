"""A round as people and machines may see it: what lies open, what is wagered, whose turn it is.

Cards that lie face down are in no view, even where a shoe has told which they are.
"""

from collections.abc import Iterable
from typing import Any

from casino.models import Duty
from casino.policy import may
from games.engine import betting, fold
from games.engine.house_state import SHOWDOWN, House
from games.engine.pot_state import BETTING, DECIDED, DISCARDING, PLAYING_ON, Pot
from inventory.rules.cards import HIDDEN

View = dict[str, Any]
PHASES = {
    "": "Wagers",
    "dealt": "Decisions",
    "flop": "Flop",
    "river": "Turn and river",
    "deciding": "Decisions",
    "all_out": "Cards out",
    SHOWDOWN: "Showdown",
    BETTING: "Betting",
    DISCARDING: "Discarding",
    PLAYING_ON: "Playing on for side pots",
    DECIDED: "Decided",
}
ORDINALS = {1: "first", 2: "second", 3: "third"}


def may_see_hidden(duty: Duty) -> bool:
    return may(duty, "see_hidden_cards")


def view_of(state: Any, *, hidden: bool = False) -> View:
    """`hidden`: with the cards that lie face down. Once a round is over, all that is known."""
    everything = hidden or state.status != fold.OPEN
    view = _pot(state, everything) if isinstance(state, Pot) else _house(state, everything)
    return {
        "game": state.game.code,
        "status": state.status,
        "dealing": state.setup.dealing,
        "shuffled": state.before.method,
        "is_cut": state.before.is_cut,
        "bets_closed": state.closed,
        "is_counted": state.counted,
        **view,
    }


def glance_of(state: Any) -> View:
    """What fits on a tile: nothing of any seat or card."""
    if isinstance(state, Pot):
        return {"phase_words": _pot_words(state), "turn": turn_of(state), "pots": _pots(state)}
    turn = _only(state.game.deciders(state))
    return {"phase_words": _words(state, state.stage), "turn": turn, "pots": {}}


def _house(state: House, everything: bool) -> View:
    return {
        **glance_of(state),
        "phase": state.stage or "wagers",
        "button": None,
        "seats": {str(seat): _house_seat(state, seat, everything) for seat in state.setup.seats},
        "dealer": _faces(state.dealer, everything or state.stage == SHOWDOWN),
        "board": _board(state, everything),
    }


def _words(state: Any, phase: str) -> str:
    if state.status != fold.OPEN:
        return str(state.status).capitalize()
    return "Deal" if not phase and state.closed else PHASES[phase]


def _only(deciders: tuple[int, ...]) -> int | None:
    return deciders[0] if len(deciders) == 1 else None


def _house_seat(state: House, seat: int, everything: bool) -> View:
    open_up = everything or seat in state.shown or seat in state.exposed
    return {
        "wagers": dict(state.wagers.get(seat, {})),
        "coupon": state.coupons.get(seat, 0),
        "raise": state.raises.get(seat, 0),
        "chosen": state.chosen.get(seat, ""),
        "cards": _faces(state.hands.get(seat, ()), open_up),
        "discards": [],
        "state": _house_state(state, seat),
    }


def _house_state(state: House, seat: int) -> str:
    if seat in state.folded:
        return "folded"
    if state.closed and seat not in state.wagers:
        return "sitting_out"
    if seat in state.game.deciders(state):
        return "to_decide"
    return "checked" if seat in state.checked else "in"


def _faces(cards: Iterable[str], open_up: bool) -> list[str]:
    return [card if open_up else HIDDEN for card in cards]


def _board(state: House, everything: bool) -> list[str]:
    turned = state.game.board_turned.get(state.stage, ())
    return [
        card if everything or place in turned else HIDDEN for place, card in enumerate(state.board)
    ]


def _pot_words(state: Pot) -> str:
    if state.status == fold.OPEN and state.phase == BETTING:
        return f"Betting, {ORDINALS.get(state.betting_round, 'last')} round"
    return _words(state, state.phase)


def _pot(state: Pot, everything: bool) -> View:
    return {
        **glance_of(state),
        "phase": state.phase or "wagers",
        "button": state.setup.button,
        "seats": {str(seat): _pot_seat(state, seat, everything) for seat in state.setup.seats},
        "dealer": [],
        "board": [],
        "last": _last(state),
    }


def turn_of(state: Pot) -> int | None:
    """Who is to bet, or to discard or pass."""
    if state.phase in (DISCARDING, PLAYING_ON):
        return state.pending[0] if state.pending else None
    return state.turn or None if state.phase == BETTING else None


def _pot_seat(state: Pot, seat: int, everything: bool) -> View:
    owed = betting.owed(state, seat) if state.phase == BETTING and seat == state.turn else 0
    return {
        "wagers": {} if state.closed else dict(state.wagers.get(seat, {})),
        "coupon": 0,
        "put": state.put.get(seat, 0),
        "street": state.street.get(seat, 0),
        "to_call": owed,
        "raise": 0,
        "chosen": "",
        "cards": _faces(state.hands.get(seat, ()), everything),
        "discards": list(state.discards.get(seat, ())),
        "state": _pot_state(state, seat),
    }


def _pot_state(state: Pot, seat: int) -> str:
    if seat in state.out:
        return "folded"
    if seat in state.all_in:
        return "all_in"
    return "to_decide" if seat == turn_of(state) else "in"


def _pots(state: Pot) -> dict[str, int]:
    special = state.game.special_pot
    if state.status != fold.OPEN:
        return {"main": 0, special: fold.result(state)[special]["carried"]}
    antes = sum(wagers.get(special, 0) for wagers in state.wagers.values())
    held = state.setup.rules.carried + (antes if state.closed else 0)
    return {"main": sum(state.put.values()), special: held}


def _last(state: Pot) -> View | None:
    """The pattern that is to be beaten."""
    if state.status != fold.OPEN:
        return None
    return {"seat": state.last.seat, "cards": list(state.last.cards)} if state.last else None


def shown_action(raw: dict[str, Any], *, hidden: bool) -> dict[str, Any]:
    """An action of a round in play, without what a deal tells of cards that lie face down."""
    return raw if hidden or raw["do"] != "deal" else covered(raw)


def covered(raw: dict[str, Any]) -> dict[str, Any]:
    """With every list of cards face down."""
    return {name: _covered(value) for name, value in raw.items()}


def _covered(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _covered(part) for name, part in value.items()}
    return [HIDDEN] * len(value) if isinstance(value, list) else value
