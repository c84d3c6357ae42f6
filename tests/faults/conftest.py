"""Two of everything, side by side, for tests that break what they stand on."""

import shutil
import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from casino.lib import live
from casino.models import Alert, Beat, Duty, Entry, Job
from casino.services.alerts import raise_alert
from casino.services.log import record
from tests.cast import make_duty, make_person
from tests.conftest import wipe
from tests.processes import Part, Web, beat, session_of, wait_for, web, worker
from tests.servers import servers

_numbers = count(7000)


@pytest.fixture(scope="package")
def house(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    with django_db_blocker.unblock():
        yield
        wipe()


@dataclass
class Casino:
    """Two web processes, two workers, two beats; one manager signed on."""

    webs: list[Web]
    workers: list[Part]
    duty: Duty
    key: str

    def act(self, web: Web) -> None:
        """Something a person does through this web process: it takes on an alert."""
        words = f"Matter {next(_numbers)}"
        alert = raise_alert(need=Alert.Need.INFO, words=words, now=timezone.now())
        assert web.post(f"/alerts/{alert.pk}/acknowledge", self.key).status_code == 302
        alert.refresh_from_db()
        assert alert.owner == self.duty.person


@pytest.fixture(scope="package")
def casino(house: None) -> Iterator[Casino]:
    with ExitStack() as running:
        webs = [running.enter_context(web()) for _ in range(2)]
        workers = [running.enter_context(worker()) for _ in range(2)]
        for _ in range(2):
            running.enter_context(beat())
        duty = make_duty(Job.SHIFT_MANAGER, badge="7-BOSS")
        for each in webs:
            wait_for(each.answers, 60)
        wait_for(Beat.objects.filter(part="worker").exists, 60, "the first tick")
        yield Casino(webs, workers, duty, session_of(duty.person))


@pytest.fixture(autouse=True)
def _spoken_again() -> Iterator[None]:
    """This process, too, is quiet for a while after it lost Valkey: not into the next test."""
    yield
    live._quiet_until[0] = 0


def lock_out() -> Entry:
    person = make_person(str(next(_numbers)))
    with transaction.atomic():
        return record("lock_out", by=None, thing=f"person:{person.badge}", now=timezone.now())


def alerts_of(entry: Entry) -> int:
    return Alert.objects.filter(entry=entry).count()


@contextmanager
def stopped(stop: Callable[[signal.Signals], None]) -> Iterator[None]:
    """Neither dead nor answering: what a hung machine looks like."""
    stop(signal.SIGSTOP)
    try:
        yield
    finally:
        stop(signal.SIGCONT)


@contextmanager
def without_valkey() -> Iterator[None]:
    """Killed, its data gone."""
    valkey = servers().valkey
    valkey.kill()
    shutil.rmtree(valkey.home)
    try:
        yield
    finally:
        valkey.start()


@contextmanager
def without_postgres() -> Iterator[None]:
    """Killed; what was committed is there again afterwards."""
    connection.close()
    servers().postgres.kill()
    try:
        yield
    finally:
        servers().postgres.start()
