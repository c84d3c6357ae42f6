from datetime import timedelta

import pytest
from django.utils import timezone

from casino.models import Entry, Errand, Job, Reader, Seal
from casino.selectors import health
from casino.services import life
from casino.services.log import seal_entries
from casino.services.outbox import relay
from tests.conftest import superuser
from tests.outbox.test_outbox import lock_out, offers

NOW = timezone.now()


@pytest.fixture(autouse=True)
def _ask_anew():
    health._told.clear()


def ago(seconds):
    return NOW - timedelta(seconds=seconds)


@pytest.mark.parametrize(
    ("signs", "worker", "beat"),
    [
        ({"worker": 3, "beat": 3}, True, True),
        ({"worker": 300, "beat": 3}, False, True),  # beat ticks and nobody answers
        ({"worker": 300, "beat": 300}, True, False),  # the last tick was answered
        ({"worker": 900, "beat": 300}, False, False),
        ({"beat": 3}, False, True),
        ({}, False, False),
    ],
)
def test_a_dead_beat_is_not_taken_for_a_dead_worker(signs, worker, beat):
    seen = {part: ago(seconds) for part, seconds in signs.items()}
    assert health.worker_check(seen, NOW).ok is worker
    assert health.beat_check(seen, NOW).ok is beat


@pytest.mark.django_db(transaction=True)
def test_all_is_well_when_everybody_gave_a_sign(client):
    for part in ("worker", "beat"):
        life.sign_of_life(part, now=timezone.now())
    response = client.get("/health/ready")
    assert response.status_code == 200
    assert response.json()["status"] == "ready", response.json()


@pytest.mark.django_db(transaction=True)
def test_a_casino_whose_parts_are_silent_is_degraded_and_says_which(client):
    lock_out()
    offers()
    Errand.objects.update(made_at=timezone.now() - timedelta(seconds=90))
    answer = client.get("/health/ready").json()
    assert answer["status"] == "degraded"
    assert [name for name, check in answer["checks"].items() if not check["ok"]] == [
        "worker",
        "beat",
        "outbox",
    ]
    assert answer["checks"]["outbox"]["age"] >= 90


@pytest.mark.django_db(transaction=True)
def test_entries_that_nobody_seals_are_noticed():
    lock_out()
    assert health.checks(timezone.now())["log"].ok
    late = timezone.now() + timedelta(seconds=60)
    assert not health.checks(late)["log"].ok
    seal_entries(now=late)
    assert health.checks(late)["log"].words == "sealed to its end"


def test_being_alive_asks_nobody(client):
    response = client.get("/health/live")
    assert (response.status_code, response.content) == (200, b"alive\n")


@pytest.mark.django_db
def test_metrics_are_read_by_an_administrator(client_for):
    client = client_for(Job.ADMINISTRATOR)
    client.get("/health/live")
    text = client.get("/metrics").content.decode()
    for name in ("requests_total", "errands_waiting", "log_feed_lag_seconds", "sockets"):
        assert f"\npitkeeper_{name}" in text
    assert client_for(Job.DEALER).get("/metrics").status_code == 403


@pytest.mark.django_db(transaction=True)
def test_the_system_page_shows_every_part_and_what_was_given_up(client_for):
    lock_out()
    relay(now=timezone.now(), offer=lambda number: None)
    Errand.objects.update(given_up_at=timezone.now(), error="printer on fire", failures=5)
    client = client_for(Job.ADMINISTRATOR)
    page = client.get("/system").content.decode()
    for words in ("PostgreSQL", "Valkey", "Worker", "Beat", "printer on fire", "Try again"):
        assert words in page
    assert client.post("/system", {"errand": Errand.objects.get().pk}).status_code == 302
    assert Errand.objects.get().given_up_at is None


@pytest.mark.django_db(transaction=True)
def test_a_regulator_sees_the_system_and_changes_nothing(client_for):
    client = client_for(Job.REGULATOR)
    assert client.get("/system").status_code == 200
    assert client.post("/system", {"errand": "1"}).status_code == 403


def seals(count):
    for number in range(count):
        lock_out(str(3000 + number))
        seal_entries(now=timezone.now())


def patrol():
    return life.patrol_log(now=timezone.now())


@pytest.mark.django_db(transaction=True)
def test_the_patrol_walks_on_and_begins_again(monkeypatch):
    monkeypatch.setattr(life, "PATROL_SEALS", 2)
    seals(5)
    walked = [(patrol().seals, Reader.objects.get(name="patrol").position) for _ in range(4)]
    assert walked == [(2, 2), (4, 4), (5, 0), (2, 2)]


@pytest.mark.django_db(transaction=True)
def test_the_patrol_tells_a_breach_once():
    seals(2)
    victim = Entry.objects.order_by("position").first()
    with superuser() as db:
        db.execute("SET session_replication_role = replica")
        db.execute("UPDATE casino_entry SET thing = 'x' WHERE position = %s", [victim.position])
    found = f"entry {victim.position} was altered (seal 1)"
    assert [patrol().breach for _ in range(4)] == [found, "", found, ""]
    assert Entry.objects.filter(act="find_breach").count() == 1


@pytest.mark.django_db(transaction=True)
def test_the_patrol_misses_the_seal_it_stopped_at(monkeypatch):
    monkeypatch.setattr(life, "PATROL_SEALS", 2)
    seals(4)
    patrol()
    with superuser() as db:
        db.execute("SET session_replication_role = replica")
        db.execute("DELETE FROM casino_seal WHERE number = 2")
    assert patrol().breach == "seal 2 was removed"
    assert Seal.objects.count() == 3


@pytest.mark.django_db(transaction=True)
def test_probes_within_a_second_share_one_answer(client):
    asked = client.get("/health/ready").json()
    life.sign_of_life("beat", now=timezone.now())
    assert client.get("/health/ready").json() == asked
    health._told.clear()
    assert client.get("/health/ready").json() != asked
