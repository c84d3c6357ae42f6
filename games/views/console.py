"""The table console: one round played by touch or keys. What is legal now is what it offers."""

import secrets
from typing import Any, NamedTuple

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from casino.lib.law import NotAllowed, Outdated, Refused
from casino.policy import ACTS, may, require
from casino.signing import seconds_of, sign, status_of
from games.catalogue import GAMES
from games.engine.action import Malformed
from games.engine.fold import step
from games.engine.pot_state import PotGame
from games.forms.acting import Act, Award, Key, Undo
from games.selectors.felt import Felt, empty_felt, felt_of
from games.selectors.offers import Controls, controls, faces_of
from games.selectors.rounds import (
    UNDO,
    actions_of,
    open_round_at,
    present,
    round_of,
    rounds_of,
)
from games.selectors.views import may_see_hidden, view_of
from games.services.actions import submit
from games.services.ending import AWARD
from games.services.opening import open_round
from games.services.standing import refuse_stranger
from games.services.submission import Answer, Submission
from games.services.undo import WITHIN, undo
from tables.catalogue import game_of
from tables.rules.opening import PAUSES
from tables.rules.table import Phase
from tables.selectors.ready import Ready, ready_for_round
from tables.selectors.staff import dealer_at
from tables.views.signs import found_table

MEND = "table_open"  # who opens tables mends what a round lacks
UNREADABLE = "This form cannot be read as an act of a round"


class Failed(NamedTuple):
    """What was asked and not done."""

    refusal: Refused | None = None
    form: Any = None
    words: str = ""


NOTHING = Failed()


def console(request: Any, number: str) -> HttpResponse:
    """Live, it is drawn again only when the round, its table or the dealer has moved."""
    table, row = found_table(number), _row_at(number)
    version = _version(table, row, dealer_at(table, request.now))
    live = request.htmx and request.GET.get("seen") == version
    return HttpResponse(status=204) if live else _page(request, table, row)


def open_next(request: Any, number: str) -> HttpResponse:
    table, form = found_table(number), Key(request.POST)
    failed = Failed(Malformed(UNREADABLE))
    if form.is_valid():
        try:
            open_round(table=number, by=request.duty, now=request.now, key=form.cleaned_data["key"])
            return _done(request, table)
        except Refused as refusal:
            failed = Failed(refusal, words="Open a round")
    return _page(request, table, _row_at(number), failed)


def act(request: Any, pk: int) -> HttpResponse:
    row, form = _found(pk), Act(request.POST)
    if not form.is_valid():
        return _page(request, row.table, row, Failed(Malformed(_wrong(form))))
    given = form.cleaned_data
    signed = Award(request.POST) if _is_award(row, given) else None
    if signed and not signed.is_valid():
        return _page(request, row.table, row, Failed(form=signed))
    try:
        second = sign(request, AWARD, signed) if signed else None
    except Refused as refusal:
        return _page(request, row.table, row, Failed(refusal, signed))
    place = (pk, given["index"], given["key"])
    asked = Submission(*place, given["action"], request.duty, request.now, second)
    return _answer(request, row, submit(asked), _tried(given["action"]))


def take_back(request: Any, pk: int) -> HttpResponse:
    row, form = _found(pk), Undo(request.POST)
    if not form.is_valid():
        return _page(request, row.table, row, Failed(Malformed(UNREADABLE)))
    given = form.cleaned_data
    answer = undo(
        round=pk, index=given["index"], key=given["key"], by=request.duty, now=request.now
    )
    return _answer(request, row, answer, "Take back")


def _found(pk: int) -> Any:
    row = round_of(pk)
    if row is None:
        raise Http404
    return row


def _row_at(number: str) -> Any:
    return open_round_at(number) or rounds_of(number).first()


def _is_award(row: Any, given: dict[str, Any]) -> bool:
    """A place that is taken needs no signature: whoever sent this twice is only told again."""
    pays = given["action"].get("do") == "settle" and isinstance(GAMES[row.table.game], PotGame)
    return pays and row.is_open and row.length == given["index"]


def _wrong(form: Any) -> str:
    told = [str(error) for errors in form.errors.values() for error in errors]
    return f"{UNREADABLE}: {' '.join(told)}"


def _tried(action: dict[str, Any]) -> str:
    words = str(action.get("do", "")).replace("_", " ").capitalize()
    return f"Seat {action['seat']}, {words.lower()}" if action.get("seat") else words


def _answer(request: Any, row: Any, answer: Answer, words: str) -> HttpResponse:
    if answer.refusal is None:
        return _done(request, row.table)
    fresh = _found(row.pk)
    return _page(request, fresh.table, fresh, Failed(answer.refusal, words=words))


def _done(request: Any, table: Any) -> HttpResponse:
    if not request.htmx:
        return redirect("console", table.number)
    return _page(request, found_table(table.number), _row_at(table.number))


# --- the page


def _version(table: Any, row: Any, dealer: Any) -> str:
    """A push is of no round, and no deed of the table: the dealer's own assignment tells it."""
    at = f"{row.pk}.{row.length}" if row else "none"
    return f"{table.length}.{at}.{dealer.pk if dealer else 'nobody'}"


def _page(request: Any, table: Any, row: Any, failed: Failed = NOTHING) -> HttpResponse:
    row = row if row and row.is_open else _row_at(table.number)
    dealer = dealer_at(table, request.now)
    context = {
        "table": table,
        "game": game_of(table.game),
        "round": row,
        "dealer": dealer.duty.person if dealer else None,
        "version": _version(table, row, dealer),
        "key": secrets.token_urlsafe(12),
        "refusal": failed.refusal,
        "tried": failed.words,
        "is_late": isinstance(failed.refusal, Outdated),
        **(_open(request, row, failed) if row and row.is_open else _between(request, table, row)),
    }
    name = "games/_console.html" if request.htmx else "games/console.html"
    status = status_of(failed.refusal, failed.form)
    return render(request, name, context, status=status)


def _open(request: Any, row: Any, failed: Failed) -> dict[str, Any]:
    """A round is in play: the felt as this duty may see it, and what may be done."""
    folded = present(row.pk)
    state = folded.state
    view = view_of(state, hidden=may_see_hidden(request.duty))
    reason = _reason(request, row.table, "round_action")
    offered = Controls() if reason else _controls(row, folded)
    deciding = [seat for seat, _ in offered.seats]
    if len(deciding) == 1:
        view = {**view, "turn": deciding[0]}
    return {
        "felt": felt_of(view),
        "view": view,
        "index": folded.length,
        "reason": reason,
        "controls": offered,
        "faces": faces_of(state, view),
        "deciding": deciding,
        "award": failed.form or Award(),
        "seconds": seconds_of(AWARD),
        "undone": "" if reason else _undone(request, row),
        "not_closed": "" if reason else why_bets_stay_open(folded),
        "act_url": reverse("round-act", args=[row.pk]),
    }


def _controls(row: Any, folded: Any) -> Controls:
    before = rounds_of(row.table.number).exclude(pk=row.pk).first()
    told = before.result if before and before.result else None
    return controls(folded.state, prepared=bool(folded.setup.get("prepared")), before=told)


def _reason(request: Any, table: Any, what: str) -> Refused | None:
    """Why this duty only looks on, or why everybody does."""
    try:
        require(request.duty, what, now=request.now, pit=table.pit)
        refuse_stranger(table, request.duty)
    except NotAllowed as refusal:
        return refusal
    return stopped(table)


def stopped(table: Any) -> Refused | None:
    """A table that was paused in a round: nothing is played until a supervisor lets it go on."""
    if table.phase != Phase.PAUSED:
        return None
    why = PAUSES.get(table.fold.reason, "")
    remedy = "A supervisor lets it go on, at the table's page"
    return Refused(f"{table} is paused: {why[:1].lower()}{why[1:]}", remedy=remedy)


def why_bets_stay_open(folded: Any) -> str:
    """Once somebody has wagered, what keeps the bets from being closed."""
    state = folded.state
    if state.closed or not any(state.wagers.values()):
        return ""
    do = "collect_antes" if isinstance(state.game, PotGame) else "no_more_bets"
    try:
        step(state, {"do": do})
    except Refused as refusal:
        return refusal.error
    return ""


def _undone(request: Any, row: Any) -> str:
    """What would be taken back: the last action, if it was mine and is not long ago."""
    last = actions_of(row.pk).last()
    if last is None or last.person_id != request.duty.person_id or last.raw["do"] == UNDO:
        return ""
    return _tried(last.raw) if request.now - last.at <= WITHIN else ""


def _between(request: Any, table: Any, row: Any) -> dict[str, Any]:
    """No round is in play: how the last one ended, and whether the next may be dealt."""
    ready = ready_for_round(table, request.now)
    return {
        "felt": _ended(table, row, ready),
        "ready": ready,
        "reason": _reason(request, table, "open_round"),
        "menders": [] if may(request.duty, MEND) else sorted(job.label for job in _jobs(MEND)),
        "next_number": row.number + 1 if row else 1,
        "is_playing": table.phase in (Phase.OPEN, Phase.PAUSED),
        "stopped": stopped(table),
    }


def _jobs(what: str) -> Any:
    return ACTS[what].jobs


def _ended(table: Any, row: Any, ready: Ready) -> Felt:
    if row is None:
        return empty_felt(table.game, ready.around.seated)
    return felt_of(view_of(present(row.pk).state), result=row.result)
