"""Reading tables: one by its number, a pit's, the whole floor's."""

import hashlib
from collections.abc import Iterable
from typing import Any

from django.db.models import QuerySet

from casino.lib.law import Refused
from casino.models import Duty, Pit
from casino.policy import may
from tables.catalogue import game_of
from tables.models import Table
from tables.rules.map import Place

FIGURES = ("rounds_an_hour", "win_cents")


def find_table(number: str) -> Table | None:
    return Table.objects.select_related("pit").filter(number=number).first()


def has_tables() -> bool:
    return Table.objects.exists()


def locked_tables(numbers: Iterable[str]) -> list[Table]:
    """These tables until the transaction ends, locked in one order, ahead of decks and devices."""
    rows = Table.objects.select_for_update(no_key=True, of=("self",))
    wanted = rows.select_related("pit").filter(number__in=[n for n in numbers if n])
    return list(wanted.order_by("pk"))


def locked_table(number: str) -> Table:
    found = locked_tables([number])
    if not found or found[0].retired_at:
        raise Refused(f"There is no table {number[:20]}", remedy="Choose a table of the floor")
    return found[0]


def tables_of_floor() -> QuerySet[Table]:
    return Table.objects.filter(retired_at=None).select_related("pit").order_by("number")


def tables_in(pit: Pit | None) -> list[Table]:
    """The tables of a pit, or of all pits."""
    rows = tables_of_floor()
    return list(rows.filter(pit=pit) if pit else rows)


def retired_tables() -> list[Table]:
    rows = Table.objects.exclude(retired_at=None).select_related("pit")
    return list(rows.order_by("-retired_at"))


def places(pit: Pit | None = None) -> list[Place]:
    """Where tables stand; retired ones stand nowhere."""
    rows = Table.objects.filter(retired_at=None)
    rows = rows.filter(pit=pit) if pit else rows
    return [Place(*at) for at in rows.values_list("x", "y")]


def figures_of(numbers: Iterable[str]) -> dict[str, dict[str, Any]]:
    """What rounds left on these tables for the board to show."""
    rows = Table.objects.filter(number__in=[*numbers]).values_list("number", "shown")
    return {number: {name: shown.get(name) for name in FIGURES} for number, shown in rows}


def find_pit(code: str) -> Pit | None:
    return Pit.objects.filter(code=code).first()


def facts_of(table: Table) -> dict[str, Any]:
    """What is written down of a table, as the log keeps it."""
    names = ("game", "positions", "method", "cameras")
    return {name: getattr(table, name) for name in names}


def version_of(table: Table) -> str:
    """Tells two states of a table apart: nobody shall overwrite what they have not seen."""
    told = [facts_of(table), table.pit_id, table.length, bool(table.retired_at)]
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


def find_tables(duty: Duty, like: str) -> list[dict[str, str]]:
    """For the palette: tables by number, with what they are."""
    said = like.strip()
    if not said or not may(duty, "see_tables"):
        return []
    rows = tables_of_floor().filter(number__istartswith=said)[:8]
    return [
        {
            "title": row.number,
            "detail": f"{game_of(row.game).name}, {row.pit}, {row.get_phase_display().lower()}",
            "url": f"/tables/{row.number}",
            "icon": "layout-grid",
        }
        for row in rows
    ]
