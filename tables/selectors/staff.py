"""Who works where."""

from collections.abc import Iterable
from datetime import datetime

from django.db.models import Q, QuerySet

from casino.models import Duty
from tables.models import Assignment, Table
from tables.rules.staff import ROLES


def staff_of(tables: Iterable[int]) -> QuerySet[Assignment]:
    rows = Assignment.objects.filter(table__in=tables, until=None)
    return rows.select_related("duty__person")


def dealer_at(table: Table, now: datetime) -> Assignment | None:
    """Who deals there: those whose duty ended are relieved a moment later."""
    row = staff_of([table.pk]).filter(role=Assignment.Role.DEALER).first()
    return row if row and row.duty.holds_at(now) else None


def watched_by(duty: Duty) -> list[str]:
    """The tables this floorperson answers for: those at work, and those about to be."""
    rows = Assignment.objects.filter(duty=duty, role=Assignment.Role.FLOORPERSON, until=None)
    return list(rows.values_list("table__number", flat=True))


def duty_with(number: int) -> Duty | None:
    return Duty.objects.select_related("person", "pit").filter(pk=number, ended_at=None).first()


def on_duty_in(pit: int | None, role: str, now: datetime) -> list[Duty]:
    """People of this pit whose job is for this role, the ones without a table first."""
    rows = Duty.objects.filter(job__in=ROLES[role], ended_at=None, until__gt=now)
    found = list(rows.filter(Q(pit=pit) | Q(pit=None)).select_related("person"))
    busy = _tables_of(found, role)
    for duty in found:
        duty.at_tables = busy.get(duty.pk, [])  # type: ignore[attr-defined]
    return sorted(found, key=lambda duty: (len(busy.get(duty.pk, [])), duty.person.name))


def _tables_of(duties: list[Duty], role: str) -> dict[int, list[str]]:
    rows = Assignment.objects.filter(duty__in=duties, role=role, until=None)
    busy: dict[int, list[str]] = {}
    for duty, number in rows.values_list("duty", "table__number").order_by("table__number"):
        busy.setdefault(duty, []).append(number)
    return busy


def works_at(table: Table, duty: Duty) -> bool:
    """Whether this duty is put on this table now."""
    return Assignment.objects.filter(table=table, duty=duty, until=None).exists()


def dealing_place(duty: Duty) -> str:
    """The table at which this duty deals, or nothing."""
    rows = Assignment.objects.filter(duty=duty, role=Assignment.Role.DEALER, until=None)
    return rows.values_list("table__number", flat=True).first() or ""
