"""The handover sheet: written by the log, read and signed by two people, kept, printed."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from casino import policy
from casino.lib.law import Refused
from casino.signing import seconds_of, sign, status_of
from tables.forms.floor import HandOver
from tables.selectors import handover as read
from tables.selectors.floor import find_pit
from tables.services.handover import hand_over


def handover(request: Any, code: str) -> HttpResponse:
    pit = find_pit(code)
    if pit is None:
        raise Http404
    return _sign(request, pit) if request.method == "POST" else page(request, pit)


def page(
    request: Any, pit: Any, *, form: Any = None, refusal: Refused | None = None
) -> HttpResponse:
    last = read.last_handover(pit)
    began = read.began_at(request.duty, last, request.now)
    own = request.duty.pit_id in (None, pit.pk)
    context = {
        "pit": pit,
        "last": last,
        "began": began,
        "sheet": read.sheet_of(pit, began, request.now),
        "earlier": read.handovers_of(pit),
        "form": form or HandOver(initial={"seen": last.pk if last else 0}),
        "may_sign": own and policy.may(request.duty, "hand_over_pit"),
        "who_signs": policy.jobs_in_words(policy.ACTS["hand_over_pit"].jobs),
        "seconds": seconds_of("hand_over_pit"),
        "now": request.now,
        "refusal": refusal,
    }
    return render(request, "tables/handover.html", context, status=status_of(refusal, form))


def _sign(request: Any, pit: Any) -> HttpResponse:
    form = HandOver(request.POST)
    if not form.is_valid():
        return page(request, pit, form=form)
    given = {name: form.cleaned_data[name] for name in ("notes", "seen")}
    try:
        second = sign(request, "hand_over_pit", form)
        kept = hand_over(pit=pit, by=request.duty, second=second, now=request.now, **given)
    except Refused as refusal:
        return page(request, pit, form=form, refusal=refusal)
    messages.success(request, f"{pit} is handed over to {kept.entry.second_person}.")
    return redirect("handed-over", kept.pk)


def handed_over(request: Any, number: int) -> HttpResponse:
    """A sheet as it was signed."""
    kept = read.find_handover(number)
    if kept is None:
        raise Http404
    return render(request, "tables/handed_over.html", {"kept": kept, "sheet": kept.sheet})
