"""Who guesses at passwords: learns no badge, locks out no tablet, and gets no further tries."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from casino.models import Entry, Job, Tries, UnknownTries
from casino.services import people
from tests.cast import PASSWORD, make_person

pytestmark = pytest.mark.django_db


def enter(client, badge="1001", password="wrong"):
    return client.post("/sign-on", {"badge": badge, "password": password})


def statuses(client, badge, tries):
    return [enter(client, badge).status_code for _ in range(tries)]


@pytest.fixture
def tablet():
    """A browser in which 1001 has signed on before."""
    make_person("1001", Job.DEALER)
    client = Client()
    assert enter(client, password=PASSWORD).status_code == 302
    client.post("/sign-off")
    return client


def test_an_unknown_badge_is_locked_like_a_known_one(client, settings):
    make_person("1001", Job.DEALER)
    known, unknown = (
        statuses(client, badge, settings.TRIES_ALLOWED + 1) for badge in ("1001", "X-9")
    )
    assert known == unknown == [422, 422, 422, 422, 429, 429]
    here, there = enter(client, "1001"), enter(client, "X-9")
    assert str(here.context["refusal"]) == str(there.context["refusal"])
    assert here.context["refusal"].remedy == there.context["refusal"].remedy
    assert here.headers["Retry-After"] == there.headers["Retry-After"]


def test_a_machine_is_as_unknown_as_nobody(client, settings):
    make_person("CAM-1", is_machine=True)
    assert statuses(client, "CAM-1", settings.TRIES_ALLOWED)[-1] == 429


def test_an_unknown_badge_is_hashed_as_often_as_a_known_one(client, settings, monkeypatch):
    make_person("1001", Job.DEALER)
    hashed = []
    hasher = "django.contrib.auth.hashers.MD5PasswordHasher.encode"
    monkeypatch.setattr(hasher, lambda self, password, salt: hashed.append(1) or "md5$a$b")
    counts = []
    for badge in ("1001", "X-9"):
        hashed.clear()
        statuses(client, badge, settings.TRIES_ALLOWED + 2)
        counts.append(len(hashed))
    assert counts == [settings.TRIES_ALLOWED] * 2


def test_guesses_at_unknown_badges_are_not_written_in_clear_nor_into_the_log(client):
    enter(client, "MYSECRET")
    assert "MYSECRET" not in str(UnknownTries.objects.values())
    assert not Entry.objects.exists()


def test_unknown_badges_are_forgotten_after_a_day(client):
    enter(client, "X-9")
    people.forget_unknown_badges(now=timezone.now() + timedelta(hours=23))
    assert UnknownTries.objects.count() == 1
    people.forget_unknown_badges(now=timezone.now() + timedelta(hours=25))
    assert not UnknownTries.objects.exists()


def test_strangers_lock_out_no_browser_the_person_is_known_in(client, tablet, settings):
    assert statuses(client, "1001", settings.TRIES_ALLOWED)[-1] == 429
    assert enter(client, password=PASSWORD).status_code == 429
    assert enter(tablet, password=PASSWORD).status_code == 302


def test_a_known_browser_has_no_more_tries_than_a_stranger(tablet, client, settings):
    assert statuses(tablet, "1001", settings.TRIES_ALLOWED)[-1] == 429
    assert enter(tablet, password=PASSWORD).status_code == 429
    assert enter(client, password=PASSWORD).status_code == 302


def test_a_browser_known_to_one_person_is_a_stranger_to_another(client, tablet, settings):
    make_person("1002", Job.DEALER)
    statuses(tablet, "1002", settings.TRIES_ALLOWED)
    assert enter(client, "1002", PASSWORD).status_code == 429


def test_a_forged_name_of_a_browser_is_a_stranger(client, tablet, settings):
    name = Tries.objects.exclude(device="").get().device
    client.cookies[settings.DEVICE_COOKIE_NAME] = f"{name}:1abc:forged"
    assert statuses(client, "1001", settings.TRIES_ALLOWED)[-1] == 429
    assert enter(tablet, password=PASSWORD).status_code == 302


def test_the_name_of_a_browser_is_kept_from_scripts_and_other_sites(tablet, settings):
    cookie = tablet.cookies[settings.DEVICE_COOKIE_NAME]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")


def test_only_the_last_browsers_are_known_again(monkeypatch):
    monkeypatch.setattr(people, "DEVICES_MAX", 2)
    make_person("1001", Job.DEALER)
    for name in ("a", "b", "c"):
        people.sign_on(badge="1001", password=PASSWORD, device=name, now=timezone.now())
    known = Tries.objects.exclude(device="").order_by("pk")
    assert [tries.device for tries in known] == ["b", "c"]


@pytest.mark.parametrize("badge", ["1001", "X-9"])
def test_a_refusal_takes_a_time_of_its_own(client, settings, monkeypatch, badge):
    slept = []
    monkeypatch.setattr("casino.services.people.time.sleep", slept.append)
    make_person("1001", Job.DEALER)
    settings.REFUSAL_SECONDS = 1000
    statuses(client, badge, settings.TRIES_ALLOWED + 1)
    assert [seconds > 900 for seconds in slept] == [True] * (settings.TRIES_ALLOWED + 1)
