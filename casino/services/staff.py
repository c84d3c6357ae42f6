"""What administrators and managers do to people's records: never silently, seldom alone."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

from django.contrib.auth.hashers import make_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q
from django_otp.plugins.otp_totp.models import TOTPDevice
from knox.models import AuthToken
from knox.settings import knox_settings

from casino.lib.law import Outdated, Refused
from casino.models import CODE_JOBS, PIT_JOBS, Duty, Job, Shift, Tries, User
from casino.policy import (
    ACTS,
    REGISTRATION,
    SEGREGATION,
    refuse_same_person,
    require,
)
from casino.selectors.people import KEY_ID_LENGTH, key_id, keys_of, locks_on, version_of
from casino.services.acts import refuse_second
from casino.services.alerts import acknowledge_lock_outs
from casino.services.log import house_day, record, record_refusal
from casino.services.people import end_open_duty, thing_of

# Letters and digits that nobody takes for one another, read from a slip of paper.
LEGIBLE = "abcdefghijkmnpqrstuvwxyz23456789"

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Standing:
    """Those whom an act concerns, as they stand now; locked until its transaction ends."""

    person: User
    by: Duty
    second: Duty | None
    held: Duty | None


def _act(name: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Whole or nothing; and when refused, the refusal alone is kept."""

    def of(service: Callable[P, R]) -> Callable[P, R]:
        @wraps(service)
        def run(*args: P.args, **kwargs: P.kwargs) -> R:
            try:
                with transaction.atomic():
                    return service(*args, **kwargs)
            except Outdated:
                raise
            except Refused as refusal:
                about = cast(dict[str, Any], kwargs)
                thing = thing_of(about["person"]) if "person" in about else ""
                record_refusal(refusal, name, by=about["by"], now=about["now"], thing=thing)
                raise

        return run

    return of


def _stand(
    act: str, *, by: Duty, now: datetime, person: User, second: Duty | None = None
) -> Standing:
    """Lock the person, then all duties in one order; refuse whoever may not sign any more."""
    person = User.objects.select_for_update(no_key=True).get(pk=person.pk)
    signing = [duty.pk for duty in (by, second) if duty]
    locked = Duty.objects.filter(Q(pk__in=signing) | Q(person=person, ended_at=None))
    duties = {
        duty.pk: duty
        for duty in locked.select_related("person", "pit")
        .order_by("pk")
        .select_for_update(no_key=True, of=("self",))
    }
    by = duties[by.pk]
    second = duties[second.pk] if second else None
    _refuse_left(by)
    require(by, act, now=now, subject=person)
    _refuse_second(act, by, second, person, now)
    held = next((d for d in duties.values() if d.person_id == person.pk and not d.ended_at), None)
    return Standing(person, by, second, held)


def _refuse_second(act: str, by: Duty, second: Duty | None, person: User, now: datetime) -> None:
    refuse_second(act, by, second, now)
    if second and ACTS[act].second:
        _refuse_left(second)
        refuse_same_person(ACTS[act], second.person, {"subject": person})


def _refuse_left(duty: Duty) -> None:
    if not duty.person.is_active:
        raise Refused(f"{duty.person} may no longer sign on", SEGREGATION)


def borrowed_password() -> str:
    """16 letters and digits, 80 bits, in groups of four."""
    groups = ("".join(secrets.choice(LEGIBLE) for _ in range(4)) for _ in range(4))
    return "-".join(groups)


@_act("add_person")
def add_person(
    *,
    by: Duty,
    now: datetime,
    badge: str,
    name: str,
    licence_number: str,
    licence_valid_until: date | None,
    is_machine: bool,
) -> tuple[User, str]:
    """The new person, without any job, and the password they borrow until they choose their own."""
    require(by, "add_person", now=now)
    password = "" if is_machine else borrowed_password()
    person = User(
        badge=badge,
        name=name,
        licence_number=licence_number,
        licence_valid_until=licence_valid_until,
        is_machine=is_machine,
        password=make_password(password or None),
        password_is_borrowed=not is_machine,
    )
    _insert(person)
    facts = {**_facts(person), "is_machine": is_machine}
    record("add_person", by=by, thing=thing_of(person), now=now, after=facts)
    return person, password


def _insert(person: User) -> None:
    try:
        person.clean_fields(exclude=["password"])
        with transaction.atomic():
            person.save(force_insert=True)
    except ValidationError as error:
        raise Refused(" ".join(error.messages)) from error
    except IntegrityError as error:
        raise Refused(
            f"Badge {person.badge} belongs to somebody else", remedy="Give another badge number"
        ) from error


def _facts(person: User) -> dict[str, Any]:
    until = person.licence_valid_until
    return {
        "name": person.name,
        "licence_number": person.licence_number,
        "licence_valid_until": until.isoformat() if until else None,
        "is_active": person.is_active,
    }


@_act("change_person")
def change_person(*, by: Duty, now: datetime, person: User, version: str, **facts: Any) -> User:
    """Name, licence, and whether the person may sign on; who may not any more is out at once."""
    standing = _stand("change_person", by=by, now=now, person=person)
    person = standing.person
    _refuse_outdated(person, version)
    before = _facts(person)
    for name in before:
        setattr(person, name, facts[name])
    after = _facts(person)
    changed = [name for name in before if before[name] != after[name]]
    if not changed:
        raise Refused("Nothing was changed", remedy="Change a field first")
    if "is_active" in changed and not person.is_active:
        _put_out(standing, now)
    try:
        person.clean_fields(exclude=["password"])
    except ValidationError as error:
        raise Refused(" ".join(error.messages)) from error
    person.save(update_fields=[*before, "sessions_end_before"])
    record(
        "change_person",
        by=standing.by,
        thing=thing_of(person),
        now=now,
        before={name: before[name] for name in changed},
        after={name: after[name] for name in changed},
    )
    return person


def _refuse_outdated(person: User, version: str) -> None:
    if version_of(person) != version:
        raise Outdated(
            "Somebody else changed this record while you were at it",
            remedy="Compare yours with what is stored now; send it again to keep yours",
        )


def _put_out(standing: Standing, now: datetime) -> None:
    standing.person.sessions_end_before = now
    AuthToken.objects.filter(user=standing.person).delete()
    if standing.held:
        end_open_duty(standing.held, by=standing.by, now=now, reason="the person may not sign on")


@_act("grant_jobs")
def grant_jobs(
    *, by: Duty, second: Duty, now: datetime, person: User, version: str, jobs: list[Job]
) -> User:
    """Set the jobs a person is registered for. A duty in a job taken away ends with it."""
    standing = _stand("grant_jobs", by=by, now=now, person=person, second=second)
    person = standing.person
    _refuse_outdated(person, version)
    before, after = _in_order(person.jobs), _in_order(jobs)
    if before == after:
        raise Refused("These are the jobs the person has", remedy="Change a job first")
    if person.is_machine:
        _refuse_machine_jobs(after)
    person.jobs = after
    person.save(update_fields=["jobs"])
    record(
        "grant_jobs",
        by=standing.by,
        second=standing.second,
        thing=thing_of(person),
        now=now,
        clause=REGISTRATION,
        before=before,
        after=after,
    )
    if standing.held and standing.held.job not in after:
        end_open_duty(standing.held, by=standing.by, now=now, reason="the job was taken away")
    return person


def _in_order(jobs: list[Any]) -> list[Any]:
    return [job.value for job in Job if job in jobs]


def _refuse_machine_jobs(jobs: list[Any]) -> None:
    if len(jobs) > 1 or set(jobs) & (PIT_JOBS | CODE_JOBS):
        raise Refused(
            "A machine speaks for one job, and never for one held in a pit or taken with a code",
            SEGREGATION,
            remedy="Choose one of the other jobs",
        )


@_act("reset_secrets")
def reset_secrets(*, by: Duty, second: Duty, now: datetime, person: User) -> str:
    """For somebody who lost them: a borrowed password, no PIN, no device, no open session."""
    standing = _stand("reset_secrets", by=by, now=now, person=person, second=second)
    person = standing.person
    if person.is_machine:
        raise Refused(
            "A machine has keys, not secrets", remedy="Revoke its keys and issue a new one"
        )
    password = borrowed_password()
    person.set_password(password)
    person.pin, person.password_is_borrowed, person.sessions_end_before = "", True, now
    person.save(update_fields=["password", "pin", "password_is_borrowed", "sessions_end_before"])
    TOTPDevice.objects.filter(user=person).delete()
    if standing.held:
        end_open_duty(standing.held, by=by, now=now, reason="the secrets were reset")
    Tries.objects.filter(person=person).update(wrong=0, locked_until=None)
    record("reset_secrets", by=standing.by, second=standing.second, thing=thing_of(person), now=now)
    return password


@_act("unlock_person")
def unlock_person(*, by: Duty, now: datetime, person: User) -> None:
    """Twice is harmless. The alert of the lock-out is taken on by the same person."""
    standing = _stand("unlock_person", by=by, now=now, person=person)
    if locks := locks_on(standing.person, now):
        Tries.objects.filter(person=standing.person).update(wrong=0, locked_until=None)
        record(
            "unlock_person",
            by=standing.by,
            thing=thing_of(person),
            now=now,
            secrets=[lock.get_secret_display() for lock in locks],
        )
    acknowledge_lock_outs(by=standing.by, person=standing.person, now=now)


@_act("end_sessions")
def end_sessions(*, by: Duty, now: datetime, person: User) -> None:
    """On every screen the person has to sign on anew. The duty stays."""
    standing = _stand("end_sessions", by=by, now=now, person=person)
    standing.person.sessions_end_before = now
    standing.person.save(update_fields=["sessions_end_before"])
    record("end_sessions", by=standing.by, thing=thing_of(person), now=now)


@_act("issue_key")
def issue_key(*, by: Duty, second: Duty, now: datetime, person: User) -> str:
    """A key for a machine, shown once; as long as it is good the machine is on duty."""
    standing = _stand("issue_key", by=by, now=now, person=person, second=second)
    _refuse_key(standing.person, now)
    key, token = AuthToken.objects.create(user=standing.person)
    _keep_on_duty(standing, key.expiry, now)
    record(
        "issue_key",
        by=standing.by,
        second=standing.second,
        thing=thing_of(person),
        now=now,
        key=key_id(key),
        job=standing.person.jobs[0],
        expires=key.expiry.isoformat(),
    )
    return str(token)


def _refuse_key(machine: User, now: datetime) -> None:
    if not machine.is_machine or not machine.is_active:
        raise Refused("Only a machine that may sign on is given keys", SEGREGATION)
    if not machine.jobs:
        raise Refused("This machine has no job yet", REGISTRATION, remedy="Grant it one job first")
    _refuse_machine_jobs(machine.jobs)
    limit: int = knox_settings.TOKEN_LIMIT_PER_USER
    if len(keys_of(machine, now)) >= limit:
        raise Refused(f"A machine has at most {limit} keys", remedy="Revoke one first")


def _keep_on_duty(standing: Standing, until: datetime, now: datetime) -> None:
    held = standing.held
    if held and held.holds_at(now) and held.job == standing.person.jobs[0]:
        held.until = max(held.until, until)
        held.save(update_fields=["until"])
        return
    if held:
        end_open_duty(held, by=standing.by, now=now, reason="a new key was issued")
    Duty.objects.create(
        person=standing.person,
        job=standing.person.jobs[0],
        shift=Shift.DAY,
        gaming_day=house_day(now),
        taken_at=now,
        until=until,
    )


@_act("revoke_key")
def revoke_key(*, by: Duty, now: datetime, person: User, key: str) -> None:
    """The key opens nothing from now on; with its last key a machine goes off duty."""
    standing = _stand("revoke_key", by=by, now=now, person=person)
    found = next((k for k in keys_of(standing.person, now) if key_id(k) == key), None)
    if found is None:
        raise Refused("There is no such key, or it is revoked already")
    found.delete()
    record("revoke_key", by=standing.by, thing=thing_of(person), now=now, key=key[:KEY_ID_LENGTH])
    left, held = keys_of(standing.person, now), standing.held
    if held and not left:
        end_open_duty(held, by=standing.by, now=now, reason="its last key was revoked")
    elif held:
        held.until = max(k.expiry for k in left)
        held.save(update_fields=["until"])
