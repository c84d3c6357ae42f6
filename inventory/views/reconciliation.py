"""The daily reconciliation: which days are signed, and the sheet of one."""

from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from casino import policy
from casino.lib.law import Refused
from casino.selectors.log import visible
from casino.services.log import house_day
from casino.services.once import spend
from casino.signing import seconds_of, sign, status_of
from inventory.forms import reconciliation as forms
from inventory.selectors import reconciliation as read
from inventory.services import reconciliation as service
from inventory.views.behind import FIGURES, behind
from inventory.views.flow import flow

WEEKS, HISTORY_ROWS, NOTHING = 4, 20, "No decks"
ONE_DAY = timedelta(days=1)


class Cell(NamedTuple):
    """One day of the calendar; `meaning` is its colour, `words` its word."""

    day: date
    meaning: str
    words: str
    sheet: Any = None

    @property
    def is_open(self) -> bool:
        """Whether there is anything to look at."""
        return self.words not in ("", NOTHING)


def reconciliation(request: Any) -> HttpResponse:
    today, first = house_day(request.now), read.first_day()
    monday = today - timedelta(days=today.weekday() + 7 * (WEEKS - 1))
    sheets = read.sheets_between(monday, today)
    days = [monday + timedelta(days=n) for n in range(7 * WEEKS)]
    cells = [_cell(day, today, first, sheets.get(day), request.now) for day in days]
    context = {
        "weeks": [cells[n : n + 7] for n in range(0, len(cells), 7)],
        "late": [cell for cell in cells if cell.meaning == "act"],
        "due": [cell for cell in cells if cell.words == "To sign"],
        "differing": [cell for cell in cells if cell.meaning == "attention"],
        "signed": sorted(sheets.values(), key=lambda sheet: sheet.gaming_day, reverse=True),
        "today": today,
        "first": first,
    }
    return render(request, "inventory/reconciliation.html", context)


def _cell(day: date, today: date, first: date | None, sheet: Any, now: datetime) -> Cell:
    if day > today or first is None or day < first:
        return Cell(day, "closed", "" if day > today else NOTHING)
    if sheet:
        words = f"{sheet.differences} differ" if sheet.differences else "Signed"
        return Cell(day, "attention" if sheet.differences else "ok", words, sheet)
    if day == today:
        return Cell(day, "info", "Today")
    noon = datetime.combine(day + ONE_DAY, time(12), timezone.get_current_timezone())
    return Cell(day, "act", "Missing") if now >= noon else Cell(day, "info", "To sign")


def day(request: Any, day: date) -> HttpResponse:
    _refuse_unknown(request, day)
    if request.method == "GET":
        return _page(request, day)
    form = forms.SignDay(request.POST)
    if not form.is_valid():
        return _page(request, day, form=form)
    given = form.cleaned_data
    try:
        second = sign(request, "reconcile", form)
        sheet = service.reconcile(
            day=day,
            seen=given["seen"],
            note=given["note"],
            by=request.duty,
            second=second,
            now=request.now,
        )
    except Refused as refusal:
        return _page(request, day, form=form, refusal=refusal)
    messages.success(request, f"{day:%-d %b %Y} is signed, number {sheet.number}.")
    return redirect("reconciliation-day", day)


def count(request: Any, day: date) -> HttpResponse:
    _refuse_unknown(request, day)
    form = forms.CountStands(request.POST, sorts=read.sorts_to_count())
    if not form.is_valid():
        return _page(request, day, count_form=form)
    try:
        spend(request.session, request.POST.get("ticket", ""))
        service.count_stands(day=day, counts=form.counts(), by=request.duty, now=request.now)
    except Refused as refusal:
        return _page(request, day, count_form=form, refusal=refusal)
    messages.success(request, "The count is kept. Now it is compared with the logs.")
    return redirect("reconciliation-day", day)


def export(request: Any, day: date, number: int) -> HttpResponse:
    """A signed sheet as it was signed: the same bytes whenever it is asked for."""
    sheet = next((sheet for sheet in read.sheets_of(day) if sheet.number == number), None)
    if sheet is None:
        raise Http404
    answer = HttpResponse(service.as_bytes(sheet.figures), content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="decks-{day}-{number}.json"'
    return answer


def _refuse_unknown(request: Any, day: date) -> None:
    first = read.first_day()
    if day > house_day(request.now) or first is None or day < first:
        raise Http404


def _page(request: Any, day: date, **more: Any) -> HttpResponse:
    sheets = read.sheets_of(day)
    sheet = sheets[0].figures if sheets else service.figures(day, request.now)
    sorts = read.sorts_to_count() if day < house_day(request.now) else []
    is_blind = _is_blind(request, sorts, sheets, sheet)
    context = {
        **_around(day, request.now),
        "is_blind": is_blind,
        "sheet": sheet,
        "gone": sum(sheet["did"][name] for name in ("destroyed", "cancelled", "surrendered")),
        "sheets": sheets,
        "differences": [(service.what_words(d["what"]), d) for d in sheet["differences"]],
        "flow": flow(sheet, is_blind=is_blind),
        "count_form": forms.CountStands(sorts=sorts),
        "form": forms.SignDay(initial={"seen": sheets[0].number if sheets else 0}),
        "seconds": seconds_of("reconcile"),
        "entries": visible(request.duty).filter(thing=read.thing_of(day))[:HISTORY_ROWS],
        **_shown(request, day, sheet, is_blind),
        **more,
    }
    if sheets or sheet["differences"]:
        context["form"].fields["note"].required = True  # the page says so; the service refuses
    form = more.get("form") or more.get("count_form")
    status = status_of(more.get("refusal"), form)
    return render(request, "inventory/reconciliation_day.html", context, status=status)


def _is_blind(request: Any, sorts: list[Any], sheets: list[Any], sheet: dict[str, Any]) -> bool:
    """Whoever may count the stands does not see what their logs say, until they are counted."""
    uncounted = bool(sorts) and not sheets and not sheet["counted"]
    return uncounted and policy.may(request.duty, "count_stands")


def _around(day: date, now: datetime) -> dict[str, Any]:
    is_over = day < house_day(now)
    return {
        "day": day,
        "before": day - ONE_DAY if read.first_day() != day else None,
        "after": day + ONE_DAY if is_over else None,
        "is_over": is_over,
    }


def _shown(request: Any, day: date, sheet: dict[str, Any], is_blind: bool) -> dict[str, Any]:
    """The figure that somebody wants to look behind, and what stands there."""
    asked = forms.ShowDay(request.GET)
    show = asked.cleaned_data["show"] if asked.is_valid() else ""
    if show not in FIGURES or (is_blind and show in BLIND):
        return {"show": "", "show_words": ""}
    until = datetime.fromisoformat(sheet["until"])
    return {
        "show": show,
        "show_words": FIGURES[show],
        "behind": behind(show, day, until, sheet),
    }


BLIND = frozenset({"stores", "stands", "reserve"})
