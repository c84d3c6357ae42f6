"""How the machinery is: for probes, for Prometheus, and for people."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from rest_framework.decorators import api_view
from rest_framework.request import Request

from casino import metrics as counted
from casino import policy
from casino.selectors import health, outbox
from casino.selectors import log as log_read
from casino.services.outbox import retry_errand

ROWS = 50
TITLES = {
    "database": ("PostgreSQL", "database", "Every act needs it"),
    "valkey": ("Valkey", "zap", "Wakes the screens and carries tasks"),
    "worker": ("Worker", "cog", "Runs errands and ticks"),
    "beat": ("Beat", "timer", "Ticks: relay, seals, duties"),
    "outbox": ("Outbox", "send", "What follows from the log"),
    "log": ("Seals", "stamp", "The log's hash chain"),
}


def live(_: HttpRequest) -> HttpResponse:
    """This process answers. Nothing else is asked: a restart would not mend a database."""
    return HttpResponse("alive\n", content_type="text/plain")


def ready(_: HttpRequest) -> JsonResponse:
    """Whether this process can accept acts now: only without a database it cannot."""
    found = health.shared_checks(timezone.now())
    return JsonResponse(health.as_json(found), status=200 if found["database"].ok else 503)


@api_view(["GET"])  # an API's door, so that Prometheus can come with a key
def metrics(_: Request) -> HttpResponse:
    return HttpResponse(counted.scrape(), content_type="text/plain; version=0.0.4; charset=utf-8")


def system(request: Any) -> HttpResponse:
    if request.method == "POST":
        return _try_again(request)
    found = health.checks(request.now)
    cards = [_card(name, check) for name, check in found.items()]
    return render(
        request,
        "operations/_system.html" if request.htmx else "operations/system.html",
        {
            "status": health.status_of(found),
            "cards": cards,
            "waiting": outbox.waiting_errands()[:ROWS],
            "given_up": outbox.given_up_errands()[:ROWS],
            "seal": log_read.last_seal(),
            "unsealed": log_read.unsealed(),
            "position": log_read.feed_end(),
            "lag": health.feed_lag(request.now),
            "may_retry": policy.may(request.duty, "retry_errand"),
        },
    )


def _card(name: str, check: health.Check) -> dict[str, Any]:
    title, icon, what = TITLES[name]
    return {"title": title, "icon": icon, "what": what, "check": check}


def _try_again(request: Any) -> HttpResponse:
    number = request.POST.get("errand", "")
    if number.isascii() and number.isdigit() and len(number) <= 18:
        retry_errand(by=request.duty, number=int(number), now=request.now)
        messages.success(request, "The errand will be tried again within a few seconds.")
    return redirect("system")
