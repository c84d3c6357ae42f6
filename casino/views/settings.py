"""Settings that hold from a date: what holds now, what is to come, and how one is changed."""

from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format

from casino import forms
from casino.lib.dated import Sure
from casino.lib.law import Outdated, Refused
from casino.selectors import settings as read
from casino.services import settings
from casino.signing import seconds_of, sign, status_of

# How sure we are, as the class that gives it colour and shape.
SHAPES = {
    Sure.SEEN: "ok",
    Sure.PARTLY: "info",
    Sure.SISTER: "attention",
    Sure.TRADE: "attention",
}


def dated_settings(request: Any) -> HttpResponse:
    rows = [(row, SHAPES[row.setting.sure]) for row in read.standing(request.now)]
    groups = [(name, list(of)) for name, of in groupby(rows, lambda row: row[0].setting.group)]
    return render(request, "settings/settings.html", {"groups": groups, "as_of": request.now})


def setting(request: Any, name: str) -> HttpResponse:
    row = next((row for row in read.standing(request.now) if row.setting.name == name), None)
    if row is None:
        raise Http404
    return _change(request, row) if request.method == "POST" else _page(request, row)


def _change(request: Any, row: read.Standing) -> HttpResponse:
    form = forms.ChangeSetting(request.POST)
    if not form.is_valid():
        return _page(request, row, form)
    given = form.cleaned_data
    try:
        made = settings.change_setting(
            name=row.setting.name,
            by=request.duty,
            second=sign(request, "change_setting", form),
            now=request.now,
            **{key: given[key] for key in ("value", "source", "effective_at", "seen")},
        )
    except Outdated as outdated:
        newest = request.POST.copy()
        newest["seen"] = _newest(read.history(row.setting.name))
        return _page(request, row, forms.ChangeSetting(newest), refusal=outdated)
    except Refused as refusal:
        return _page(request, row, form, refusal=refusal)
    moment = date_format(timezone.localtime(made.effective_at), "j M Y H:i")
    held = row.setting.in_words(made.value)
    messages.success(request, f"{row.setting.title}: {held} from {moment} on.")
    return redirect("setting", row.setting.name)


def _newest(rows: list[Any]) -> int:
    return rows[0].pk if rows else 0


def _page(
    request: Any, row: read.Standing, form: Any = None, *, refusal: Any = None
) -> HttpResponse:
    rows = read.history(row.setting.name)
    context = {
        "row": row,
        "shape": SHAPES[row.setting.sure],
        "history": [(made, row.setting.in_words(made.value), _state(row, made)) for made in rows],
        "form": form or forms.ChangeSetting(initial={"seen": _newest(rows), "value": row.value}),
        "seconds": seconds_of("change_setting"),
        "refusal": refusal,
    }
    return render(request, "settings/setting.html", context, status=status_of(refusal, form))


def _state(row: read.Standing, made: Any) -> tuple[str, str]:
    """Where a change stands: a word, and the class that gives it colour."""
    if made == row.held:
        return "Holds now", "ok"
    return ("To come", "info") if made in row.coming else ("Past", "closed")
