"""Pages for what went wrong: what happened, why, and what can be done now."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import get_template

from casino.lib.envelope import envelope
from casino.lib.law import NotAllowed, Refused
from casino.services.people import Locked


def refused(request: HttpRequest, refusal: Refused) -> HttpResponse:
    """A refusal nobody showed beside its button."""
    status = 429 if isinstance(refusal, Locked) else 403 if isinstance(refusal, NotAllowed) else 409
    return render(request, f"errors/{status}.html", {"refusal": refusal}, status=status)


def no_such_door(request: HttpRequest, methods: list[str]) -> HttpResponse:
    """Not in the policy's table: another method may be; a whole URL never is, tests see to it."""
    response = render(request, "errors/405.html", {"methods": methods}, status=405)
    response.headers["Allow"] = ", ".join(methods)
    return response


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page_or_json(request, 400, "bad_request", "This request cannot be read")


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page_or_json(request, 403, "not_allowed", "This is not allowed")


def _page_or_json(request: HttpRequest, status: int, code: str, message: str) -> HttpResponse:
    """Machines under /api/ get the one shape of error, whatever went wrong."""
    if request.path.startswith("/api/"):
        return JsonResponse(envelope(code, message), status=status)
    return render(request, f"errors/{status}.html", status=status)


TURNED_AWAY = {
    400: ("bad_request", "This request cannot be read"),
    408: ("too_slow", "This request took too long to arrive"),
    413: ("too_large", "This request is too large"),
    503: ("busy", "Too many requests at once; try again in a few seconds"),
}


def turned_away(status: int, *, api: bool) -> HttpResponse:
    """By the gate, before anybody asked who it was: without context, request or database."""
    if api:
        return JsonResponse(envelope(*TURNED_AWAY[status]), status=status)
    page = get_template(f"errors/{400 if status == 408 else status}.html")
    return HttpResponse(page.render(), status=status)


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The form was not from a page of ours, or the page is older than the session."""
    stale = Refused(
        "This page is older than your session, so its form was not accepted",
        remedy="Go back, reload the page and try again: nothing was changed",
    )
    return render(request, "errors/403.html", {"refusal": stale}, status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _page_or_json(request, 404, "not_found", "There is nothing at this address")


def server_error(request: HttpRequest) -> HttpResponse:
    """Without context processors: whatever broke may be what the shell needs."""
    if request.path.startswith("/api/"):
        return JsonResponse(envelope("server_error", "This went wrong on our side"), status=500)
    return HttpResponse(get_template("errors/500.html").render(), status=500)
