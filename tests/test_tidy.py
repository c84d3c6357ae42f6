"""Rules of the house that no linter has: lengths, where queries live, what no rule may touch."""

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
OURS = ("casino", "games", "tables", "inventory", "simulator", "tests", "script", "bench")
FUNCTION_MAX, MODULE_MAX = 60, 400


def tracked():
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in names.splitlines() if (ROOT / name).is_file()]


TRACKED = tracked()
PYTHON = [
    path
    for path in TRACKED
    if path.suffix == ".py"
    and path.relative_to(ROOT).parts[0] in OURS
    and "migrations" not in path.parts
]
RULES = [path for path in PYTHON if {"rules", "engine"} & set(path.relative_to(ROOT).parts)]


def name(path):
    return str(path.relative_to(ROOT))


def functions(path):
    tree = ast.parse(path.read_text())
    return [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]


def test_no_function_is_too_long():
    long = [
        f"{name(path)}:{f.lineno} {f.name}"
        for path in PYTHON
        for f in functions(path)
        if (f.end_lineno or 0) - f.lineno >= FUNCTION_MAX
    ]
    assert long == []


def test_no_module_is_too_long():
    assert [name(p) for p in PYTHON if p.read_text().count("\n") > MODULE_MAX] == []


def test_queries_live_in_models_selectors_and_services():
    homes = {"models", "selectors", "services", "models.py", "selectors.py", "services.py"}
    strays = [
        name(path)
        for path in PYTHON
        if path.relative_to(ROOT).parts[0] not in ("tests", "bench", "script")
        and not homes & set(path.parts)
        and re.search(r"\.objects\b", path.read_text())
    ]
    assert strays == []


@pytest.mark.parametrize("word", ["float(", "datetime.now(", "utcnow("])
def test_rules_know_no_float_and_no_clock(word):
    assert [name(path) for path in RULES if word in path.read_text()] == []


def test_no_money_is_a_float():
    fields = [p for p in PYTHON if "tests" not in p.parts and "FloatField" in p.read_text()]
    assert fields == []


def test_nothing_is_left_for_later_without_a_number():
    mark = re.compile(r"\b(TODO|FIXME|XXX)\b(?!.*(ADR|#)\s?\d+)")
    left = [name(p) for p in PYTHON if p != Path(__file__) and mark.search(p.read_text())]
    assert left == []


def test_templates_hold_no_inline_script_or_style():
    inline = re.compile(r"<style|<script(?![^>]*\bsrc=)|\sstyle=|\son[a-z]+=\"", re.I)
    pages = [p for p in TRACKED if p.suffix == ".html"]
    assert pages
    assert [name(p) for p in pages if inline.search(p.read_text())] == []


def test_nothing_third_party_is_kept_here():
    built = re.compile(r"\.min\.(js|css)$|\.(woff2?|ttf|otf|whl|zip|gz|sqlite3|pyc)$|node_modules/")
    assert [name(p) for p in TRACKED if built.search(name(p))] == []


def test_no_machine_and_no_registry_is_named():
    # Written in pieces, so that this file does not name them either.
    place = re.compile(r"(?<![\w.])/(wo" r"rk|ro" r"ot)/|index-" r"url|/sim" r"ple/")
    text = [p for p in TRACKED if p.suffix not in (".png", ".svg", ".lock")]
    assert [name(p) for p in text if place.search(p.read_text(errors="ignore"))] == []
