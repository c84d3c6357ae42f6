"""Coming in: badge and password, one answer for all that is wrong, a session of one's own."""

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from casino.models import Entry, Job, Tries, User
from tests.cast import PASSWORD, make_duty, make_person, sign_on

pytestmark = pytest.mark.django_db


def enter(client, badge="1001", password=PASSWORD, **more):
    return client.post(reverse("sign-on"), {"badge": badge, "password": password, **more})


def test_right_password_leads_to_the_duty_page(client):
    make_person("1001", Job.DEALER)
    answer = enter(client)
    assert (answer.status_code, answer.url) == (302, "/duty")
    assert Entry.objects.get(act="sign_on").person.badge == "1001"


def test_badge_is_taken_in_any_case_and_with_spaces(client):
    make_person("AB-1", Job.DEALER)
    assert enter(client, badge=" ab-1 ").status_code == 302


def test_signing_on_changes_the_session_key(client):
    make_person("1001", Job.DEALER)
    session = client.session
    session["planted"] = "by somebody else"
    session.save()
    client.cookies["session"] = session.session_key
    enter(client)
    assert client.session.session_key != session.session_key
    assert "planted" not in client.session
    assert not Session.objects.filter(session_key=session.session_key).exists()


def test_signing_on_again_forgets_the_code_shown_before(client):
    person = make_person("1001", Job.ADMINISTRATOR)
    sign_on(client, person, code_shown=True)
    client.post(reverse("sign-off"))
    enter(client)
    assert not client.session.get("code_shown")


def test_unknown_badge_and_wrong_password_get_the_same_words(client):
    make_person("1001", Job.DEALER)
    unknown, wrong = enter(client, badge="9999"), enter(client, password="wrong")
    assert unknown.status_code == wrong.status_code == 422
    said = [answer.context["refusal"].error for answer in (unknown, wrong)]
    assert said[0] == said[1] == "That badge or password is not right"


@pytest.mark.parametrize("fields", [{"is_active": False}, {"is_machine": True}])
def test_people_who_left_and_machines_cannot_sign_on(client, fields):
    make_person("1001", Job.DEALER, **fields)
    assert enter(client).status_code == 422
    assert "_auth_user_id" not in client.session


def test_fifth_wrong_password_locks_and_the_right_one_does_not_help(client, settings):
    make_person("1001", Job.DEALER)
    answers = [enter(client, password="wrong").status_code for _ in range(settings.TRIES_ALLOWED)]
    assert answers == [422, 422, 422, 422, 429]
    locked = enter(client)
    assert locked.status_code == 429
    assert locked.headers["Retry-After"] == "900"
    assert Entry.objects.filter(act="lock_out").count() == 1


def test_four_wrong_passwords_do_not_lock(client, settings):
    make_person("1001", Job.DEALER)
    for _ in range(settings.TRIES_ALLOWED - 1):
        enter(client, password="wrong")
    assert enter(client).status_code == 302
    assert not Tries.objects.filter(wrong__gt=0).exists()


def test_lock_out_of_one_leaves_the_other_at_the_same_address_alone(client, settings):
    make_person("1001", Job.DEALER)
    make_person("1002", Job.DEALER)
    for _ in range(settings.TRIES_ALLOWED):
        enter(client, password="wrong")
    assert enter(client, badge="1002").status_code == 302


def test_lock_ends_by_itself_just_at_its_time(client, settings, time_machine):
    make_person("1001", Job.DEALER)
    time_machine.move_to("2026-11-18T20:00:00Z", tick=False)
    for _ in range(settings.TRIES_ALLOWED):
        enter(client, password="wrong")
    time_machine.shift(settings.LOCKED_FOR.total_seconds() - 1)
    assert enter(client).status_code == 429
    time_machine.shift(1)
    assert enter(client).status_code == 302


@pytest.mark.parametrize(
    "bad",
    [
        "https://elsewhere.example/",
        "//elsewhere.example",
        "/\\elsewhere.example",
        "javascript:1",
        "http://testserver/people",
        "people",  # the name of a route is no address
        "person",
        "abc",
        "?x",
        "\ufffd",
    ],
)
def test_next_never_leads_away(client, bad):
    duty = make_duty(Job.DEALER)
    assert enter(client, badge=duty.person.badge, next=bad).url == "/"


def test_next_is_followed_when_a_duty_is_open(client):
    duty = make_duty(Job.PIT_BOSS)
    assert enter(client, badge=duty.person.badge, next="/people?q=x").url == "/people?q=x"


def test_next_is_kept_while_a_duty_has_to_be_taken(client):
    make_person("1001", Job.DEALER)
    assert enter(client, next="/alerts").url == "/duty?next=%2Falerts"


def test_borrowed_password_must_be_changed_before_anything_else(client):
    make_person("1001", Job.DEALER, password_is_borrowed=True)
    assert enter(client, next="/alerts").url == "/account"
    assert client.get("/duty").url == "/account?next=%2Fduty"
    assert client.get("/").url == "/account"


def test_nul_and_overlong_input_is_answered_not_crashed_on(client):
    assert enter(client, badge="\x00", password="x").status_code == 400
    for badge, password in (("1" * 500, "x"), ("1001", "x" * 5000)):
        assert enter(client, badge=badge, password=password).status_code == 422


def test_sign_on_asks_for_its_token():
    strict = Client(enforce_csrf_checks=True)
    make_person("1001", Job.DEALER)
    assert enter(strict).status_code == 403


def test_sign_off_only_keeps_the_duty(client):
    duty = make_duty(Job.PIT_BOSS)
    sign_on(client, duty.person)
    answer = client.post(reverse("sign-off"), follow=True)
    duty.refresh_from_db()
    assert duty.ended_at is None
    assert "goes on" in answer.content.decode()
    assert client.get("/").status_code == 302


def test_end_duty_and_sign_off_does_both(client):
    duty = make_duty(Job.PIT_BOSS)
    sign_on(client, duty.person)
    client.post(reverse("sign-off"), {"end_duty": "yes"})
    duty.refresh_from_db()
    assert duty.ended_at is not None
    acts = list(Entry.objects.order_by("position").values_list("act", flat=True))
    assert acts == ["end_duty", "sign_off"]


def test_sign_off_by_a_link_is_not_possible(client):
    sign_on(client, make_duty(Job.PIT_BOSS).person)
    assert client.get(reverse("sign-off")).status_code == 405


def test_page_shows_no_demo_people_unless_it_is_a_demo(client, settings):
    assert b"data-password" not in client.get(reverse("sign-on")).content
    assert not settings.DEMO
    assert User.objects.count() == 0
