"""One decision a seat, in any order: play with another wager, or fold."""

from collections.abc import Mapping
from typing import Any

from games.engine.fold import Verb
from games.engine.house_forms import read_seat
from games.engine.house_state import DEALT, House
from games.engine.law import honours


def deciders(state: House) -> tuple[int, ...]:
    if state.stage != DEALT:
        return ()
    return tuple(s for s in state.hands if s not in state.raises and s not in state.folded)


@honours("play")
def play(state: House, seat: int) -> House:
    _refuse_decision(state, seat)
    return state._replace(raises={**state.raises, seat: state.wagers[seat]["ante"]})


@honours("fold")
def fold(state: House, seat: int) -> House:
    _refuse_decision(state, seat)
    return state._replace(folded=state.folded | {seat})


def _refuse_decision(state: House, seat: int) -> None:
    if seat not in deciders(state):
        raise state.law.refuse("play", f"Seat {seat} has nothing to decide now")


def offers(state: House) -> list[dict[str, Any]]:
    return [{"do": do, "seat": seat} for seat in deciders(state) for do in ("play", "fold")]


VERBS: Mapping[str, Verb] = {"play": Verb(read_seat, play), "fold": Verb(read_seat, fold)}
