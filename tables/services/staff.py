"""Who deals at a table and who watches it: assigned, pushed on, relieved, released."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from casino.lib.law import Refused
from casino.models import Alert, Duty, Entry
from casino.policy import require
from casino.selectors.settings import value_at
from casino.services.acts import whole
from casino.services.alerts import raise_alert
from casino.services.log import house_day, record
from casino.services.outbox import errand_of
from tables.models import Assignment, Table
from tables.rules.staff import refuse_assignment
from tables.rules.table import Deed, Phase
from tables.selectors.floor import locked_table, locked_tables
from tables.selectors.staff import on_duty_in, watched_by
from tables.services import deeds

MOST_WATCHED = "tables_a_floorperson"


def assign(*, number: str, duty: Duty, role: str, by: Duty, now: datetime) -> Assignment:
    """Put somebody on a table. Whoever was there in that role is pushed out in the same act."""
    with whole("assign_staff", by=by, now=now, thing=f"table:{number}"):
        table = locked_table(number)
        require(by, "assign_staff", now=now, pit=table.pit)
        # Two who give tables to one floorperson at once must not both find room.
        duty = Duty.objects.select_for_update(no_key=True, of=("self",)).get(pk=duty.pk)
        _refuse(table, duty, role, now)
        left = _end(Assignment.objects.filter(table=table, role=role, until=None), now)
        if role == Assignment.Role.DEALER:
            _end(Assignment.objects.filter(duty=duty, role=role, until=None), now)
        entry = _record("assign_staff", table, by, now, role, duty.person.badge, pushed=left)
        return Assignment.objects.create(table=table, duty=duty, role=role, since=now, entry=entry)


def _refuse(table: Table, duty: Duty, role: str, now: datetime) -> None:
    if not duty.holds_at(now) or duty.pit_id not in (table.pit_id, None):
        error = f"{duty.person} is not on duty in {table.pit}"
        raise Refused(error, remedy="Choose somebody who is")
    refuse_assignment(
        role,
        duty.job,
        is_licensed=duty.person.licensed_on(house_day(now)),
        watched=set(watched_by(duty)) - {table.number} if role == "floorperson" else (),
        most=value_at(MOST_WATCHED, now),
    )


def push(*, numbers: list[str], by: Duty, now: datetime) -> list[Assignment]:
    """The dealers of these tables move one on, in a ring, as at a push."""
    with whole("assign_staff", by=by, now=now):
        locked_tables(numbers)
        rows = {
            row.table.number: row.duty
            for row in Assignment.objects.filter(
                table__number__in=numbers, role=Assignment.Role.DEALER, until=None
            ).select_related("table", "duty")
        }
        if set(rows) != set(numbers) or len(rows) < 2:
            raise Refused("A push moves the dealers of two tables or more", remedy="Choose tables")
        ring = sorted(numbers)
        return [
            assign(number=to, duty=rows[at], role="dealer", by=by, now=now)
            for at, to in zip(ring, ring[1:] + ring[:1], strict=True)
        ]


def release(*, number: str, role: str, by: Duty, now: datetime) -> None:
    """Somebody leaves a table without another in their place."""
    with whole("release_staff", by=by, now=now, thing=f"table:{number}"):
        table = locked_table(number)
        require(by, "release_staff", now=now, pit=table.pit)
        for badge in _end(Assignment.objects.filter(table=table, role=role, until=None), now):
            _record("release_staff", table, by, now, role, badge)


def _record(
    act: str, table: Table, by: Duty | None, now: datetime, role: str, badge: str, **told: Any
) -> Entry:
    return record(
        act,
        by=by,
        now=now,
        thing=f"table:{table.number}",
        table=table.number,
        pit=table.pit,
        role=role,
        badge=badge,
        **told,
    )


def _end(rows: QuerySet[Assignment], now: datetime) -> list[str]:
    """End these; the badges of those who go."""
    found = list(rows.select_related("duty__person").select_for_update(of=("self",)))
    for row in found:
        row.until = now
        row.save(update_fields=["until"])
    return [row.duty.person.badge for row in found]


@deeds.effect_of("close")
def release_all(table: Table, deed: Deed, by: Duty, now: datetime) -> None:
    """Told by the closing itself."""
    _end(Assignment.objects.filter(table=table, until=None), now)


@errand_of("end_duty")
def relieve(entry: Entry, now: datetime) -> None:
    """Who goes off duty leaves their tables; the pit hears of a table that nobody is left at."""
    badge = entry.thing.removeprefix("person:")
    gone = Assignment.objects.filter(
        until=None, duty__person__badge=badge, duty__ended_at__isnull=False
    )
    for row in gone.select_related("table__pit", "duty"):
        table = locked_table(row.table.number)
        if not _end(Assignment.objects.filter(pk=row.pk, until=None), row.duty.ended_at or now):
            continue
        _record("release_staff", table, None, now, row.role, badge)
        if table.phase != Phase.CLOSED:
            _alarm(table, row.role, entry, now)


def _alarm(table: Table, role: str, entry: Entry, now: datetime) -> None:
    words = "Nobody deals at" if role == Assignment.Role.DEALER else "Nobody watches"
    raise_alert(
        need=Alert.Need.NOW,
        words=f"{words} {table}: the {role} went off duty",
        thing=f"table:{table.number}",
        pit=table.pit,
        entry=entry,
        now=now,
    )


def relief(table: Table, role: str, now: datetime) -> list[Duty]:
    """Who could take over: on duty in the pit, in a job for it."""
    return on_duty_in(table.pit_id, role, now)
