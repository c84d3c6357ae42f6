"""Decks arrive: the form two people sign, the lots received, and one of them."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode

from casino.lib.law import Refused
from casino.selectors.pages import page_by
from casino.signing import seconds_of, sign, status_of
from inventory.forms.receipt import LotFilter, ReceiveLot
from inventory.forms.stores import DeckPage
from inventory.rules.cards import DRAGON
from inventory.rules.receipt import Delivery, differences
from inventory.selectors import stores as read
from inventory.services.receipt import receive_lot

ROWS, DECK_ROWS = 50, 60


def receive(request: Any) -> HttpResponse:
    form = ReceiveLot(request.POST or None, stores=_stores())
    if request.method == "GET" or not form.is_valid():
        return _receive_page(request, form)
    try:
        second = sign(request, "deck_receive", form)
        lot = receive_lot(
            form.delivery(),
            store=form.cleaned_data["store"],
            by=request.duty,
            second=second,
            now=request.now,
        )
    except Refused as refusal:
        return _receive_page(request, form, refusal)
    _tell(request, lot, differences(form.delivery()))
    return redirect("lot", lot.number)


def _stores() -> list[tuple[str, str]]:
    return [(s.code, s.name) for s in read.stores() if s.what in read.LOCKED_AWAY]


def _receive_page(request: Any, form: ReceiveLot, refusal: Refused | None = None) -> HttpResponse:
    context = {
        "form": form,
        "refusal": refusal,
        "composition": list(DRAGON.faces.items()),
        "dragon_size": DRAGON.size,
        "seconds": seconds_of("deck_receive"),
    }
    return render(request, "inventory/receive.html", context, status=status_of(refusal, form))


def _tell(request: Any, lot: Any, found: list[str]) -> None:
    messages.success(request, f"{lot.number} is received and locked away.")
    if found:
        messages.warning(request, f"Reported: {'; '.join(found)}.")


def lots(request: Any) -> HttpResponse:
    asked = LotFilter(request.GET)
    wanted = asked.cleaned_data if asked.is_valid() else {}
    like = wanted.get("q", "")
    rows = read.lots(like)
    before = wanted.get("before")
    found = list((rows.filter(pk__lt=before) if before else rows)[: ROWS + 1])
    kept = {"q": like} if like else {}
    older = kept | {"before": found[ROWS - 1].pk} if len(found) > ROWS else {}
    context = {
        "form": asked,
        "rows": [(lot, differences(as_delivery(lot))) for lot in found[:ROWS]],
        "filtered": bool(like or before),
        "newer": f"?{urlencode(kept)}" if before else "",
        "older": f"?{urlencode(older)}" if older else "",
    }
    return render(request, "inventory/lots.html", context, status=status_of(None, asked))


def lot(request: Any, number: str) -> HttpResponse:
    found = read.lot_with(number)
    if found is None:
        raise Http404
    asked = DeckPage(request.GET)
    wanted = asked.cleaned_data if asked.is_valid() else {}
    page = page_by(
        read.decks_of(found),
        "code",
        size=DECK_ROWS,
        after=wanted.get("after"),
        before=wanted.get("before"),
    )
    delivery = as_delivery(found)
    context = {
        "lot": found,
        "decks": delivery.decks,
        "differences": differences(delivery),
        "stages": _bars(read.stages_of(found)),
        "composition": list(DRAGON.faces.items()) if found.kind == DRAGON.name else None,
        "page": page,
        "back": f"?{urlencode({'before': page.back})}" if page.back else "",
        "on": f"?{urlencode({'after': page.on})}" if page.on else "",
    }
    return render(request, "inventory/lot.html", context, status=status_of(None, asked))


def as_delivery(lot: Any) -> Delivery:
    return Delivery(**{name: getattr(lot, name) for name in Delivery.__dataclass_fields__})


def _bars(stages: list[tuple[Any, int]]) -> list[dict[str, Any]]:
    """Each stage with its count and the length of its bar, in percent of the longest."""
    most = max((count for _, count in stages), default=1)
    return [
        {"words": stage.replace("_", " "), "count": count, "share": 100 * count // most}
        for stage, count in stages
    ]
