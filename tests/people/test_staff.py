"""What administrators and managers do to records, and every way it is refused."""

from datetime import date, timedelta

import pytest
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice
from knox.models import AuthToken

from casino.lib.law import Outdated, Refused
from casino.models import Duty, Entry, Job, Tries, User
from casino.selectors.people import key_id, keys_of, version_of
from casino.services import staff
from casino.services.people import end_duty
from tests.cast import make_duty, make_person

pytestmark = pytest.mark.django_db
FACTS = {"name": "Dana D.", "licence_number": "L1", "licence_valid_until": date(2030, 1, 1)}


@pytest.fixture
def admin():
    return make_duty(Job.ADMINISTRATOR)


@pytest.fixture
def manager():
    return make_duty(Job.SHIFT_MANAGER)


@pytest.fixture
def dana():
    return make_person("1001", Job.DEALER)


@pytest.fixture
def cameras():
    return make_person("CAM-1", Job.SURVEILLANCE, is_machine=True)


def add(by, badge="2001", **more):
    facts = {"name": "New", "licence_number": "", "licence_valid_until": None, "is_machine": False}
    return staff.add_person(by=by, now=timezone.now(), badge=badge, **(facts | more))


def change(by, person, version=None, **facts):
    known = {**FACTS, "is_active": True, **facts}
    version = version or version_of(person)
    return staff.change_person(by=by, now=timezone.now(), person=person, version=version, **known)


def grant(by, second, person, *jobs, version=None):
    return staff.grant_jobs(
        by=by,
        second=second,
        now=timezone.now(),
        person=person,
        version=version or version_of(person),
        jobs=list(jobs),
    )


def act(service, by, person, **more):
    return service(by=by, now=timezone.now(), person=person, **more)


def refused(clause=""):
    kept = Entry.objects.filter(refused=True).last()
    assert kept is not None
    return kept.clause == clause


# -- adding


def test_new_person_has_a_borrowed_password_and_no_job(admin):
    person, password = add(admin)
    assert person.check_password(password)
    assert (person.password_is_borrowed, person.jobs, person.pin) == (True, [], "")
    entry = Entry.objects.get()
    assert (entry.act, entry.thing) == ("add_person", "person:2001")
    assert password not in str(entry.payload)


def test_borrowed_passwords_differ_and_are_long_enough():
    made = {staff.borrowed_password() for _ in range(100)}
    assert len(made) == 100
    assert {len(password) for password in made} == {19}


def test_badge_of_somebody_else_is_refused(admin, dana):
    with pytest.raises(Refused, match="belongs to somebody else"):
        add(admin, badge="1001")
    assert User.objects.filter(badge="1001").count() == 1


@pytest.mark.parametrize("badge", ["ab", "x1001", "1001 ", "1" * 13, "10/1"])
def test_misshapen_badge_is_refused(admin, badge):
    with pytest.raises(Refused):
        add(admin, badge=badge)


def test_machine_is_added_without_a_password(admin):
    machine, password = add(admin, is_machine=True)
    assert password == ""
    assert not machine.has_usable_password()


@pytest.mark.parametrize("job", [job for job in Job if job != Job.ADMINISTRATOR])
def test_only_administrators_add_people(job):
    with pytest.raises(Refused, match="may not do this") as error:
        add(make_duty(job))
    assert str(error.value.clause) == "13:69D-1.11(b)"
    assert not User.objects.filter(badge="2001").exists()


# -- changing


def test_change_tells_before_and_after(admin, dana):
    change(admin, dana, name="Dana Q.")
    entry = Entry.objects.get(act="change_person")
    assert entry.payload["before"]["name"] == "Person 1001"
    assert entry.payload["after"]["name"] == "Dana Q."
    assert "is_active" not in entry.payload["after"]


def test_change_of_nothing_is_refused(admin, dana):
    change(admin, dana)
    with pytest.raises(Refused, match="Nothing was changed"):
        change(admin, User.objects.get(pk=dana.pk))


@pytest.mark.clause("13:69D-1.11(b)")
def test_nobody_changes_their_own_record(admin):
    with pytest.raises(Refused, match="Nobody signs for themselves"):
        change(admin, admin.person)
    assert refused("13:69D-1.11(b)")


def test_second_administrator_does_not_overwrite_the_first(admin, dana):
    seen = version_of(dana)
    change(admin, dana, version=seen, name="First")
    with pytest.raises(Outdated):
        change(make_duty(Job.ADMINISTRATOR, "A-2"), dana, version=seen, name="Second")
    assert User.objects.get(pk=dana.pk).name == "First"


def test_disabling_ends_duty_sessions_and_keys(admin, cameras):
    AuthToken.objects.create(user=cameras)
    duty = make_duty(Job.SURVEILLANCE, "CAM-1")
    change(admin, cameras, is_active=False)
    duty.refresh_from_db()
    cameras.refresh_from_db()
    assert duty.ended_at is not None
    assert cameras.sessions_end_before == duty.ended_at
    assert not AuthToken.objects.exists()
    ended = Entry.objects.get(act="end_duty")
    assert (ended.person, ended.payload["reason"]) == (admin.person, "the person may not sign on")


def test_refused_change_leaves_nothing_but_the_refusal(admin, dana):
    with pytest.raises(Refused):
        change(admin, dana, name="x" * 81, is_active=False)
    dana.refresh_from_db()
    assert (dana.is_active, dana.name) == (True, "Person 1001")
    assert list(Entry.objects.values_list("act", "refused")) == [("change_person", True)]


# -- jobs


def test_jobs_are_granted_with_two_signatures(admin, manager, dana):
    grant(admin, manager, dana, Job.PIT_BOSS, Job.DEALER)
    entry = Entry.objects.get(act="grant_jobs")
    assert (entry.person, entry.second_person) == (admin.person, manager.person)
    assert entry.payload == {"before": ["dealer"], "after": ["dealer", "pit_boss"]}


def test_job_taken_away_ends_its_duty(admin, manager):
    held = make_duty(Job.DEALER, "1001")
    grant(admin, manager, held.person, Job.CASHIER)
    held.refresh_from_db()
    assert held.ended_at is not None


def test_other_jobs_taken_away_leave_the_duty(admin, manager):
    person = make_person("1001", Job.DEALER, Job.CASHIER)
    held = make_duty(Job.DEALER, "1001")
    grant(admin, manager, person, Job.DEALER)
    held.refresh_from_db()
    assert held.ended_at is None


def test_same_jobs_again_are_refused(admin, manager, dana):
    with pytest.raises(Refused, match="the jobs the person has"):
        grant(admin, manager, dana, Job.DEALER)


def test_jobs_seen_before_another_change_are_refused(admin, manager, dana):
    seen = version_of(dana)
    grant(admin, manager, dana, Job.CASHIER)
    with pytest.raises(Outdated):
        grant(admin, manager, dana, Job.PIT_BOSS, version=seen)


@pytest.mark.parametrize("jobs", [[Job.DEALER], [Job.ADMINISTRATOR], [Job.CASHIER, Job.REGULATOR]])
def test_machine_speaks_for_one_job_without_pit_or_code(admin, manager, cameras, jobs):
    with pytest.raises(Refused, match="A machine speaks for one job"):
        grant(admin, manager, cameras, *jobs)


@pytest.mark.clause("13:69D-1.12(a)3")
def test_second_whose_duty_ended_between_the_steps_is_refused(admin, manager, dana):
    end_duty(duty=manager, now=timezone.now())
    with pytest.raises(Refused, match="not on duty as one who may sign") as error:
        grant(admin, manager, dana, Job.CASHIER)
    assert str(error.value.clause) == "13:69D-1.12(a)3"


@pytest.mark.parametrize("who", ["first", "second"])
def test_signer_disabled_between_the_steps_is_refused(admin, manager, dana, who):
    gone = (admin if who == "first" else manager).person
    User.objects.filter(pk=gone.pk).update(is_active=False)
    with pytest.raises(Refused, match="may no longer"):
        grant(admin, manager, dana, Job.CASHIER)


@pytest.mark.clause("13:69D-1.12(a)3")
def test_first_whose_duty_ended_between_the_steps_is_refused(admin, manager, dana):
    Duty.objects.filter(pk=admin.pk).update(ended_at=timezone.now())
    with pytest.raises(Refused, match="duty has ended"):
        grant(admin, manager, dana, Job.CASHIER)


def test_second_signature_of_the_first_or_of_the_subject_is_refused(admin, manager):
    with pytest.raises(Refused, match="are two people"):
        grant(admin, admin, manager.person, Job.CASHIER)
    with pytest.raises(Refused, match="Nobody signs for themselves"):
        grant(admin, manager, manager.person, Job.CASHIER)


# -- secrets, locks, sessions


def test_reset_takes_every_secret_and_session(admin, manager, dana):
    TOTPDevice.objects.create(user=dana, confirmed=True)
    Tries.objects.create(person=dana, secret="password", wrong=3)
    password = act(staff.reset_secrets, admin, dana, second=manager)
    dana.refresh_from_db()
    assert dana.check_password(password)
    assert (dana.pin, dana.password_is_borrowed) == ("", True)
    assert dana.sessions_end_before is not None
    assert not TOTPDevice.objects.exists()
    assert Tries.objects.get().wrong == 0
    assert Entry.objects.get().payload == {}


def test_reset_of_a_machine_is_refused(admin, manager, cameras):
    with pytest.raises(Refused, match="keys, not secrets"):
        act(staff.reset_secrets, admin, cameras, second=manager)


def test_unlock_ends_the_lock_and_says_of_what(manager, dana):
    until = timezone.now() + timedelta(minutes=5)
    Tries.objects.create(person=dana, secret="pin", locked_until=until)
    act(staff.unlock_person, manager, dana)
    assert Tries.objects.get().locked_until is None
    assert Entry.objects.get().payload == {"secrets": ["PIN"]}


def test_unlock_of_somebody_not_locked_is_harmless(manager, dana):
    Tries.objects.create(person=dana, secret="pin", locked_until=timezone.now())
    act(staff.unlock_person, manager, dana)
    assert not Entry.objects.filter(act="unlock_person").exists()


@pytest.mark.clause("13:69D-1.11(b)")
def test_nobody_unlocks_themselves(manager):
    with pytest.raises(Refused, match="Nobody signs for themselves"):
        act(staff.unlock_person, manager, manager.person)


def test_pit_boss_ends_no_sessions(dana):
    with pytest.raises(Refused, match="pit boss you may not"):
        act(staff.end_sessions, make_duty(Job.PIT_BOSS), dana)


# -- keys


def test_key_puts_the_machine_on_duty_until_it_expires(admin, manager, cameras):
    token = act(staff.issue_key, admin, cameras, second=manager)
    key = AuthToken.objects.get()
    duty = Duty.objects.get(person=cameras)
    assert (duty.job, duty.until) == ("surveillance", key.expiry)
    entry = Entry.objects.get(act="issue_key")
    assert entry.payload["key"] == key_id(key)
    assert token not in str(entry.payload)


def test_second_key_prolongs_the_duty_and_the_last_revoked_ends_it(
    admin, manager, cameras, time_machine
):
    time_machine.move_to(timezone.now(), tick=False)
    act(staff.issue_key, admin, cameras, second=manager)
    time_machine.shift(timedelta(hours=1))
    act(staff.issue_key, admin, cameras, second=manager)
    newest, oldest = keys_of(cameras, timezone.now())
    assert Duty.objects.get(person=cameras).until == newest.expiry
    act(staff.revoke_key, admin, cameras, key=key_id(newest))
    assert Duty.objects.get(person=cameras).until == oldest.expiry
    act(staff.revoke_key, admin, cameras, key=key_id(oldest))
    assert Duty.objects.get(person=cameras).ended_at is not None


def test_machine_has_at_most_five_keys(admin, manager, cameras):
    for _ in range(5):
        act(staff.issue_key, admin, cameras, second=manager)
    with pytest.raises(Refused, match="at most 5"):
        act(staff.issue_key, admin, cameras, second=manager)


@pytest.mark.parametrize(
    ("fields", "words"),
    [({"is_machine": False}, "Only a machine"), ({"is_active": False}, "Only a machine"),
     ({"jobs": []}, "no job yet"), ({"jobs": ["administrator"]}, "speaks for one job")],
)  # fmt: skip
def test_key_is_refused_to(admin, manager, cameras, fields, words):
    User.objects.filter(pk=cameras.pk).update(**fields)
    with pytest.raises(Refused, match=words):
        act(staff.issue_key, admin, cameras, second=manager)


def test_key_revoked_twice_is_refused(admin, manager, cameras):
    act(staff.issue_key, admin, cameras, second=manager)
    key = key_id(AuthToken.objects.get())
    act(staff.revoke_key, admin, cameras, key=key)
    with pytest.raises(Refused, match="no such key"):
        act(staff.revoke_key, admin, cameras, key=key)


def test_acts_with_two_signatures_are_refused_with_one(admin, dana, cameras):
    for service, person in ((staff.reset_secrets, dana), (staff.issue_key, cameras)):
        with pytest.raises(Refused, match="takes two people"):
            act(service, admin, person, second=None)
