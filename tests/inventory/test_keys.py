"""Two locks, two people: who holds which key, and who went home with one."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import IntegrityError, connection
from django.utils import timezone

from casino.lib.law import NotAllowed, Refused
from casino.models import Alert, Duty, Entry, Job
from casino.services.outbox import RUNS
from casino.services.people import end_duty
from inventory.models import StoreKey
from inventory.services import keys
from tests.cast import make_duty
from tests.inventory.cards import make_stores, on_duty

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _keys():
    stores = make_stores()
    for code, lock, number in (
        ("primary", "security", "K-1"),
        ("primary", "games", "K-2"),
        ("stand-1", "games", "K-3"),
        ("stand-2", "games", "K-4"),
    ):
        StoreKey.objects.create(store=stores[code], lock=lock, number=number)


def take(number, by):
    duty = by if isinstance(by, Duty) else on_duty(by)
    return keys.take_key(by=duty, now=timezone.now(), number=number)


def give_back(number, by):
    duty = by if isinstance(by, Duty) else on_duty(by)
    return keys.return_key(by=duty, now=timezone.now(), number=number)


def test_key_is_signed_out_and_in():
    held = take("K-1", Job.SECURITY_OFFICER)
    assert held.holder == on_duty(Job.SECURITY_OFFICER).person
    assert take("K-1", Job.SECURITY_OFFICER).holder == held.holder  # a second tap
    assert give_back("K-1", Job.SECURITY_OFFICER).holder is None
    give_back("K-1", Job.SECURITY_OFFICER)
    acts = list(Entry.objects.order_by("position").values_list("act", flat=True))
    assert acts == ["take_store_key", "return_store_key"]


@pytest.mark.clause("13:69E-1.19B(b)")
@pytest.mark.parametrize(
    ("number", "job"),
    [("K-1", Job.SHIFT_MANAGER), ("K-2", Job.SECURITY_OFFICER), ("K-2", Job.PIT_BOSS)],
)
def test_key_of_a_lock_stays_in_its_department(number, job):
    with pytest.raises(Refused, match="may not hold"):
        take(number, job)
    assert not StoreKey.objects.exclude(holder=None).exists()


def test_pit_boss_holds_the_key_of_the_own_stand_only():
    assert take("K-3", Job.PIT_BOSS).holder
    with pytest.raises(NotAllowed, match="not in Pit 2"):
        take("K-4", Job.PIT_BOSS)


def test_key_that_is_out_is_not_given_twice():
    take("K-1", Job.SECURITY_OFFICER)
    with pytest.raises(Refused, match="has this key"):
        take("K-1", Job.SECURITY_MANAGER)


def test_nobody_holds_both_keys_of_a_store():
    duty = on_duty(Job.SHIFT_MANAGER)
    StoreKey.objects.filter(number="K-1").update(holder=duty.person, held_since=timezone.now())
    with pytest.raises(Refused, match="nobody opens a store alone"):
        take("K-2", duty)


def test_colleague_who_might_hold_it_signs_it_in():
    take("K-1", Job.SECURITY_OFFICER)
    with pytest.raises(Refused, match="holds this key"):
        give_back("K-1", Job.SHIFT_MANAGER)
    give_back("K-1", Job.SECURITY_MANAGER)
    entry = Entry.objects.get(act="return_store_key", refused=False)
    assert "J-04" in entry.payload["held_by"]


def test_unknown_key_is_refused():
    with pytest.raises(Refused, match="no key"):
        take("K-99", Job.SECURITY_OFFICER)


def test_dealer_takes_no_key():
    with pytest.raises(NotAllowed):
        take("K-3", Job.DEALER)


def test_database_knows_no_holder_without_a_time():
    with pytest.raises(IntegrityError, match="key_is_held_since"):
        StoreKey.objects.filter(number="K-1").update(holder=on_duty(Job.DEALER).person)


def ended(duty):
    end_duty(duty=duty, now=timezone.now())
    return Entry.objects.filter(act="end_duty").latest("position")


def test_who_goes_home_with_a_key_is_told_of_once():
    take("K-1", Job.SECURITY_OFFICER)
    entry = ended(on_duty(Job.SECURITY_OFFICER))
    for _ in range(2):
        RUNS["alert_of_key"](entry, timezone.now())
    alert = Alert.objects.get()
    assert "went off duty with key K-1" in alert.words
    assert (alert.need, alert.thing) == ("now", "store:primary")


def test_who_returned_it_first_is_not():
    take("K-1", Job.SECURITY_OFFICER)
    give_back("K-1", Job.SECURITY_OFFICER)
    RUNS["alert_of_key"](ended(on_duty(Job.SECURITY_OFFICER)), timezone.now())
    assert not Alert.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_many_who_reach_for_one_key_at_once():
    officers = [make_duty(Job.SECURITY_OFFICER, f"S-{n:02}") for n in range(5)]

    def reach(duty):
        try:
            return take("K-1", duty)
        except Refused as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(5) as threads:
        answers = list(threads.map(reach, officers))
    assert sum(isinstance(answer, StoreKey) for answer in answers) == 1
    assert Entry.objects.filter(act="take_store_key", refused=False).count() == 1
