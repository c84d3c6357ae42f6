"""The rules of a table: those that hold, what is proposed beside them, and who decides."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.formats import date_format

from casino.lib.law import Clause, Refused
from casino.services.once import spend
from casino.signing import status_of
from tables.catalogue import TableGame, game_of
from tables.forms.rules import Decide, GiveNotice, Propose, SetTime, initial_of
from tables.rules import notices
from tables.selectors import rules as read
from tables.services import rules
from tables.services.rules import seen_of
from tables.views.layouts import refusal_words
from tables.views.signs import entries_of, found_table

ACTS = (
    "propose_rules",
    "give_notice",
    "time_rules",
    "approve_rules",
    "refuse_rules",
    "withdraw_rules",
)
HISTORY_ROWS = 30
SLACK = timedelta(minutes=15)  # to print the notice and hang it


def table_rules(request: Any, number: str) -> HttpResponse:
    table = found_table(number)
    if request.method == "POST":
        return _propose(request, table)
    return _notice_sheet(request, table) if "notice" in request.GET else page(request, table)


@dataclass(frozen=True, slots=True)
class Case:
    """What is proposed, and what stands between it and the table."""

    proposal: Any
    changes: tuple[notices.Change, ...]
    clause: Clause | None  # that wants notice
    notice: notices.Notice
    earliest: datetime
    refusal: Refused | None  # why it could not be approved now, whoever asks

    @property
    def starts(self) -> datetime:
        return self.proposal.effective_at or self.earliest

    @property
    def is_told(self) -> bool:
        return all(at for asked, at in self.asked.values() if asked)

    @property
    def asked(self) -> dict[str, tuple[bool, Any]]:
        return {
            "posted": (self.notice.sign, self.proposal.posted_at),
            "announced": (self.notice.announcement, self.proposal.announced_at),
        }


def case_of(table: Any, sets: list[Any], proposal: Any, now: datetime) -> Case | None:
    """None where nothing is proposed."""
    if proposal is None:
        return None
    game, moment = game_of(table.game), read.moment(table, proposal, now)
    after, refusal = read.read_or_none(game, proposal.options)
    found: tuple[notices.Change, ...] = ()
    if sets and refusal is None:
        found = notices.changes(game.read_options(sets[0].options), after, game.demands)
    clause = notices.notice_clause(found, moment, game.demands)
    earliest = notices.earliest(found, moment, game.demands)
    if refusal is None:
        refusal = _why_not_yet(table, sets, proposal, after, moment)
    return Case(proposal, found, clause, moment.notice, earliest, refusal)


def _why_not_yet(table: Any, sets: list[Any], proposal: Any, after: Any, moment: Any) -> Any:
    versions = read.versions(table, sets)
    starts = proposal.effective_at or moment.now
    try:
        notices.refuse_change(versions, after, starts, moment, game_of(table.game).demands)
    except Refused as refusal:
        return refusal
    return None


def page(
    request: Any,
    table: Any,
    *,
    refusal: Refused | None = None,
    form: Any = None,
) -> HttpResponse:
    game, sets = game_of(table.game), read.rule_sets(table)
    proposal = read.open_proposal(table)
    held = next((row for row in sets if row.effective_at <= request.now), None)
    case = case_of(table, sets, proposal, request.now)
    base = sets[0].options if sets else {}
    context = {
        "table": table,
        "game": game,
        "held": held,
        "coming": [row for row in sets if row.effective_at > request.now],
        "case": case,
        "rows": _grouped(game, held, proposal),
        "versions": [_version(game, row, sets, held, request.now) for row in sets],
        "turned_down": read.refused_proposals(table),
        "form": _proposal_form(request, game, base, sets, form) if not proposal else None,
        "given": {"seen": seen_of(proposal)},
        "time_form": _time_form(form, case, request.now),
        "decide_form": form
        if isinstance(form, Decide)
        else Decide(initial={"seen": seen_of(proposal)}, auto_id="decide_%s"),
        "is_own": bool(proposal and proposal.proposer_id == request.duty.person_id),
        "not": {act: refusal_words(request, act, table.pit) for act in ACTS},
        "entries": entries_of(request, table, ACTS, HISTORY_ROWS),
        "refusal": refusal,
    }
    return render(request, "tables/rules.html", context, status=status_of(refusal, form))


def _grouped(game: TableGame, held: Any, proposal: Any) -> list[tuple[str, list[read.Row]]]:
    rows = read.side_by_side(
        game, held.options if held else None, proposal.options if proposal else None
    )
    return [(name, list(of)) for name, of in groupby(rows, lambda row: row.choice.group)]


def _version(game: TableGame, row: Any, sets: list[Any], held: Any, now: datetime) -> Any:
    """A version of the history: what it changed, and how it stands."""
    before = next((one for one in sets if one.number == row.number - 1), None)
    found: tuple[notices.Change, ...] = ()
    if before:
        was, now_ = game.read_options(before.options), game.read_options(row.options)
        found = notices.changes(was, now_, game.demands)
    if row == held:
        return row, ("Holds now", "ok"), found
    return row, (("To come", "info") if row.effective_at > now else ("Past", "closed")), found


def _proposal_form(
    request: Any, game: TableGame, base: dict[str, Any], sets: list[Any], sent: Any
) -> Propose:
    if isinstance(sent, Propose):
        return sent
    choices = game.describe_options()
    seen = {"seen": sets[0].number if sets else 0}
    return Propose(choices=choices, initial={**initial_of(choices, base), **seen})


def _time_form(sent: Any, case: Case | None, now: datetime) -> SetTime | None:
    if case is None:
        return None
    if isinstance(sent, SetTime):
        return sent
    wanted = max(case.starts, case.earliest + SLACK if case.clause else now)
    initial = {"seen": seen_of(case.proposal), "effective_at": _round_up(wanted)}
    return SetTime(initial=initial, auto_id="time_%s")


def _round_up(at: datetime) -> datetime:
    """To five minutes: a time that people can say aloud."""
    whole = at.replace(second=0, microsecond=0)
    rest = -whole.minute % 5
    return whole + timedelta(minutes=rest or (5 if whole < at else 0))


def _propose(request: Any, table: Any) -> HttpResponse:
    game = game_of(table.game)
    form = Propose(request.POST, choices=game.describe_options())
    if not form.is_valid():
        return page(request, table, form=form)
    given = form.cleaned_data
    try:
        spend(request.session, request.POST.get("ticket", ""))
        rules.propose(
            number=table.number,
            options=form.options,
            reason=given["reason"],
            effective_at=given["effective_at"],
            seen=given["seen"],
            by=request.duty,
            now=request.now,
        )
    except Refused as refusal:
        return page(request, table, refusal=refusal, form=_with_newest(form, table, game))
    messages.success(request, f"Proposed for {table}. Another person approves it.")
    return redirect("table-rules", table.number)


def _with_newest(form: Propose, table: Any, game: TableGame) -> Propose:
    sets = read.rule_sets(table)
    data: Any = form.data
    data = data.copy()
    data["seen"] = sets[0].number if sets else 0
    return Propose(data, choices=game.describe_options())


def notice(request: Any, number: str) -> HttpResponse:
    table, form = found_table(number), GiveNotice(request.POST)
    if not form.is_valid():
        return page(request, table, form=form)
    return _act(request, table, form, rules.give_notice, "Recorded.", **form.cleaned_data)


def set_time(request: Any, number: str) -> HttpResponse:
    table, form = found_table(number), SetTime(request.POST, auto_id="time_%s")
    if not form.is_valid():
        return page(request, table, form=form)
    told = "The time is set. Notices that were given told of another: give them again."
    return _act(request, table, form, rules.set_time, told, **form.cleaned_data)


def decide(request: Any, number: str) -> HttpResponse:
    table, form = found_table(number), Decide(request.POST, auto_id="decide_%s")
    if not form.is_valid():
        return page(request, table, form=form)
    given = form.cleaned_data
    if given["decision"] == "approve":
        return _act(request, table, None, rules.approve, "Approved.", seen=given["seen"])
    return _act(
        request,
        table,
        None,
        rules.turn_down,
        "Turned down.",
        reason=given["reason"],
        seen=given["seen"],
    )


def _act(
    request: Any, table: Any, form: Any, service: Any, done: str, **given: Any
) -> HttpResponse:
    try:
        spend(request.session, request.POST.get("ticket", ""))
        service(number=table.number, by=request.duty, now=request.now, **given)
    except Refused as refusal:
        return page(request, table, refusal=refusal)
    messages.success(request, f"{table}: {done}")
    return redirect("table-rules", table.number)


def _notice_sheet(request: Any, table: Any) -> HttpResponse:
    """The notice as it is printed: it says what changes, and from when."""
    sets, proposal = read.rule_sets(table), read.open_proposal(table)
    case = case_of(table, sets, proposal, request.now)
    if case is None or not case.changes or case.proposal.effective_at is None:
        raise Http404
    starts = date_format(timezone.localtime(case.proposal.effective_at), "H:i, l j F")
    told = [change for change in case.changes if change.term.is_told]
    context = {
        "table": table,
        "game": game_of(table.game),
        "text": notices.notice_text(told, starts),
        "case": case,
    }
    return render(request, "tables/rules_notice.html", context)
