"""The register of seals: what became of each number, and what may be done about one."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode

from casino import policy
from casino.lib.law import Refused
from casino.selectors.log import history
from casino.selectors.pages import page_by
from casino.services.once import spend
from casino.signing import seconds_of, sign, status_of
from inventory.forms import seals as forms
from inventory.selectors import seals as read
from inventory.services import seals

ROWS, ROLLS, HISTORY_ROWS = 50, 5, 20
NUMBER_MAX = 20


def register(request: Any) -> HttpResponse:
    asked = forms.SealFilter(request.GET)
    wanted = asked.cleaned_data if asked.is_valid() else {}
    found = read.seals(state=wanted.get("state", ""), like=wanted.get("q", ""))
    after, before = wanted.get("after"), wanted.get("before")
    page = page_by(found, "number", size=ROWS, after=after, before=before)
    filtered = bool(wanted.get("q") or wanted.get("state"))
    context = {
        "form": asked,
        "counts": read.counts(),
        "skipped": [] if filtered or after or before else read.skipped(),
        "rolls": read.rolls()[:ROLLS],
        "rows": page.rows,
        "filtered": filtered,
        "back": _page_url(wanted, before=page.back),
        "on": _page_url(wanted, after=page.on),
    }
    return render(request, "inventory/seals.html", context, status=status_of(None, asked))


def _page_url(wanted: dict[str, Any], **cursor: Any) -> str:
    if not any(cursor.values()):
        return ""
    kept = {name: wanted[name] for name in ("q", "state") if wanted.get(name)}
    return f"?{urlencode(kept | cursor)}"


def receive(request: Any) -> HttpResponse:
    form, refusal = forms.ReceiveSeals(request.POST or None), None
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            second = sign(request, "receive_seals", form)
            roll = seals.receive_roll(
                prefix=given["letters"],
                first=given["first"],
                last=given["last"],
                by=request.duty,
                second=second,
                now=request.now,
            )
            messages.success(request, f"{roll.count} seals are in the register: {roll}.")
            return redirect("seal-register")
        except Refused as refused:
            refusal = refused
    context = {"form": form, "refusal": refusal, "seconds": seconds_of("receive_seals")}
    return render(request, "inventory/seals_receive.html", context, status=status_of(refusal, form))


def count(request: Any) -> HttpResponse:
    form, refusal = forms.CountSeals(request.POST or None), None
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        try:
            second = sign(request, "count_seals", form)
            counted, note = given["counted"], given["note"]
            seals.count(counted=counted, note=note, by=request.duty, second=second, now=request.now)
            messages.success(request, "The count is in the log.")
            return redirect("seal-register")
        except Refused as refused:
            refusal = refused
    context = {"form": form, "refusal": refusal, "seconds": seconds_of("count_seals")}
    return render(request, "inventory/seals_count.html", context, status=status_of(refusal, form))


def _found(number: str) -> Any:
    found = read.seal_with(number) if len(number) <= NUMBER_MAX and "\0" not in number else None
    if found is None:
        raise Http404
    return found


def seal(request: Any, number: str) -> HttpResponse:
    return _page(request, _found(number))


def _page(request: Any, subject: Any, *, refusal: Any = None, **bound: Any) -> HttpResponse:
    form = next(iter(bound.values()), None)
    context = {
        "seal": subject,
        "roll": read.roll_of(subject),
        "acts": [name for name in _fitting(subject) if policy.may(request.duty, name)],
        "void_form": forms.SealVoid(),
        "signed_form": forms.SealSigned(),
        "seconds": seconds_of("miss_seal"),
        "entries": history(f"seal:{subject.number}", request.duty)[:HISTORY_ROWS],
        "refusal": refusal,
        **bound,
    }
    return render(request, "inventory/seal.html", context, status=status_of(refusal, form))


def _fitting(subject: Any) -> tuple[str, ...]:
    """What may be done to a seal in its state, whoever asks."""
    return {"in_stock": ("void_seal", "miss_seal"), "missing": ("find_seal",)}.get(
        subject.state, ()
    )


def void(request: Any, number: str) -> HttpResponse:
    subject, form = _found(number), forms.SealVoid(request.POST)
    if not form.is_valid():
        return _page(request, subject, void_form=form)
    try:
        spend(request.session, request.POST.get("ticket", ""))
        reason = form.cleaned_data["note"]
        seals.void(number=number, reason=reason, by=request.duty, now=request.now)
    except Refused as refusal:
        return _page(request, _found(number), refusal=refusal, void_form=form)
    messages.success(request, f"Seal {number} is void.")
    return redirect("seal", number)


def miss(request: Any, number: str) -> HttpResponse:
    return _signed(request, number, "miss_seal", seals.miss, "is reported missing")


def find(request: Any, number: str) -> HttpResponse:
    return _signed(request, number, "find_seal", seals.find, "is found, and void")


def _signed(request: Any, number: str, act: str, do: Any, done: str) -> HttpResponse:
    subject, form = _found(number), forms.SealSigned(request.POST)
    if not form.is_valid():
        return _page(request, subject, signed_form=form)
    try:
        second = sign(request, act, form)
        note = form.cleaned_data["note"]
        do(number=number, note=note, by=request.duty, second=second, now=request.now)
    except Refused as refusal:
        return _page(request, _found(number), refusal=refusal, signed_form=form)
    messages.success(request, f"Seal {number} {done}.")
    return redirect("seal", number)
