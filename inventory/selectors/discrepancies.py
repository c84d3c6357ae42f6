"""Card discrepancy reports, the decks that lack one, and what the Division is told."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef, QuerySet

from inventory.models import Container, Deck, Discrepancy, Movement, Photo, Stay
from inventory.rules.holds import SUSPICION
from inventory.rules.movements import REASONS

SIGNED = ("person", "duty", "second_person", "second_duty")


@dataclass(frozen=True, slots=True)
class Notice:
    """The facts of a notice to the Division, for the page and for paper."""

    number: str
    deck: str
    kind: str
    back: str
    design: str
    lot: str
    vendor: str
    invoice: str
    table: str  # the last it was at, or nothing
    at_table: tuple[datetime, datetime | None] | None
    removed: str  # why it left the table, in words
    findings: str
    missing: list[tuple[str, int]]  # a face, and how many of it
    extra: list[tuple[str, int]]
    reported_at: datetime
    reported_by: str
    licence: str
    held: str
    containers: list[Container]
    photos: list[Photo]


def discrepancies(*, state: str = "") -> QuerySet[Discrepancy]:
    rows = Discrepancy.objects.select_related(
        "deck", "reported__person", "reported__duty", "notified", "closed"
    )
    if state == "open":
        return rows.filter(closed=None)
    return rows.filter(closed__isnull=False) if state == "closed" else rows


def discrepancy_with(number: str) -> Discrepancy | None:
    acts = [f"{name}__{who}" for name in ("reported", "notified", "closed") for who in SIGNED]
    rows = Discrepancy.objects.select_related("deck__lot", "deck__store", "deck__pit", *acts)
    return rows.filter(number=number).first()


def open_report(deck: Deck) -> Discrepancy | None:
    return Discrepancy.objects.filter(deck=deck, closed=None).first()


def unreported() -> QuerySet[Deck]:
    """Taken off a table as suspect, and nobody has written the report: the longest wait first."""
    rows = Deck.objects.exclude(held="").filter(holds__has_key=SUSPICION)
    return rows.select_related("store", "pit").order_by("moved_at")


def held_on_request() -> QuerySet[Deck]:
    """Held without a report: the Division, or the house, asked for it."""
    open_ones = Discrepancy.objects.filter(deck=OuterRef("pk"), closed=None)
    rows = Deck.objects.exclude(held="").exclude(holds__has_key=SUSPICION)
    rows = rows.filter(~Exists(open_ones))
    return rows.select_related("store", "pit").order_by("moved_at")


def untold_count() -> int:
    """Reports that the Division has not been told of."""
    return Discrepancy.objects.filter(closed=None, notified=None).count()


def notice_of(report: Discrepancy) -> Notice:
    deck, lot, entry = report.deck, report.deck.lot, report.reported
    stay = Stay.objects.filter(deck=deck).order_by("-pk").first()
    return Notice(
        number=report.number,
        deck=deck.code,
        kind=deck.get_kind_display(),
        back=deck.get_back_display(),
        design=lot.design,
        lot=lot.number,
        vendor=lot.vendor,
        invoice=lot.invoice,
        table=stay.table if stay else "",
        at_table=(stay.during.lower, stay.during.upper) if stay else None,
        removed=_why_removed(deck),
        findings=report.findings,
        missing=list(Counter(report.missing).items()),
        extra=list(Counter(report.extra).items()),
        reported_at=entry.at,
        reported_by=entry.person.name if entry.person else "",
        licence=entry.person.licence_number if entry.person else "",
        held=deck.held,
        containers=list(deck.containers.select_related("seal")),
        photos=list(deck.photos.defer("picture__content").select_related("picture")),
    )


def _why_removed(deck: Deck) -> str:
    removal = Movement.objects.filter(deck=deck, do="remove").select_related("entry", "deck").last()
    return REASONS.get(removal.facts["reason"], "") if removal else ""
