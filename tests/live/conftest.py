"""One web process for all tests here: they share its log, so each brings people of its own."""

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from casino.models import Duty, Entry, Job
from casino.services.log import record
from tests.cast import make_duty
from tests.conftest import wipe
from tests.processes import Web, wait_for, web

_badges = count(5000)


@pytest.fixture(scope="package")
def house(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """The database without a wipe after each test, for processes that go on using it."""
    with django_db_blocker.unblock():
        yield
        wipe()


@pytest.fixture(scope="package")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Hubs that do not look by themselves: whatever they tell, they were woken for."""
    counts = tmp_path_factory.mktemp("counts")
    return {"HUB_POLL_SECONDS": "600", "PROMETHEUS_MULTIPROC_DIR": str(counts)}


@pytest.fixture(scope="package")
def server(house: None, environment: dict[str, str]) -> Iterator[Web]:
    with web(**environment) as started:
        wait_for(started.answers, 60)
        yield started


@pytest.fixture(scope="package")
def neighbour(house: None, environment: dict[str, str]) -> Iterator[Web]:
    with web(**environment) as started:
        wait_for(started.answers, 60)
        yield started


def on_duty(job: Job = Job.SURVEILLANCE, **fields: Any) -> Duty:
    return make_duty(job, badge=str(next(_badges)), **fields)


def note(duty: Duty, act: str = "see_home", **about: Any) -> Entry:
    """An entry, written by the process of the test."""
    with transaction.atomic():
        return record(act, by=duty, now=timezone.now(), **about)
