"""How long a session lasts, and who can end it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from casino.models import Duty, Entry, Job
from tests.cast import PASSWORD, make_duty, make_person, sign_on

pytestmark = pytest.mark.django_db
START = "2026-11-18T20:00:00Z"


@pytest.fixture
def boss(time_machine, client):
    time_machine.move_to(START, tick=False)
    return sign_on(client, make_duty(Job.PIT_BOSS).person)


def test_idle_session_lives_until_its_limit(boss, time_machine, settings):
    time_machine.shift(settings.IDLE_AFTER)
    assert boss.get("/people").status_code == 200


def test_idle_session_ends_after_its_limit(boss, time_machine, settings):
    time_machine.shift(settings.IDLE_AFTER + timedelta(seconds=1))
    assert boss.get("/people").url == "/sign-on?next=%2Fpeople&ended=1"


def test_work_keeps_a_session_alive(boss, time_machine, settings):
    for _ in range(3):
        time_machine.shift(settings.IDLE_AFTER - timedelta(minutes=1))
        assert boss.get("/people").status_code == 200


def test_live_refresh_does_not_keep_a_session_alive(boss, time_machine, settings):
    time_machine.shift(settings.IDLE_AFTER - timedelta(minutes=1))
    live = {"HTTP_X_LIVE": "1", "HTTP_HX_REQUEST": "true"}
    assert boss.get("/people", **live).status_code == 200
    time_machine.shift(timedelta(minutes=2))
    answer = boss.get("/people", **live)
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (401, "/sign-on?ended=1")


def test_session_ends_after_its_hours_however_busy(boss, time_machine, settings):
    settings.DUTY_LASTS = settings.SIGNED_ON_FOR * 2
    step = settings.IDLE_AFTER - timedelta(minutes=1)
    for _ in range(settings.SIGNED_ON_FOR // step):
        time_machine.shift(step)
        boss.get("/account")
    assert boss.get("/account").status_code == 200
    time_machine.shift(step)
    assert boss.get("/account").url == "/sign-on?next=%2Faccount&ended=1"


def test_htmx_answer_of_an_ended_session_moves_the_whole_page(boss, time_machine, settings):
    time_machine.shift(settings.IDLE_AFTER + timedelta(seconds=1))
    answer = boss.get("/people", HTTP_HX_REQUEST="true")
    assert (answer.status_code, answer.content) == (401, b"")
    assert answer.headers["HX-Redirect"] == "/sign-on?ended=1"


def test_sessions_ended_by_a_manager_are_over_wherever_they_are(boss):
    badge = Duty.objects.get().person.badge
    other = sign_on(Client(), make_duty(Job.SHIFT_MANAGER).person)
    assert other.post(f"/people/{badge}/end-sessions").status_code == 302
    assert boss.get("/people").url == "/sign-on?next=%2Fpeople&ended=1"
    assert other.get("/people").status_code == 200
    assert Entry.objects.get(act="end_sessions").thing == f"person:{badge}"


def test_session_begun_after_the_end_of_sessions_lives(boss, time_machine):
    person = make_person("7001", Job.PIT_BOSS, sessions_end_before=timezone.now())
    time_machine.shift(1)
    assert sign_on(Client(), person).get("/account").status_code == 200


def test_changed_password_ends_the_other_sessions_and_keeps_this_one(boss):
    person = make_person("7001", Job.PIT_BOSS)
    here, there = sign_on(Client(), person), sign_on(Client(), person)
    new = "a much longer lemon"
    sent = {"current": PASSWORD, "password": new, "again": new}
    key = here.session.session_key
    assert here.post("/account/password", sent).url == "/account"
    assert here.session.session_key != key
    assert here.get("/account").status_code == 200
    assert there.get("/account").url == "/sign-on?next=%2Faccount&ended=1"


def test_sign_on_page_says_that_a_session_has_ended_and_else_nothing(boss, time_machine, settings):
    time_machine.shift(settings.IDLE_AFTER + timedelta(seconds=1))
    assert b"Your session has ended" in boss.get("/people", follow=True).content
    assert b"Your session has ended" not in Client().get("/people", follow=True).content
