"""Reading people and duties."""

import hashlib
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet
from django_otp.plugins.otp_totp.models import TOTPDevice
from knox.models import AuthToken

from casino.models import Duty, Pit, Tries, User

LICENCE_SOON = timedelta(days=30)
KEY_ID_LENGTH = 16


def open_duty(person: User, now: datetime) -> Duty | None:
    """The duty this person holds now: the only source of rights."""
    duty = Duty.objects.select_related("person", "pit").filter(person=person, ended_at=None).first()
    return duty if duty and duty.holds_at(now) else None


def on_duty(now: datetime) -> QuerySet[Duty]:
    holds = Duty.objects.filter(ended_at=None, taken_at__lte=now, until__gt=now)
    return holds.select_related("person", "pit").order_by("pit__code", "job", "person__badge")


def last_duty(person: User) -> Duty | None:
    return Duty.objects.filter(person=person).order_by("-taken_at").first()


def people(*, like: str = "") -> QuerySet[User]:
    match = Q(badge__icontains=like) | Q(name__icontains=like) | Q(licence_number__icontains=like)
    return User.objects.filter(match) if like else User.objects.all()


def staff(*, like: str, job: str, state: str, today: date, now: datetime) -> QuerySet[User]:
    """People as the list shows them: with the duty they hold now, and whether they are locked."""
    locks = Tries.objects.filter(person=OuterRef("pk"), locked_until__gt=now)
    found = people(like=like).annotate(is_locked=Exists(locks))
    found = found.prefetch_related(Prefetch("duties", on_duty(now), to_attr="held"))
    if job:
        found = found.filter(jobs__contains=[job])
    return found.filter(_in_state(state, today, now)) if state else found


def _in_state(state: str, today: date, now: datetime) -> Q:
    held = Duty.objects.filter(person=OuterRef("pk"), ended_at=None, until__gt=now)
    ending = Q(licence_valid_until=None) | Q(licence_valid_until__lte=today + LICENCE_SOON)
    states: dict[str, Any] = {
        "on_duty": Exists(held),
        "locked": Q(is_locked=True),
        "licence": Q(is_machine=False, is_active=True) & ending,
        "machine": Q(is_machine=True),
        "off": Q(is_active=False),
    }
    return Q(states[state])


def person_with(badge: str) -> User | None:
    return User.objects.filter(badge=badge).first()


def version_of(person: User) -> str:
    """Tells two states of a record apart: nobody shall overwrite what they have not seen."""
    facts = [
        person.name,
        person.licence_number,
        str(person.licence_valid_until),
        str(person.is_active),
        *sorted(map(str, person.jobs)),
    ]
    return hashlib.sha256(repr(facts).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Licence:
    """How a licence stands, as meaning (for colour and shape) and words."""

    meaning: str
    words: str


def licence_of(person: User, today: date) -> Licence:
    until = person.licence_valid_until
    if person.is_machine:
        return Licence("closed", "needs none")
    if not person.licence_number or until is None:
        return Licence("act", "none entered")
    left = (until - today).days
    if left < 0:
        return Licence("act", f"ran out {_days(-left)} ago")
    soon = until <= today + LICENCE_SOON
    return Licence("attention" if soon else "ok", f"{_days(left)} left" if left else "last day")


def _days(count: int) -> str:
    return f"{count:,} day{'' if count == 1 else 's'}"


def locks_on(person: User, now: datetime) -> list[Tries]:
    return list(Tries.objects.filter(person=person, locked_until__gt=now))


def pits() -> QuerySet[Pit]:
    return Pit.objects.all()


def confirmed_device(person: User) -> TOTPDevice | None:
    device: TOTPDevice | None = TOTPDevice.objects.filter(user=person, confirmed=True).first()
    return device


def offered_device(person: User, number: int) -> TOTPDevice | None:
    found = TOTPDevice.objects.filter(user=person, pk=number, confirmed=False)
    device: TOTPDevice | None = found.first()
    return device


def keys_of(machine: User, now: datetime) -> list[AuthToken]:
    """Keys that still open something, newest first."""
    keys = AuthToken.objects.filter(user=machine, expiry__gt=now).order_by("-created")
    return list(keys)


def key_id(key: AuthToken) -> str:
    """Names a key in addresses and in the log; nothing of the key itself is in it."""
    return str(key.digest[:KEY_ID_LENGTH])
