"""Used decks on their last way: envelopes in the pits, decks that wait for the shredder."""

from datetime import datetime, timedelta
from itertools import groupby
from typing import NamedTuple

from django.db.models import OuterRef, Q, QuerySet, Subquery

from casino.models import Entry, Pit
from inventory.models import Container, Deck, Store
from inventory.rules.deck import Stage

NOTICE_HOLDS = timedelta(hours=4)


class Envelope(NamedTuple):
    deck: Deck
    label: str
    seal: str


class InPit(NamedTuple):
    """What waits in one pit: sealed envelopes, and decks that nobody has sealed yet."""

    pit: Pit | None
    envelopes: list[Envelope]
    unsealed: list[Deck]


def in_pits() -> list[InPit]:
    """Everything that left play and waits, by pit: the list of a collection round."""
    label = Container.objects.filter(
        deck=OuterRef("pk"), what__in=(Container.What.ENVELOPE, Container.What.BATCH)
    ).order_by("-pk")
    rows = Deck.objects.filter(stage__in=(Stage.REMOVED, Stage.ENVELOPED), is_missing=False)
    decks = (
        rows.select_related("pit", "store")
        .annotate(label=Subquery(label.values("label")[:1]))
        .order_by("pit__code", "table", "code")
    )
    return [
        InPit(pit, *_sorted_out(list(waiting))) for pit, waiting in groupby(decks, lambda d: d.pit)
    ]


def _sorted_out(decks: list[Deck]) -> tuple[list[Envelope], list[Deck]]:
    sealed = [deck for deck in decks if deck.stage == Stage.ENVELOPED]
    return (
        [Envelope(deck, getattr(deck, "label", "") or "", deck.sealed) for deck in sealed],
        [deck for deck in decks if deck.stage == Stage.REMOVED],
    )


def left_since(moment: datetime) -> list[Deck]:
    """Sealed before this moment and still not collected."""
    rows = Deck.objects.filter(stage=Stage.ENVELOPED, moved_at__lt=moment)
    return list(rows.select_related("pit").order_by("pit__code", "code"))


def security_stores() -> list[Store]:
    return list(Store.objects.filter(what=Store.What.SECURITY).order_by("code"))


def to_destroy() -> QuerySet[Deck]:
    """Cleared and free to go; the one whose clock runs longest comes first."""
    rows = Deck.objects.filter(stage=Stage.CLEARED, held="", is_missing=False)
    return rows.select_related("store", "lot").order_by("clock_from", "code")


def kept_back() -> list[Deck]:
    """In security's hands, and not to be destroyed: held, or missing."""
    there = Q(stage__in=(Stage.COLLECTED, Stage.CLEARED))
    rows = Deck.objects.filter(there & (~Q(held="") | Q(is_missing=True)))
    return list(rows.select_related("store").order_by("moved_at", "code"))


def to_examine() -> int:
    return Deck.objects.filter(stage=Stage.COLLECTED, held="").count()


def last_notice(now: datetime) -> Entry | None:
    """Surveillance was told lately, so that a camera watches."""
    told = Entry.objects.filter(act="announce_destruction", refused=False)
    entry = told.select_related("person").order_by("-position").first()
    return entry if entry and now - entry.at <= NOTICE_HOLDS else None


def destructions(limit: int = 12) -> list[Entry]:
    rows = Entry.objects.filter(act="deck_destroy", refused=False)
    return list(rows.select_related("person", "second_person").order_by("-position")[:limit])


def destruction_at(position: int) -> Entry | None:
    rows = Entry.objects.filter(act="deck_destroy", refused=False, position=position)
    return rows.select_related("person", "second_person", "duty", "second_duty").first()


def decks_with(codes: list[str]) -> list[Deck]:
    return list(Deck.objects.filter(code__in=codes).select_related("lot").order_by("code"))
