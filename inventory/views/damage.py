"""One damaged card: tap it, say what is wrong, scan the reserve deck, sign."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from casino.lib.law import Refused
from casino.services.log import house_day
from casino.services.pictures import draw
from casino.signing import seconds_of, sign, status_of
from inventory.forms.damage import ReplaceCard, in_rows
from inventory.rules.deck import ON_TABLE
from inventory.rules.movements import FLAWS, KINDS, TAMPERING
from inventory.selectors import damage as read
from inventory.selectors.decks import deck_with
from inventory.services.damage import Flaw, replace_card


def card(request: Any, code: str) -> HttpResponse:
    deck = deck_with(code) if "\0" not in code else None
    if deck is None:
        raise Http404
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = ReplaceCard(*sent, kind=deck.kind, initial={"seen": deck.length})
    if request.method == "GET" or not form.is_valid():
        return _page(request, deck, form)
    given = form.cleaned_data
    try:
        photo = draw(given["photo"]) if given["photo"] else None
        second = sign(request, "deck_replace_card", form)
        replace_card(
            Flaw(code, *(given[name] for name in ("donor", "face", "flaw", "seal", "label"))),
            seen=given["seen"],
            photo=photo,
            by=request.duty,
            second=second,
            now=request.now,
        )
    except Refused as refusal:
        return _page(request, deck, form, refusal=refusal)
    messages.success(request, f"{code} has another card; the old one is in bag {given['label']}.")
    return redirect("deck", code)


def _page(request: Any, deck: Any, form: Any, *, refusal: Any = None) -> HttpResponse:
    context = {
        "deck": deck,
        "form": form,
        "refusal": refusal,
        "faces": in_rows(KINDS[deck.kind]),
        "on_table": deck.stage in ON_TABLE,
        "flaws": [(name, words, name in TAMPERING) for name, words in FLAWS.items()],
        "is_suspect": refusal and form.is_bound and form.cleaned_data.get("flaw") in TAMPERING,
        "replaced": read.cards_replaced_on(deck, house_day(request.now)),
        "reserves": read.reserves_for(deck),
        "seconds": seconds_of("deck_replace_card"),
    }
    return render(request, "inventory/card.html", context, status=status_of(refusal, form))
