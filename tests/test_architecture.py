"""Who may import whom: the contracts hold, and each of them catches the breach it is there for."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("casino", "games", "tables", "inventory", "simulator")
LINTER = Path(sys.executable).with_name("lint-imports")

# file, what is written into it, the contract that must say no
BREACHES = [
    ("inventory/models.py", "import tables.apps", "Apps point one way"),
    ("tables/services/deeds.py", "import games.catalogue", "Apps point one way"),
    ("casino/lib/law.py", "import casino.models", "Apps point one way"),
    ("casino/policy.py", "import casino.services.log", "Apps point one way"),
    ("games/selectors/rulebook.py", "import games.services", "Inside an app"),
    ("games/engine/fold.py", "import games.rules", "Inside an app"),
    ("games/helpers.py", "", "Inside an app"),
    ("tables/views.py", "import tables.models", "Doors knock"),
    ("games/management/commands/deal.py", "import games.models", "Doors knock"),
    ("inventory/tasks.py", "from inventory import models", "Doors knock"),
    ("games/rules/brag/play.py", "import django", "Rules are pure"),
    ("games/engine/fold.py", "import random", "Rules are pure"),
    ("tables/rules/opening.py", "import casino.lib.append_only", "Rules are pure"),
    ("inventory/rules/deck.py", "import time", "Rules are pure"),
    ("games/rules/brag/play.py", "import games.rules.whist", "No game knows another"),
    ("simulator/cards.py", "import inventory.rules.cards", "Simulated people come in"),
]
SCENERY = (  # what the breaches stand in
    "games/services.py",
    "games/models.py",
    "tables/models.py",
    "inventory/models.py",
    "games/rules/brag/__init__.py",
    "games/rules/whist/__init__.py",
    "games/management/__init__.py",
    "games/management/commands/__init__.py",
)


@pytest.fixture
def copy(tmp_path):
    for package in PACKAGES:
        skip = shutil.ignore_patterns("__pycache__", "static")
        shutil.copytree(ROOT / package, tmp_path / package, ignore=skip)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for path in SCENERY:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    return tmp_path


def lint(folder):
    return subprocess.run(
        [LINTER, "--no-cache"], cwd=folder, capture_output=True, text=True, env={"PYTHONPATH": "."}
    )


def test_contracts_hold():
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout


def test_contracts_hold_in_the_copy(copy):
    done = lint(copy)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize(("path", "breach", "contract"), BREACHES)
def test_contract_catches_its_breach(copy, path, breach, contract):
    target = copy / path
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("a") as file:
        file.write(f"\n{breach}\n")
    done = lint(copy)
    broken = [line for line in done.stdout.splitlines() if "BROKEN" in line]
    assert any(line.startswith(contract) for line in broken), done.stdout + done.stderr


def test_rules_load_without_any_framework():
    """Nothing that a rule imports pulls in Django, Celery or Channels by the back door."""
    code = (
        "import sys; sys.modules |= dict.fromkeys(['django', 'celery', 'channels', 'psycopg']);"
        "import games.rules, games.engine, tables.rules, inventory.rules, casino.lib.law"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
