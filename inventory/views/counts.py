"""Physical inventories: the list, one of them, and the pages on which a store is counted blind."""

import re
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from casino import policy
from casino.lib.law import Refused
from casino.selectors.log import visible
from casino.services.once import spend
from casino.signing import seconds_of, sign, status_of
from inventory.forms import counts as forms
from inventory.selectors import counts as read
from inventory.selectors.stores import store_with
from inventory.services import counts as service

NUMBER = re.compile(r"INV-[0-9]{5,12}\Z")
HISTORY_ROWS = 30


def counts(request: Any) -> HttpResponse:
    refusal = None
    if request.method == "POST":
        try:
            spend(request.session, request.POST.get("ticket", ""))
            inventory = service.start(by=request.duty, now=request.now)
            return redirect("inventory", inventory.number)
        except Refused as refused:
            refusal = refused
    due = read.due_at(request.now)
    context = {
        "open": read.open_inventory(),
        "closed": [row for row in read.inventories() if row.closed],
        "last": read.last_closed(),
        "due": due,
        "days_left": (due - request.now).days if due else None,
        "refusal": refusal,
    }
    return render(request, "inventory/counts.html", context, status=status_of(refusal))


def _found(number: str) -> Any:
    inventory = read.inventory_with(number) if NUMBER.match(number) else None
    if inventory is None:
        raise Http404
    return inventory


def inventory(request: Any, number: str) -> HttpResponse:
    found = _found(number)
    if request.method == "GET":
        return _page(request, found)
    form = forms.CloseInventory(request.POST)
    if not form.is_valid():
        return _page(request, found, form=form)
    try:
        second = sign(request, "close_inventory", form)
        service.close(
            number=number,
            note=form.cleaned_data["note"],
            by=request.duty,
            second=second,
            now=request.now,
        )
    except Refused as refusal:
        return _page(request, _found(number), form=form, refusal=refusal)
    messages.success(request, f"Count {number} is closed and compared.")
    return redirect("inventory", number)


def report(request: Any, number: str) -> HttpResponse:
    found, form = _found(number), forms.ReportInventory(request.POST)
    if not form.is_valid():
        return _page(request, found, report_form=form)
    try:
        spend(request.session, request.POST.get("ticket", ""))
        reference = form.cleaned_data["reference"]
        service.report(number=number, reference=reference, by=request.duty, now=request.now)
    except Refused as refusal:
        return _page(request, found, report_form=form, refusal=refusal)
    messages.success(request, "It is kept that the Division was told.")
    return redirect("inventory", number)


def _page(request: Any, found: Any, **more: Any) -> HttpResponse:
    places = read.places(found)
    sorts = [sort for place in places for sort in place.sorts]
    done = sum(place.done for place in places)
    may_see = found.closed is not None or not policy.may(request.duty, "count_decks")
    context = {
        "inventory": found,
        "result": read.result_of(found),
        "places": places,
        "done": done,
        "total": len(sorts),
        "is_whole": done == len(sorts),
        # Blind until all is counted; then only which to count again, not by how much.
        "again": [s for s in sorts if s.differs and len(s.lines) == 1]
        if done == len(sorts)
        else [],
        "may_see": may_see,
        "form": forms.CloseInventory(),
        "report_form": forms.ReportInventory(),
        "seconds": seconds_of("close_inventory"),
        "entries": _entries(request, found) if may_see else [],
        **more,
    }
    form = more.get("form") or more.get("report_form")
    status = status_of(more.get("refusal"), form)
    return render(request, "inventory/inventory.html", context, status=status)


def _again(sorts: list[read.Sort]) -> list[read.Sort]:
    return [sort for sort in sorts if sort.differs and len(sort.lines) == 1]


def _entries(request: Any, found: Any) -> Any:
    return visible(request.duty).filter(thing=service.thing_of(found))[:HISTORY_ROWS]


def store(request: Any, number: str, code: str) -> HttpResponse:
    found = _found(number)
    if request.method == "GET":
        return _store_page(request, found, code)
    form = forms.CountSort(request.POST)
    if not form.is_valid():
        return _store_page(request, found, code, form=form)
    try:
        spend(request.session, request.POST.get("ticket", ""))
        given = form.given(code)
        service.count(number=number, given=given, by=request.duty, now=request.now)
    except Refused as refusal:
        return _store_page(request, found, code, form=form, refusal=refusal)
    messages.success(request, f"Kept: {given.kind} {given.back}.")
    return redirect("inventory-store", number, code)


def scan(request: Any, number: str, code: str) -> HttpResponse:
    found, form = _found(number), forms.ScanDeck(request.POST)
    more: dict[str, Any] = {"scan_form": form}
    if form.is_valid():
        deck = form.cleaned_data["code"]
        try:
            seen = service.scan(
                number=number, store=code, code=deck, by=request.duty, now=request.now
            )
            more["seen"] = seen
            more["again"] = seen.at != request.now
        except Refused as refusal:
            more["scan_refusal"] = refusal
    if not request.htmx and "seen" in more:
        return redirect("inventory-store", number, code)
    return _store_page(request, found, code, is_part=bool(request.htmx), **more)


def _store_page(
    request: Any, found: Any, code: str, *, is_part: bool = False, **more: Any
) -> HttpResponse:
    place = store_with(code)
    if place is None or found.closed:
        raise Http404
    places = read.places(found)
    here = next((p for p in places if p.store.code == code), read.Place(place, []))
    others = [p for p in places if p.done < len(p.sorts) and p.store.code != code]
    context = {
        "inventory": found,
        "place": here,
        "next": next(iter(others), None),
        "scans": read.last_scans(found, place),
        "scanned": sum(sort.scanned for sort in here.sorts),
        "form": forms.CountSort(),
        **more,
    }
    template = "inventory/_count.html" if is_part else "inventory/inventory_store.html"
    refusal = more.get("refusal") or more.get("scan_refusal")
    status = 200 if is_part else status_of(refusal, more.get("form") or more.get("scan_form"))
    return render(request, template, context, status=status)
