"""Two people sign: the rule says so, and the database says so too."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from casino.lib.law import Refused
from casino.models import Entry, Job, Tries
from casino.services.log import record
from casino.services.people import Locked, second_signature
from tests.cast import PIN, make_duty, make_person

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin():
    return make_duty(Job.ADMINISTRATOR)


@pytest.fixture
def manager():
    return make_duty(Job.SHIFT_MANAGER)


@pytest.fixture
def dana():
    return make_person("1001", Job.DEALER)


def sign(admin, badge, dana, pin=PIN, act="grant_jobs"):
    return second_signature(act, by=admin, badge=badge, pin=pin, now=timezone.now(), subject=dana)


def test_manager_on_duty_signs_with_badge_and_pin(admin, manager, dana):
    assert sign(admin, manager.person.badge, dana) == manager


@pytest.mark.clause("13:69D-1.11(b)")
def test_same_person_is_refused_by_the_rule_and_the_refusal_kept(admin, dana):
    with pytest.raises(Refused, match="another person's") as refused:
        sign(admin, admin.person.badge, dana)
    assert str(refused.value.clause) == "13:69D-1.11(b)"
    kept = Entry.objects.get(refused=True)
    assert (kept.act, kept.clause) == ("grant_jobs", "13:69D-1.11(b)")


def test_same_person_is_refused_by_the_database(admin, dana):
    with pytest.raises(IntegrityError, match="two_signatures"), transaction.atomic():
        record("grant_jobs", by=admin, second=admin, now=timezone.now())


def test_same_person_is_refused_by_the_database_in_plain_sql(admin, dana):
    insert = (
        "INSERT INTO casino_entry (at, gaming_day, person_id, second_person_id, act, thing, "
        '"table", clause, reading, refused, payload, request_id) '
        "VALUES (now(), now(), %s, %s, 'grant_jobs', '', '', '', '', false, '{}', '')"
    )
    with connection.cursor() as cursor:
        cursor.execute(insert, [admin.person.pk, dana.pk])
        with pytest.raises(IntegrityError, match="two_signatures"):
            cursor.execute(insert, [admin.person.pk, admin.person.pk])


@pytest.mark.clause("13:69D-1.11(b)")
def test_subject_does_not_sign_for_themselves(admin, manager):
    with pytest.raises(Refused, match="Nobody signs for themselves"):
        sign(admin, manager.person.badge, manager.person)


def test_job_that_may_not_sign_is_refused(admin, dana):
    boss = make_duty(Job.PIT_BOSS)
    with pytest.raises(Refused, match="not on duty as one who may") as refused:
        sign(admin, boss.person.badge, dana)
    assert "shift manager" in refused.value.remedy


def test_manager_off_duty_is_refused(admin, dana):
    off = make_person("1004", Job.SHIFT_MANAGER)
    with pytest.raises(Refused, match="not on duty"):
        sign(admin, off.badge, dana)


def test_manager_whose_licence_ran_out_is_refused(admin, manager, dana):
    manager.person.licence_valid_until = "2020-01-01"
    manager.person.save()
    with pytest.raises(Refused, match="licence") as refused:
        sign(admin, manager.person.badge, dana)
    assert str(refused.value.clause) == "13:69A-1.2(a)"


@pytest.mark.parametrize("fields", [{"is_active": False}, {"is_machine": True}])
def test_those_who_left_and_machines_do_not_sign(admin, manager, dana, fields):
    for name, value in fields.items():
        setattr(manager.person, name, value)
    manager.person.save()
    with pytest.raises(Refused, match="not right"):
        sign(admin, manager.person.badge, dana)


def test_person_without_a_pin_cannot_sign(admin, manager, dana):
    manager.person.pin = ""
    manager.person.save()
    with pytest.raises(Refused, match="not right"):
        sign(admin, manager.person.badge, dana, pin="")


def test_five_wrong_pins_lock_and_the_right_one_does_not_help(admin, manager, dana):
    for _ in range(4):
        with pytest.raises(Refused, match="PIN is not right"):
            sign(admin, manager.person.badge, dana, pin="0000")
    with pytest.raises(Locked):
        sign(admin, manager.person.badge, dana, pin="0000")
    with pytest.raises(Locked):
        sign(admin, manager.person.badge, dana)
    assert Tries.objects.get(secret="pin").locked_until


def test_locked_pin_leaves_the_password_alone(admin, manager, dana, client):
    for _ in range(5):
        with pytest.raises(Refused):
            sign(admin, manager.person.badge, dana, pin="0000")
    sent = {"badge": manager.person.badge, "password": "three lemons and a bell"}
    assert client.post("/sign-on", sent).status_code == 302
