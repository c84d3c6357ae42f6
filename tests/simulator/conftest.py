"""A floor for simulated people, and a web process of its own that they ask."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from tests.conftest import wipe
from tests.processes import ROOT, Web, wait_for, web


@pytest.fixture(scope="package")
def house(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The database without a wipe after each test, for processes that go on using it."""
    with django_db_blocker.unblock():
        yield
        wipe()


@pytest.fixture(scope="package")
def server(house: None) -> Iterator[Web]:
    """People sign on by the page, so it needs its styles."""
    call_command("collectstatic", "--no-input", "--ignore", "rest_framework", verbosity=0)
    with web() as started:
        wait_for(started.answers, 60)
        yield started


class Simulator:
    """`python -m simulator` as a process; `said` is what it printed."""

    def __init__(self, server: Web, folder: Path) -> None:
        self.server, self.truth = server, folder / "truth.jsonl"

    def command(self, *words: str) -> list[str]:
        usual = ["--address", self.server.address, "--speed", "0", "--truth", str(self.truth)]
        usual += ["--seconds", "60"]  # a table that waits in vain must not wait for ever
        return [sys.executable, "-m", "simulator", *usual, *words]

    def run(self, *words: str, **environment: str) -> str:
        done = subprocess.run(
            self.command(*words), cwd=ROOT, env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stdout + done.stderr + self.server.part.said()[-2000:]
        return done.stdout


@pytest.fixture
def simulator(server: Web, tmp_path: Path) -> Simulator:
    return Simulator(server, tmp_path)
