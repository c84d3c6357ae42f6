"""What needs somebody: the list, the number in the header, and taking one on."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from casino import policy
from casino.models import Duty
from casino.selectors import outbox
from casino.services.alerts import acknowledge_alert
from casino.templatetags.casino import thing_url
from casino.views.answers import is_path

ROWS = 100
# Each need with its word and the class that gives it colour and shape.
SHAPES = {"now": ("Now", "act"), "soon": ("Soon", "attention"), "info": ("Know", "info")}


def alerts(request: Any) -> HttpResponse:
    context = {
        "open_alerts": open_rows(request.duty, ROWS),
        "acknowledged": [
            _row(alert, request.duty) for alert in outbox.acknowledged_alerts(request.duty)[:20]
        ],
        "as_of": request.now,
    }
    return render(request, "alerts/_list.html" if request.htmx else "alerts/alerts.html", context)


def open_rows(duty: Duty, limit: int) -> list[dict[str, Any]]:
    return [_row(alert, duty) for alert in outbox.open_alerts(duty)[:limit]]


def count(request: Any) -> HttpResponse:
    return render(request, "_alert_count.html")


def acknowledge(request: Any, number: int) -> HttpResponse:
    """An alert of another pit is not there at all for this duty."""
    if not outbox.alerts_for(request.duty).filter(pk=number).exists():
        raise Http404
    alert = acknowledge_alert(by=request.duty, number=number, now=request.now)
    if alert.owner != request.user:
        messages.info(request, f"{alert.owner} had already acknowledged this.")
    back = request.POST.get("next", "")
    return redirect(back if is_path(back) else "alerts")


def _row(alert: Any, duty: Duty) -> dict[str, Any]:
    word, shape = SHAPES[alert.need]
    return {
        "alert": alert,
        "word": word,
        "shape": shape,
        "url": thing_url(alert.thing) if _may_open(duty, alert.thing) else "",
        "is_about_me": alert.thing == f"person:{duty.person.badge}",
        "may_acknowledge": policy.may(duty, "acknowledge_alert"),
    }


def _may_open(duty: Duty, thing: str) -> bool:
    """A thing's kind is the name of its page."""
    act = policy.door_of("GET", thing.partition(":")[0])
    return act is not None and policy.may(duty, act.name)
