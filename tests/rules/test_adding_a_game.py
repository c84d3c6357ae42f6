"""The sixth game of docs/adding-a-game.md, added to a copy of the project as it is told there."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rules.golden import compared

ROOT = Path(__file__).parents[2]
DOCUMENT = ROOT / "docs/adding-a-game.md"
PACKAGES = ("casino", "games", "tables", "inventory", "simulator")
BLOCK = re.compile(r"^```\w+ (?P<name>\S+)\n(?P<text>.*?)^```$", re.M | re.S)
BLOCKS = {found["name"]: found["text"] for found in BLOCK.finditer(DOCUMENT.read_text())}


def add_lines(path, diff):
    """Each line with a plus goes after the line that stands before it."""
    text, before = path.read_text(), ""
    for line in diff.splitlines(keepends=True):
        if line.startswith("+"):
            assert text.count(before) == 1, before
            text = text.replace(before, before + line[1:])
        before = line[1:]
    path.write_text(text)


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sixth")
    skip = shutil.ignore_patterns("__pycache__", "static")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=skip)
    for name in ("manage.py", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    for name, text in BLOCKS.items():
        path = folder / name
        if name == "games/catalogue.py":
            add_lines(path, text)
        elif path.suffix == ".py":
            path.parent.mkdir(exist_ok=True)
            path.write_text(text)
    return folder


def run(project, *command):
    """Without the settings of this test run: the copy is a project of its own."""
    environment = {
        "PATH": os.environ["PATH"],
        "SECRET_KEY": "only for tests " * 4,
        "DATABASE_URL": "postgres://nobody@/none",
        "REDIS_URL": "redis://127.0.0.1:1",
        "PYTHONPATH": ".",
    }
    done = subprocess.run(
        [sys.executable, *command], cwd=project, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_new_game_plays_its_transcript(project):
    (project / "high_card.jsonl").write_text(json.dumps(json.loads(BLOCKS["high_card.jsonl"])))
    told = json.loads(run(project, "manage.py", "replay", "high_card.jsonl"))
    assert compared(told) == compared(json.loads(BLOCKS["expected"]))


def test_every_clause_of_the_new_game_is_honoured(project):
    rows = json.loads(run(project, "manage.py", "compliance", "--json", "--game", "high_card"))
    assert len(rows) == 8
    assert [row["clause"] for row in rows if not row["honoured_by"]] == []


def test_other_games_play_on_beside_it(project):
    shutil.copy(ROOT / "tests/rules/transcripts/dragon_poker.jsonl", project)
    told = run(project, "manage.py", "replay", "dragon_poker.jsonl").splitlines()
    assert len(told) == len((project / "dragon_poker.jsonl").read_text().splitlines())


def test_new_game_keeps_the_import_contracts(project):
    lint = "from importlinter.cli import lint_imports_command as lint; lint()"
    run(project, "-c", lint, "--no-cache")


def test_every_block_of_python_is_formatted_and_clean(project):
    run(project, "-m", "ruff", "format", "--check", "games/rules/high_card")
    run(project, "-m", "ruff", "check", "games/rules/high_card", "games/catalogue.py")
