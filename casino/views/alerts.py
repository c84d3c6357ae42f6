"""What needs somebody: the list, the number in the header, and taking one on."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from casino import policy
from casino.selectors import outbox
from casino.services.alerts import acknowledge_alert

ROWS = 100
# Each need with its word and the class that gives it colour and shape.
SHAPES = {"now": ("Now", "act"), "soon": ("Soon", "attention"), "info": ("Know", "info")}


def alerts(request: Any) -> HttpResponse:
    context = {
        "open": [_row(alert) for alert in outbox.open_alerts(request.duty)[:ROWS]],
        "acknowledged": [_row(alert) for alert in outbox.acknowledged_alerts(request.duty)[:20]],
        "may_acknowledge": policy.may(request.duty, "acknowledge_alert"),
        "as_of": request.now,
    }
    return render(request, "alerts/_list.html" if request.htmx else "alerts/alerts.html", context)


def count(request: Any) -> HttpResponse:
    return render(request, "_alert_count.html")


def acknowledge(request: Any, number: int) -> HttpResponse:
    """An alert of another pit is not there at all for this duty."""
    if not outbox.alerts_for(request.duty).filter(pk=number).exists():
        raise Http404
    alert = acknowledge_alert(by=request.duty, number=number, now=request.now)
    if alert.owner != request.user:
        messages.info(request, f"{alert.owner} had already acknowledged this.")
    return redirect("alerts")


def _row(alert: Any) -> dict[str, Any]:
    word, shape = SHAPES[alert.need]
    return {"alert": alert, "word": word, "shape": shape, "badge": _badge(alert.thing)}


def _badge(thing: str) -> str:
    kind, _, name = thing.partition(":")
    return name if kind == "person" else ""
