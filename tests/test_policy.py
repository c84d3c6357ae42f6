"""Every address, method and job: the policy's table is whole, and it is what is enforced."""

from datetime import date

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.utils import timezone

from casino.lib.law import Refused
from casino.models import Job
from casino.policy import ACTS, DOORS, Open, door_of, may, require
from tests.cast import make_duty, make_person, make_pit, sign_on

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
ARGUMENTS = {"number": 1, "position": 1, "badge": "1001", "key": "x", "day": date(2026, 11, 17)} | {
    "game": "ultimate_8",
    "name": "change_any",
    "serial": "SH-1",
    "code": "D00000018",
    "hash": "0" * 64,
    "label": "L-1",
    "table": "HU-01",
    "pk": 1,
}


def routes(resolver=None):
    for part in (resolver or get_resolver()).url_patterns:
        if isinstance(part, URLResolver):
            yield from routes(part)
        else:
            assert isinstance(part, URLPattern)
            yield part


NAMES = sorted(pattern.name or str(pattern.pattern) for pattern in routes())


def address(name):
    pattern = next(p for p in routes() if p.name == name)
    wanted = pattern.pattern.converters
    return reverse(name, kwargs={k: ARGUMENTS[k] for k in wanted})


def asker_of(name):
    """Jobs take turns over the names."""
    return list(Job)[NAMES.index(name) % len(Job)]


def test_every_address_stands_in_the_table():
    in_table = {door.split()[1] for door in DOORS if not door.startswith("WS ")}
    assert in_table == set(NAMES)


def test_no_door_stands_under_two_acts():
    doors = [door for act in ACTS.values() for door in act.doors]
    assert len(doors) == len(set(doors))


@pytest.mark.parametrize("name", NAMES)
def test_anonymous_is_sent_to_sign_on(client, db, name):
    for method in METHODS:
        act = door_of(method, name)
        answer = client.generic(method, address(name))
        if act is None:
            assert answer.status_code in (401, 405), (method, name)
        elif act.jobs is not Open.TO_ANYONE:
            assert answer.status_code == 401 or answer.url.startswith("/sign-on"), (method, name)


@pytest.mark.parametrize("job", Job)
def test_each_job_opens_exactly_its_doors(client_for, job):
    client = client_for(job)
    for name in NAMES:
        if name == "sign-off":
            continue
        for method in METHODS:
            act = door_of(method, name)
            if act is None and job is not asker_of(name):
                continue  # a method without a door is closed to whoever asks: one job a name asks
            answer = client.generic(method, address(name))
            allowed = act is not None and (isinstance(act.jobs, Open) or job in act.jobs)
            closed = answer.status_code == 403 if act else answer.status_code in (403, 405)
            assert closed != allowed, (method, name, answer.status_code)
            client = client if name != "end-duty" else client_for(job)


@pytest.mark.parametrize("name", NAMES)
def test_signed_on_without_duty_opens_nothing_of_a_job(db, name):
    client = sign_on(Client(), make_person("9001"))
    for method in METHODS:
        act = door_of(method, name)
        if act and not isinstance(act.jobs, Open):
            answer = client.generic(method, address(name))
            assert answer.status_code in (403, 409) or answer.url.startswith("/duty")


def test_refusal_names_the_jobs_that_may(client_for):
    page = client_for(Job.DEALER).get("/people")
    assert page.status_code == 403
    assert b"13:69D-1.11(b)" in page.content
    assert b"shift manager" in page.content


class TestRequire:
    def test_duty_that_ended_has_no_rights(self, db):
        duty = make_duty(Job.PIT_BOSS)
        with pytest.raises(Refused, match="has ended"):
            require(duty, "read_log", now=duty.until)

    def test_pit_boss_of_another_pit_is_refused(self, db):
        with pytest.raises(Refused, match="not in Pit 2"):
            require(make_duty(Job.PIT_BOSS), "read_log", now=timezone.now(), pit=make_pit("pit-2"))

    def test_nobody_signs_for_themselves(self, db):
        duty = make_duty(Job.ADMINISTRATOR)
        with pytest.raises(Refused, match="for themselves"):
            require(duty, "change_person", now=timezone.now(), subject=duty.person)

    def test_account_alone_opens_nothing(self, db):
        assert not any(may(None, name) for name, act in ACTS.items() if act.jobs != Open.TO_ANYONE)
