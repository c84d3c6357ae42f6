from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from casino.lib.law import Refused
from casino.models import Alert, Entry, Errand, Job
from casino.services import outbox
from casino.services.log import record
from casino.services.outbox import relay, retry_errand, run_errand
from tests.cast import make_duty, make_person

pytestmark = pytest.mark.django_db(transaction=True)


def lock_out(badge="1001", **fields):
    person = make_person(badge)
    with transaction.atomic():
        return record(
            "lock_out", by=None, thing=f"person:{person.badge}", now=timezone.now(), **fields
        )


def offers(now=None, relays=1):
    given = []
    for _ in range(relays):
        relay(now=now or timezone.now(), offer=given.append)
    return given


@pytest.fixture
def broken(monkeypatch):
    """An errand that fails after its effect, as long as the list is not empty."""
    faults = ["printer on fire"]

    def fail(entry, now):
        real(entry, now)
        if faults:
            raise RuntimeError(faults[0])

    real = outbox.RUNS["alert_of_lock_out"]
    monkeypatch.setitem(outbox.RUNS, "alert_of_lock_out", fail)
    return faults


def test_every_errand_has_a_known_act_and_something_to_run():
    assert {name for names in outbox.ERRANDS.values() for name in names} == set(outbox.RUNS)


def test_a_lock_out_raises_an_alert_that_names_the_person():
    entry = lock_out(secret="PIN")
    for number in offers():
        run_errand(number=number, now=timezone.now())
    alert = Alert.objects.get()
    assert (alert.need, alert.thing, alert.entry_id) == ("soon", "person:1001", entry.position)
    assert alert.words == "Person 1001 (1001) was locked out: too many wrong tries at the PIN"


def test_a_breach_of_the_log_must_be_seen_now():
    with transaction.atomic():
        record("find_breach", by=None, thing="log:chain", now=timezone.now(), breach="entry 5 gone")
    (number,) = offers()
    run_errand(number=number, now=timezone.now())
    assert Alert.objects.get().need == "now"


def test_a_refused_act_has_no_errands():
    lock_out(refused=True)
    assert offers() == []


def test_an_entry_is_relayed_once():
    lock_out()
    assert len(offers(relays=3)) == 1
    assert Errand.objects.count() == 1


def test_an_errand_runs_once_though_it_is_offered_often():
    lock_out()
    (number,) = offers()
    assert [run_errand(number=number, now=timezone.now()) for _ in range(3)] == [True, False, False]
    assert Entry.objects.filter(act="raise_alert").count() == 1


def test_an_errand_the_queue_forgot_is_offered_again():
    now = timezone.now()
    lock_out()
    (number,) = offers(now)
    assert offers(now + timedelta(seconds=4)) == []
    assert offers(now + timedelta(seconds=6)) == [number]
    assert offers(now + timedelta(seconds=7)) == []


def test_without_a_broker_the_errand_stays_written():
    lock_out()
    lock_out("1002")

    def no_broker(number):
        raise ConnectionError("nobody there")

    now = timezone.now()
    assert relay(now=now, offer=no_broker) == 0
    assert len(offers(now + timedelta(seconds=6))) == 2


def test_a_failed_errand_leaves_no_half_effect_and_waits_longer_each_time(broken):
    now = timezone.now()
    lock_out()
    (number,) = offers(now)
    assert not run_errand(number=number, now=now)
    errand = Errand.objects.get()
    assert (errand.failures, errand.done_at, Alert.objects.count()) == (1, None, 0)
    assert "printer on fire" in errand.error
    assert offers(now + timedelta(seconds=9)) == []
    assert offers(now + timedelta(seconds=11)) == [number]


def test_an_errand_that_keeps_failing_is_given_up_aloud(broken):
    lock_out()
    (number,) = offers()
    for _ in range(outbox.TRIES):
        run_errand(number=number, now=timezone.now())
    assert Errand.objects.get().given_up_at is not None
    assert Alert.objects.get().words == "Given up after 5 tries: alert of lock out"
    assert offers(timezone.now() + timedelta(hours=1)) == []


def test_an_errand_that_was_given_up_can_be_tried_again(broken):
    lock_out()
    (number,) = offers()
    for _ in range(outbox.TRIES):
        run_errand(number=number, now=timezone.now())
    broken.clear()
    by = make_duty(Job.ADMINISTRATOR)
    retry_errand(by=by, number=number, now=timezone.now())
    assert offers(timezone.now() + timedelta(seconds=6)) == [number]
    assert run_errand(number=number, now=timezone.now())


def test_only_an_administrator_tries_again():
    with pytest.raises(Refused, match="may not do this"):
        retry_errand(by=make_duty(Job.REGULATOR), number=1, now=timezone.now())
