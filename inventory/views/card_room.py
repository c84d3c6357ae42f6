"""The card room: scan a deck, see what waits, and do the one thing that comes next."""

from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode

from casino import policy
from casino.lib.law import Outdated, Refused
from casino.signing import sign, status_of
from inventory.forms.moves import MOVES, told_by
from inventory.forms.scan import TRAY
from inventory.rules.deck import Place, in_words
from inventory.rules.movements import STEPS
from inventory.rules.schedule import Periods
from inventory.selectors import scan as scanning
from inventory.selectors.counts import counts_blind
from inventory.selectors.decks import trail
from inventory.selectors.discrepancies import unreported, untold_count
from inventory.selectors.passport import chain, moved_with, track
from inventory.selectors.schedule import clocks, destroy_clock_of, periods_at
from inventory.selectors.stores import stock_lines
from inventory.selectors.worklist import SHOWN, Waiting, waiting
from inventory.services import custody
from inventory.views import decks as passport
from inventory.views.hand import (
    alike,
    clock_on,
    form_for,
    refuse_many,
    refuse_stale,
    seen_of,
    step_with_form,
    tray_of,
)

SHORT = 5  # movements below the deck in hand
KEY_MAX = 64


def card_room(request: Any) -> HttpResponse:
    if request.htmx.target == "work":
        return render(request, "inventory/_work.html", _work(request))
    tray = tray_of(request.GET)
    if request.htmx.target == "hand":
        return _hand_again(request, tray)
    return room(request, tray)


def _hand_again(request: Any, tray: list[Any]) -> HttpResponse:
    """Live: what is being filled in is left alone while the decks are where they were."""
    seen = seen_of(request.GET)
    if all(seen.get(deck.code) == deck.length for deck in tray):
        return HttpResponse(status=204)
    return render(request, "inventory/_hand.html", _hand(request, tray) | {"moved": True})


def room(request: Any, tray: list[Any], *, status: int = 200, **more: Any) -> HttpResponse:
    context = _hand(request, tray, **more) | _work(request) | {"most": TRAY}
    return render(request, "inventory/card_room.html", context, status=status)


def _hand(request: Any, tray: list[Any], **more: Any) -> dict[str, Any]:
    page = f"{here(tray)}&" if tray else ""
    step = step_with_form(
        request, tray, page=page, chosen=more.pop("do", ""), form=more.pop("form", None)
    )
    return (
        {"tray": tray, "step": step, "here": here(tray), "page": "room"}
        | _one(request, tray)
        | more
    )


def _one(request: Any, tray: list[Any]) -> dict[str, Any]:
    if len(tray) != 1:
        return {}
    movements = trail(tray[0])
    return {
        "deck": tray[0],
        "clock": clock_on(tray[0], request.now),
        "track": track(tray[0], movements),
        "chain": chain(movements[::-1][:SHORT]),
        "more": max(len(movements) - SHORT, 0),
    }


def _work(request: Any) -> dict[str, Any]:
    """What this job can do comes first."""
    periods = periods_at(request.now)
    found = [(wait, _rows(wait, request.now, periods)) for wait in waiting()]
    mine = [pair for pair in found if policy.may(request.duty, f"deck_{pair[0].queue.do}")]
    shown = () if counts_blind(request.duty) else stock_lines()
    lines = [line for line in shown if line.store.what != Place.SECURITY]
    return {
        **_to_report(request.duty),
        "due": [clock for clock in clocks(request.now) if clock.state != "ok"],
        "mine": mine,
        "others": [pair for pair in found if pair not in mine],
        "stock": [(store, list(of)) for store, of in groupby(lines, key=lambda line: line.store)],
        "low": [line for line in lines if line.is_low],
    }


def _to_report(duty: Any) -> dict[str, Any]:
    """Suspect decks without a report, and reports that the Division does not know of."""
    if not policy.may(duty, "see_discrepancies"):
        return {}
    return {"unreported": list(unreported()[:SHOWN]), "untold": untold_count()}


def _rows(wait: Waiting, now: datetime, periods: Periods) -> list[tuple[Any, Any]]:
    return [(deck, destroy_clock_of(deck, now, periods)) for deck in wait.rows]


def here(tray: list[Any]) -> str:
    """The card room with these decks in hand."""
    asked = urlencode([("deck", deck.code) for deck in tray])
    return f"{reverse('card-room')}?{asked}" if tray else reverse("card-room")


# ── scanning ──


def scan(request: Any) -> HttpResponse:
    """A deck comes in hand, or joins those there; anything else is answered in place."""
    tray, said = tray_of(request.GET), request.GET.get("q", "")
    if not said.strip():
        return redirect(here(tray))
    found = scanning.resolve(said)
    if not found.deck:
        return room(request, tray, status=404, scanned=found, said=said[:40])
    return _take(request, tray, found.deck)


def _take(request: Any, tray: list[Any], code: str) -> HttpResponse:
    if code in [deck.code for deck in tray]:
        messages.info(request, f"{code} is in hand already.")
        return redirect(here(tray))
    (deck,) = scanning.decks_in_hand([code])
    if not tray or (len(tray) == 1 and not alike(deck, tray)):
        return redirect(here([deck]))
    if not alike(deck, tray):
        return room(request, tray, status=409, scanned=_differs(deck, tray), instead=deck)
    joined = scanning.decks_in_hand([d.code for d in tray] + scanning.whole_set(deck))
    if len(joined) > TRAY:
        return room(request, tray, status=409, scanned=_full())
    return redirect(here(joined))


def _differs(deck: Any, tray: list[Any]) -> scanning.Scanned:
    was, is_now = in_words(tray[0].stage), in_words(deck.stage)
    return scanning.Scanned(
        error=f"{deck} is {is_now}; the {len(tray)} decks in hand are {was}"
        if was != is_now
        else f"{deck} cannot move together with the {len(tray)} decks in hand",
        remedy="Finish these first, or take this deck alone",
    )


def _full() -> scanning.Scanned:
    return scanning.Scanned(
        error=f"{TRAY} decks are in hand, as many as fit", remedy="Finish these first"
    )


# ── moving ──


@dataclass(slots=True)
class Asked:
    """A form that was sent: which movement, of which decks, and from which page."""

    do: str
    tray: list[Any]
    page: str
    key: str

    @property
    def codes(self) -> list[str]:
        return [deck.code for deck in self.tray]


def move(request: Any) -> HttpResponse:
    sent = request.POST
    key = sent.get("ticket", "")[:KEY_MAX]
    asked = Asked(sent.get("do", ""), tray_of(sent), sent.get("page", ""), key)
    if asked.do not in MOVES or not asked.tray:
        raise Refused("This form names no deck or no movement", remedy="Scan the deck again")
    if _was_done(request, asked):
        return _done(request, asked)
    form = None
    try:
        refuse_many(asked.do, asked.tray)
        refuse_stale(asked.tray, seen_of(sent))
        form = form_for(asked.do, asked.tray, sent)
        if not form.is_valid():
            return _again(request, asked, form=form)
        _carry_out(request, asked, form)
    except Outdated as outdated:
        return _again(request, asked, refusal=outdated)
    except Refused as refusal:
        if _was_done(request, asked):  # its twin was a moment faster
            return _done(request, asked)
        return _again(request, asked, form=form, refusal=refusal)
    return _done(request, asked)


def _was_done(request: Any, asked: Asked) -> bool:
    """This very order, sent again: not another one that came with a ticket used before.

    Signed by one or by two, an order is known again by its key and by what it says; so a ticket
    need not be spent to be harmless, and whoever taps twice is answered the same.
    """
    done = moved_with(asked.key, asked.codes)
    return done is not None and all(
        done[name] == value for name, value in told_by(asked.do, request.POST).items()
    )


def _carry_out(request: Any, asked: Asked, form: Any) -> None:
    order = custody.Order(
        asked.do,
        asked.codes,
        to=form.to(),
        facts=form.facts(),
        seen=seen_of(request.POST),
        key=asked.key,
    )
    second = sign(request, order.act, form) if form.takes_two else None
    custody.move(order, by=request.duty, second=second, now=request.now)


def _done(request: Any, asked: Asked) -> HttpResponse:
    count = len(asked.codes)
    which = asked.codes[0] if count == 1 else f"{count} decks"
    words = f"{which} {'is' if count == 1 else 'are'} {STEPS[asked.do].words}."
    messages.success(request, words)
    return redirect("deck", asked.codes[0]) if asked.page == "deck" else redirect(here(asked.tray))


def _again(
    request: Any, asked: Asked, *, form: Any = None, refusal: Refused | None = None
) -> HttpResponse:
    """The page as it stands now, with what was typed; a second signature is asked for again."""
    tray = tray_of(request.POST)
    more = {"form": form, "refusal": refusal, "do": asked.do}
    status = status_of(refusal, form)
    if asked.page == "deck":
        return passport.page(request, tray[0], status=status, **more)
    return room(request, tray, status=status, **more)
