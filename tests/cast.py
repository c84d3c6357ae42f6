"""The usual cast: one person for each job, on duty when asked."""

from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.test import Client
from django.utils import timezone

from casino.models import PIT_JOBS, Duty, Job, Pit, Shift, User
from casino.services import once
from casino.services.log import house_day

PASSWORD, PIN = "three lemons and a bell", "2580"


def make_pit(code: str = "pit-1") -> Pit:
    return Pit.objects.get_or_create(code=code, defaults={"name": code.replace("-", " ").title()})[
        0
    ]


def make_person(badge: str = "1001", *jobs: Job, **fields: Any) -> User:
    known = {
        "name": f"Person {badge}",
        "licence_number": f"L{badge}",
        "licence_valid_until": date(2099, 12, 31),
        "password_is_borrowed": False,
        "pin": make_password(PIN),
        "password": make_password(PASSWORD),
    }
    return User.objects.create(badge=badge, jobs=list(jobs), **(known | fields))


def make_duty(job: Job = Job.PIT_BOSS, badge: str = "", pit: str = "pit-1", **fields: Any) -> Duty:
    """A person of that job, on duty now."""
    badge = badge or f"J-{list(Job).index(job):02}"
    person = User.objects.filter(badge=badge).first() or make_person(badge, job)
    now = fields.pop("now", None) or timezone.now()
    return Duty.objects.create(
        person=person,
        job=job,
        pit=make_pit(pit) if job in PIT_JOBS else None,
        shift=Shift.SWING,
        gaming_day=house_day(now),
        taken_at=now,
        until=now + timedelta(hours=12),
        **fields,
    )


def sign_on(client: Client, person: User, *, code_shown: bool = True) -> Client:
    """A session as the sign-on page leaves it."""
    client.force_login(person)
    session = client.session
    moment = timezone.now().isoformat()
    session.update({"signed_on_at": moment, "seen_at": moment, "code_shown": code_shown})
    session.save()
    return client


def ticket_for(client: Client) -> str:
    """What a page with a form that counts once holds."""
    session = client.session
    number = once.ticket(session)
    session.save()
    return number


@pytest.fixture
def client_for(db: None) -> Callable[..., Client]:
    """`client_for(Job.DEALER)`: a browser in which that job is signed on and on duty."""

    def make(job: Job, **kwargs: Any) -> Client:
        duty = Duty.objects.filter(job=job, ended_at=None).first() or make_duty(job, **kwargs)
        client = sign_on(Client(), duty.person)
        client.duty = duty  # type: ignore[attr-defined]
        return client

    return make
