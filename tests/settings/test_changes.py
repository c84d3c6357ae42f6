"""Changing dated settings: by two people, for now or later, with its source, and only once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import ProgrammingError, connection, transaction
from django.utils import timezone

from casino.lib.law import NotAllowed, Outdated, Refused
from casino.models import DatedSetting, Entry, Job
from casino.selectors.settings import all_at, value_at
from casino.services.settings import change_setting
from tests.cast import make_duty

pytestmark = pytest.mark.django_db
SOURCE = "Order of the Division of 17 November"


def change(value=3, *, by=None, second=None, **more):
    known = {"name": "change_by_hand", "source": SOURCE}
    return change_setting(
        value=value,
        by=by or make_duty(Job.SHIFT_MANAGER),
        second=second or make_duty(Job.SECURITY_MANAGER),
        now=timezone.now(),
        **(known | more),
    )


def test_a_change_holds_from_its_moment_and_the_past_stays():
    now = change().effective_at
    assert value_at("change_by_hand", now) == 3
    assert value_at("change_by_hand", now - timedelta(seconds=1)) == 4


def test_a_change_to_come_does_not_hold_yet():
    now = timezone.now()
    change(effective_at=now + timedelta(days=1))
    assert value_at("change_by_hand", now) == 4
    assert value_at("change_by_hand", now + timedelta(days=1)) == 3


def test_all_settings_are_read_with_one_query(django_assert_num_queries):
    change()
    with django_assert_num_queries(1):
        held = all_at(timezone.now())
    assert (held["change_by_hand"], held["change_any"], held["destroy_limit"]) == (3, 24, 72)


def test_the_entry_tells_who_signed_what_was_and_what_is():
    change()
    entry = Entry.objects.get(act="change_setting")
    assert entry.thing == "setting:change_by_hand"
    assert (entry.payload["before"], entry.payload["after"]) == ("4 hours", "3 hours")
    assert entry.payload["source"] == SOURCE
    assert entry.second_duty.job == Job.SECURITY_MANAGER


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"value": 4}, "anyway"),
        ({"value": 99}, "out of bounds"),
        ({"source": "  "}, "where the new value comes from"),
        ({"effective_at": timezone.now() - timedelta(minutes=1)}, "in the past"),
    ],
)
def test_what_may_not_be_set_is_refused_and_kept(facts, words):
    with pytest.raises(Refused, match=words):
        change(**facts)
    assert not DatedSetting.objects.exists()
    assert Entry.objects.get(act="change_setting").refused


def test_there_is_no_unknown_setting():
    with pytest.raises(Refused, match="no setting"):
        change(name="luck")


def test_only_a_shift_manager_changes_and_two_people_sign():
    with pytest.raises(NotAllowed):
        change(by=make_duty(Job.PIT_BOSS))
    manager = make_duty(Job.SHIFT_MANAGER)
    with pytest.raises(Refused, match="are two people"):
        change(by=manager, second=manager)
    with pytest.raises(Refused, match="not on duty as one who may sign"):
        change(by=manager, second=make_duty(Job.DEALER))


def test_a_change_is_never_altered():
    made = change()
    with pytest.raises(AssertionError):
        made.save()
    with pytest.raises(ProgrammingError), transaction.atomic():
        DatedSetting.objects.update(value=9)


@pytest.mark.django_db(transaction=True)
def test_of_two_at_once_one_is_told_of_the_other():
    duties = [make_duty(Job.SHIFT_MANAGER, f"S-{n}") for n in range(4)]
    second, gate = make_duty(Job.ACCOUNTANT), Barrier(4)

    def work(number):
        try:
            gate.wait(timeout=30)
            return change(1 + number % 3, by=duties[number], second=second, seen=0)
        except Outdated as outdated:
            return outdated
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(work, range(4)))
    assert sum(isinstance(answer, DatedSetting) for answer in answers) == 1
    assert DatedSetting.objects.count() == 1
