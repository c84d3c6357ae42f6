"""Many at once, each with a connection of its own."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone

from casino.lib.law import Outdated, Refused
from casino.models import Duty, Entry, Job, Shift, Tries, User
from casino.selectors.people import version_of
from casino.services import staff
from casino.services.people import Locked, Secret, prove, take_duty
from tests.cast import PASSWORD, make_duty, make_person, make_pit

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(count, work):
    """What each of `count` threads got: its answer, or the refusal."""
    gate = Barrier(count)

    def run(number):
        try:
            gate.wait(timeout=30)
            return work(number)
        except Refused as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as threads:
        return list(threads.map(run, range(count)))


def test_twenty_guessers_at_once_get_five_tries(settings):
    person = make_person("1001", Job.DEALER)
    checks = []

    def guess(number):
        fresh = User.objects.get(pk=person.pk)
        fresh.check_password = lambda word: checks.append(word) or False
        prove(fresh, Secret.PASSWORD, f"guess {number}", now=timezone.now())

    answers = at_once(20, guess)
    assert len(checks) == settings.TRIES_ALLOWED
    assert sum(isinstance(answer, Locked) for answer in answers) == 16
    assert Entry.objects.filter(act="lock_out").count() == 1


def test_right_password_among_guessers_never_opens_after_the_lock(settings):
    person = make_person("1001", Job.DEALER)
    at_once(20, lambda n: prove(person, Secret.PASSWORD, "wrong", now=timezone.now()))
    with pytest.raises(Locked):
        prove(person, Secret.PASSWORD, PASSWORD, now=timezone.now())
    assert Tries.objects.get().locked_until


def test_two_tablets_at_once_take_one_duty():
    person, pit, now = make_person("1001", Job.DEALER), make_pit(), timezone.now()

    def take(number):
        return take_duty(
            person=person, job=Job.DEALER, pit=pit, shift=Shift.DAY, now=now, proved=False
        )

    answers = at_once(8, take)
    assert sum(isinstance(answer, Duty) for answer in answers) == 1
    assert all("already on duty" in str(a) for a in answers if isinstance(a, Refused))


def test_two_administrators_at_once_change_one_record_once():
    admins = [make_duty(Job.ADMINISTRATOR, f"A-{n}") for n in range(4)]
    dana = make_person("1001", Job.DEALER)
    seen, now = version_of(dana), timezone.now()

    def change(number):
        return staff.change_person(
            by=admins[number],
            now=now,
            person=dana,
            version=seen,
            name=f"Name {number}",
            licence_number="L",
            licence_valid_until=None,
            is_active=True,
        )

    answers = at_once(4, change)
    assert sum(isinstance(answer, User) for answer in answers) == 1
    assert sum(isinstance(answer, Outdated) for answer in answers) == 3


def test_two_administrators_who_disable_each_other_leave_one():
    admins = [make_duty(Job.ADMINISTRATOR, f"A-{n}") for n in range(2)]
    now = timezone.now()

    def disable(number):
        other = admins[1 - number].person
        return staff.change_person(
            by=admins[number],
            now=now,
            person=other,
            version=version_of(other),
            name=other.name,
            licence_number="L",
            licence_valid_until=None,
            is_active=False,
        )

    answers = at_once(2, disable)
    assert sum(isinstance(answer, User) for answer in answers) == 1
    assert User.objects.filter(is_active=True).count() == 1


def test_five_threads_adding_one_badge_add_one_person():
    admin, now = make_duty(Job.ADMINISTRATOR), timezone.now()

    def add(number):
        return staff.add_person(
            by=admin,
            now=now,
            badge="2001",
            name=f"Name {number}",
            licence_number="",
            licence_valid_until=None,
            is_machine=False,
        )

    answers = at_once(5, add)
    assert sum(isinstance(answer, tuple) for answer in answers) == 1
    assert Entry.objects.filter(act="add_person", refused=False).count() == 1
