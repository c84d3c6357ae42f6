"""Stores: what each holds against its par, its log, its keys; and a new one."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode

from casino import policy
from casino.lib.law import Outdated, Refused
from casino.models import Job
from casino.selectors.pages import page_by
from casino.services.log import house_day
from casino.services.once import spend
from casino.signing import seconds_of, sign, status_of
from inventory.forms.stores import AddStore, ChangeStore, DeckPage, LogFilter, SetPar
from inventory.rules.keys import holders
from inventory.selectors import stores as read
from inventory.services import keys, stores

LINES, DECK_ROWS, KEY_ROWS = 50, 60, 20
TABS = ("log", "decks", "keys", "levels")


def stores_page(request: Any) -> HttpResponse:
    found = read.holdings()
    context = {
        "holdings": found,
        "low": [line for holding in found for line in holding.low],
        "decks": sum(holding.decks for holding in found),
        "keys_out": sum(key.holder is not None for holding in found for key in holding.keys),
    }
    return render(request, "inventory/stores.html", context)


def _found(code: str) -> Any:
    store = read.store_with(code)
    if store is None:
        raise Http404
    return store


def store(request: Any, code: str) -> HttpResponse:
    tab = request.GET.get("tab", "log")
    return _store_page(request, _found(code), tab if tab in TABS else "log")


def _store_page(request: Any, found: Any, tab: str, **more: Any) -> HttpResponse:
    lines = read.stock_lines(found)
    shown = {"log": _log, "decks": _decks, "keys": _keys, "levels": _levels}[tab]
    context = {
        "store": found,
        "tab": tab,
        "lines": lines,
        "decks": sum(line.decks for line in lines),
        "low": [line for line in lines if line.is_low],
        "keys": read.keys_of(found),
        **shown(request, found),
        **more,
    }
    form = more.get("name_form") or more.get("par_form") or context.get("form")
    status = status_of(more.get("refusal"), form)
    return render(request, "inventory/store.html", context, status=status)


def _log(request: Any, found: Any) -> dict[str, Any]:
    asked = LogFilter(request.GET)
    rows = read.log_of(found, **asked.wanted())
    before = asked.cleaned_data.get("before") if asked.is_valid() else None
    page = list((rows.filter(pk__lt=before) if before else rows)[: LINES + 1])
    kept = {name: request.GET[name] for name in ("day", "sort") if request.GET.get(name)}
    here = reverse("store", args=[found.code])
    older = {**kept, "before": page[LINES - 1].pk} if len(page) > LINES else {}
    return {
        "form": asked,
        "log": page[:LINES],
        "filtered": bool(kept),
        "sheet_day": asked.wanted()["day"] or house_day(request.now),
        "newer": f"{here}?{urlencode(kept)}" if before else "",
        "older": f"{here}?{urlencode(older)}" if older else "",
    }


def _decks(request: Any, found: Any) -> dict[str, Any]:
    asked = DeckPage(request.GET)
    wanted = asked.cleaned_data if asked.is_valid() else {}
    page = page_by(
        read.decks_in(found),
        "code",
        size=DECK_ROWS,
        after=wanted.get("after"),
        before=wanted.get("before"),
    )
    return {
        "form": asked,
        "page": page,
        "back": f"?{urlencode({'tab': 'decks', 'before': page.back})}" if page.back else "",
        "on": f"?{urlencode({'tab': 'decks', 'after': page.on})}" if page.on else "",
    }


def _keys(request: Any, found: Any) -> dict[str, Any]:
    return {
        "key_log": read.key_history(found)[:KEY_ROWS],
        "offers": [(key, *_offer(request, key, found)) for key in read.keys_of(found)],
    }


def _offer(request: Any, key: Any, found: Any) -> tuple[str, str]:
    """What this duty may do with a key, and why not."""
    who = holders(key.lock, found.what)
    if key.holder == request.user:
        return "return", ""
    if request.duty.job not in who:
        return "", f"For: {policy.jobs_in_words([Job(job) for job in who])}"
    return ("return", "") if key.holder else ("take", "")


def _levels(request: Any, found: Any) -> dict[str, Any]:
    return {
        "par_form": SetPar(),
        "name_form": ChangeStore(initial={"name": found.name, "seen": found.name}),
        "seconds": seconds_of("change_store"),
        "may_change": policy.may(request.duty, "change_store"),
        "may_level": policy.may(request.duty, "set_par"),
    }


def add(request: Any) -> HttpResponse:
    form = AddStore(request.POST or None, pits=read.pits())
    refusal = None
    if request.method == "POST" and form.is_valid():
        try:
            second = sign(request, "add_store", form)
            added = stores.add_store(
                by=request.duty, second=second, now=request.now, **form.store()
            )
        except Refused as found:
            refusal = found
        else:
            messages.success(request, f"{added} is added.")
            return redirect("store", added.code)
    context = {"form": form, "refusal": refusal, "seconds": seconds_of("add_store")}
    return render(request, "inventory/store_add.html", context, status=status_of(refusal, form))


def change(request: Any, code: str) -> HttpResponse:
    found, form = _found(code), ChangeStore(request.POST)
    if not form.is_valid():
        return _store_page(request, found, "levels", name_form=form)
    given = form.cleaned_data
    try:
        second = sign(request, "change_store", form)
        stores.change_store(
            by=request.duty,
            second=second,
            now=request.now,
            store=found,
            name=given["name"],
            seen=given["seen"],
        )
    except Outdated as outdated:
        again = ChangeStore(initial={"name": given["name"], "seen": _found(code).name})
        return _store_page(request, found, "levels", name_form=again, refusal=outdated)
    except Refused as refusal:
        return _store_page(request, found, "levels", name_form=form, refusal=refusal)
    messages.success(request, f"The store is named {given['name']}.")
    return redirect("store", code)


def par(request: Any, code: str) -> HttpResponse:
    found, form = _found(code), SetPar(request.POST)
    if not form.is_valid():
        return _store_page(request, found, "levels", par_form=form)
    try:
        stores.set_par(by=request.duty, now=request.now, store=found, **form.par())
    except Refused as refusal:
        return _store_page(request, found, "levels", par_form=form, refusal=refusal)
    messages.success(request, "The par level is set.")
    return redirect(f"{reverse('store', args=[code])}?tab=levels")


def take_key(request: Any, code: str, number: str) -> HttpResponse:
    return _sign_key(request, code, number, keys.take_key, "is signed out to you")


def return_key(request: Any, code: str, number: str) -> HttpResponse:
    return _sign_key(request, code, number, keys.return_key, "is back")


def _sign_key(request: Any, code: str, number: str, act: Any, done: str) -> HttpResponse:
    found = _found(code)
    if number not in {key.number for key in read.keys_of(found)}:
        raise Http404
    try:
        spend(request.session, request.POST.get("ticket", ""))
        act(by=request.duty, now=request.now, number=number)
    except Refused as refusal:
        return _store_page(request, found, "keys", refusal=refusal)
    messages.success(request, f"Key {number} {done}.")
    return redirect(f"{reverse('store', args=[code])}?tab=keys")
