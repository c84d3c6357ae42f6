"""The machine: a round is the fold of its actions. Knows no game, and neither family of games."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol, TypeVar

from casino.lib.law import Refused
from games.engine.action import Malformed, Raw
from games.engine.law import Law
from inventory.rules.cards import HIDDEN, Deck, too_many

OPEN, SETTLED, VOID = "open", "settled", "void"


class FaceDown(Refused):
    """Everything is in order, but somebody must say which cards they are."""


class Verb(NamedTuple):
    """`read` looks at an action's form and gives what it needs; `act` asks the rules."""

    read: Callable[[Raw, Any], tuple[Any, ...]]
    act: Callable[..., Any]


class Setup(NamedTuple):
    """What is fixed before the first action: the seed of the fold."""

    dealing: str
    seats: tuple[int, ...]
    rules: Any
    button: int = 0
    rounds_since_count: int = 0


class Family(NamedTuple):
    """What games of one kind share: how a round starts, what it came to, what may be done now."""

    start: Callable[[Any, Mapping[str, Any]], Any]
    result: Callable[[Any], dict[str, Any]]
    legal: Callable[[Any], list[dict[str, Any]]]


class Game(Protocol):
    """What tells one game from another; house_state.py and pot_state.py have the families."""

    @property
    def code(self) -> str: ...
    @property
    def deck(self) -> Deck: ...
    @property
    def law(self) -> Law: ...
    @property
    def verbs(self) -> Mapping[str, Verb]: ...
    @property
    def family(self) -> Family: ...


class State(Protocol):
    @property
    def status(self) -> str: ...
    @property
    def game(self) -> Any: ...


S = TypeVar("S", bound=State)


def start(game: Game, given: Mapping[str, Any]) -> Any:
    """A round that has not begun, at a table with these settings, or a refusal of them."""
    return game.family.start(game, given)


def result(state: State) -> dict[str, Any]:
    """What the round came to, or has come to so far."""
    told: dict[str, Any] = state.game.family.result(state)
    return told


def legal(state: State) -> list[dict[str, Any]]:
    """What may be done now, with its bounds; nothing else would be accepted."""
    offers: list[dict[str, Any]] = [] if state.status != OPEN else state.game.family.legal(state)
    return offers


def step(state: S, raw: Any) -> S:
    """The next state, or a refusal: the one function that moves a round forward."""
    if type(raw) is not dict:
        raise Malformed("An action is an object")
    do = raw.get("do")
    verb = state.game.verbs.get(do) if type(do) is str else None
    if verb is None:
        raise Malformed(f"This game knows no action {do!r}")
    form = verb.read(raw, state.game)
    if state.status != OPEN:
        raise state.game.law.refuse("over", "The round is over")
    after: S = verb.act(state, *form)
    return after


def fold(state: S, actions: Iterable[Any]) -> tuple[S, list[tuple[int, Refused]]]:
    """The state after all of them, and which were refused and why."""
    refused = []
    for index, raw in enumerate(actions):
        try:
            state = step(state, raw)
        except Refused as refusal:
            refused.append((index, refusal))
    return state, refused


def uncover(
    known: tuple[str, ...], given: tuple[str, ...] | None, law: Law, *, in_place: bool = False
) -> tuple[str, ...]:
    """Turn a group of cards: what was known must agree, and what is not said must be known."""
    if given is None:
        if HIDDEN in known:
            raise FaceDown("These cards are face down: say which they are")
        return known
    if in_place:
        agrees = all(was in (HIDDEN, now) for was, now in zip(known, given, strict=True))
    else:
        left = list(given)
        seen = [card for card in known if card != HIDDEN]
        agrees = all(card in left and not left.remove(card) for card in seen)  # type: ignore[func-returns-value]
    if not agrees:
        raise law.refuse("cards", "These are not the cards that were dealt")
    return given


def refuse_contradiction(deck: Deck, law: Law, cards: Iterable[str]) -> None:
    face = too_many(deck, cards)
    if face:
        raise law.refuse("cards", f"{face} would be known more often than the deck holds it")
