"""Many decks at once from one store to another: the oldest are picked, two people sign."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render

from casino.lib.law import Outdated, Refused
from casino.policy import ACTS
from casino.services.once import spend
from casino.signing import seconds_of, sign, status_of
from inventory.forms.stores import PickDecks, SignDecks
from inventory.rules.deck import Place
from inventory.rules.movements import STEPS
from inventory.selectors import stores as read
from inventory.services.custody import Order, move


def issue(request: Any) -> HttpResponse:
    places = {s.code: s for s in read.stores() if s.what != Place.SECURITY}
    sent = request.POST if request.method == "POST" else request.GET
    asked = PickDecks(sent or None, stores=[(s.code, s.name) for s in places.values()])
    if not asked.is_valid():
        return _page(request, asked)
    given = asked.cleaned_data
    source, target = places[given["source"]], places[given["to"]]
    do = read.way_between(source.what, target.what)
    if request.method == "GET":
        return _page(request, asked, **_picked(given, do, source, target))
    return _send(request, asked, do, source, target)


def _picked(given: dict[str, Any], do: str, source: Any, target: Any) -> dict[str, Any]:
    kind, _, back = given["sort"].partition("-")
    decks = read.oldest(source, kind=kind, back=back, count=given["count"], pack=given["pack"])
    got = len({deck.set_number or deck.pk for deck in decks})
    return {
        "picked": decks,
        "missing": given["count"] - got,
        "words": STEPS[do].words,
        "do": do,
        "source": source,
        "target": target,
        "alone": not ACTS[f"deck_{do}"].second,
        "seconds": seconds_of(f"deck_{do}"),
        "refusal": (blocked := read.refusal_to(do, target, decks)),
        "blocked": blocked is not None,
        "sign": SignDecks(alone=True),
    }


def _send(request: Any, asked: PickDecks, do: str, source: Any, target: Any) -> HttpResponse:
    act = f"deck_{do}"
    form = SignDecks(request.POST, alone=not ACTS[act].second)
    picked = _picked(asked.cleaned_data, do, source, target)
    if not form.is_valid():
        return _page(request, asked, **picked | {"sign": form})
    try:
        second = _signed(request, act, form)
        order = Order(do, list(form.seen), to=target.code, seen=form.seen)
        move(order, by=request.duty, second=second, now=request.now)
    except Refused as refusal:
        again = _picked(asked.cleaned_data, do, source, target)
        shown = SignDecks(alone=True) if isinstance(refusal, Outdated) else form
        return _page(request, asked, **again | {"sign": shown, "refusal": refusal})
    count = len(form.seen)
    many = "1 deck" if count == 1 else f"{count} decks"
    messages.success(request, f"{many} from {source} to {target}: done.")
    return redirect("store", target.code)


def _signed(request: Any, act: str, form: SignDecks) -> Any:
    if ACTS[act].second:
        return sign(request, act, form)
    spend(request.session, request.POST.get("ticket", ""))
    return None


def _page(request: Any, asked: PickDecks, **more: Any) -> HttpResponse:
    refusal, form = more.get("refusal"), more.get("sign")
    is_wrong = request.method == "POST" or not asked.is_valid()
    status = status_of(refusal, form if form and form.errors else asked) if is_wrong else 200
    if not asked.is_bound:
        status = 200
    return render(request, "inventory/issue.html", {"form": asked, **more}, status=status)
