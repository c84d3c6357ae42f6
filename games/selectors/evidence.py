"""Where the code says what it does for a clause: imports, markers on tests, golden transcripts."""

import ast
import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"
Proof = tuple[str, str, str]  # game, place, the test that proves it
ANY_GAME = ""  # with a duty in the place of a place: proved wherever that duty is named


@cache
def reach(module: str) -> frozenset[str]:
    """The modules of ours that this one rests on, itself among them."""
    seen: set[str] = set()
    ahead = [module]
    while ahead:
        name = ahead.pop()
        if name not in seen:
            seen.add(name)
            ahead += imports(name)
    return frozenset(seen)


@cache
def imports(module: str) -> tuple[str, ...]:
    spec = find_spec(module)
    if spec is None or not spec.origin:
        return ()
    tree = ast.parse(Path(spec.origin).read_text())
    found = [
        _imported(node.module, alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("games.")
        for alias in node.names
    ]
    return tuple(dict.fromkeys(found))


def _imported(package: str | None, name: str) -> str:
    """A submodule, or the module that the name is taken from."""
    whole = f"{package}.{name}"
    path = ROOT / whole.replace(".", "/")
    return whole if path.is_dir() or path.with_suffix(".py").exists() else str(package)


def proofs(tests: Path = TESTS) -> Iterator[Proof]:
    for path in sorted(tests.rglob("*.py")):
        yield from marked(path)
    for path in sorted(tests.glob("rules/transcripts/*.jsonl")):
        if not path.name.endswith(".expected.jsonl"):
            yield from _golden(path)


def _golden(path: Path) -> Iterator[Proof]:
    for line in path.read_text().splitlines():
        if line.strip():
            told = json.loads(line)
            for place in told.get("clauses", ()):
                yield told["game"], place, f"{_called(path)}: {told['name']}"


def marked(path: Path) -> Iterator[Proof]:
    """Every `pytest.mark.clause("game", "place", …)` on a test, or on all tests of a module.

    `clause(duty="…")` is for a test that goes through every clause with that duty.
    """
    tree = ast.parse(path.read_text())
    words = _constants(tree)
    for node in tree.body:
        tests = [_called(path)]
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            tests = [f"{_called(path)}::{node.name}"]
        for call in _marks(node):
            game, *places = [_word(argument, words, path) for argument in call.args] or [ANY_GAME]
            duties = [_word(given.value, words, path) for given in call.keywords]
            yield from ((game, place, test) for place in places + duties for test in tests)


def _marks(node: ast.AST) -> Iterator[ast.Call]:
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.clause":
            yield call


def _constants(tree: ast.Module) -> dict[str, Any]:
    return {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _word(node: ast.expr, words: Mapping[str, Any], path: Path) -> str:
    value = node.value if isinstance(node, ast.Constant) else words.get(ast.unparse(node))
    if type(value) is not str:
        raise ValueError(f"{path}:{node.lineno}: a clause is named by a plain string")
    return value


def _called(path: Path) -> str:
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)
