"""The deuce button: who holds it when the main pot is won takes the deuce pot."""

from typing import NamedTuple

from games.engine.law import honours
from games.engine.pot_state import Played, Pot

DRAGON_DEUCE = "2h"


class Button(NamedTuple):
    """By four of a kind over a single deuce it is held faster than by the deuce of hearts."""

    seat: int = 0
    by_four: bool = False


NOBODY = Button()


@honours("deuce_button")
def note_discard(state: Pot, seat: int, played: Played) -> Button:
    held: Button = state.special
    if played.pattern.name == "four_of_a_kind" and _over_single_deuce(state):
        return Button(seat, by_four=True)
    if DRAGON_DEUCE in played.cards and not held.by_four:
        return Button(seat)
    return held


def _over_single_deuce(state: Pot) -> bool:
    last = state.last
    return last is not None and last.pattern.name == "single" and last.cards[0][0] == "2"


def note_out(state: Pot, seat: int) -> Button:
    """A holder that folds or forfeits loses the button; another seat may still earn it."""
    held: Button = state.special
    return NOBODY if held.seat == seat else held


def earns(held: Button, winner: int) -> bool:
    return held.seat == winner
