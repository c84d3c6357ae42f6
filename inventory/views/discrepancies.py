"""Card discrepancies: what waits for a report, the reports, and the notice to the Division."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.timezone import localtime

from casino import policy
from casino.lib.law import Refused
from casino.selectors.log import history
from casino.services.once import spend
from casino.services.pictures import draw
from casino.signing import seconds_of, sign, status_of
from inventory.forms import discrepancies as forms
from inventory.forms.sessions import last_time
from inventory.selectors import discrepancies as read
from inventory.selectors.decks import deck_with
from inventory.services import discrepancies as services

ROWS, WAITING, HISTORY_ROWS = 50, 50, 20


def discrepancies(request: Any) -> HttpResponse:
    asked = forms.DiscrepancyFilter(request.GET)
    wanted = asked.cleaned_data if asked.is_valid() else {}
    state, before = wanted.get("state", ""), wanted.get("before")
    found = read.discrepancies(state=state)
    rows = list((found.filter(pk__lt=before) if before else found)[: ROWS + 1])
    kept = {"state": state} if state else {}
    more = len(rows) > ROWS
    context = {
        "form": asked,
        "unreported": read.unreported()[:WAITING],
        "held": read.held_on_request()[:WAITING],
        "rows": rows[:ROWS],
        "filtered": bool(state),
        "newer": f"{request.path}?{urlencode(kept)}" if before else "",
        "older": f"?{urlencode(kept | {'before': rows[ROWS - 1].pk})}" if more else "",
    }
    return render(request, "inventory/discrepancies.html", context, status=status_of(None, asked))


def add(request: Any, code: str) -> HttpResponse:
    deck = deck_with(code) if "\0" not in code else None
    if deck is None:
        raise Http404
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = forms.ReportDiscrepancy(*sent, kind=deck.kind)
    if request.method == "GET" or not form.is_valid():
        return _add_page(request, deck, form)
    try:
        found = _findings(code, form)
        spend(request.session, request.POST.get("ticket", ""))
        report = services.report(found, by=request.duty, now=request.now)
    except Refused as refusal:
        return _add_page(request, deck, form, refusal)
    messages.success(request, f"{report} is written and {code} is held. Now tell the Division.")
    return redirect("discrepancy", report.number)


def _findings(code: str, form: forms.ReportDiscrepancy) -> services.Findings:
    given = form.cleaned_data
    return services.Findings(
        deck=code,
        words=given["findings"],
        missing=form.named("missing"),
        extra=form.named("extra"),
        photos=[draw(given[name]) for name in ("photo", "photo_2") if given[name]],
    )


def _add_page(request: Any, deck: Any, form: Any, refusal: Any = None) -> HttpResponse:
    context = {
        "deck": deck,
        "form": form,
        "refusal": refusal,
        "known": read.open_report(deck),
    }
    return render(
        request, "inventory/discrepancy_add.html", context, status=status_of(refusal, form)
    )


def _found(number: str) -> Any:
    found = read.discrepancy_with(number) if "\0" not in number else None
    if found is None:
        raise Http404
    return found


def discrepancy(request: Any, number: str) -> HttpResponse:
    return _page(request, _found(number))


def _page(request: Any, report: Any, *, refusal: Any = None, **bound: Any) -> HttpResponse:
    form = next(iter(bound.values()), None)
    context = {
        "report": report,
        "notice": read.notice_of(report),
        "entries": history(f"discrepancy:{report.number}", request.duty)[:HISTORY_ROWS],
        "may_tell": policy.may(request.duty, "tell_of_discrepancy") and not report.notified,
        "may_close": policy.may(request.duty, "close_discrepancy") and not report.closed,
        "told_form": forms.DivisionTold(
            initial={"clock": localtime(request.now).strftime("%H:%M")}
        ),
        "close_form": forms.CloseDiscrepancy(),
        "seconds": seconds_of("close_discrepancy"),
        "refusal": refusal,
        **bound,
    }
    return render(request, "inventory/discrepancy.html", context, status=status_of(refusal, form))


def told(request: Any, number: str) -> HttpResponse:
    report, form = _found(number), forms.DivisionTold(request.POST)
    if not form.is_valid():
        return _page(request, report, told_form=form)
    given = form.cleaned_data
    try:
        spend(request.session, request.POST.get("ticket", ""))
        services.tell_division(
            number=number,
            reference=given["reference"],
            told_at=last_time(given["clock"], request.now),
            by=request.duty,
            now=request.now,
        )
    except Refused as refusal:
        return _page(request, _found(number), refusal=refusal, told_form=form)
    messages.success(request, f"The Division is told of {number}.")
    return redirect("discrepancy", number)


def close(request: Any, number: str) -> HttpResponse:
    report, form = _found(number), forms.CloseDiscrepancy(request.POST)
    if not form.is_valid():
        return _page(request, report, close_form=form)
    given = form.cleaned_data
    try:
        second = sign(request, "close_discrepancy", form)
        services.close(
            number=number,
            outcome=given["outcome"],
            authority=given["authority"],
            by=request.duty,
            second=second,
            now=request.now,
        )
    except Refused as refusal:
        return _page(request, _found(number), refusal=refusal, close_form=form)
    messages.success(request, f"{number} is closed: {given['outcome']}.")
    return redirect("discrepancy", number)
