"""A photograph joins the passport of its deck."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect

from casino.lib.law import Refused
from casino.services.once import spend
from casino.signing import status_of
from inventory.forms.photos import Photograph
from inventory.selectors.decks import deck_with
from inventory.services.photos import photograph
from inventory.views.decks import page


def deck_photo(request: Any, code: str) -> HttpResponse:
    deck, form = deck_with(code), Photograph(request.POST, request.FILES)
    if deck is None:
        raise Http404
    if not form.is_valid():
        return _again(request, deck, form)
    try:
        spend(request.session, request.POST.get("ticket", ""))
        photograph(
            code,
            form.cleaned_data["photo"],
            caption=form.cleaned_data["caption"],
            by=request.duty,
            now=request.now,
        )
    except Refused as refusal:
        return _again(request, deck, form, refusal)
    messages.success(request, f"The photo is in the passport of {code}.")
    return redirect("deck", code)


def _again(
    request: Any, deck: Any, form: Photograph, refusal: Refused | None = None
) -> HttpResponse:
    """The passport with the form as it was; only the file has to be chosen again."""
    status = status_of(refusal, form)
    return page(request, deck, status=status, photo_form=form, photo_refusal=refusal)
