"""Three streets: raise once, for less the later; check twice; at the end raise or fold."""

from collections.abc import Mapping
from typing import Any

from games.engine.action import Raw, number_in, seat_in
from games.engine.fold import Verb, uncover
from games.engine.house_forms import read_seat
from games.engine.house_round import void
from games.engine.house_state import DEALT, SHOWDOWN, House
from games.engine.law import honours

FLOP, RIVER = "flop", "river"
MOST_TIMES = {DEALT: 3, FLOP: 2, RIVER: 1}  # the ante, by street


def deciders(state: House) -> tuple[int, ...]:
    """In any order: who has neither raised nor folded, nor checked on this street."""
    if state.stage not in MOST_TIMES:
        return ()
    done = state.raises.keys() | state.folded | state.checked
    return tuple(seat for seat in state.hands if seat not in done)


def _refuse_decision(state: House, seat: int) -> None:
    if seat not in deciders(state):
        raise state.law.refuse("decision", f"Seat {seat} has nothing to decide now")


@honours("raise", "decision")
def raise_ante(state: House, seat: int, times: int) -> House:
    _refuse_decision(state, seat)
    most = MOST_TIMES[state.stage]
    if times > most:
        raise state.law.refuse("raise", f"A raise is now at most {most} times the ante")
    return state._replace(raises={**state.raises, seat: times * state.wagers[seat]["ante"]})


@honours("check")
def check(state: House, seat: int) -> House:
    _refuse_decision(state, seat)
    if state.stage == RIVER:
        raise state.law.refuse("check", "After the river a seat raises or folds")
    return state._replace(checked=state.checked | {seat})


@honours("fold")
def fold(state: House, seat: int) -> House:
    _refuse_decision(state, seat)
    if state.stage != RIVER:
        raise state.law.refuse("fold", "A seat may fold after the river only; before, it checks")
    return state._replace(folded=state.folded | {seat})


@honours("reveal_flop")
def reveal_flop(state: House, cards: tuple[str, ...] | None) -> House:
    _refuse_street(state, DEALT)
    known = state.board[:3] or ("??",) * 3
    board = (*uncover(known, cards, state.law), *state.board[3:])
    return state._replace(board=board, stage=FLOP, checked=frozenset())


@honours("reveal_turn_and_river")
def reveal_turn_and_river(state: House, cards: tuple[str, ...] | None) -> House:
    _refuse_street(state, FLOP)
    known = state.board[3:] or ("??",) * 2
    board = (*state.board[:3], *uncover(known, cards, state.law))
    return state._replace(board=board, stage=RIVER, checked=frozenset())


def _refuse_street(state: House, stage: str) -> None:
    if state.stage != stage or deciders(state):
        raise state.law.refuse("order", "First every seat decides on the street before")


@honours("dealer_card_exposed")
def dealer_card_exposed(state: House) -> House:
    if state.stage == SHOWDOWN:
        raise state.law.refuse("dealer_card_exposed", "The dealer's cards are turned already")
    return void(state)


def offers(state: House) -> list[dict[str, Any]]:
    if state.stage not in MOST_TIMES:
        return []
    times = list(range(1, MOST_TIMES[state.stage] + 1))
    other = "fold" if state.stage == RIVER else "check"
    return [
        offer
        for seat in deciders(state)
        for offer in ({"do": "raise", "seat": seat, "times": times}, {"do": other, "seat": seat})
    ]


def _read_raise(raw: Raw, game: Any) -> tuple[int, int]:
    return seat_in(raw), number_in(raw, "times", least=1)


VERBS: Mapping[str, Verb] = {
    "raise": Verb(_read_raise, raise_ante),
    "check": Verb(read_seat, check),
    "fold": Verb(read_seat, fold),
}
