"""What a game refuses, and why: found where it is refused, in the code the game is made of."""

import ast
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, NamedTuple

from games.selectors.rulebook import Book, words_of
from games.selectors.settings import has_table_max

ELLIPSIS = "…"
DUTY_WORDS = {
    "all_in": "All-in",
    "beat": "Going over a pattern",
    "button": "Player button",
    "collect_antes": "Collecting the antes",
    "count_stub": "Stub count",
    "face_up_card": "Card face up",
    "hand_needs_device": "Dealing from the hand",
    "improper_shuffle": "Shuffle that was not proper",
    "interval": "Discards",
    "reveal_dealer": "The dealer's cards",
    "reveal_seat": "A player's cards",
    "settle": "Settlement",
    "shuffler_count_wrong": "The shuffler's count",
    "order": "Out of order",
    "over": "After the end",
    "options": "Settings",
    "paytables": "Pay tables",
    "turn": "Out of turn",
    "cards": "Cards that cannot be",
    "unit": "Unit of wagers",
}
# Sentences of shared code that only some games can come to.
ONLY_IF: Mapping[str, Callable[[Any], bool]] = {
    "The dealer cuts the cards in this game": lambda game: not getattr(game, "players_cut", False),
    "Seat seat: name must equal the ante": lambda game: bool(game.matching),
    "on takes from least to most cents": lambda game: bool(game.wager_limits),
    "table_max is at least the ante": has_table_max,
}


class Words(NamedTuple):
    """A piece of a sentence; a name stands for what differs from case to case."""

    text: str
    is_name: bool = False


class Found(NamedTuple):
    duty: str
    sentence: tuple[Words, ...]
    function: str  # a method with a dot before it: `.limits`


class Refusal(NamedTuple):
    """A duty, the clause that is cited for it, and all that may be said."""

    duty: str
    title: str
    place: str
    sentences: tuple[tuple[Words, ...], ...]


def refusals_of(book: Book) -> list[Refusal]:
    """In the order of the clauses; what has no clause yet comes last."""
    order = {p.place: index for index, p in enumerate(book.law.provisions)}
    modules = modules_of(book.game.options.__module__)
    called = frozenset().union(*map(_called, modules))
    by_duty: dict[str, dict[tuple[Words, ...], None]] = {}
    for found in chain.from_iterable(map(found_in, modules)):
        if _is_said(found, book.game, called):
            by_duty.setdefault(found.duty, {})[found.sentence] = None
    refusals = [_refusal(book, duty, tuple(said)) for duty, said in by_duty.items()]
    return sorted(refusals, key=lambda refusal: order.get(refusal.place, len(order)))


def _refusal(book: Book, duty: str, sentences: tuple[tuple[Words, ...], ...]) -> Refusal:
    return Refusal(duty, words_of(duty, DUTY_WORDS), book.law.cited.get(duty, ""), sentences)


def _is_said(found: Found, game: Any, called: frozenset[str]) -> bool:
    """Shared code offers more than one game uses: what nobody calls, or cannot be, is not said."""
    said = ONLY_IF.get("".join(words.text for words in found.sentence))
    return found.function in called and (said is None or said(game))


@cache
def modules_of(package: str) -> tuple[str, ...]:
    """The modules of a game, and those of the engine that they are made with."""
    folder = getattr(import_module(package), "__path__", ())
    waiting = [package, *(f"{package}.{part.name}" for part in iter_modules(folder))]
    seen: dict[str, None] = {}
    while waiting:
        module = waiting.pop(0)
        if module not in seen:
            seen[module] = None
            waiting += [name for name in _imports(module) if name.startswith("games.engine.")]
    return tuple(seen)


@cache
def _tree(module: str) -> ast.Module:
    spec = find_spec(module)
    assert spec, module
    assert spec.origin, module
    return ast.parse(Path(spec.origin).read_text())


def _imports(module: str) -> Iterator[str]:
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.ImportFrom) and node.module == "games.engine":
            yield from (f"games.engine.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@cache
def _called(module: str) -> frozenset[str]:
    """Every function that is mentioned there, called or handed on."""
    nodes = list(ast.walk(_tree(module)))
    plain = {node.id for node in nodes if isinstance(node, ast.Name)}
    of_something = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
    return frozenset(plain | of_something | {f".{name}" for name in of_something})


@cache
def found_in(module: str) -> tuple[Found, ...]:
    return tuple(
        found
        for name, function in _functions(_tree(module))
        for call in ast.walk(function)
        if isinstance(call, ast.Call) and (found := _read(call, module, name))
    )


def _functions(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            yield node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from ((f".{m.name}", m) for m in node.body if isinstance(m, ast.FunctionDef))


def _read(call: ast.Call, module: str, function: str) -> Found | None:
    """`law.refuse(duty, words)`, or a reader of settings: `asked.refuse(words, duty)`."""
    if not (isinstance(call.func, ast.Attribute) and call.func.attr == "refuse"):
        return None
    by_law = ast.unparse(call.func.value).endswith("law")
    first, second = (*call.args, None)[:2]
    duty, error = (first, second) if by_law else (second, first)
    name = "options" if duty is None else getattr(duty, "value", None)
    sentence = _sentence(error, module)
    if not isinstance(name, str) or not sentence:
        return None
    return Found(name, sentence, function)


def _sentence(node: ast.expr | None, module: str) -> tuple[Words, ...]:
    if isinstance(node, ast.Constant):
        return (Words(str(node.value)),)
    if not isinstance(node, ast.JoinedStr):
        return ()
    return tuple(
        Words(str(part.value)) if isinstance(part, ast.Constant) else _placeholder(part, module)
        for part in node.values
    )


def _placeholder(node: ast.expr, module: str) -> Words:
    """A constant of the module says itself; a variable is named."""
    value = node.value if isinstance(node, ast.FormattedValue) else node
    if isinstance(value, ast.Name) and value.id.isupper():
        return Words(str(getattr(import_module(module), value.id)))
    if isinstance(value, ast.Call):
        value = value.func if isinstance(value.func, ast.Name) else ast.Constant(ELLIPSIS)
    if isinstance(value, ast.BoolOp):
        value = value.values[0]
    name = getattr(value, "attr", "") or getattr(value, "id", "")
    return Words(name.replace("_", " ") or ELLIPSIS, is_name=bool(name))
