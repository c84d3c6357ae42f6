"""What stands behind a figure of a day's sheet: its decks, or the lines of the stores."""

from datetime import date, datetime
from typing import Any, NamedTuple

from inventory.selectors import reconciliation as read
from inventory.selectors.reconciliation import Behind

FIGURES = {
    "received": "Received",
    "issued": "Distributed to the pits",
    "returned": "Returned to storage",
    "carried": "Carried to another place",
    "delivered": "Delivered to tables",
    "removed": "Removed",
    "enveloped": "Sealed in envelopes",
    "collected": "Collected by security",
    "examined": "Examined",
    "destroyed": "Destroyed",
    "cancelled": "Cancelled",
    "surrendered": "Handed to the Division",
    "missed": "Reported missing",
    "found": "Found again",
    "tables": "On tables when the day ended",
    "over_24h": "On a table for more than 24 hours",
    "pits": "Removed, still in the pits",
    "missing": "Missing",
    "stores": "In stores, by their logs",
    "stands": "In pit stands and reserves, by their logs",
    "reserve": "In card reserve, by its logs",
    "security": "With security, by its log",
}
WHATS = {
    "stores": (),
    "stands": ("pit_stand", "reserve"),
    "reserve": ("reserve",),
    "security": ("security",),
}


class Shown(NamedTuple):
    decks: list[Behind] | None = None
    held: list[dict[str, Any]] | None = None
    lines: list[Any] | None = None


def behind(figure: str, day: date, until: datetime, sheet: dict[str, Any]) -> Shown:
    if figure in WHATS:
        whats = WHATS[figure]
        held = [row for row in sheet["stores"] if not whats or row["what"] in whats]
        return Shown(held=held, lines=read.lines_on(day, *whats))
    if figure in read.DID:
        return Shown(decks=read.moved_on(day, figure))
    return Shown(decks=_there(figure, day, until))


def _there(figure: str, day: date, until: datetime) -> list[Behind]:
    if figure == "missing":
        decks = read.missing_after(day, until)
        return [Behind(d.code, d.table or str(d.store or ""), d.moved_at) for d in decks]
    if figure == "pits":
        rows = [row for row in read.waiting_after(day) if row.table]
        words = ("removed, not enveloped", "enveloped, not collected")
        return [
            Behind(r.deck.code, f"{r.table}, {words[r.is_enveloped]}", r.at, r.position)
            for r in rows
        ]
    stays = read.on_tables(until)
    if figure == "over_24h":
        stays = read.over_a_day(stays, until)
    return [Behind(stay.deck.code, stay.table, stay.during.lower) for stay in stays]
