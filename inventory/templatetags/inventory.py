"""How decks are worded and drawn in pages."""

from datetime import datetime, timedelta
from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse

from casino import policy
from inventory.rules.deck import GONE, in_words
from inventory.selectors.passport import state_words
from inventory.selectors.words import METHODS, department_of

register = template.Library()

# The card room's places, by the name of their page.
TABS = (
    ("card-room", "Card room"),
    ("decks", "Decks"),
    ("stores", "Stores"),
    ("lots", "Receive"),
    ("seal-register", "Seals"),
    ("sessions", "Pre-shuffle"),
    ("reconciliation", "Reconciliation"),
    ("counts", "Counts"),
    ("discrepancies", "Discrepancies"),
    ("devices", "Devices"),
)
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)


@register.inclusion_tag("inventory/_tabs_list.html", takes_context=True)
def card_room_tabs(context: dict[str, Any]) -> dict[str, Any]:
    """The places of the card room that this duty may enter."""
    request = context["request"]
    open_to = [(label, page_url(name)) for name, label in TABS if _may_enter(request.duty, name)]
    tabs = [(label, url) for label, url in open_to if url]
    here = _place(request.path, [url for _, url in tabs])
    return {"tabs": [(label, url, url == here) for label, url in tabs]}


def _place(path: str, urls: list[str]) -> str:
    """The tab that a page belongs to: the longest address that its own begins with."""
    return max((url for url in urls if f"{path}/".startswith(f"{url}/")), key=len, default="")


def _may_enter(duty: Any, name: str) -> bool:
    act = policy.door_of("GET", name)
    return act is not None and policy.may(duty, act.name)


@register.simple_tag
def page_url(name: str, *args: Any) -> str:
    """The address of a page, or nothing if there is none of that name."""
    try:
        return reverse(name, args=args)
    except NoReverseMatch:
        return ""


@register.filter
def meaning(deck: Any) -> str:
    """The colour of a deck's state."""
    if deck.is_missing:
        return "act"
    if deck.held:
        return "attention"
    return "closed" if deck.stage in GONE else "ok" if deck.stage == "in_play" else "info"


@register.filter
def state(deck: Any) -> str:
    return state_words(deck)


@register.filter
def where(deck: Any) -> str:
    """Its table or its store, by name."""
    return deck.table or (str(deck.store) if deck.store else "")


@register.filter
def stage_words(stage: str) -> str:
    return in_words(stage).capitalize()


@register.filter
def dealt(method: str) -> str:
    return METHODS.get(method, method)


@register.filter
def department(duty: Any) -> str:
    return department_of(duty.job) if duty else ""


@register.filter
def clock_meaning(clock: Any) -> str:
    return {"overdue": "act", "soon": "attention"}.get(clock.state, "ok")


@register.filter
def clock_words(clock: Any, now: datetime) -> str:
    """ "due in 2 h 05", "overdue by 12 min"."""
    left = clock.left(now)
    return f"overdue by {_span(-left)}" if clock.state == "overdue" else f"due in {_span(left)}"


@register.filter
def ago(moment: datetime | None, now: datetime) -> str:
    return _span(now - moment) if moment else ""


def _span(time: timedelta) -> str:
    if time >= 2 * DAY:
        return f"{time // DAY} days"
    if time >= HOUR:
        return f"{time // HOUR} h {time % HOUR // MINUTE:02}"
    return f"{time // MINUTE} min" if time >= MINUTE else "under a minute"


@register.filter
def signed(change: int) -> str:
    """More or less, with its sign; a dot where nothing changed, so that columns stay quiet."""
    return f"{change:+}".replace("-", "\N{MINUS SIGN}") if change else "·"
