"""What may be done now in a round against the house."""

from typing import Any

from casino.lib.law import Refused
from games.engine import house_round
from games.engine.fold import FaceDown
from games.engine.house_state import House
from games.engine.offers import (
    Offer,
    allowed,
    before_the_deal,
    choice,
    face_down,
    span,
    stub,
)


def legal(state: House) -> list[Offer]:
    return [
        *before_the_deal(state, house_round, ("dealer",)),
        *_wagers(state),
        *_plain(state, "no_more_bets", house_round.no_more_bets),
        *_deal(state),
        *stub(state, house_round),
        *state.game.offers(state),
        *_reveals(state),
        *_plain(state, "settle", house_round.settle),
        *choice(
            "irregularity",
            "kind",
            state.game.irregularities,
            lambda kind: house_round.irregularity(state, kind),
        ),
    ]


def _plain(state: House, do: str, act: Any) -> list[Offer]:
    return [{"do": do}] if allowed(act, state) else []


def _wagers(state: House) -> list[Offer]:
    if state.closed:
        return []
    unit = state.setup.rules.unit
    return [
        {"do": "wager", "seat": seat, "on": on, "amount": _amount(state, on, unit)}
        for seat in state.setup.seats
        for on in state.game.wagers
    ]


def _amount(state: House, on: str, unit: int) -> Any:
    """0 takes a wager back."""
    if on not in state.game.wager_limits:
        return span(0, None, unit)
    least, most = state.game.wager_limits[on]
    return {**span(-(-least // unit) * unit, most, unit), "or": 0}


def _deal(state: House) -> list[Offer]:
    size, board = state.game.hand_size, state.game.board_dealt
    hands = {seat: face_down(size) for seat in state.wagers}
    if not allowed(house_round.deal, state, hands, face_down(size), face_down(max(board))):
        return []
    wanted = {str(seat): size for seat in sorted(hands)}
    return [{"do": "deal", "hands": wanted, "dealer": size, "board": list(board)}]


def _reveals(state: House) -> list[Offer]:
    return [
        {"do": "reveal", "what": what, **({"seat": seat} if seat else {}), "cards": count}
        for what, (count, _) in state.game.reveals.items()
        for seat in (sorted(state.hands) if what == "seat" else (0,))
        if _may_reveal(state, what, seat)
    ]


def _may_reveal(state: House, what: str, seat: int) -> bool:
    try:
        house_round.reveal(state, what, seat, None)
    except FaceDown:
        return True  # in turn, but the cards must be said
    except Refused:
        return False
    return True
