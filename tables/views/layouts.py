"""Layouts: the list, one design with its versions side by side, and its way to the table."""

from dataclasses import dataclass
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from casino import policy
from casino.lib.law import Refused
from casino.selectors.log import history
from casino.services.once import spend
from casino.signing import status_of
from tables.catalogue import game_of
from tables.forms.layouts import AddLayout, Lay, step_form
from tables.rules.approvals import legal, missing
from tables.selectors import layouts as read
from tables.services import layouts

HISTORY_ROWS = 30
# Where a version stands: the class that gives it colour and shape.
SHAPES = {
    "drafted": "info",
    "reviewed": "info",
    "submitted": "ok",
    "approved": "ok",
    "objected": "act",
    "withdrawn": "closed",
}
# What the button says, and what it means.
BUTTONS = {
    "review": ("Review: it is complete", "Somebody else than the author looks at every point"),
    "submit": ("Record the submission", "From then on it may lie on a table"),
    "approve": ("Record the approval", "The Division has approved it"),
    "object": ("Record an objection", "It may not be used from now on; open tables are alarmed"),
    "withdraw": ("Withdraw", "For good: a later change is another version"),
}
CHAIN = (
    ("change", "Drawn"),
    ("review", "Reviewed"),
    ("submit", "Submitted to the Division"),
    ("approve", "Approved"),
)
DANGEROUS = ("object", "withdraw")


def shown(request: Any, code: str) -> list[Any]:
    """All versions of a design, or not found."""
    rows = read.versions_of(code.upper())
    if not rows:
        raise Http404
    return rows


def layouts_page(request: Any) -> HttpResponse:
    rows = read.designs()
    by_game = groupby(rows, lambda row: row.newest.game)
    context = {
        "groups": [(game_of(game), [(row, shape_of(row)) for row in of]) for game, of in by_game],
        "count": len(rows),
    }
    return render(request, "tables/layouts.html", context)


def shape_of(row: read.Listed) -> str:
    return SHAPES[row.newest.stage]


def add(request: Any) -> HttpResponse:
    form = AddLayout(request.POST or None)
    refusal = None
    if request.method == "POST" and form.is_valid():
        try:
            spend(request.session, request.POST.get("ticket", ""))
            made = layouts.add_layout(**form.cleaned_data, by=request.duty, now=request.now)
        except Refused as refused:
            refusal = refused
        else:
            messages.success(request, f"{made}: draw it now.")
            return redirect("layout-draw", made.code)
    context = {"form": form, "refusal": refusal}
    return render(request, "tables/layout_add.html", context, status=status_of(refusal, form))


def layout(request: Any, code: str) -> HttpResponse:
    rows = shown(request, code)
    wanted = request.GET.get("version", "")
    found = next((row for row in rows if str(row.version) == wanted), rows[0])
    return page(request, found, rows)


@dataclass(frozen=True, slots=True)
class Offer:
    """A step as the page offers it; `reason` says why it cannot be taken."""

    do: str
    label: str
    words: str
    reason: str
    form: Any
    is_dangerous: bool


@dataclass(frozen=True, slots=True)
class Link:
    """One signature of the chain, or the place where it will stand."""

    title: str
    entry: Any
    state: str  # done, now, ahead


def page(
    request: Any,
    found: Any,
    rows: list[Any],
    *,
    do: str = "",
    form: Any = None,
    refusal: Refused | None = None,
) -> HttpResponse:
    game, other = game_of(found.game), read.compared_with(found, rows)
    signed = read.signatures(found.code)
    layings = read.layings(found.code)
    context = {
        "layout": found,
        "game": game,
        "other": other,
        "versions": [(row, SHAPES[row.stage]) for row in rows],
        "is_newest": found == rows[0],
        "shape": SHAPES[found.stage],
        "chain": chain(found, signed.get(found.version, [])),
        "dots": read.dots_of(found, game.demands),
        "other_dots": read.dots_of(other, game.demands) if other else [],
        "elements": read.elements_of(found, other, game.demands),
        "statements": read.statements_of(found, other, game.demands),
        "missing": missing(found.design, game.demands) if found.stage == "drafted" else [],
        "offers": _offers(request, found, do, form),
        "layings": layings,
        "lay": _lay(request, found, layings, do, form),
        "entries": history(f"layout:{found.code}", request.duty).order_by("-position")[
            :HISTORY_ROWS
        ]
        if policy.may(request.duty, "read_log")
        else [],
        "refusal": refusal,
    }
    return render(request, "tables/layout.html", context, status=status_of(refusal, form))


def chain(found: Any, entries: list[Any]) -> list[Link]:
    """Who signed what; the step that is next, and those that are ahead."""
    last = {entry.act.removeprefix("layout_"): entry for entry in entries}
    links, is_next = [], found.stage not in ("objected", "withdrawn")
    for do, title in CHAIN:
        entry = last.get(do)
        state = "done" if entry else "now" if is_next else "ahead"
        is_next = is_next and bool(entry)
        links.append(Link(title, entry, state))
    ends = (("object", "Objected to"), ("withdraw", "Withdrawn"))
    links += [Link(title, last[do], "over") for do, title in ends if do in last]
    return links


def _offers(request: Any, found: Any, failed: str, form: Any) -> list[Offer]:
    """The steps open to this version, the usual one first."""
    known = {"seen": found.entry_id, "version": found.version}
    today = {"submitted_on": request.now.date()}
    return [
        Offer(
            do,
            *BUTTONS[do],
            reason=_why_not(request, found, do),
            form=form
            if do == failed and form
            else step_form(do, initial={"do": do, **known, **today}),
            is_dangerous=do in DANGEROUS,
        )
        for do in legal(found.design)
        if do in BUTTONS
    ]


def _why_not(request: Any, found: Any, do: str) -> str:
    if do == "review" and found.author_id == request.duty.person_id:
        return "You drew this yourself: review is not possible. Another person reviews it"
    if do == "review" and missing(found.design, game_of(found.game).demands):
        return "It is not complete yet: see what is missing"
    return refusal_words(request, f"layout_{do}")


def refusal_words(request: Any, act: str, pit: Any = None) -> str:
    """Why this duty may not do it, or nothing."""
    try:
        policy.require(request.duty, act, now=request.now, pit=pit)
    except Refused as refusal:
        return f"{refusal.error}. {refusal.remedy}".strip()
    return ""


def _lay(request: Any, found: Any, layings: list[Any], do: str, form: Any) -> dict[str, Any] | None:
    """The tables on which this version may be laid; None where it may not."""
    if found.stage not in ("submitted", "approved"):
        return None
    there = {one.table_id for one in layings if one.layout_id == found.pk}
    tables = [one for one in read.tables_for(found) if one.pk not in there]
    return {
        "reason": refusal_words(request, "lay_layout"),
        "tables": [(one, one.phase == "closed") for one in tables],
        "form": form if do == "lay" and form else None,
    }


def do(request: Any, code: str) -> HttpResponse:
    rows = shown(request, code)
    wanted = request.POST.get("do", "")
    form = step_form(wanted, request.POST)
    found = _version(rows, request.POST.get("version", ""))
    if not form.is_valid():
        return page(request, found, rows, do=wanted, form=form)
    given = form.cleaned_data
    try:
        spend(request.session, request.POST.get("ticket", ""))
        made = layouts.move_layout(
            found.code,
            given["version"],
            given["do"],
            by=request.duty,
            now=request.now,
            seen=given["seen"],
            facts=given,
        )
    except Refused as refusal:
        return again(request, found, wanted, refusal)
    messages.success(request, f"{made} is {made.stage_in_words}.")
    return redirect(address(made))


def address(found: Any) -> str:
    return f"{reverse('layout', args=[found.code])}?version={found.version}"


def again(request: Any, found: Any, wanted: str, refusal: Refused) -> HttpResponse:
    """The page as it is now, with what was refused and what was typed."""
    rows = shown(request, found.code)
    now = _version(rows, str(found.version))
    data = request.POST.copy()
    data["seen"] = now.entry_id
    form = step_form(wanted, data) if wanted in BUTTONS else None
    return page(request, now, rows, do=wanted, form=form, refusal=refusal)


def _version(rows: list[Any], wanted: str) -> Any:
    found = next((row for row in rows if str(row.version) == wanted), None)
    if found is None:
        raise Http404
    return found


def lay(request: Any, code: str) -> HttpResponse:
    rows, form = shown(request, code), Lay(request.POST)
    found = _version(rows, request.POST.get("version", ""))
    if not form.is_valid():
        return page(request, found, rows, do="lay", form=form)
    try:
        spend(request.session, request.POST.get("ticket", ""))
        layouts.lay(
            found.code,
            found.version,
            number=form.cleaned_data["table"],
            by=request.duty,
            now=request.now,
            seen=form.cleaned_data["seen"],
        )
    except Refused as refusal:
        return again(request, found, "lay", refusal)
    messages.success(request, f"{found} lies on {form.cleaned_data['table']}.")
    return redirect(address(found))
