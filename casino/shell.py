"""What every page shows around its content: navigation by duty, position of the log, appearance."""

from dataclasses import dataclass
from typing import Any

import structlog
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from casino import policy
from casino.models import Duty
from casino.selectors.outbox import open_alerts
from casino.services.log import house_day
from casino.services.once import ticket

THEMES, DENSITIES = ("dark", "light", "auto"), ("touch", "compact")


@dataclass(frozen=True, slots=True)
class Item:
    """A place to go: `key` after `g` goes there, `act` is what the duty must open."""

    label: str
    route: str
    icon: str
    key: str
    act: str
    also: str = ""  # the start of an address that belongs to it too


NAVIGATION = {
    "Floor": (
        Item("Home", "home", "house", "h", "see_home"),
        Item("Board", "pits", "layout-grid", "b", "see_floor", also="/tables"),
        Item("Alerts", "alerts", "bell", "a", "see_alerts"),
        Item("Cards", "card-room", "spade", "c", "see_decks"),
    ),
    "Record": (
        Item("Log", "log", "scroll-text", "l", "read_log"),
        Item("Seals", "seals", "stamp", "e", "see_seals"),
        Item("Rules", "rulebook", "book-open", "r", "read_rules", also="/readings"),
    ),
    "House": (
        Item("Layouts", "layouts", "layout-template", "y", "see_layouts"),
        Item("People", "people", "users", "p", "see_people"),
        Item("Settings", "dated-settings", "sliders-horizontal", "t", "see_settings"),
        Item("System", "system", "activity", "s", "see_system"),
    ),
}


def navigation(duty: Duty | None, path: str) -> list[dict[str, Any]]:
    """Only the places this duty may enter; a group that has none is left out."""
    groups = [
        {"name": name, "items": [_link(i, path) for i in items if policy.may(duty, i.act)]}
        for name, items in NAVIGATION.items()
    ]
    return [group for group in groups if group["items"]]


def _link(item: Item, path: str) -> dict[str, Any]:
    url = reverse(item.route)
    current = path in (url, item.also) or (url != "/" and path.startswith(f"{url}/"))
    return {
        "label": item.label,
        "url": url,
        "icon": item.icon,
        "key": item.key,
        "current": current
        and not (item.route == "log" and path.startswith(("/log/seals", "/log/days"))),
    }


def shell(request: HttpRequest) -> dict[str, Any]:
    """Context processor. Error pages may come before the middleware that sets these."""
    duty = getattr(request, "duty", None)
    now = timezone.now()
    return {
        "shell": {
            "person": getattr(request, "user", None),
            "duty": duty,
            "gaming_day": house_day(now),
            "now": now,
            "position": getattr(request, "position", 0),
            "navigation": navigation(duty, request.path),
            "alerts": open_alerts(duty).count() if duty and policy.may(duty, "see_alerts") else 0,
            "theme": _choice(request, "theme", THEMES),
            "density": _choice(request, "density", DENSITIES),
            "casino_name": settings.CASINO_NAME,
            "demo": settings.DEMO,
            "ticket": lambda: ticket(request.session),
            "request_id": structlog.contextvars.get_contextvars().get("request_id", ""),
        }
    }


def _choice(request: HttpRequest, name: str, choices: tuple[str, ...]) -> str:
    chosen = request.COOKIES.get(name, "")
    return chosen if chosen in choices else choices[0]
