"""The page of a carried pot: what it holds, what proves it, and what is done about a difference."""

from datetime import date
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from casino.lib.law import Refused
from casino.services.log import house_day
from casino.signing import seconds_of, sign, status_of
from games.forms.pots import LinesPage, ReportDifference, SettleDifference
from games.selectors import pots as read
from games.selectors.rulebook import name_of
from games.services import pots as services
from tables.rules.words import money, percent
from tables.views.layouts import refusal_words
from tables.views.signs import entries_of, found_table

ROWS, HISTORY_ROWS, SETTLED_ROWS = 40, 20, 10
REPORT, SETTLE = "report_pot_difference", "settle_pot_difference"
COUNTS = ("table_cover_pot", "table_uncover_pot", "table_keep_pot")
HISTORY = (REPORT, SETTLE, "find_pot_breach", *COUNTS)
WIDTH, FOOT = 640, 100  # of the picture, and where its bars stand


def pot(request: Any, number: str) -> HttpResponse:
    return page(request, found_table(number))


def page(
    request: Any, table: Any, *, refusal: Refused | None = None, form: Any = None
) -> HttpResponse:
    """Live, it is drawn again only when something has moved."""
    name = read.pot_of(table)
    context = {"table": table, "game": name_of(table.game), "pot": name, "refusal": refusal}
    if not name:
        return render(request, "games/pot.html", context, status=404)
    asked = LinesPage(request.GET)
    before = asked.cleaned_data["before"] if asked.is_valid() else None
    version = _version(table, house_day(request.now))
    if "X-Live" in request.headers and request.GET.get("seen") == version:
        return HttpResponse(status=204)
    context |= {"version": version, **_lines(request, table, before)}
    context |= _account(request, table) | _difference(request, table, form)
    return render(request, "games/pot.html", context, status=status_of(refusal, form))


def _version(table: Any, today: date) -> str:
    last = read.lines_of(table).first()
    played = table.shown.get("round", 0), len(table.in_round)
    return ".".join(map(str, (last.index if last else "-", table.length, *played, today)))


def _account(request: Any, table: Any) -> dict[str, Any]:
    day = house_day(request.now)
    taken = read.commission_of(table, day)
    return {
        "proof": read.proof(table),
        "where": _where(table),
        "day": day,
        "taken": taken,
        "most": percent(taken.most),
        "bars": bars(read.balances(table)),
        "fold": table.fold,
    }


def _where(table: Any) -> tuple[str, str]:
    """Where the money lies, and whether that is as it should be."""
    at = table.fold
    if at.pot_found is not None:
        return f"{money(at.pot_found)} counted, not settled", "act"
    if not table.carried_cents:
        return "nothing is carried", "closed"
    if at.is_pot_kept:
        return f"in custody, seal {at.pot_seal}", "ok"
    if at.is_pot_covered:
        return "counted, under its lid", "ok"
    return ("not under its lid", "act") if at.phase == "idle" else ("on the felt", "info")


def _lines(request: Any, table: Any, before: int | None) -> dict[str, Any]:
    found = read.lines_of(table)
    rows = list((found.filter(index__lt=before) if before else found)[: ROWS + 1])
    here = reverse("pot", args=[table.number])
    return {
        "lines": rows[:ROWS],
        "is_first_page": not before,
        "newer": here if before else "",
        "older": f"{here}?before={rows[ROWS - 1].index}" if len(rows) > ROWS else "",
    }


def _difference(request: Any, table: Any, form: Any) -> dict[str, Any]:
    """What may be done, as a form or as the reason why this duty cannot."""
    found = read.open_difference(table)
    act = SETTLE if found else REPORT
    return {
        "difference": found,
        "settled": read.differences_of(table)[:SETTLED_ROWS],
        "form": form or (SettleDifference() if found else ReportDifference()),
        "not_mine": refusal_words(request, act, table.pit),
        "seconds": seconds_of(act),
        "entries": entries_of(request, table, HISTORY, HISTORY_ROWS),
    }


class Bar(NamedTuple):
    x: int
    y: int
    height: int
    width: int
    cents: int
    is_won: bool  # the pot was empty after it


def bars(balances: list[int]) -> list[Bar]:
    """One for each step of the pot, as high as what it held."""
    most, wide = max(balances, default=0), WIDTH // max(len(balances), 12)
    heights = [cents * (FOOT - 16) // most if most else 0 for cents in balances]
    after = [*balances[1:], 1] if balances else []
    return [
        Bar(place * wide, FOOT - height, height, max(wide - 2, 2), cents, bool(cents) and not left)
        for place, (height, cents, left) in enumerate(zip(heights, balances, after, strict=True))
    ]


def report(request: Any, number: str) -> HttpResponse:
    table, form = found_table(number), ReportDifference(request.POST)
    if not form.is_valid():
        return page(request, table, form=form)
    try:
        second = sign(request, REPORT, form)
        services.report_difference(
            table=number,
            counted_cents=form.cents,
            note=form.cleaned_data["note"],
            by=request.duty,
            second=second,
            now=request.now,
        )
    except Refused as refusal:
        return page(request, found_table(number), refusal=refusal, form=_again(form))
    messages.success(request, f"{table}: the difference is reported. Nothing goes on over it.")
    return redirect("pot", number)


def settle(request: Any, number: str) -> HttpResponse:
    table, form = found_table(number), SettleDifference(request.POST)
    if not form.is_valid():
        return page(request, table, form=form)
    try:
        second = sign(request, SETTLE, form)
        services.settle_difference(
            table=number,
            reason=form.cleaned_data["reason"],
            by=request.duty,
            second=second,
            now=request.now,
        )
    except Refused as refusal:
        return page(request, found_table(number), refusal=refusal, form=_again(form))
    messages.success(request, f"{table}: settled. The account is what was counted.")
    return redirect("pot", number)


def _again(form: Any) -> Any:
    """The second person may try again; anything else is looked at anew."""
    return form if form.errors else None
