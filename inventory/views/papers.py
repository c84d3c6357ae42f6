"""Papers by POST: each print is kept in the log, and every copy after the first says so."""

import re
from collections.abc import Iterable
from datetime import date
from typing import Any, TypeVar

from django.http import Http404, HttpResponse
from django.urls import reverse

from casino.paper import Sheet
from casino.services.log import house_day_ends
from casino.services.once import spend
from casino.services.papers import large_print, print_paper
from inventory.selectors import papers as read
from inventory.selectors.discrepancies import notice_of
from inventory.views import labels, sheets

# A viewer of PDF is a page of the browser's own around our bytes.
POLICY = "default-src 'none'; object-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'"

NO_NAME = re.compile(r"[^A-Za-z0-9-]+")  # what no name of a file may hold

T = TypeVar("T")


def _found(thing: T | None) -> T:
    if thing is None:
        raise Http404
    return thing


def _prints(
    request: Any, paper: str, thing: str, also: Iterable[tuple[str, str]] = (), **facts: Any
) -> int:
    return print_paper(paper, thing, by=request.duty, now=request.now, also=also, **facts)


def _answer(sheet: Sheet, name: str) -> HttpResponse:
    headers = {
        "Content-Disposition": f'inline; filename="{NO_NAME.sub("-", name)}.pdf"',
        "Content-Security-Policy": POLICY,
    }
    return HttpResponse(sheet.as_bytes(), content_type="application/pdf", headers=headers)


def _passport(request: Any) -> labels.Address:
    root = request.build_absolute_uri("/").rstrip("/")
    return lambda code: f"{root}{reverse('deck', args=[code])}"


def deck_label(request: Any, code: str) -> HttpResponse:
    deck = _found(read.deck_to_print(code))
    shown_before = [("lot-labels", f"lot:{deck.lot}")]
    prints = _prints(request, "deck-label", f"deck:{deck}", shown_before)
    sheet = labels.deck_label(deck, address=_passport(request), prints=prints)
    return _answer(sheet, f"label-{deck}")


def lot_labels(request: Any, number: str) -> HttpResponse:
    lot = _found(read.lot_to_print(number))
    with large_print():
        spend(request.session, request.POST.get("ticket", ""))
        prints = _prints(request, "lot-labels", f"lot:{lot}")
        decks = read.labels_of(lot)
        sheet = labels.lot_labels(lot, decks, address=_passport(request), prints=prints)
        return _answer(sheet, f"labels-{lot}")


def envelope_label(request: Any, label: str) -> HttpResponse:
    found = _found(read.enclosed(label))
    prints = _prints(request, "envelope-label", f"deck:{found.container.deck}", label=label)
    return _answer(labels.envelope_label(found, prints=prints), f"envelope-{label}")


def batch_form(request: Any, label: str) -> HttpResponse:
    found = _found(read.batch_with(label))
    prints = _prints(request, "batch-form", f"deck:{found.batch.deck}", label=label)
    return _answer(sheets.batch_form(found, prints=prints), f"batch-{label}")


def discrepancy_form(request: Any, number: str) -> HttpResponse:
    report = _found(read.discrepancy_to_print(number))
    prints = _prints(request, "discrepancy-form", f"discrepancy:{number}")
    sheet = sheets.discrepancy_form(report, notice_of(report), prints=prints)
    return _answer(sheet, f"discrepancy-{number}")


def destruction_certificate(request: Any, position: int) -> HttpResponse:
    found = _found(read.destruction_at(position))
    prints = _prints(request, "destruction-certificate", f"entry:{position}")
    return _answer(sheets.destruction_certificate(found, prints=prints), f"destroyed-{position}")


def store_sheet(request: Any, code: str, day: date) -> HttpResponse:
    store = _found(read.store_to_print(code))
    prints = _prints(request, "store-sheet", f"store:{code}", day=str(day))
    at = min(house_day_ends(day), request.now)
    lines = read.lines_of(store, day)
    return _answer(
        sheets.store_sheet(store, day, lines, at=at, prints=prints), f"store-{code}-{day}"
    )


def reconciliation_sheet(request: Any, day: date) -> HttpResponse:
    signed = _found(read.sheet_of(day))
    prints = _prints(
        request, "reconciliation-sheet", f"reconciliation-day:{day}", number=signed.number
    )
    return _answer(sheets.reconciliation_sheet(signed, prints=prints), f"reconciliation-{day}")


def inventory_sheets(request: Any, number: str) -> HttpResponse:
    count = _found(read.inventory_to_print(number))
    prints = _prints(request, "inventory-sheets", f"inventory:{number}")
    sheet = sheets.inventory_sheets(count, read.sorts_by_store(), prints=prints)
    return _answer(sheet, f"count-{number}")
