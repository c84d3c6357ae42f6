"""A person's own doors: signing on and off, the duty, password, PIN and code device."""

from base64 import b32encode
from datetime import datetime, time, timedelta
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import segno
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout, update_session_auth_hash
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode

from casino import forms
from casino.lib.law import Refused
from casino.models import CODE_JOBS, PIT_JOBS, Job, Shift, User
from casino.selectors import people as read
from casino.services import demo
from casino.services import people as services
from casino.services.log import house_day
from casino.signing import status_of
from casino.views import screens
from casino.views.answers import is_path

ENROL_WITHIN = timedelta(minutes=10)
# When each shift begins on the house's wall clock: only what the page proposes.
SHIFT_BEGINS = ((time(2), Shift.GRAVE), (time(10), Shift.DAY), (time(18), Shift.SWING))
WORK = {
    Job.DEALER: "Deals one table and directs its game",
    Job.FLOORPERSON: "Watches tables, verifies, signs for dealers",
    Job.PIT_BOSS: "Runs one pit: its tables, people and alerts",
    Job.SHIFT_MANAGER: "Runs all games of the shift, signs as second",
    Job.SECURITY_OFFICER: "Keeps, escorts and inspects cards and chips",
    Job.SECURITY_MANAGER: "Leads security, signs as second",
    Job.CASHIER: "Issues fills and takes credits at the chip bank",
    Job.COUNT_TEAM: "Counts the drop",
    Job.ACCOUNTANT: "Reconciles slips and closes the day",
    Job.SURVEILLANCE: "Sees everything, changes nothing",
    Job.REGULATOR: "Reads everything for the Division",
    Job.ADMINISTRATOR: "Keeps people, jobs and API keys",
}


def sign_on(request: Any) -> HttpResponse:
    if request.user.is_authenticated:
        return redirect(_onward(request, request.GET.get("next", "")))
    form = forms.SignOn(request.POST or None, initial={"next": request.GET.get("next", "")})
    if request.method == "GET" or not form.is_valid():
        return _sign_on_page(request, form)
    given, screen = form.cleaned_data, screens.name_of(request) or screens.new_name()
    try:
        person = services.sign_on(
            badge=given["badge"], password=given["password"], device=screen, now=request.now
        )
    except Refused as refusal:
        form.add_error(None, refusal.error)
        return _sign_on_page(request, form, refusal)
    _begin_session(request, person)
    return screens.remember(redirect(_onward(request, given["next"])), screen)


def _sign_on_page(request: Any, form: forms.SignOn, refusal: Refused | None = None) -> HttpResponse:
    context = {"form": form, "refusal": refusal, **(_demo() if settings.DEMO else {})}
    status = 422 if form.errors else 200
    if isinstance(refusal, services.Locked):
        status = 429
    response = render(request, "account/sign_on.html", context, status=status)
    if status == 429:
        response.headers["Retry-After"] = str(int(settings.LOCKED_FOR.total_seconds()))
    return response


def _demo() -> dict[str, Any]:
    return {
        "logins": demo.logins(),
        "demo_password": settings.DEMO_PASSWORD,
        "demo_pin": settings.DEMO_PIN,
    }


def _begin_session(request: Any, person: User) -> None:
    """Nothing of an earlier session stays, neither its key nor what it was allowed."""
    request.session.flush()
    login(request, person, backend=settings.AUTHENTICATION_BACKENDS[0])
    request.session["signed_on_at"] = request.session["seen_at"] = request.now.isoformat()


def _onward(request: Any, wanted: str) -> str:
    """Where the person wanted to go, once on duty; to the duty page before that."""
    if request.user.password_is_borrowed:
        return reverse("account")
    back = wanted if _is_ours(wanted) else ""
    duty = read.open_duty(request.user, request.now)
    if duty and duty.job not in CODE_JOBS:
        return back or reverse("home")
    return reverse("duty") + (f"?{urlencode({'next': back})}" if back else "")


def _is_ours(url: str) -> bool:
    return is_path(url) and urlsplit(url).path not in (reverse("sign-on"), reverse("duty"))


def sign_off(request: Any) -> HttpResponse:
    """Ends this session. The duty goes on unless the person says so: they may hold two tablets."""
    duty = request.duty
    if duty and request.POST.get("end_duty"):
        services.end_duty(duty=duty, now=request.now)
        duty = None
    services.sign_off(person=request.user, duty=request.duty, now=request.now)
    logout(request)
    words = "You have signed off."
    messages.success(request, f"{words} Your duty as {duty} goes on." if duty else words)
    return redirect("sign-on")


def duty(request: Any) -> HttpResponse:
    """Take a duty; or, when one is open, see it, end it, or show its code in this session."""
    held = read.open_duty(request.user, request.now)
    if held:
        return _show_code(request, held) if request.method == "POST" else _held_page(request, held)
    form = _duty_form(request)
    if request.method == "GET" or not form.is_valid():
        return _duty_page(request, form)
    try:
        _take(request, form.cleaned_data)
    except Refused as refusal:
        return _duty_page(request, form, refusal)
    return redirect(_back(request))


def _take(request: Any, given: dict[str, Any]) -> None:
    job = Job(given["job"])
    if job in CODE_JOBS and not request.session.get("code_shown"):
        _prove_code(request, given["code"])
    services.take_duty(
        person=request.user,
        job=job,
        pit=given["pit"],
        shift=Shift(given["shift"]),
        now=request.now,
        proved=bool(request.session.get("code_shown")),
    )


def _prove_code(request: Any, code: str) -> None:
    _prove(request, services.Secret.CODE, code)
    request.session["code_shown"] = True
    request.session.cycle_key()


def _prove(request: Any, secret: services.Secret, guess: str) -> None:
    screen = screens.name_of(request)
    services.prove(request.user, secret, guess, device=screen, now=request.now)


def _duty_form(request: Any) -> forms.TakeDuty:
    last = read.last_duty(request.user)
    jobs = request.user.jobs
    return forms.TakeDuty(
        request.POST or None,
        person=request.user,
        pits=read.pits(),
        code_shown=bool(request.session.get("code_shown")),
        initial={
            "job": last.job if last and last.job in jobs else jobs[0] if len(jobs) == 1 else None,
            "pit": last.pit_id if last else None,
            "shift": shift_at(request.now),
        },
    )


def shift_at(now: datetime) -> Shift:
    local = now.astimezone(ZoneInfo(settings.TIME_ZONE)).time()
    begun = [shift for begins, shift in SHIFT_BEGINS if begins <= local]
    return begun[-1] if begun else SHIFT_BEGINS[-1][1]


def _duty_page(request: Any, form: forms.TakeDuty, refusal: Refused | None = None) -> HttpResponse:
    person = request.user
    context = {
        "form": form,
        "refusal": refusal,
        "jobs": [(job, WORK[job], job in CODE_JOBS) for job in Job if job in person.jobs],
        "pit_jobs": " ".join(sorted(PIT_JOBS & set(person.jobs))),
        "code_jobs": " ".join(sorted(CODE_JOBS & set(person.jobs))),
        "licence": read.licence_of(person, house_day(request.now)),
        "next": _next(request),
        **_device(request),
    }
    return render(request, "account/duty.html", context, status=status_of(refusal, form))


def _device(request: Any) -> dict[str, Any]:
    return {
        "code_shown": request.session.get("code_shown"),
        "device": read.confirmed_device(request.user),
        "demo_code": demo.code_of(request.user, request.now) if settings.DEMO else "",
    }


def _held_page(
    request: Any, held: Any, form: forms.ShowCode | None = None, refusal: Refused | None = None
) -> HttpResponse:
    context = {
        "held": held,
        "work": WORK[Job(held.job)],
        "asks_code": request.duty is None,
        "form": form or forms.ShowCode(),
        "refusal": refusal,
        "next": _next(request),
        **_device(request),
    }
    return render(request, "account/held.html", context, status=status_of(refusal, form))


def _show_code(request: Any, held: Any) -> HttpResponse:
    """The duty was taken elsewhere: this session must show a code of its own."""
    if request.duty:
        return _held_page(request, held, refusal=services.already_on_duty(held))
    form = forms.ShowCode(request.POST)
    if not form.is_valid():
        return _held_page(request, held, form)
    try:
        _prove_code(request, form.cleaned_data["code"])
    except Refused as refusal:
        return _held_page(request, held, form, refusal)
    return redirect(_back(request))


def _next(request: Any) -> str:
    wanted: str = request.POST.get("next") or request.GET.get("next") or ""
    return wanted if _is_ours(wanted) else ""


def _back(request: Any) -> str:
    return _next(request) or reverse("home")


def end_duty(request: Any) -> HttpResponse:
    held = read.open_duty(request.user, request.now)
    if held:
        services.end_duty(duty=held, now=request.now)
        messages.success(request, f"Your duty as {held} has ended.")
    request.session.pop("code_shown", None)
    return redirect("duty")


def account(request: Any) -> HttpResponse:
    return _account_page(request)


def _account_page(
    request: Any,
    *,
    password_form: forms.ChangePassword | None = None,
    pin_form: forms.ChangePin | None = None,
    refusal: Refused | None = None,
) -> HttpResponse:
    person = request.user
    context = {
        "person": person,
        "jobs": [job.label for job in Job if job in person.jobs],
        "licence": read.licence_of(person, house_day(request.now)),
        "held": read.open_duty(person, request.now),
        "device": read.confirmed_device(person),
        "needs_code": bool(CODE_JOBS & set(person.jobs)),
        "password_form": password_form or forms.ChangePassword(auto_id="password_%s"),
        "pin_form": pin_form or forms.ChangePin(auto_id="pin_%s"),
        "refusal": refusal,
    }
    status = status_of(refusal, password_form or pin_form)
    return render(request, "account/account.html", context, status=status)


def password(request: Any) -> HttpResponse:
    form = forms.ChangePassword(request.POST, auto_id="password_%s")
    if not form.is_valid():
        return _account_page(request, password_form=form)
    given, was_borrowed = form.cleaned_data, request.user.password_is_borrowed
    try:
        _prove(request, services.Secret.PASSWORD, given["current"])
        services.change_password(person=request.user, password=given["password"], now=request.now)
    except Refused as refusal:
        return _account_page(request, password_form=form, refusal=refusal)
    update_session_auth_hash(request, request.user)  # all other sessions are over by this
    messages.success(request, "Your password is changed. Your other sessions have ended.")
    return redirect("duty" if was_borrowed else "account")


def pin(request: Any) -> HttpResponse:
    form = forms.ChangePin(request.POST, auto_id="pin_%s")
    if not form.is_valid():
        return _account_page(request, pin_form=form)
    given = form.cleaned_data
    try:
        _prove(request, services.Secret.PASSWORD, given["password"])
        services.change_pin(
            person=request.user,
            pin=given["pin"],
            now=request.now,
            proved=bool(request.session.get("code_shown")),
        )
    except Refused as refusal:
        return _account_page(request, pin_form=form, refusal=refusal)
    messages.success(request, "Your PIN is changed.")
    return redirect("account")


def code(request: Any) -> HttpResponse:
    """First the proof of who asks, then the new secret, then a code that confirms the device."""
    offered = _offered(request)
    if request.method == "GET":
        return _code_page(request, offered)
    return _confirm(request, offered) if offered else _prove_owner(request)


def _offered(request: Any) -> Any:
    """The device this session was shown, for a few minutes: no other session sees the secret."""
    offer = request.session.get("device_offer")
    if not offer or request.now - datetime.fromisoformat(offer["at"]) > ENROL_WITHIN:
        return None
    return read.offered_device(request.user, offer["device"])


def _prove_owner(request: Any) -> HttpResponse:
    """A present device vouches for its follower; the password does only for the first one."""
    present = read.confirmed_device(request.user)
    form = forms.ShowCode(request.POST) if present else forms.ProvePassword(request.POST)
    if not form.is_valid():
        return _code_page(request, None, form)
    secret = services.Secret.CODE if present else services.Secret.PASSWORD
    guess = form.cleaned_data["code" if present else "password"]
    try:
        _prove(request, secret, guess)
    except Refused as refusal:
        return _code_page(request, None, form, refusal)
    device = services.offer_device(person=request.user)
    request.session["device_offer"] = {"device": device.pk, "at": request.now.isoformat()}
    return redirect("code")


def _confirm(request: Any, device: Any) -> HttpResponse:
    form = forms.ShowCode(request.POST)
    if not form.is_valid():
        return _code_page(request, device, form)
    try:
        services.enrol_code(
            person=request.user, device=device, code=form.cleaned_data["code"], now=request.now
        )
    except Refused as refusal:
        return _code_page(request, device, form, refusal)
    del request.session["device_offer"]
    request.session["code_shown"] = True
    request.session.cycle_key()
    messages.success(request, "Your code device is set up.")
    return redirect("account" if request.duty else "duty")


def _code_page(
    request: Any, offered: Any, form: Any = None, refusal: Refused | None = None
) -> HttpResponse:
    present = read.confirmed_device(request.user)
    asked = forms.ShowCode if offered or present else forms.ProvePassword
    context = {
        "offered": offered,
        "present": present,
        "form": form or asked(),
        "refusal": refusal,
        **(_enrolment(offered) if offered else {}),
    }
    return render(request, "account/code.html", context, status=status_of(refusal, form))


def _enrolment(device: Any) -> dict[str, str]:
    secret = b32encode(device.bin_key).decode()
    picture = segno.make(device.config_url, error="m").svg_data_uri(scale=5, border=2, light="#fff")
    groups = [secret[i : i + 4] for i in range(0, len(secret), 4)]
    return {"picture": picture, "secret": " ".join(groups)}
