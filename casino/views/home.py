"""The first page, search, and how things look."""

from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render

from casino import forms, policy
from casino.models import Job
from casino.selectors import people as people_read
from casino.selectors.log import visible
from casino.selectors.search import FINDERS
from casino.selectors.things import call
from casino.shell import DENSITIES, THEMES
from casino.views.alerts import open_rows
from casino.views.answers import is_path
from tables.selectors.staff import dealing_place

A_YEAR = 365 * 24 * 3600


def home(request: Any) -> HttpResponse:
    duty = request.duty
    return render(
        request,
        "home/home.html",
        {
            "duties": people_read.on_duty(request.now),
            "is_dealer": duty.job == Job.DEALER,
            "place": dealing_place(duty),
            "open_alerts": open_rows(duty, 5) if policy.may(duty, "see_alerts") else None,
            "entries": call(list(visible(duty)[:8])) if policy.may(duty, "read_log") else None,
        },
    )


def on_duty(request: Any) -> HttpResponse:
    return render(request, "home/_on_duty.html", {"duties": people_read.on_duty(request.now)})


def search(request: Any) -> HttpResponse:
    """What the command palette asks: only things this duty may open."""
    asked = forms.Search(request.GET)
    like = asked.cleaned_data["q"] if asked.is_valid() else ""
    groups = [
        {"name": "People", "results": _people(request.duty, like)},
        *({"name": name, "results": find(request.duty, like)} for name, find in FINDERS.items()),
        {"name": "Log", "results": _entries(request.duty, like)},
    ]
    found = [group for group in groups if group["results"]]
    template = "_search_results.html" if request.htmx else "home/search.html"
    return render(request, template, {"groups": found, "query": like})


def _people(duty: Any, like: str) -> list[dict[str, str]]:
    if not like or not policy.may(duty, "see_people"):
        return []
    return [_person(person) for person in people_read.people(like=like)[:8]]


def _entries(duty: Any, like: str) -> list[dict[str, str]]:
    """An entry by its position, as it is printed on pages and error messages."""
    if not (like.isascii() and like.isdigit() and len(like) < 19 and policy.may(duty, "read_log")):
        return []
    return [
        {
            "title": f"Entry {like}",
            "detail": str(found.at),
            "url": f"/log/{like}",
            "icon": "scroll-text",
        }
        for found in visible(duty).filter(position=int(like))
    ]


def _person(person: Any) -> dict[str, str]:
    return {
        "title": person.name,
        "detail": person.badge,
        "url": f"/people/{person.badge}",
        "icon": "user",
    }


def appearance(request: HttpRequest) -> HttpResponse:
    """Theme and density are kept in the browser: a shared tablet stays as it was set."""
    back = request.POST.get("next", "/")
    response = HttpResponseRedirect(back if is_path(back) else "/")
    for name, choices in (("theme", THEMES), ("density", DENSITIES)):
        if request.POST.get(name) in choices:
            response.set_cookie(
                name, request.POST[name], max_age=A_YEAR, samesite="Lax", secure=request.is_secure()
            )
    return response


def styleguide(request: HttpRequest) -> HttpResponse:
    return render(request, "styleguide.html")
