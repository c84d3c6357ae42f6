"""Rounds that were played: the list of a table, one round step by step, and its correction."""

import json
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode

from casino import policy
from casino.lib.law import Refused
from casino.signing import seconds_of, sign, status_of
from games.forms.replay import At, Correct, RoundsFilter
from games.selectors import replay as told
from games.selectors.felt import felt_of
from games.selectors.pots import pot_of
from games.selectors.rounds import transcript_of
from games.selectors.rulebook import name_of
from games.selectors.views import may_see_hidden, view_of
from games.services.corrections import correct as correct_round
from games.services.looks import HIDDEN, REPLAY, note_look
from tables.catalogue import game_of
from tables.views.signs import found_table

ROWS = 50
ACT = "correct_round"
STATES = {
    "open": ("In play", "info"),
    "settled": ("Settled", "ok"),
    "void": ("Void", "attention"),
}


# --- the list


def rounds(request: Any, number: str) -> HttpResponse:
    """Newest first, older by cursor; live, it is drawn again only when a row has changed."""
    table, form = found_table(number), RoundsFilter(request.GET)
    wanted = form.cleaned_data if form.is_valid() else {}
    found = told.rounds_at(table, wanted, size=ROWS) if form.is_valid() else []
    version = _version(found)
    if "X-Live" in request.headers and request.GET.get("seen") == version:
        return HttpResponse(status=204)
    context = {
        "table": table,
        "game": name_of(table.game),
        "has_pot": game_of(table.game).demands.is_for_pot,
        "form": form,
        "rows": [(row, STATES[row.round.status]) for row in found[:ROWS]],
        "filtered": any(wanted.get(name) for name in ("day", "void")),
        "version": version,
        "live": not wanted.get("before"),
        "query": _query(wanted),
        "newer": f"?{_query(wanted)}" if wanted.get("before") else "",
        "older": _older(wanted, found),
    }
    return render(request, "games/rounds.html", context, status=status_of(None, form))


def _version(found: list[told.Row]) -> str:
    return ".".join(f"{row.round.number}{row.round.status[0]}{row.net_now}" for row in found[:2])


def _query(wanted: dict[str, Any], **more: Any) -> str:
    kept = {"day": wanted.get("day"), "void": "on" if wanted.get("void") else "", **more}
    return urlencode({name: value for name, value in kept.items() if value})


def _older(wanted: dict[str, Any], found: list[told.Row]) -> str:
    if len(found) <= ROWS:
        return ""
    return f"?{_query(wanted, before=found[ROWS - 1].round.number)}"


# --- one round


def found_round(number: int) -> Any:
    row = told.round_with(number)
    if row is None:
        raise Http404
    return row


def round_page(request: Any, pk: int) -> HttpResponse:
    return page(request, found_round(pk))


def sees_hidden(request: Any, row: Any) -> bool:
    """Once a round is over all that is known is shown; looking is logged."""
    if row.is_open and not may_see_hidden(request.duty):
        return False
    note_look(row, by=request.duty, now=request.now, act=HIDDEN if row.is_open else REPLAY)
    return True


def page(
    request: Any, row: Any, *, refusal: Refused | None = None, form: Any = None
) -> HttpResponse:
    """A step is asked for by htmx and is the felt alone; without script each is a whole page."""
    hidden = sees_hidden(request, row)
    replay = told.replay_of(row, hidden=hidden)
    at = _at(request, replay)
    context = _stage(row, replay, at, hidden=hidden)
    if request.htmx and "X-Live" not in request.headers and request.method == "GET":
        return render(request, "games/_replay.html", context)
    context |= _around(request, row, replay) | {"refusal": refusal}
    context["last_felt"] = _felt(row, replay, replay.length, hidden=hidden)
    context["form"] = form or _form(request, row)
    status = status_of(refusal, form)
    return render(request, "games/replay.html", context, status=status)


def _at(request: Any, replay: told.Replay) -> int:
    """Beyond the end is the end: a link into a round goes on to lead somewhere."""
    asked = At(request.GET)
    at = asked.cleaned_data["at"] if asked.is_valid() else None
    return replay.length if at is None else min(at, replay.length)


def _stage(row: Any, replay: told.Replay, at: int, *, hidden: bool) -> dict[str, Any]:
    return {
        "round": row,
        "at": at,
        "length": replay.length,
        "line": replay.line_at(at),
        "refused_here": replay.refused_at(at),
        "view": view_of(replay.states[at], hidden=hidden),
        "felt": _felt(row, replay, at, hidden=hidden),
        "back": max(0, at - 1),
        "next": min(replay.length, at + 1),
    }


def _felt(row: Any, replay: told.Replay, at: int, *, hidden: bool) -> Any:
    view = view_of(replay.states[at], hidden=hidden)
    return felt_of(view, result=row.result if at == replay.length else None)


def _around(request: Any, row: Any, replay: told.Replay) -> dict[str, Any]:
    net, net_now = told.house_net(row.result, replay.corrections)
    return {
        "table": row.table,
        "game": name_of(row.table.game),
        "state": STATES[row.status],
        "replay": replay,
        "lanes": replay.lanes(),
        "seats": told.seats_of(replay),
        "pots": told.pots_of(replay),
        "house_net": net,
        "house_net_now": net_now,
        "fate": told.FATES.get((row.result or {}).get("deck", ""), ""),
        "follows": row.is_open and "at" not in request.GET,
        "reads_log": policy.may(request.duty, "read_log"),
        "may_export": not row.is_open or may_see_hidden(request.duty),
        "corrects": _why_not(request, row),
        "seconds": seconds_of(ACT),
    }


def _why_not(request: Any, row: Any) -> str:
    """Empty where this person may correct the round; the services ask again."""
    if not policy.may(request.duty, ACT):
        jobs = policy.jobs_in_words(policy.ACTS[ACT].jobs)
        return f"A round is corrected by: {jobs}"
    return "The round is still played" if row.is_open else ""


def _form(request: Any, row: Any) -> Correct:
    data = request.POST if request.method == "POST" else None
    return Correct(data, seats=row.setup["seats"], pot=pot_of(row.table))


def correct(request: Any, pk: int) -> HttpResponse:
    row = found_round(pk)
    form = _form(request, row)
    if not form.is_valid():
        return page(request, row, form=form)
    try:
        second = sign(request, ACT, form)
        entry = correct_round(
            round=pk,
            reason=form.cleaned_data["reason"],
            seats=form.amounts(),
            pot=form.pot(),
            by=request.duty,
            second=second,
            now=request.now,
        )
    except Refused as refusal:
        return page(request, row, refusal=refusal, form=form)
    messages.success(request, "The correction stands beside the result; the original stays.")
    return redirect(f"{reverse('round', args=[pk])}#correction-{entry.position}")


def transcript(request: Any, pk: int) -> HttpResponse:
    """One line, as `manage.py replay` reads it."""
    row = found_round(pk)
    if not sees_hidden(request, row):
        raise Refused(
            "The round is still played, and its deal may tell cards that lie face down",
            remedy="Take the transcript when the round is over",
        )
    answer = HttpResponse(
        json.dumps(transcript_of(row)) + "\n", content_type="application/x-ndjson"
    )
    name = f"{row.table.number}-round-{row.number}.jsonl"
    answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
