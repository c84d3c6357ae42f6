"""Two cards of the cross are turned, then each seat picks an axis or folds."""

from collections.abc import Mapping
from typing import Any

from games.engine.action import Raw, cards_in, seat_in, word_in
from games.engine.fold import Verb, refuse_contradiction, uncover
from games.engine.house_forms import read_seat
from games.engine.house_state import DEALT, House
from games.engine.law import honours

DECIDING, ALL_OUT = "deciding", "all_out"
LEFT, CENTRE, RIGHT, FAR, NEAR = range(5)  # as they are dealt
FIRST, REST = (FAR, RIGHT), (LEFT, CENTRE, NEAR)  # as they are turned
AXES = {"vertical": (FAR, CENTRE, NEAR), "horizontal": (LEFT, CENTRE, RIGHT)}


def deciders(state: House) -> tuple[int, ...]:
    """One after the other, from the lowest seat up."""
    if state.stage != DECIDING:
        return ()
    left = [seat for seat in state.hands if seat not in state.raises and seat not in state.folded]
    return (min(left),) if left else ()


@honours("play", "axis")
def play(state: House, seat: int, axis: str) -> House:
    _refuse_decision(state, seat)
    return state._replace(
        raises={**state.raises, seat: 2 * state.wagers[seat]["ante"]},
        chosen={**state.chosen, seat: axis},
    )


@honours("fold")
def fold(state: House, seat: int) -> House:
    _refuse_decision(state, seat)
    return state._replace(folded=state.folded | {seat})


def _refuse_decision(state: House, seat: int) -> None:
    if seat not in deciders(state):
        raise state.law.refuse("play", f"It is not for seat {seat} to decide now")


@honours("expose")
def expose(state: House, seat: int, cards: tuple[str, ...] | None) -> House:
    """Shows the three-card hand; who has not by the first decision has lost that wager."""
    if not may_expose(state, seat):
        raise state.law.refuse("expose", f"Seat {seat} has no three-card hand to expose now")
    hand = uncover(state.hands[seat], cards, state.law)
    shown = state._replace(hands={**state.hands, seat: hand}, exposed=state.exposed | {seat})
    refuse_contradiction(state.game.deck, state.law, shown.cards())
    return shown


def may_expose(state: House, seat: int) -> bool:
    decided = state.raises or state.folded
    placed = "three_card" in state.wagers.get(seat, {})
    return state.stage == DECIDING and not decided and placed and seat not in state.exposed


@honours("reveal_first")
def reveal_first(state: House, cards: tuple[str, ...] | None) -> House:
    if state.stage != DEALT:
        raise state.law.refuse("order", "The first two cards are turned right after the deal")
    return _turn(state, FIRST, cards)._replace(stage=DECIDING)


@honours("reveal_rest")
def reveal_rest(state: House, cards: tuple[str, ...] | None) -> House:
    if state.stage != DECIDING or deciders(state):
        raise state.law.refuse("order", "The rest is turned after all decisions")
    return _turn(state, REST, cards)._replace(stage=ALL_OUT)


def _turn(state: House, places: tuple[int, ...], cards: tuple[str, ...] | None) -> House:
    known = tuple(state.board[place] for place in places)
    turned = dict(zip(places, uncover(known, cards, state.law, in_place=True), strict=True))
    board = tuple(turned.get(place, card) for place, card in enumerate(state.board))
    return state._replace(board=board)


def offers(state: House) -> list[dict[str, Any]]:
    exposes = [{"do": "expose", "seat": s} for s in state.hands if may_expose(state, s)]
    choices = [
        offer
        for seat in deciders(state)
        for offer in (
            {"do": "play", "seat": seat, "axis": list(AXES)},
            {"do": "fold", "seat": seat},
        )
    ]
    return exposes + choices


def _read_play(raw: Raw, game: Any) -> tuple[int, str]:
    return seat_in(raw), word_in(raw, "axis", tuple(AXES))


def _read_expose(raw: Raw, game: Any) -> tuple[int, tuple[str, ...] | None]:
    return seat_in(raw), cards_in(raw, "cards", game.deck, count=2)


VERBS: Mapping[str, Verb] = {
    "play": Verb(_read_play, play),
    "fold": Verb(read_seat, fold),
    "expose": Verb(_read_expose, expose),
}
