"""The decks in hand and what may be done with them: the same on the card room and the passport."""

import re
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.http import QueryDict
from django.urls import reverse

from casino import policy
from casino.lib.law import Outdated, Refused
from casino.signing import seconds_of
from inventory.forms.moves import ELSEWHERE, MANY_AT_ONCE, MOVES, VERBS
from inventory.forms.scan import TRAY
from inventory.rules.custody import legal
from inventory.rules.deck import Step, in_words
from inventory.rules.departments import in_words as signers_in_words
from inventory.rules.movements import STEPS
from inventory.selectors.passport import stores_of
from inventory.selectors.scan import decks_in_hand
from inventory.selectors.schedule import clock_of, destroy_clock_of, periods_at

LENGTH = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Offer:
    """A movement as the page offers it; `reason` says why this duty cannot do it."""

    do: str
    label: str
    hint: str
    reason: str
    url: str

    @property
    def is_danger(self) -> bool:
        return self.do in ("destroy", "surrender", "miss")


@dataclass(slots=True)
class Next:
    """The one step that comes next, with its form, and the others behind it."""

    offer: Offer
    rule: Step
    codes: list[str]
    others: list[Offer] = field(default_factory=list)
    form: Any = None
    report: str = ""  # where a discrepancy is reported

    @property
    def signers(self) -> str:
        return signers_in_words(self.rule.signers) if len(self.rule.signers) == 2 else ""

    @property
    def seconds(self) -> list[str]:
        return seconds_of(f"deck_{self.rule.do}")

    @property
    def text(self) -> str:
        """What the second person signs."""
        many = f"{len(self.codes)} decks: " if len(self.codes) > 1 else ""
        return f"{self.offer.label}. {many}{', '.join(self.codes)}"


def tray_of(sent: QueryDict) -> list[Any]:
    """The decks that a page has in hand; `D00000018:7` tells how long its trail was."""
    return decks_in_hand([word.partition(":")[0] for word in sent.getlist("deck")[:TRAY]])


def seen_of(sent: QueryDict) -> dict[str, int]:
    """A length that is none, or a number too long to be one, is that of no deck as it stands."""
    pairs = [word.partition(":") for word in sent.getlist("deck")[:TRAY] if ":" in word]
    return {code: int(length) if LENGTH.fullmatch(length) else 0 for code, _, length in pairs}


def refuse_many(do: str, decks: list[Any]) -> None:
    """Looking at cards, sealing or playing them is done deck by deck, whatever a form says."""
    if len(decks) > 1 and do not in MANY_AT_ONCE:
        raise Refused(
            f"{VERBS[do][0]}: this is done with one deck at a time, and {len(decks)} are in hand",
            remedy="Take one of them in hand alone",
        )


def refuse_stale(decks: list[Any], seen: dict[str, int]) -> None:
    """Before a form is read: of a deck that moved, it may ask what makes no sense any more."""
    for deck in decks:
        if deck.length != seen.get(deck.code, deck.length):
            raise Outdated(
                f"Somebody else moved {deck} meanwhile: it is {in_words(deck.stage)} now",
                remedy="This is how it stands; do what comes next",
            )


def steps_of(decks: list[Any]) -> list[str]:
    """What may be done with all of these at once; the usual next step first."""
    first, *others = [legal(deck.custody) for deck in decks]
    shared = [do for do in first if all(do in steps for steps in others)]
    return [do for do in shared if do in MANY_AT_ONCE] if others else shared


def alike(deck: Any, tray: list[Any]) -> bool:
    """Whether a deck may join those in hand: they stand where it stands, and can move as one."""
    return deck.stage == tray[0].stage and bool(steps_of([*tray, deck]))


def step_with_form(
    request: Any, decks: list[Any], *, page: str, chosen: str = "", form: Any = None
) -> Next | None:
    """`form` is one that came back, to be shown again if its step is still the one to take."""
    step = _next(request, decks, chosen=chosen or request.GET.get("do", ""), page=page)
    if step and not step.offer.reason and step.offer.do in MOVES:
        fits = form is not None and form.rule is step.rule
        step.form = form if fits else form_for(step.offer.do, decks)
    return step


def _next(request: Any, decks: list[Any], *, chosen: str, page: str) -> Next | None:
    """None when nothing more can happen to them. `page` is where the offers lead to."""
    steps = [do for do in steps_of(decks) if do != "donate"] if decks else []
    if not steps:
        return None
    do = chosen if chosen in steps else steps[0]
    offers = {step: _offer(request, step, decks, page) for step in steps}
    others = [offer for step, offer in offers.items() if step != do and not offer.reason]
    codes = [deck.code for deck in decks]
    return Next(offers[do], STEPS[do], codes, others, report=_report(request, decks))


def clock_on(deck: Any, now: datetime) -> Any:
    """When it must leave its table, or be destroyed; None while neither runs."""
    periods = periods_at(now)
    return clock_of(deck, now, periods) or destroy_clock_of(deck, now, periods)


def form_for(do: str, decks: list[Any], data: Any = None) -> Any:
    rule = STEPS[do]
    stores = stores_of(rule.goes_to) if rule.goes_to else []
    return MOVES[do](data, decks=decks, stores=stores)


def _offer(request: Any, do: str, decks: list[Any], page: str) -> Offer:
    label, hint = VERBS[do]
    link = _elsewhere(do, decks[0]) if do in ELSEWHERE else f"{page}do={do}"
    return Offer(do, label, hint, _why_not(request, do, decks), link)


def _why_not(request: Any, do: str, decks: list[Any]) -> str:
    try:
        if do not in ELSEWHERE:
            policy.require(request.duty, "move_deck", now=request.now)
        for deck in decks:
            policy.require(request.duty, f"deck_{do}", now=request.now, pit=deck.pit)
    except Refused as refusal:
        return f"{refusal.error}. {refusal.remedy}".strip()
    return ""


def _elsewhere(do: str, deck: Any) -> str:
    """The page of its own that such a step has."""
    if do == "replace_card":
        return reverse("card-replace", args=[deck.code])
    return reverse("sessions") if do == "pre_shuffle" else ""


def _report(request: Any, decks: list[Any]) -> str:
    if len(decks) > 1 or not policy.may(request.duty, "report_discrepancy"):
        return ""
    return reverse("discrepancy-add", args=[decks[0].code])
