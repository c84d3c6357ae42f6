"""Something went wrong at the table: what happened, what the rule says, who gets what back."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from casino import policy
from casino.lib.law import Refused
from casino.signing import status_of
from games.forms.replay import Confirm, Irregular
from games.selectors import wizard
from games.selectors.replay import last_action
from games.selectors.rounds import open_round_at, present, round_of
from games.selectors.rulebook import name_of
from games.selectors.sentences import sentence
from games.services.actions import submit
from games.services.submission import Submission
from inventory.selectors.discrepancies import open_report
from tables.selectors.ready import ready_for_round
from tables.views.signs import found_table

ACT, REPORT = "round_action", "report_discrepancy"


def irregularity(request: Any, number: str) -> HttpResponse:
    table = found_table(number)
    if request.method == "POST":
        return _confirm(request, table)
    if request.GET.get("done", "").isdecimal():
        return _done(request, table, int(request.GET["done"][:18]))
    return page(request, table)


def page(request: Any, table: Any, *, refusal: Refused | None = None) -> HttpResponse:
    """The list of what may be said now, or one of them with all that follows from it."""
    row = open_round_at(table.number)
    context = {
        "table": table,
        "game": name_of(table.game),
        "round": row,
        "refusal": refusal,
        "why_not": _why_not(request),
    }
    if row:
        context |= _asked(request, row)
    return render(request, "games/irregularity.html", context, status=status_of(refusal))


def _why_not(request: Any) -> str:
    if policy.may(request.duty, ACT):
        return ""
    return f"It is said by: {policy.jobs_in_words(policy.ACTS[ACT].jobs)}"


def _asked(request: Any, row: Any) -> dict[str, Any]:
    folded = present(row.pk)
    state, form = folded.state, Irregular(request.POST or request.GET)
    chosen = wizard.choice_with(state, form.data.get("kind", ""))
    told: dict[str, Any] = {"form": form, "chosen": chosen}
    told["choices"] = wizard.choices_now(state)
    if chosen is None:
        return told
    told["rule"] = wizard.rule_of(state, chosen.place)
    told["is_stub"] = chosen.kind == wizard.STUB
    if not form.is_valid():
        return told | {"needs_cards": True}
    told["needs_cards"] = told["is_stub"] and form.cleaned_data["cards"] is None
    if told["needs_cards"] and "cards" in form.data:
        form.add_error("cards", "Say how many there are")
    if not told["needs_cards"]:
        told["outcome"] = wizard.outcome_of(state, action_of(form))
        told["sent"] = {"round": row.pk, "index": folded.length, "key": str(uuid4())}
    return told


def action_of(form: Any) -> dict[str, Any]:
    given = form.cleaned_data
    return wizard.action_for(given["kind"], given["cards"], misdealt=given["misdealt"])


def _confirm(request: Any, table: Any) -> HttpResponse:
    """A page that is out of date is answered with the present state, and nothing is done."""
    form = Confirm(request.POST)
    if not form.is_valid():
        refusal = Refused("This form is not whole", remedy="Choose again what happened")
        return page(request, table, refusal=refusal)
    given = form.cleaned_data
    asked = Submission(
        given["round"], given["index"], given["key"], action_of(form), request.duty, request.now
    )
    answer = submit(asked)
    if answer.refusal:
        return page(request, table, refusal=answer.refusal)
    if answer.result:
        return redirect(f"{reverse('irregularity', args=[table.number])}?done={asked.round}")
    messages.success(request, f"{table}: kept in the round's record. Play goes on.")
    return redirect("console", table.number)


def _done(request: Any, table: Any, number: int) -> HttpResponse:
    """What came of it, and what has to be done next."""
    row = round_of(number)
    if row is None or row.result is None or row.table_id != table.pk:
        return page(request, table)
    is_removed = row.result["deck"] == "remove"
    context = {
        "table": table,
        "game": name_of(table.game),
        "done": row,
        "words": sentence(last_action(row.pk), None),
        "seats": sorted((int(seat), one) for seat, one in row.result["seats"].items()),
        "fate": wizard.FATES[row.result["deck"]],
        "is_removed": is_removed,
        "report": open_report(row.deck) if is_removed else None,
        "may_report": policy.may(request.duty, REPORT),
        "reporters": policy.jobs_in_words(policy.ACTS[REPORT].jobs),
        "ready": ready_for_round(table, request.now),
    }
    return render(request, "games/irregularity.html", context)
