"""The log on the screen: filters, one entry with its proof, and the heads of the days."""

import json
from datetime import date
from typing import Any

import segno
from django import forms
from django.http import Http404, HttpResponse
from django.shortcuts import render

from casino import policy
from casino.selectors import log as log_read
from casino.selectors.things import call, thing_called
from casino.services.log import export_head, house_day_ends

ROWS = 50


class DayInput(forms.DateInput):
    input_type = "date"


class LogFilter(forms.Form):
    day = forms.DateField(required=False, label="Gaming day", widget=DayInput)
    badge = forms.CharField(required=False, max_length=12)
    act = forms.ChoiceField(
        required=False,
        choices=[
            ("", "any"),
            *sorted(((a.name, a.words) for a in policy.ACTS.values()), key=lambda c: c[1]),
        ],
    )
    thing = forms.CharField(
        required=False, max_length=80, widget=forms.TextInput({"placeholder": "person:1004"})
    )
    refused = forms.BooleanField(required=False, label="Refusals only")
    before = forms.IntegerField(
        required=False, min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput
    )

    def clean_badge(self) -> str:
        return str(self.cleaned_data["badge"]).upper()

    def clean_thing(self) -> str:
        """`person:1004`, or as the page words it: Person 1004, HU-01 round 12."""
        asked = str(self.cleaned_data["thing"]).strip()
        if thing := thing_called(asked):
            return thing
        kind, _, number = asked.replace(" ", ":", 1).partition(":")
        return f"{kind.lower()}:{number}" if number else kind

    def in_words(self) -> str:
        """For the paper: a printed part must not pass for the whole."""
        given = {name: self.cleaned_data[name] for name in self.fields if self.cleaned_data[name]}
        labels = {name: self.fields[name].label or name.capitalize() for name in given}
        said = {name: "" if value is True else f" {value}" for name, value in given.items()}
        return ", ".join(labels[name] + said[name] for name in given)


def log(request: Any) -> HttpResponse:
    """Newest first, older by cursor, so that page one costs the same with ten million entries."""
    asked = LogFilter(request.GET)
    entries = log_read.visible(request.duty)
    entries = log_read.matching(entries, asked.cleaned_data) if asked.is_valid() else entries.none()
    rows, query = list(entries[: ROWS + 1]), _without_cursor(request)
    context = {
        "form": asked,
        "entries": call(rows[:ROWS]),
        "older": f"?{query}&before={rows[ROWS - 1].position}" if len(rows) > ROWS else "",
        "newer": f"?{query}" if asked.data.get("before") else "",
        "query": query,
        "only": asked.in_words() if asked.is_valid() else "",
        "live": not asked.cleaned_data.get("before") if asked.is_valid() else False,
    }
    template = "log/_rows.html" if request.htmx else "log/log.html"
    return render(request, template, context, status=200 if asked.is_valid() else 400)


def _without_cursor(request: Any) -> str:
    query = request.GET.copy()
    query.pop("before", None)
    return str(query.urlencode())


def entry(request: Any, position: int) -> HttpResponse:
    found = log_read.visible(request.duty).filter(position=position).first()
    if found is None:
        raise Http404
    call([found])
    sealed = log_read.seal_over(position)
    broken = sealed is not None and not log_read.is_as_sealed(found, sealed)
    digest = log_read.digest_of(found).hex()
    return render(
        request,
        "log/entry.html",
        {
            "entry": found,
            "act": policy.ACTS.get(found.act),
            "seal": sealed,
            "broken": broken,
            "digest": digest,
            "related": log_read.history(found.thing, request.duty)[:6] if found.thing else [],
        },
    )


def seals(request: Any) -> HttpResponse:
    return render(
        request,
        "log/seals.html",
        {
            "heads": log_read.heads()[:62],
            "last": log_read.last_seal(),
            "unsealed": log_read.unsealed(),
        },
    )


def day(request: Any, day: date) -> HttpResponse:
    """The head of a day, to be printed, signed and kept outside the house's computers."""
    head = log_read.head_of(day)
    if head is None:
        raise Http404
    code = segno.make(json.dumps(log_read.head_json(head)), micro=False)
    return render(
        request,
        "log/day.html",
        {
            "head": head,
            "qr": code.svg_data_uri(scale=3, dark="#000", light="#fff"),
            "counts": log_read.counts_of(day),
            "ends_at": house_day_ends(day),
            "is_over": house_day_ends(day) <= request.now,
        },
    )


def day_export(request: Any, day: date) -> HttpResponse:
    head = log_read.head_of(day)
    if head is None:
        raise Http404
    export_head(by=request.duty, head=head, now=request.now)
    response = HttpResponse(
        json.dumps(log_read.head_json(head), indent=2) + "\n", content_type="application/json"
    )
    response.headers["Content-Disposition"] = f'attachment; filename="log-head-{day}.json"'
    return response
