"""The collection round, and the destruction of used decks before a witness."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from casino.lib.law import Refused
from casino.services.log import house_day, house_day_ends
from casino.services.once import spend
from casino.signing import seconds_of, sign, status_of
from inventory.forms import destruction as forms
from inventory.selectors import destruction as read
from inventory.selectors.schedule import destroy_clocks
from inventory.services import destruction as service
from inventory.services.announcement import announce

ROWS = 500


def collection(request: Any) -> HttpResponse:
    form, refusal = forms.Collect(request.POST or None), None
    if request.method == "POST" and form.is_valid():
        codes = form.cleaned_data["deck"]
        try:
            spend(request.session, request.POST.get("ticket", ""))
            service.collect(
                codes=codes,
                to=form.cleaned_data["to"],
                seen=forms.seen_in(request.POST, codes),
                by=request.duty,
                now=request.now,
            )
            messages.success(request, f"{len(codes)} collected. What was not scanned stays.")
            return redirect("collection")
        except Refused as refused:
            refusal = refused
    pits = read.in_pits()
    context = {
        "pits": pits,
        "waiting": sum(len(pit.envelopes) for pit in pits),
        "unsealed": sum(len(pit.unsealed) for pit in pits),
        "day_ends": house_day_ends(house_day(request.now)),
        "stores": read.security_stores(),
        "form": form,
        "chosen": request.POST.getlist("deck"),
        "refusal": refusal,
    }
    status = status_of(refusal, form)
    return render(request, "inventory/collection.html", context, status=status)


def destruction(request: Any) -> HttpResponse:
    if request.method == "GET":
        return _page(request)
    form = forms.Destroy(request.POST)
    if not form.is_valid():
        return _page(request, form=form)
    given = form.cleaned_data
    try:
        second = sign(request, "deck_destroy", form)
        entry = service.destroy(
            codes=given["deck"],
            method=given["method"],
            place=given["place"],
            seen=forms.seen_in(request.POST, given["deck"]),
            by=request.duty,
            second=second,
            now=request.now,
        )
    except Refused as refusal:
        return _page(request, form=form, refusal=refusal)
    return redirect("destroyed", entry.position)


def notice(request: Any) -> HttpResponse:
    form = forms.Notice(request.POST)
    if not form.is_valid():
        return _page(request, notice_form=form)
    try:
        spend(request.session, request.POST.get("ticket", ""))
        announce(place=form.cleaned_data["place"], by=request.duty, now=request.now)
    except Refused as refusal:
        return _page(request, notice_form=form, refusal=refusal)
    messages.success(request, "Surveillance is told. Now destroy, before a witness.")
    return redirect("destruction")


def _page(request: Any, **more: Any) -> HttpResponse:
    told = read.last_notice(request.now)
    place = told.payload["place"] if told else ""
    clocks = {clock.deck.pk: clock for clock in destroy_clocks(request.now)}
    context = {
        "rows": [(deck, clocks.get(deck.pk)) for deck in read.to_destroy()[:ROWS]],
        "kept_back": read.kept_back(),
        "to_examine": read.to_examine(),
        "told": told,
        "done": read.destructions(),
        "form": forms.Destroy(initial={"place": place, "method": "shred"}),
        "notice_form": forms.Notice(),
        "chosen": request.POST.getlist("deck"),
        "seconds": seconds_of("deck_destroy"),
        **more,
    }
    status = status_of(more.get("refusal"), more.get("form") or more.get("notice_form"))
    return render(request, "inventory/destruction.html", context, status=status)


def destroyed(request: Any, position: int) -> HttpResponse:
    entry = read.destruction_at(position)
    if entry is None:
        raise Http404
    context = {
        "entry": entry,
        "decks": read.decks_with(entry.payload["decks"]),
        "how": dict(forms.HOW).get(entry.payload["facts"].get("method"), ""),
        "place": entry.payload["facts"].get("place", ""),
    }
    return render(request, "inventory/destroyed.html", context)
