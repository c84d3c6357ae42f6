"""What may be done now, told as actions to be filled in.

A field holds a value, a list to choose from, a `span` of numbers, or how many cards are wanted.
Where a rule can simply be asked, it is: rules are pure, so trying costs nothing, and what is
offered cannot disagree with what is accepted.
"""

from collections.abc import Callable, Iterable
from typing import Any

from casino.lib.law import Refused
from games.engine.procedure import CUT_AT_LEAST, METHODS
from inventory.rules.cards import HIDDEN

Offer = dict[str, Any]


def allowed(act: Callable[..., Any], *form: Any) -> bool:
    try:
        act(*form)
    except Refused:
        return False
    return True


def span(least: int, most: int | None, step: int = 1) -> dict[str, int | None]:
    """Numbers from `least` to `most` (None: without end), in steps counted from 0."""
    return {"from": least, "to": None if most is None else most // step * step, "step": step}


def choice(do: str, field: str, words: Iterable[str], act: Callable[[str], Any]) -> list[Offer]:
    """One offer with the words that would be accepted, or none."""
    open_to = [word for word in words if allowed(act, word)]
    return [{"do": do, field: open_to}] if open_to else []


def before_the_deal(state: Any, rounds: Any, cutters: tuple[str, ...]) -> list[Offer]:
    """Shuffle and cut, as both families of games know them."""
    offers = choice("shuffle", "method", METHODS, lambda word: rounds.shuffle(state, word))
    by = [who for who in cutters if allowed(rounds.cut, state, who, CUT_AT_LEAST)]
    if by:
        cards = span(CUT_AT_LEAST, state.game.deck.size - 1)
        offers.append({"do": "cut", "by": by, "cards": cards})
    return offers


def stub(state: Any, rounds: Any) -> list[Offer]:
    if not allowed(rounds.count_stub, state, 0, False):  # noqa: FBT003
        return []
    return [{"do": "count_stub", "cards": span(0, None), "misdealt": [False, True]}]


def face_down(count: int) -> tuple[str, ...]:
    return (HIDDEN,) * count
