"""Pre-shuffle sessions: the list, the start, and the page on which one is worked."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localtime

from casino import policy
from casino.forms import HistoryPage
from casino.lib.law import Refused
from casino.services.once import spend
from casino.signing import seconds_of, sign, status_of
from inventory.forms import sessions as forms
from inventory.forms.sessions import last_time
from inventory.selectors import sessions as read
from inventory.services import seals
from inventory.services import sessions as services

ROWS = 50


def sessions(request: Any) -> HttpResponse:
    asked = HistoryPage(request.GET)
    before = asked.cleaned_data["before"] if asked.is_valid() else None
    found = read.sessions().exclude(ended=None).order_by("-pk")
    rows = list((found.filter(pk__lt=before) if before else found)[: ROWS + 1])
    context = {
        "open": read.open_sessions(),
        "rows": rows[:ROWS],
        "newer": request.path if before else "",
        "older": f"?before={rows[ROWS - 1].pk}" if len(rows) > ROWS else "",
    }
    return render(request, "inventory/sessions.html", context, status=status_of(None, asked))


def start(request: Any) -> HttpResponse:
    places = [(place.code, place.name) for place in read.workplaces()]
    form, refusal = forms.StartSession(request.POST or None, places=places), None
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            second = sign(request, "start_session", form)
            session = services.start(
                place=given["place"],
                recording=given["recording"],
                is_free=given["is_free"],
                by=request.duty,
                second=second,
                now=request.now,
            )
            messages.success(request, f"Session {session} is open.")
            return redirect("session", session.number)
        except Refused as refused:
            refusal = refused
    context = {"form": form, "places": places, "refusal": refusal}
    context["seconds"] = seconds_of("start_session")
    return render(request, "inventory/session_start.html", context, status=status_of(refusal, form))


def session(request: Any, number: str) -> HttpResponse:
    return _page(request, _found(number))


def _found(number: str) -> Any:
    found = read.session_with(number) if "\0" not in number else None
    if found is None:
        raise Http404
    return found


def _page(request: Any, subject: Any, *, refusal: Any = None, **bound: Any) -> HttpResponse:
    work = read.work_of(subject)
    form = next(iter(bound.values()), None)
    context = {
        "session": subject,
        "work": work,
        "totals": read.totals_of(subject, work),
        "refusal": refusal,
        "partner": _partner(request.duty, subject),
        "may_end": policy.may(request.duty, "end_session") and not subject.ended,
        **_offers(request, subject, work),
        **bound,
    }
    return render(request, "inventory/session.html", context, status=status_of(refusal, form))


def _offers(request: Any, subject: Any, work: list[Any]) -> dict[str, Any]:
    """The forms this duty may use now."""
    offered: dict[str, Any] = {"waiting": 0}
    if not subject.ended:
        offered["waiting"] = read.decks_waiting(subject.workplace)
        if _partner(request.duty, subject):
            offered["form"] = _deck_form(request, subject, work)
        if policy.may(request.duty, "void_seal"):
            offered["spoiled_form"] = forms.SpoiledSeal(prefix="spoiled")
    if any(row.batch.passed and row.carried is None for row in work):
        offered |= _ways_out(request)
    return offered


def _ways_out(request: Any) -> dict[str, Any]:
    ways: dict[str, Any] = {}
    if policy.may(request.duty, "deck_carry"):
        ways["carry_form"] = forms.CarryAway(places=_places("pit_stand", "reserve"))
    if policy.may(request.duty, "deck_return"):
        ways["return_form"] = forms.ReturnAway(places=_places("primary"))
        ways["return_seconds"] = seconds_of("deck_return")
    return ways


def _places(*kinds: str) -> list[tuple[str, str]]:
    return [(place.code, place.name) for place in read.destinations(*kinds)]


def _partner(duty: Any, subject: Any) -> Any:
    """The one who signs with this person, if this person works in the session."""
    if subject.ended or duty.pk not in (subject.dealer_id, subject.supervisor_id):
        return None
    return subject.supervisor if duty.pk == subject.dealer_id else subject.dealer


def _deck_form(request: Any, subject: Any, work: list[Any]) -> Any:
    """Machine and partner are known from the last deck; what changes is empty."""
    initial = {
        "clock": localtime(request.now).strftime("%H:%M"),
        "operator": subject.dealer.person.name,
        "second_badge": _partner(request.duty, subject).person.badge,
    }
    source = work[0].batch if work else next(iter(read.machines()), None)
    if source:
        initial |= {name: getattr(source, name) for name in ("maker", "model", "serial")}
    return forms.SessionDeck(initial=initial)


def add_deck(request: Any, number: str) -> HttpResponse:
    subject, form = _found(number), forms.SessionDeck(request.POST)
    if not form.is_valid():
        return _page(request, subject, form=form)
    given = form.cleaned_data
    try:
        second = sign(request, "deck_pre_shuffle", form)
        batch = services.add_deck(
            number=number,
            deck=given["deck"],
            receipt=_receipt(given, request.now),
            seal=given["seal"],
            label=given["label"],
            by=request.duty,
            second=second,
            now=request.now,
        )
    except Refused as refusal:
        return _page(request, subject, refusal=refusal, form=form)
    result = "passed and is sealed" if batch.passed else "failed and is sealed for security"
    messages.success(request, f"{given['deck']} {result}. Scan the next deck.")
    return redirect("session", number)


def _receipt(given: dict[str, Any], now: Any) -> services.Receipt:
    told = {name: given[name] for name in ("maker", "model", "serial", "operator")}
    return services.Receipt(
        **told, printed_at=last_time(given["clock"], now), passed=given["passed"] == "passed"
    )


def void_seal(request: Any, number: str) -> HttpResponse:
    subject, form = _found(number), forms.SpoiledSeal(request.POST, prefix="spoiled")
    if not form.is_valid():
        return _page(request, subject, spoiled_form=form)
    given = form.cleaned_data
    try:
        spend(request.session, request.POST.get("ticket", ""))
        seals.void(
            number=given["number"],
            reason=given["reason"],
            session=number,
            by=request.duty,
            now=request.now,
        )
    except Refused as refusal:
        return _page(request, subject, refusal=refusal, spoiled_form=form)
    messages.success(request, f"Seal {given['number']} is void, and this session accounts for it.")
    return redirect("session", number)


def end(request: Any, number: str) -> HttpResponse:
    subject = _found(number)
    try:
        services.end(number=number, by=request.duty, now=request.now)
    except Refused as refusal:
        return _page(request, subject, refusal=refusal)
    messages.success(request, f"Session {number} has ended. Its form can be printed.")
    return redirect("session", number)


def carry(request: Any, number: str) -> HttpResponse:
    subject = _found(number)
    form = forms.CarryAway(request.POST, places=_places("pit_stand", "reserve"))
    if not form.is_valid():
        return _page(request, subject, carry_form=form)
    try:
        spend(request.session, request.POST.get("ticket", ""))
        to = form.cleaned_data["to"]
        count = services.take_away(
            number=number, do="carry", to=to, by=request.duty, now=request.now
        )
    except Refused as refusal:
        return _page(request, subject, refusal=refusal, carry_form=form)
    messages.success(request, f"{count} sealed decks are carried away.")
    return redirect("session", number)


def give_back(request: Any, number: str) -> HttpResponse:
    subject = _found(number)
    form = forms.ReturnAway(request.POST, places=_places("primary"))
    if not form.is_valid():
        return _page(request, subject, return_form=form)
    try:
        second = sign(request, "deck_return", form)
        count = services.take_away(
            number=number,
            do="return",
            to=form.cleaned_data["to"],
            by=request.duty,
            second=second,
            now=request.now,
        )
    except Refused as refusal:
        return _page(request, subject, refusal=refusal, return_form=form)
    messages.success(request, f"{count} sealed decks are back in storage.")
    return redirect("session", number)
