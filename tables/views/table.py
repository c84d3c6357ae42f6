"""The page of one table: where it stands, who is there, what may be done now."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from casino import policy
from casino.lib.law import Refused
from casino.signing import status_of
from tables.catalogue import game_of
from tables.rules.opening import CLOSINGS, PAUSES
from tables.rules.table import Phase
from tables.selectors.layouts import laying_on
from tables.selectors.ready import ready_for_round
from tables.selectors.signs import hanging
from tables.selectors.work import Work, removals_of, work_at
from tables.views.offers import Offer, deck_state, offer
from tables.views.signs import entries_of, found_table

ROWS = 60
# How a phase is shown: a word, and the class that gives it colour and shape.
STATES = {
    Phase.CLOSED: ("Closed", "closed"),
    Phase.OPENING: ("Opening", "attention"),
    Phase.OPEN: ("Open", "ok"),
    Phase.IDLE: ("No play", "attention"),
    Phase.PAUSED: ("Paused", "act"),
    Phase.CLOSING: ("Closing", "attention"),
}
HISTORY = tuple(
    name
    for name in policy.ACTS
    if name.startswith("table_")
    or name in ("assign_staff", "release_staff", "seat_player", "unseat_player", "remove_player")
    or name in ("report_pot_difference", "settle_pot_difference")
    or name in ("tell_division", "lay_layout", "post_sign", "take_down_sign", "approve_rules")
)
# What the page itself offers; the wizards offer the rest.
BRINGS = (Phase.OPEN, Phase.IDLE)  # a deck that is due is changed here; opening has its list
HERE = ("go_idle", "resume", "pause", "continue", "change_method", "begin_close")


def table(request: Any, number: str) -> HttpResponse:
    found = found_table(number)
    if request.GET.get("tab") == "history":
        return _history(request, found)
    return page(request, found)


def _history(request: Any, found: Any) -> HttpResponse:
    context = {
        "table": found,
        "tab": "history",
        "has_pot": game_of(found.game).demands.is_for_pot,
        "state": STATES[Phase(found.phase)],
        "reads_log": policy.may(request.duty, "read_log"),
        "entries": entries_of(request, found, HISTORY, ROWS),
    }
    return render(request, "tables/table.html", context)


def page(
    request: Any,
    found: Any,
    *,
    refusal: Refused | None = None,
    failed: str = "",
    form: Any = None,
) -> HttpResponse:
    """Live, it is drawn again only when something about the table has changed."""
    work = work_at(found, request.now)
    if request.htmx and request.method == "GET" and request.GET.get("seen") == work.version:
        return HttpResponse(status=204)
    needs = work.needs()
    phase = work.fold.phase
    context = {
        "table": found,
        "tab": "now",
        "has_pot": work.game.demands.is_for_pot,
        "work": work,
        "state": STATES[phase],
        "why": {**PAUSES, **CLOSINGS}.get(work.fold.reason, ""),
        "seats": [_seat(request, work, seat) for seat in work.seats],
        "staff": [_person(request, work, role, failed, form) for role in ("dealer", "floorperson")],
        "decks": [(deck, deck_state(deck), clock) for deck, clock in work.decks],
        "lacks": [need for need in needs if not need.is_done],
        "next_round": ready_for_round(found, request.now) if phase is Phase.OPEN else None,
        "offers": _offers(request, work, failed, form),
        "layout": laying_on(found),
        "signs": hanging(found),
        "removals": [_removal(request, work, row, failed, form) for row in removals_of(found)],
        "wizard": _wizard(phase),
        "refusal": refusal,
    }
    return render(request, "tables/table.html", context, status=status_of(refusal, form))


def _wizard(phase: Phase) -> tuple[str, str]:
    """Where the list of what is to be done next is, and what the button says."""
    if phase is Phase.CLOSING:
        return "table-closing", "Go on closing"
    words = {Phase.CLOSED: "Open this table", Phase.OPENING: "Go on opening"}
    words |= {Phase.IDLE: "Players arrive"}
    return ("table-opening", words[phase]) if phase in words else ("", "")


def _offers(request: Any, work: Work, failed: str, form: Any) -> list[Offer]:
    verbs = [do for do in HERE if do in work.legal]
    verbs += ["remove_player"] if work.around.seated else []
    verbs += ["deliver"] if work.fold.phase in BRINGS else []
    return [offer(request, work, do, form=form if do == failed else None) for do in verbs]


def _seat(request: Any, work: Work, seat: Any) -> tuple[Any, Offer | None]:
    do = "leave" if seat.sitting else "sit"
    if do == "sit" and work.fold.phase in (Phase.CLOSED, Phase.CLOSING):
        return seat, None
    return seat, offer(request, work, do, key=f"{do}-{seat.number}", seat=seat.number)


def _person(
    request: Any, work: Work, role: str, failed: str, form: Any
) -> tuple[str, Any, Offer, Offer | None]:
    row = work.staff.get(role)
    back = (
        form if failed == "assign" and form is not None and form.data.get("role") == role else None
    )
    assign = offer(request, work, "assign", key=f"assign-{role}", form=back, role=role)
    release = offer(request, work, "release", key=f"release-{role}", role=role) if row else None
    return role, row, assign, release


def _removal(
    request: Any, work: Work, row: Any, failed: str, form: Any
) -> tuple[Any, Offer | None]:
    if not row.notice or row.notified_id:
        return row, None
    back = form if failed == "tell_division" else None
    key = f"tell-{row.pk}"
    return row, offer(request, work, "tell_division", key=key, form=back, sitting=row.pk)
