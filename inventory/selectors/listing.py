"""The list of decks, by what somebody asks for, and what a search finds among the cards."""

import re
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import NoReverseMatch, reverse

from casino.models import Duty
from casino.policy import may
from inventory.models import Container, Deck, DeckSeal, Lot
from inventory.rules.deck import GONE, ON_TABLE
from inventory.selectors.passport import state_words
from inventory.selectors.scan import plain

CODE_START = re.compile(r"D?[0-9]{1,8}\Z")
FOUND = 6


def decks_like(wanted: dict[str, Any]) -> QuerySet[Deck]:
    rows = Deck.objects.select_related("lot", "store", "pit")
    names = {"store": "store__code", "kind": "kind", "back": "back", "lot": "lot__number"}
    exact = {path: wanted[name] for name, path in names.items() if wanted.get(name)}
    rows = rows.filter(**exact, **_stage(wanted.get("stage", "")))
    if wanted.get("stage") == "held":
        rows = rows.exclude(held="")
    if wanted.get("stage") not in ("", None, *GONE):
        rows = rows.exclude(stage__in=GONE)
    return rows.filter(_text(wanted["q"])) if wanted.get("q") else rows


def _stage(stage: str) -> dict[str, Any]:
    if stage == "missing":
        return {"is_missing": True}
    return {} if stage in ("", "held", "alive") else {"stage": stage}


def _text(said: str) -> Q:
    """The start of a code; or a seal, a label, a lot or a table by its whole name."""
    if CODE_START.match(said):
        return Q(code__startswith=said if said.startswith("D") else f"D{said}")
    return Q(pk__in=_closed_by(said)) | Q(lot__in=_lots(said)) | Q(table=said, stage__in=ON_TABLE)


def _closed_by(said: str) -> set[int]:
    """Asked for one by one: with "or" between them the database would read every deck."""
    rows = Container.objects.values_list("deck_id", flat=True)
    return {*rows.filter(label=said), *rows.filter(seal__number=said)}


def _lots(said: str) -> list[int]:
    return list(Lot.objects.filter(number=said).values_list("pk", flat=True))


def find_cards(duty: Duty, like: str) -> list[dict[str, str]]:
    """For the palette: decks by code, seal, label or table; lots; seals."""
    said = plain(like)
    if len(said) < 2 or not may(duty, "see_decks"):
        return []
    decks = decks_like({"q": said})[:FOUND]
    lots = Lot.objects.filter(number__startswith=said)[:FOUND] if said.startswith("LOT") else []
    seals = DeckSeal.objects.filter(number=said)
    return [
        *(_result(d.code, state_words(d), "deck", d.code, "spade") for d in decks),
        *(_result(lot.number, lot.vendor, "lot", lot.number, "package") for lot in lots),
        *(
            _result(f"Seal {s}", s.get_state_display(), "seal", s.number, "lock-keyhole")
            for s in seals
        ),
    ]


def _result(title: str, detail: str, page: str, name: str, icon: str) -> dict[str, str]:
    try:
        url = reverse(page, args=[name])
    except NoReverseMatch:
        url = reverse("decks")
    return {"title": title, "detail": detail, "url": url, "icon": icon}
