"""Writing the log: the one function that records an act, and the sealing of what is recorded."""

from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import structlog
from django.conf import settings
from django.db import connection, transaction

from casino.lib import live, seal
from casino.lib.gaming_day import end_of, gaming_day
from casino.lib.law import Clause, Reading, Refused
from casino.models import Duty, Entry, Pit, Seal, User
from casino.policy import ACTS
from casino.selectors.log import Horizon, as_json

SEAL_AT_ONCE = 5000
_ONE_SEALER = 0x5EA1
A_MINUTE = timedelta(minutes=1)


def house_day(at: datetime) -> date:
    return gaming_day(at, starts=settings.GAMING_DAY_STARTS, zone=ZoneInfo(settings.TIME_ZONE))


def house_day_ends(day: date) -> datetime:
    return end_of(day, starts=settings.GAMING_DAY_STARTS, zone=ZoneInfo(settings.TIME_ZONE))


def record(
    act: str,
    *,
    by: Duty | User | None,
    now: datetime,
    thing: str = "",
    nth: int | None = None,
    second: Duty | None = None,
    table: str = "",
    pit: Pit | None = None,
    clause: Clause | None = None,
    reading: Reading | None = None,
    refused: bool = False,
    **payload: Any,
) -> Entry:
    """Write one entry, inside the transaction of the act it tells of. `by` None is the system.

    `nth` numbers it among those of its thing, where these are counted.
    """
    assert act in ACTS, act
    assert connection.in_atomic_block, "an entry is written in the transaction of its act"
    duty = by if isinstance(by, Duty) else None
    entry = Entry.objects.create(
        at=now,
        gaming_day=house_day(now),
        person=by.person if isinstance(by, Duty) else by,
        duty=duty,
        second_person=second.person if second else None,
        second_duty=second,
        act=act,
        thing=thing,
        number=nth,
        table=table,
        pit=pit or (duty.pit if duty else None),
        clause=str(clause or ""),
        reading=str(reading or ""),
        refused=refused,
        payload=payload,
        request_id=str(structlog.contextvars.get_contextvars().get("request_id", "")),
    )
    transaction.on_commit(live.nudge)
    return entry


def record_refusal(
    refusal: Refused, act: str, *, by: Duty | User | None, now: datetime, **about: Any
) -> None:
    """A refusal worth keeping, in a transaction of its own: that of the act is rolled back."""
    with transaction.atomic():
        record(
            act,
            by=by,
            now=now,
            refused=True,
            clause=refusal.clause,
            reading=refusal.reading,
            error=refusal.error,
            **about,
        )


def record_closed_door(refusal: Refused, act: str, *, by: Duty, now: datetime, route: str) -> None:
    """Somebody tried a door that is not theirs: kept once a minute, or it would fill the log."""
    lately = Entry.objects.filter(person=by.person_id).order_by("-position")[:20]
    if not any(e.refused and e.act == act and now - e.at < A_MINUTE for e in lately):
        record_refusal(refusal, act, by=by, now=now, route=route)


@transaction.atomic
def export_head(*, by: Duty, head: Seal, now: datetime) -> None:
    """Somebody takes the head of a day outside: kept, so that it can be found who holds one."""
    record("export_head", by=by, now=now, thing=f"day:{head.gaming_day}", head=head.head)


def seal_entries(*, now: datetime) -> Seal | None:
    """Seal the next batch, if any. Writers never wait for it; a second sealer steps back."""
    with transaction.atomic():
        if not _alone():
            return None
        last = Seal.objects.order_by("-number").first()
        fresh = Entry.objects.filter(position__gt=last.last if last else 0, position__lt=Horizon())
        entries = list(fresh.order_by("position")[:SEAL_AT_ONCE])
        return _seal(entries, last, now) if entries else None


def _alone() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_ONE_SEALER])
        return bool(cursor.fetchone()[0])


def _seal(entries: list[Entry], last: Seal | None, now: datetime) -> Seal:
    number = last.number + 1 if last else 1
    previous = last.head if last else seal.FIRST_HEAD
    positions = seal.pack([entry.position for entry in entries])
    digests = b"".join(seal.digest(as_json(entry)) for entry in entries)
    return Seal.objects.create(
        number=number,
        sealed_at=now,
        gaming_day=house_day(now),
        first=entries[0].position,
        last=entries[-1].position,
        positions=positions,
        digests=digests,
        previous=previous,
        head=seal.head(previous, number, positions, digests),
    )


def rebase_log() -> int:
    """Transaction ids start anew in a new cluster: lift new positions above all that are there."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE casino_logbase SET base = greatest(base, 1 + ("
            " SELECT coalesce(max(position), 0) >> 16 FROM casino_entry"
            ") - pg_current_xact_id()::text::bigint) RETURNING base"
        )
        return int(cursor.fetchone()[0])
