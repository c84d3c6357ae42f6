"""Signing on and off, taking a duty, and proving who one is: password, PIN, code."""

import time
from datetime import datetime, timedelta
from typing import NoReturn

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.crypto import salted_hmac
from django_otp.plugins.otp_totp.models import TOTPDevice

from casino.lib.law import Refused
from casino.models import (
    CODE_JOBS,
    PIT_JOBS,
    Count,
    Duty,
    Job,
    Pit,
    Shift,
    Tries,
    UnknownTries,
    User,
)
from casino.policy import (
    ACTS,
    ONE_JOB_A_SHIFT,
    REGISTRATION,
    SEGREGATION,
    jobs_in_words,
    refuse_same_person,
)
from casino.selectors.people import confirmed_device, open_duty
from casino.services.log import house_day, record, record_refusal

Secret = Tries.Secret
PIN_DIGITS = range(4, 9)
DEVICES_MAX = 50  # browsers of one person that are known again
UNKNOWN_KEPT = timedelta(days=1)


class Locked(Refused):
    """Too many wrong guesses: the right one does not help either until the time is over."""


def thing_of(person: User) -> str:
    return f"person:{person.badge}"


def sign_on(*, badge: str, password: str, now: datetime, device: str = "") -> User:
    """The person with this badge, if the password is theirs; a refusal says no more than that.

    Nor does the time it takes: what is written for a real badge would tell that there is one.
    """
    began = time.monotonic()
    try:
        return _sign_on(badge, password, now, device)
    except Refused:
        time.sleep(max(0, began + settings.REFUSAL_SECONDS - time.monotonic()))
        raise


def _sign_on(badge: str, password: str, now: datetime, device: str) -> User:
    person = User.objects.filter(badge=badge, is_machine=False).first()
    if person is None:
        _refuse_unknown(badge, password, now)
    try:
        prove(person, Secret.PASSWORD, password, device=device, now=now)
        if not person.is_active:
            raise _wrong(Secret.PASSWORD)
    except Locked:
        raise  # kept once, when it locked; a guesser must not be able to fill the log
    except Refused as refusal:
        record_refusal(refusal, "refuse_sign_on", by=None, thing=thing_of(person), now=now)
        raise
    with transaction.atomic():
        record("sign_on", by=person, thing=thing_of(person), now=now)
        _know_device(person, device)
    return person


def sign_off(*, person: User, duty: Duty | None, now: datetime) -> None:
    """`duty` is the one that counts in this session: without its code a session signs as nobody."""
    with transaction.atomic():
        record("sign_off", by=duty or person, thing=thing_of(person), now=now)


def prove(person: User, secret: Secret, guess: str, *, now: datetime, device: str = "") -> None:
    """Refuse a wrong secret, and everything once too many were wrong. Guessers queue at one row."""
    with transaction.atomic():
        tries = _tries_of(person, secret, device)
        locked = _is_locked(tries, now)
        right = not locked and _is_right(person, secret, guess)
        if not locked and _count(tries, right, now):
            about = thing_of(person)
            record("lock_out", by=None, thing=about, now=now, secret=tries.get_secret_display())
    if tries.locked_until:
        raise _locked()
    if not right:
        raise _wrong(secret)


def _tries_of(person: User, secret: Secret, device: str) -> Tries:
    """Of this browser if the person once signed on in it, otherwise that of all the strangers."""
    rows = Tries.objects.filter(person=person, secret=secret).select_for_update(no_key=True)
    known = rows.filter(device=device).first() if device else None
    return known or rows.get_or_create(person=person, secret=secret, device="")[0]


def _is_locked(tries: Count, now: datetime) -> bool:
    return tries.locked_until is not None and now < tries.locked_until


def _count(tries: Count, right: bool, now: datetime) -> bool:
    """Whether this guess was one too many."""
    tries.wrong = 0 if right else tries.wrong + 1
    tries.locked_until = None
    if tries.wrong >= settings.TRIES_ALLOWED:
        tries.wrong, tries.locked_until = 0, now + settings.LOCKED_FOR
    tries.save()
    return tries.locked_until is not None


def _refuse_unknown(badge: str, password: str, now: datetime) -> NoReturn:
    """In the words, the time and the count of a real badge: nobody learns which ones there are."""
    kept_as = salted_hmac("casino.badge", badge, algorithm="sha256").hexdigest()
    with transaction.atomic():
        rows = UnknownTries.objects.select_for_update(no_key=True)
        tries, _ = rows.get_or_create(badge_hash=kept_as, defaults={"at": now})
        if not _is_locked(tries, now):
            make_password(password)
            tries.at = now
            _count(tries, right=False, now=now)
    raise _locked() if tries.locked_until else _wrong(Secret.PASSWORD)


def forget_unknown_badges(*, now: datetime) -> None:
    """A beat tick: strangers shall not fill a table."""
    UnknownTries.objects.filter(at__lt=now - UNKNOWN_KEPT).delete()


def _know_device(person: User, device: str) -> None:
    """Strangers who guess at this badge elsewhere no longer lock the person out in this browser."""
    rows = Tries.objects.filter(person=person, secret=Secret.PASSWORD)
    if device and rows.get_or_create(person=person, secret=Secret.PASSWORD, device=device)[1]:
        old = rows.exclude(device="").order_by("-pk").values_list("pk", flat=True)[DEVICES_MAX:]
        Tries.objects.filter(pk__in=list(old)).delete()


def _is_right(person: User, secret: Secret, guess: str) -> bool:
    if secret is Secret.PASSWORD:
        return person.check_password(guess)
    if secret is Secret.PIN:
        return bool(person.pin) and check_password(guess, person.pin)
    device = TOTPDevice.objects.select_for_update().filter(user=person, confirmed=True).first()
    return device is not None and bool(device.verify_token(guess))


def _wrong(secret: Secret) -> Refused:
    what = "badge or password" if secret is Secret.PASSWORD else secret.label
    return Refused(
        f"That {what} is not right", remedy="Try again; too many wrong tries lock you out"
    )


def _locked() -> Locked:
    minutes = settings.LOCKED_FOR.total_seconds() // 60
    return Locked(
        f"Too many wrong tries: locked for {minutes:.0f} minutes",
        remedy="Wait, or ask a shift manager, security manager or administrator to unlock you",
    )


@transaction.atomic
def take_duty(
    *, person: User, job: Job, pit: Pit | None, shift: Shift, now: datetime, proved: bool
) -> Duty:
    """Take the job for this shift. `proved`: this session has shown a code (see CODE_JOBS)."""
    person = User.objects.select_for_update(no_key=True).get(pk=person.pk)
    _refuse_duty(person, job, pit, now, proved)
    _end_stale_duty(person, now)
    duty = Duty.objects.create(
        person=person,
        job=job,
        pit=pit,
        shift=shift,
        gaming_day=house_day(now),
        taken_at=now,
        until=now + settings.DUTY_LASTS,
    )
    record("take_duty", by=duty, thing=thing_of(person), now=now, job=job, shift=shift)
    return duty


def _refuse_duty(person: User, job: Job, pit: Pit | None, now: datetime, proved: bool) -> None:
    if not person.is_active:
        raise Refused("You may no longer sign on", SEGREGATION, remedy="Ask an administrator")
    if job not in person.jobs:
        raise Refused(
            f"You are not registered as {job.label.lower()}",
            REGISTRATION,
            remedy="An administrator can grant the job, with a second signature",
        )
    if not person.licensed_on(house_day(now)):
        raise Refused(
            "Your licence is missing or has run out",
            REGISTRATION,
            remedy="An administrator can enter the renewed licence",
        )
    if (job in PIT_JOBS) != (pit is not None):
        raise Refused(
            f"A {job.label.lower()} works {'in one pit' if job in PIT_JOBS else 'for the house'}",
            remedy="Choose a pit" if job in PIT_JOBS else "Leave the pit empty",
        )
    if job in CODE_JOBS and not proved:
        raise Refused(f"A {job.label.lower()} needs a code", remedy="Enter the code of your device")


def _end_stale_duty(person: User, now: datetime) -> None:
    duty = Duty.objects.filter(person=person, ended_at=None).first()
    if duty is None:
        return
    if duty.holds_at(now):
        raise already_on_duty(duty)
    end_open_duty(duty, by=None, now=now, reason="its time was over")


def already_on_duty(duty: Duty) -> Refused:
    return Refused(
        f"You are already on duty as {duty}", ONE_JOB_A_SHIFT, remedy="End that duty first"
    )


@transaction.atomic
def end_duty(*, duty: Duty, now: datetime) -> None:
    """Go off duty. Twice is harmless: a tablet may ask again."""
    duty = Duty.objects.select_for_update(no_key=True, of=("self",)).get(pk=duty.pk)
    if duty.ended_at is None:
        end_open_duty(duty, by=duty, now=now, reason="the person ended it")


@transaction.atomic
def end_overdue_duties(*, now: datetime) -> int:
    """End every duty whose time is over: a beat tick, safe to run twice."""
    over = Duty.objects.filter(ended_at=None, until__lte=now).select_for_update(
        no_key=True, skip_locked=True, of=("self",)
    )
    duties = list(over.select_related("person", "pit"))
    for duty in duties:
        end_open_duty(duty, by=None, now=now, reason="its time was over")
    return len(duties)


def end_open_duty(duty: Duty, *, by: Duty | None, now: datetime, reason: str) -> None:
    duty.ended_at = now
    duty.save(update_fields=["ended_at"])
    record(
        "end_duty",
        by=by,
        pit=duty.pit,
        thing=thing_of(duty.person),
        now=now,
        job=duty.job,
        reason=reason,
    )


def second_signature(
    act: str, *, by: Duty, badge: str, pin: str, now: datetime, **persons: User
) -> Duty:
    """The duty of the other person who signs, proved by badge and PIN; refusals are kept."""
    try:
        return _second(act, by, badge, pin, now, persons)
    except Refused as refusal:
        thing = thing_of(persons["subject"]) if "subject" in persons else ""
        record_refusal(refusal, act, by=by, now=now, thing=thing, second_badge=badge[:12])
        raise


def _second(
    act: str, by: Duty, badge: str, pin: str, now: datetime, persons: dict[str, User]
) -> Duty:
    person = User.objects.filter(badge=badge, is_active=True, is_machine=False).first()
    if person is None:
        make_password(pin)
        raise Refused("That badge or PIN is not right", remedy="Try again")
    if person == by.person:
        raise Refused("The second signature must be another person's", SEGREGATION)
    prove(person, Secret.PIN, pin, now=now)
    duty = open_duty(person, now)
    if duty is None or duty.job not in ACTS[act].second:
        raise Refused(
            f"{person} is not on duty as one who may sign this",
            SEGREGATION,
            remedy=f"It takes: {jobs_in_words(ACTS[act].second)}",
        )
    if not person.licensed_on(house_day(now)):
        raise Refused(f"The licence of {person} has run out", REGISTRATION)
    refuse_same_person(ACTS[act], person, persons)
    return duty


def change_password(*, person: User, password: str, now: datetime) -> None:
    try:
        validate_password(password, person)
    except ValidationError as error:
        raise Refused(" ".join(error.messages)) from error
    with transaction.atomic():
        person.set_password(password)
        person.password_is_borrowed = False
        person.save(update_fields=["password", "password_is_borrowed"])
        record("change_password", by=person, thing=thing_of(person), now=now)


def change_pin(*, person: User, pin: str, now: datetime, proved: bool) -> None:
    """A PIN signs as second: who has a code device shows a code for it (`proved`)."""
    if confirmed_device(person) and not proved:
        raise Refused("Your PIN needs a code", remedy="Take your duty here, with its code, first")
    if not (pin.isascii() and pin.isdigit() and len(pin) in PIN_DIGITS):
        raise Refused("A PIN has 4 to 8 digits")
    if len(set(pin)) == 1 or pin in "0123456789" or pin in "9876543210":
        raise Refused("That PIN is too easy to guess", remedy="Avoid runs and repeated digits")
    with transaction.atomic():
        person.pin = make_password(pin)
        person.save(update_fields=["pin"])
        record("change_pin", by=person, thing=thing_of(person), now=now)


def offer_device(*, person: User) -> TOTPDevice:
    """A new secret for the person's device. It counts for nothing until a code confirms it."""
    with transaction.atomic():
        TOTPDevice.objects.filter(user=person, confirmed=False).delete()
        device: TOTPDevice = TOTPDevice.objects.create(user=person, name="code", confirmed=False)
    return device


def enrol_code(*, person: User, device: TOTPDevice, code: str, now: datetime) -> None:
    """Confirm a device by its first code; an older device of the person is dropped."""
    with transaction.atomic():
        device = TOTPDevice.objects.select_for_update().get(pk=device.pk, user=person)
        if not device.verify_token(code):
            raise Refused(
                "That code is not right", remedy="Check the clock of the device; try again"
            )
        TOTPDevice.objects.filter(user=person).exclude(pk=device.pk).delete()
        device.confirmed = True
        device.save(update_fields=["confirmed"])
        record("enrol_code", by=person, thing=thing_of(person), now=now)
