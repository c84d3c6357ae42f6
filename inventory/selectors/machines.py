"""What scanners and surveillance ask for: lists of decks, tables at a moment, lots, seals."""

from datetime import datetime
from typing import Any

from django.db.models import Count, QuerySet

from casino.models import Entry
from casino.selectors.pages import Page, page_by
from inventory.models import Container, Deck, Lot, Movement, Stay
from inventory.rules.deck import ON_TABLE

NAMES = {
    "stage": "stage",
    "store": "store__code",
    "table": "table",
    "kind": "kind",
    "back": "back",
    "lot": "lot__number",
    "missing": "is_missing",
}


def decks_matching(asked: dict[str, Any]) -> Page[Deck]:
    """A page of decks in the order of their codes."""
    return page_by(matching(asked), "code", size=asked["limit"], after=asked.get("after"))


def matching(asked: dict[str, Any]) -> QuerySet[Deck]:
    rows = Deck.objects.select_related("lot", "store", "pit")
    wanted = {NAMES[name]: value for name, value in asked.items() if name in NAMES}
    rows = rows.filter(**{name: value for name, value in wanted.items() if value is not None})
    if "table" in wanted and "stage" not in wanted:
        # Named as the partial index of the decks on tables names them, or it could not serve.
        rows = rows.filter(stage__in=ON_TABLE)
    if asked["held"] is not None:
        rows = rows.exclude(held="") if asked["held"] else rows.filter(held="")
    return rows


def stays_at(table: str, at: datetime) -> list[Stay]:
    """Which decks were at this table at this moment, and from when to when."""
    rows = Stay.objects.filter(table=table, during__contains=at)
    return list(rows.select_related("deck__lot").order_by("pk"))


def movement_of(code: str, entry: Entry) -> Movement:
    """The step of this deck that an entry tells of: its last, if one act was several."""
    rows = Movement.objects.filter(deck__code=code, entry=entry)
    people = ("person", "second_person", "duty", "second_duty")
    rows = rows.select_related("deck", *(f"entry__{who}" for who in people))
    return rows.latest("index")


def sent_before(code: str, key: str) -> Entry | None:
    """The entry of an order that was carried out under this key."""
    done = Movement.objects.filter(deck__code=code, key=key).select_related("entry").first()
    return done.entry if done else None


def lot_with(number: str) -> Lot | None:
    people = ("person", "second_person", "duty", "second_duty")
    rows = Lot.objects.select_related(*(f"entry__{who}" for who in people))
    return rows.filter(number=number).first()


def stages_in(lot: Lot) -> dict[str, int]:
    """How many of its decks stand where."""
    rows = Deck.objects.filter(lot=lot).order_by().values_list("stage")
    return dict(rows.annotate(count=Count("pk")))


def container_with(seal: str) -> Container | None:
    return Container.objects.select_related("deck").filter(seal__number=seal).first()
