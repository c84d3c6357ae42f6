"""Opening and closing a table, line by line: done, or why not, and who mends it."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import redirect, render

from casino.lib.law import Refused
from casino.signing import status_of
from tables.rules.opening import CLOSINGS, PAUSES
from tables.rules.table import Phase
from tables.selectors.work import Work, work_at
from tables.views.offers import Offer, card_offer, offer, rows_of
from tables.views.signs import found_table
from tables.views.table import STATES

# What the last button of the list does.
LAST = {
    Phase.CLOSED: "begin",
    Phase.OPENING: "open",
    Phase.IDLE: "resume",
    Phase.PAUSED: "continue",
    Phase.CLOSING: "close",
}


def opening(request: Any, number: str) -> HttpResponse:
    found = found_table(number)
    if found.phase == Phase.CLOSING:
        return redirect("table-closing", number)
    return opening_page(request, found)


def closing(request: Any, number: str) -> HttpResponse:
    return closing_page(request, found_table(number))


def opening_page(request: Any, found: Any, **more: Any) -> HttpResponse:
    return _page(request, found, "opening", **more)


def closing_page(request: Any, found: Any, **more: Any) -> HttpResponse:
    return _page(request, found, "closing", **more)


def _page(
    request: Any,
    found: Any,
    name: str,
    *,
    refusal: Refused | None = None,
    failed: str = "",
    form: Any = None,
) -> HttpResponse:
    """Live, it is drawn again only when something about the table has changed."""
    work = work_at(found, request.now)
    if request.htmx and request.method == "GET" and request.GET.get("seen") == work.version:
        return HttpResponse(status=204)
    needs = work.needs() if _fits(work, name) else []
    rows = rows_of(request, work, needs, failed, form)
    context = {
        "table": found,
        "work": work,
        "page": name,
        "state": STATES[work.fold.phase],
        "why": {**PAUSES, **CLOSINGS}.get(work.fold.reason, ""),
        "rows": rows,
        "done": sum(row.need.is_done for row in rows),
        "last": _last(request, work, name, failed, form),
        "beside": _beside(request, work, failed, form) if name == "opening" else [],
        "seats": work.seats,
        "sit": _free_seats(request, work),
        "refusal": refusal,
    }
    return render(request, f"tables/{name}.html", context, status=status_of(refusal, form))


def _fits(work: Work, name: str) -> bool:
    """A table that plays has nothing to open; one that is not closing has nothing to close."""
    return (work.fold.phase is Phase.CLOSING) == (name == "closing")


def _last(request: Any, work: Work, name: str, failed: str, form: Any) -> Offer | None:
    do = LAST.get(work.fold.phase, "")
    if name == "closing" and work.fold.phase not in (Phase.CLOSING, Phase.CLOSED):
        do = "begin_close"
    if not do or (name == "closing" and do == "begin"):
        return None
    back = form if do == failed else None
    return offer(request, work, do, form=back, method=work.table.method)


def _beside(request: Any, work: Work, failed: str, form: Any) -> list[Offer]:
    """What may be done out of the order of the list: a second deck, a way out."""
    if work.fold.phase not in (Phase.OPENING, Phase.IDLE, Phase.OPEN):
        return []
    verbs = ["deliver"] if 0 < len(work.fold.decks) < 2 and work.around.has_shuffler else []
    verbs += [do for do in ("change_method", "pause", "begin_close") if do in work.legal]
    made = [offer(request, work, do, form=form if do == failed else None) for do in verbs]
    return made + [card_offer(request, work, "remove", deck.code) for deck in work.fold.decks]


def _free_seats(request: Any, work: Work) -> list[Offer]:
    if work.fold.phase in (Phase.CLOSED, Phase.CLOSING, Phase.PAUSED):
        return []
    return [
        offer(request, work, "sit", key=f"sit-{seat.number}", seat=seat.number)
        for seat in work.seats
        if not seat.sitting
    ]
