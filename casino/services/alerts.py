"""Alerts: raised by the system, acknowledged by a person, both told in the log."""

from datetime import datetime

from django.db import transaction

from casino import policy
from casino.models import Alert, Duty, Entry, Pit, User
from casino.services.log import record


def thing_of(alert: Alert) -> str:
    return f"alert:{alert.pk}"


@transaction.atomic
def raise_alert(
    *,
    need: Alert.Need,
    words: str,
    now: datetime,
    thing: str = "",
    pit: Pit | None = None,
    entry: Entry | None = None,
) -> Alert:
    """Raise it, unless the same matter is open already: then that one stands."""
    alert, is_new = Alert.objects.get_or_create(
        thing=thing,
        words=words[: Alert._meta.get_field("words").max_length],
        acknowledged_at=None,
        defaults={"need": need, "pit": pit, "entry": entry, "raised_at": now},
    )
    if is_new:
        record(
            "raise_alert", by=None, thing=thing_of(alert), pit=pit, now=now, words=words, need=need
        )
    return alert


@transaction.atomic
def acknowledge_alert(*, by: Duty, number: int, now: datetime) -> Alert:
    """Take an alert on. Twice is harmless: it stays with the one who came first."""
    alert = Alert.objects.select_for_update(no_key=True).get(pk=number)
    policy.require(by, "acknowledge_alert", now=now, pit=alert.pit, subject=_subject(alert))
    if alert.acknowledged_at is None:
        alert.owner, alert.acknowledged_at = by.person, now
        alert.save(update_fields=["owner", "acknowledged_at"])
        record(
            "acknowledge_alert",
            by=by,
            thing=thing_of(alert),
            pit=alert.pit,
            now=now,
            words=alert.words,
        )
    return alert


def acknowledge_lock_outs(*, by: Duty, person: User, now: datetime) -> None:
    """Whoever unlocks a person has taken on what was raised about it."""
    raised = Alert.objects.filter(
        thing=f"person:{person.badge}", entry__act="lock_out", acknowledged_at=None
    )
    for number in raised.order_by("pk").values_list("pk", flat=True):
        acknowledge_alert(by=by, number=number, now=now)


@transaction.atomic
def withdraw_alert(*, number: int, now: datetime) -> None:
    """What it was about is over, and nobody had taken it on: it needs nobody any more."""
    free = Alert.objects.select_for_update(skip_locked=True, of=("self",))
    alert = free.select_related("pit").filter(pk=number, acknowledged_at=None).first()
    if alert is None:
        return
    record(
        "withdraw_alert",
        by=None,
        thing=thing_of(alert),
        pit=alert.pit,
        now=now,
        words=alert.words,
    )
    alert.delete()


def _subject(alert: Alert) -> User | None:
    """The person an alert is about, if it is about one."""
    kind, _, badge = alert.thing.partition(":")
    return User.objects.filter(badge=badge).first() if kind == "person" else None
