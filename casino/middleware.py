"""What every request passes through, in the order of settings.MIDDLEWARE."""

import time
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from casino import errors, metrics, policy
from casino.lib.law import NotAllowed, Refused
from casino.models import Duty
from casino.selectors.log import feed_end
from casino.selectors.people import open_duty
from casino.selectors.sessions import counts, is_over
from casino.services.log import record_closed_door

Answer = Callable[[HttpRequest], HttpResponse]

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self';"
    " img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self';"
    " form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "Permissions-Policy": "camera=(self), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
}


def security_headers(get_response: Answer) -> Answer:
    """Nothing inline, nothing from elsewhere, nothing kept by the browser or a proxy."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        if not request.path.startswith(settings.STATIC_URL):
            response.headers.setdefault("Cache-Control", "no-store")
        return response

    return middleware


def measure(get_response: Answer) -> Answer:
    """Count and time requests by route, for /metrics."""

    def middleware(request: HttpRequest) -> HttpResponse:
        began = time.perf_counter()
        response = get_response(request)
        route = request.resolver_match.url_name if request.resolver_match else "none"
        metrics.saw_request(route or "none", response.status_code, time.perf_counter() - began)
        return response

    return middleware


def refusals(get_response: Answer) -> Answer:
    """A refusal that a page did not show by itself becomes a page that helps."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    middleware.process_exception = _answer_refusal  # type: ignore[attr-defined]
    return middleware


def _answer_refusal(request: HttpRequest, error: Exception) -> HttpResponse | None:
    return errors.refused(request, error) if isinstance(error, Refused) else None


def readable(get_response: Answer) -> Answer:
    """A NUL in a field fits into no text of PostgreSQL, whichever page it was sent to."""

    def middleware(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    middleware.process_view = _refuse_nul  # type: ignore[attr-defined]
    return middleware


def _refuse_nul(request: HttpRequest, view: Any, *_: Any) -> HttpResponse | None:
    """Machines send JSON, which their own door reads."""
    if hasattr(view, "cls"):
        return None
    fields = [*request.GET.lists(), *request.POST.lists()]
    if any("\0" in text for name, values in fields for text in (name, *values)):
        return errors.bad_request(request, ValueError("NUL"))
    return None


def session_clock(get_response: Answer) -> Answer:
    """End a session that was idle or open too long, or that somebody has ended from outside."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated and is_over(request.session, request.user, timezone.now()):
            logout(request)
        elif request.user.is_authenticated and "X-Live" not in request.headers:
            _seen(request, timezone.now())  # a page that refreshes itself is not a person at work
        return get_response(request)

    return middleware


def _seen(request: HttpRequest, now: datetime) -> None:
    seen = datetime.fromisoformat(request.session["seen_at"])
    if (now - seen).total_seconds() > 30:  # so that not every request writes a row
        request.session["seen_at"] = now.isoformat()


class Policy:
    """Every view is private unless policy.py opens its door; API views ask in doors.py."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        request.now = timezone.now()  # type: ignore[attr-defined]
        request.duty = duty = duty_of(request)  # type: ignore[attr-defined]
        # Before the view reads anything: what is committed meanwhile is then told to the page.
        whole_page = request.method == "GET" and "HX-Request" not in request.headers
        request.position = feed_end() if duty and whole_page else 0  # type: ignore[attr-defined]
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Any, args: tuple[Any, ...], kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        if hasattr(view, "cls"):
            return None
        route = request.resolver_match.url_name if request.resolver_match else ""
        act = policy.door_of(request.method or "", route or "")
        if act is None:
            return errors.no_such_door(request, policy.methods_of(route or ""))
        return _closed(request, act)


def duty_of(request: HttpRequest) -> Duty | None:
    """The duty that counts in this session: one that needs a code counts where it was shown."""
    if not request.user.is_authenticated:
        return None
    duty = open_duty(request.user, timezone.now())
    return duty if duty and counts(duty, request.session) else None


def _closed(request: Any, act: policy.Act) -> HttpResponse | None:
    """None when the door is open to this session; otherwise where to go, or why not."""
    if act.jobs is policy.Open.TO_ANYONE:
        return None
    if not request.user.is_authenticated:
        return _go(request, "sign-on")
    if request.user.password_is_borrowed and act.name not in ("change_password", "sign_off"):
        return _go(request, "account")
    if act.jobs is policy.Open.TO_SIGNED_ON:
        return None
    if request.duty is None:
        return _go(request, "duty")
    return None if policy.may(request.duty, act.name) else _refuse(request, act)


def _go(request: Any, route: str) -> HttpResponse:
    """Send a person there and back; a page's own refresh must move the whole page, not one tile."""
    back = request.get_full_path() if request.method == "GET" and not request.htmx else ""
    query = {"next": back} if back and back != "/" else {}
    if not request.user.is_authenticated and settings.SESSION_COOKIE_NAME in request.COOKIES:
        query["ended"] = "1"  # there was a session: the page says what became of it, not whose
    url = reverse(route) + (f"?{urlencode(query)}" if query else "")
    if request.htmx:
        return HttpResponse(status=401, headers={"HX-Redirect": url})
    return redirect(url)


def _refuse(request: Any, act: policy.Act) -> HttpResponse:
    try:
        policy.require(request.duty, act.name, now=request.now)
    except NotAllowed as refusal:
        record_closed_door(
            refusal,
            act.name,
            by=request.duty,
            now=request.now,
            route=request.resolver_match.url_name,
        )
        return errors.refused(request, refusal)
    raise AssertionError("the door was closed for no reason")
