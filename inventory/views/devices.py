"""Devices of the tables: the list, one device, and what may be done with it next."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode

from casino import policy
from casino.lib.law import Refused
from casino.selectors.pages import page_by
from casino.services.log import house_day, house_day_ends
from casino.services.once import spend
from casino.signing import status_of
from inventory.forms.devices import DeviceFilter, RegisterDevice, form_for
from inventory.rules.equipment import DEVICE_STEPS, legal
from inventory.selectors import devices as read
from inventory.services.devices import SERIAL, Make, Step, move_device, register_device

ROWS = 50
# What the button says, and what it means.
BUTTONS = {
    "fix": ("Fix to a table", "It stays there while the table is open"),
    "inspect": ("Inspected: sound", "No sign of tampering, before the cards of the day go in"),
    "jam": ("Report a jam", "The pit is alarmed; the cards must be reshuffled"),
    "clear": ("Jam cleared", "It runs again"),
    "take_off": ("Take off the table", "Lock it away next"),
    "lock_away": ("Lock away", "Where devices are kept while their table is closed"),
    "suspect": ("Signs of tampering", "It may not be fixed to any table any more"),
    "retire": ("Retire", "For good: its serial number stays in the list"),
}
DANGEROUS = ("suspect", "retire")


def devices(request: Any) -> HttpResponse:
    if request.method == "POST":
        return _register(request)
    return _list(request)


def _list(request: Any, form: Any = None, refusal: Any = None) -> HttpResponse:
    asked = DeviceFilter(request.GET)
    wanted = asked.cleaned_data if asked.is_valid() else {}
    found = page_by(
        read.devices(
            like=wanted.get("q", ""), what=wanted.get("what", ""), state=wanted.get("state", "")
        ),
        "serial",
        size=ROWS,
        after=wanted.get("after"),
        before=wanted.get("before"),
    )
    context = {
        "filter": asked,
        "rows": [(device, state_of(device)) for device in found.rows],
        "counts": read.counts(),
        "filtered": any(wanted.get(name) for name in ("q", "what", "state")),
        "back": _page_url(wanted, before=found.back),
        "on": _page_url(wanted, after=found.on),
        "form": form or RegisterDevice(),
        "refusal": refusal,
    }
    status = status_of(refusal, form) if form else status_of(None, asked)
    return render(request, "inventory/devices.html", context, status=status)


def _page_url(wanted: dict[str, Any], **cursor: Any) -> str:
    if not any(cursor.values()):
        return ""
    kept = {name: wanted[name] for name in ("q", "what", "state") if wanted.get(name)}
    return f"?{urlencode(kept | cursor)}"


def state_of(device: Any) -> tuple[str, str]:
    """How it stands: a word, and the class that gives it colour and shape."""
    if device.is_suspect and device.stage != "retired":
        return "Suspect", "act"
    if device.is_jammed:
        return "Jammed", "act"
    return {
        "fixed": ("At its table", "ok"),
        "off": ("To be locked away", "attention"),
        "locked": ("Locked away", "closed"),
        "registered": ("Never used yet", "info"),
        "retired": ("Retired", "closed"),
    }[device.stage]


def _register(request: Any) -> HttpResponse:
    form = RegisterDevice(request.POST)
    if not form.is_valid():
        return _list(request, form)
    try:
        spend(request.session, request.POST.get("ticket", ""))
        made = register_device(Make(**form.cleaned_data), by=request.duty, now=request.now)
    except Refused as refusal:
        return _list(request, form, refusal)
    messages.success(request, f"{made.get_what_display()} {made} is registered.")
    return redirect("device", made.serial)


@dataclass(frozen=True, slots=True)
class Offer:
    """A move as the page offers it; `reason` says why this duty cannot do it."""

    do: str
    label: str
    words: str
    reason: str
    form: Any
    is_dangerous: bool
    is_usual: bool


def device(request: Any, serial: str) -> HttpResponse:
    found = read.device_with(serial) if SERIAL.match(serial) else None
    if found is None:
        raise Http404
    return _move(request, found) if request.method == "POST" else _page(request, found)


def _move(request: Any, found: Any) -> HttpResponse:
    do = request.POST.get("do", "")
    form = form_for(do, found.what, request.POST)
    if not form.is_valid():
        return _page(request, found, do, form)
    given = form.cleaned_data
    said = {name: given[name] for name in ("table", "side", "note") if name in given}
    step = Step(do, found.serial, seen=given["seen"], **said)
    try:
        spend(request.session, request.POST.get("ticket", ""))
        move_device(step, by=request.duty, now=request.now)
    except Refused as refusal:
        return _page(request, read.device_with(found.serial), do, form, refusal)
    messages.success(request, f"{found.get_what_display()} {found}: {DEVICE_STEPS[do].words}.")
    return redirect("device", found.serial)


def _page(
    request: Any, found: Any, do: str = "", form: Any = None, refusal: Any = None
) -> HttpResponse:
    since = house_day_ends(house_day(request.now) - timedelta(days=1))
    today = bool(found.inspected_at and found.inspected_at >= since)
    context = {
        "device": found,
        "state": state_of(found),
        "offers": _offers(request, found, do, form, inspected_today=today),
        "done": do,
        "beside": [(d, state_of(d)) for d in read.devices_on(found.table) if d != found],
        "lacks": read.lacks(found.table, since) if found.table else [],
        "inspected_today": today,
        "takes_cards": found.what in ("manual_shoe", "automated_shoe", "shuffler"),
        "trail": read.trail(found),
        "refusal": refusal,
        "failed": form,
    }
    return render(request, "inventory/device.html", context, status=status_of(refusal, form))


def _offers(
    request: Any, found: Any, failed: str, form: Any, *, inspected_today: bool
) -> list[Offer]:
    """The moves open to this device, the usual one first; once a day is enough to inspect it."""
    seen = {"seen": found.length}
    moves = [do for do in legal(found.fixture) if do in BUTTONS]
    usual = next(iter(moves), "")
    return [
        Offer(
            do,
            *BUTTONS[do],
            reason=_why_not(request, do),
            form=_again(form, found)
            if do == failed and form
            else form_for(do, found.what, initial={"do": do, **seen}),
            is_dangerous=do in DANGEROUS,
            is_usual=do == usual and not (do == "inspect" and inspected_today),
        )
        for do in moves
    ]


def _again(form: Any, found: Any) -> Any:
    """What was typed, with what is known now."""
    data = form.data.copy()
    data["seen"] = found.length
    kept = {"what": found.what} if data.get("do") == "fix" else {}
    return type(form)(data, auto_id=form.auto_id, **kept)


def _why_not(request: Any, do: str) -> str:
    try:
        policy.require(request.duty, f"device_{do}", now=request.now)
    except Refused as refusal:
        return f"{refusal.error}. {refusal.remedy}"
    return ""
