"""The list of decks, and a deck's passport: its whole life on one page."""

from typing import Any

import segno
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode

from casino import policy
from casino.forms import HistoryPage
from casino.selectors.pages import page_by
from casino.signing import status_of
from inventory.forms.photos import Photograph
from inventory.forms.scan import DeckFilter
from inventory.selectors.decks import deck_with, trail
from inventory.selectors.listing import decks_like
from inventory.selectors.passport import (
    chain,
    containers_of,
    discrepancies_of,
    refusals_on,
    store_names,
    told_of,
    track,
)
from inventory.selectors.photos import photos_of
from inventory.selectors.scan import plain, resolve
from inventory.views.hand import clock_on, step_with_form

ROWS, HISTORY_ROWS = 50, 30
FILTERS = ("q", "stage", "store", "kind", "back", "lot")


def decks(request: Any) -> HttpResponse:
    form = DeckFilter(request.GET, stores=sorted(store_names().items()))
    wanted = form.cleaned_data if form.is_valid() else {}
    found = page_by(
        decks_like(wanted),
        "pk",
        size=ROWS,
        after=wanted.get("after"),
        before=wanted.get("before"),
    )
    context = {
        "form": form,
        "rows": found.rows,
        "filtered": any(wanted.get(name) for name in FILTERS),
        "back": _page_url(wanted, before=found.back),
        "on": _page_url(wanted, after=found.on),
    }
    return render(request, "inventory/decks.html", context, status=status_of(None, form))


def _page_url(wanted: dict[str, Any], **cursor: Any) -> str:
    if not any(cursor.values()):
        return ""
    kept = {name: wanted[name] for name in FILTERS if wanted.get(name)}
    return f"?{urlencode(kept | cursor)}"


def deck(request: Any, code: str) -> HttpResponse:
    found = deck_with(code)
    if found is None:
        return _unknown(request, code)
    if request.GET.get("tab") == "history" and policy.may(request.duty, "read_log"):
        return _history(request, found)
    return page(request, found)


def _unknown(request: Any, code: str) -> HttpResponse:
    """A code typed by hand, a label of another house: say what it is, and offer the scan box."""
    scanned = resolve(code)
    if scanned.deck:
        return redirect("deck", scanned.deck)
    context = {"scanned": scanned, "said": plain(code)[:40]}
    return render(request, "inventory/deck_unknown.html", context, status=404)


def page(request: Any, deck: Any, *, status: int = 200, **more: Any) -> HttpResponse:
    """The passport. Live, it is drawn again only when something about the deck has changed."""
    movements, photos, reports = trail(deck), photos_of(deck), discrepancies_of(deck)
    version = f"{deck.length}.{len(photos)}.{sum(1 + bool(r.closed_id) for r in reports)}"
    if request.htmx and request.method == "GET" and request.GET.get("seen") == version:
        return HttpResponse(status=204)
    here = reverse("deck", args=[deck.code])
    context = {
        "deck": deck,
        "tray": [deck],
        "tab": "passport",
        "page": "deck",
        "here": here,
        "version": version,
        "clock": clock_on(deck, request.now),
        "track": track(deck, movements),
        "chain": chain(movements),
        "photos": photos,
        "photo_form": Photograph(),
        "reports": reports if policy.may(request.duty, "see_discrepancies") else [],
        "containers": containers_of(deck),
        "refusals": refusals_on(deck, request.duty) if _reads_log(request) else [],
        "reads_log": _reads_log(request),
        "qr": _qr(request.build_absolute_uri(here)),
        "step": step_with_form(
            request,
            [deck],
            page=f"{here}?",
            chosen=more.pop("do", ""),
            form=more.pop("form", None),
        ),
        **more,
    }
    live = request.htmx and request.method == "GET"
    template = "inventory/_passport.html" if live else "inventory/deck.html"
    return render(request, template, context, status=status)


def _reads_log(request: Any) -> bool:
    return policy.may(request.duty, "read_log")


def _qr(address: str) -> str:
    return str(segno.make(address, error="m").svg_data_uri(scale=4, border=1, light="#fff"))


def _history(request: Any, deck: Any) -> HttpResponse:
    asked = HistoryPage(request.GET)
    before = asked.cleaned_data["before"] if asked.is_valid() else None
    entries = told_of(deck, request.duty)
    rows = list((entries.filter(position__lt=before) if before else entries)[: HISTORY_ROWS + 1])
    here = f"{reverse('deck', args=[deck.code])}?tab=history"
    more = len(rows) > HISTORY_ROWS
    context = {
        "deck": deck,
        "tab": "history",
        "reads_log": True,
        "entries": rows[:HISTORY_ROWS],
        "is_newest": not before,
        "newer": here if before else "",
        "older": f"{here}&before={rows[HISTORY_ROWS - 1].position}" if more else "",
    }
    template = "inventory/_history.html" if request.htmx else "inventory/deck.html"
    return render(request, template, context)
