"""The first page, search, and how things look."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import url_has_allowed_host_and_scheme

from casino import policy
from casino.selectors import people as people_read
from casino.selectors.log import visible
from casino.selectors.outbox import open_alerts
from casino.shell import DENSITIES, THEMES

A_YEAR = 365 * 24 * 3600


def home(request: Any) -> HttpResponse:
    duty = request.duty
    return render(
        request,
        "home/home.html",
        {
            "duties": people_read.on_duty(request.now),
            "alerts": open_alerts(duty)[:5] if policy.may(duty, "see_alerts") else None,
            "entries": visible(duty)[:8] if policy.may(duty, "read_log") else None,
        },
    )


def on_duty(request: Any) -> HttpResponse:
    return render(request, "home/_on_duty.html", {"duties": people_read.on_duty(request.now)})


def search(request: Any) -> HttpResponse:
    """What the command palette asks: only things this duty may open."""
    like = request.GET.get("q", "").strip()[:80]
    groups = []
    if like and policy.may(request.duty, "see_people"):
        found = people_read.people(like=like)[:8]
        groups.append({"name": "People", "results": [_person(p) for p in found]})
    found_groups = [group for group in groups if group["results"]]
    return render(request, "_search_results.html", {"groups": found_groups, "query": like})


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
    safe = url_has_allowed_host_and_scheme(back, allowed_hosts={request.get_host()})
    response = redirect(back if safe else "/")
    for name, choices in (("theme", THEMES), ("density", DENSITIES)):
        if request.POST.get(name) in choices:
            response.set_cookie(
                name, request.POST[name], max_age=A_YEAR, samesite="Lax", secure=request.is_secure()
            )
    return response


def styleguide(request: HttpRequest) -> HttpResponse:
    return render(request, "styleguide.html")
