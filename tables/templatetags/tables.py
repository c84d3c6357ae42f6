"""How times and places of the floor are worded and drawn."""

from datetime import datetime
from typing import Any

from django import template

from casino.templatetags.casino import thing_url
from inventory.rules.deck import in_words
from tables.rules.map import Box, Place, hull, seat_places
from tables.rules.words import money

register = template.Library()
register.filter("money", money)
register.filter("in_words", in_words)
MINUS = "\N{MINUS SIGN}"


@register.filter
def signed(cents: int) -> str:
    """A house result is a signed number, not a colour."""
    return f"{MINUS if cents < 0 else '+'}{money(abs(cents))}"


@register.filter
def table_link(tile: Any) -> str:
    return thing_url(f"table:{tile.table.number}")


@register.filter
def deed_words(do: str) -> str:
    """ "begin_close" as a button says it."""
    return DEEDS.get(do, do.replace("_", " ")).capitalize()


DEEDS = {
    "begin": "begin to open",
    "go_idle": "no play",
    "begin_close": "begin to close",
    "count_opener": "opener",
    "count_closer": "closer",
    "continue": "go on",
}


@register.filter
def spent(since: datetime | None, now: datetime) -> str:
    """ "0:38": hours and minutes from then to now; empty where nobody knows."""
    return _hours(now - since) if since else ""


@register.filter
def left(until: datetime | None, now: datetime) -> str:
    """ "1:12 left", or "0:05 over"."""
    if until is None:
        return ""
    return f"{_hours(until - now)} left" if until > now else f"{_hours(now - until)} over"


def _hours(span: Any) -> str:
    minutes = max(0, int(span.total_seconds())) // 60
    return f"{minutes // 60}:{minutes % 60:02}"


@register.filter
def when(text: str) -> datetime:
    """A moment as a sheet keeps it."""
    return datetime.fromisoformat(text)


@register.filter
def felt_seats(seats: list[tuple[int, str]]) -> list[tuple[Place, int, str]]:
    """Each seat with its place on a small felt."""
    at = seat_places(len(seats))
    return [(at[index], seat, state) for index, (seat, state) in enumerate(seats)]


@register.filter
def map_x(place: int) -> int:
    """A seat of the small felt on the larger one of the map."""
    return (place - 50) * 42 // 40


@register.filter
def map_y(place: int) -> int:
    return (place - 6) * 50 // 35 - 30


ACROSS, DOWN = 16, 9  # units of the picture for a hundredth of the floor


@register.filter
def drawn(place: int, axis: str) -> int:
    return place * (ACROSS if axis == "x" else DOWN)


@register.filter
def grounds(tiles: list[Any]) -> list[tuple[Any, Box]]:
    """The pits with the ground that their tables take, in units of the picture."""
    pits: dict[Any, list[Place]] = {}
    for tile in tiles:
        pits.setdefault(tile.table.pit, []).append(Place(tile.table.x, tile.table.y))
    return [(pit, _scaled(hull(places))) for pit, places in pits.items()]


def _scaled(box: Box) -> Box:
    """Left, top, width and height."""
    left, top = box.left * ACROSS, box.top * DOWN
    return Box(left, top, box.right * ACROSS - left, box.bottom * DOWN - top)


@register.filter
def frame(tiles: list[Any]) -> str:
    """The part of the floor that these tables take, as an SVG's viewBox."""
    if not tiles:
        return "0 0 1600 900"
    box = _scaled(hull(Place(tile.table.x, tile.table.y) for tile in tiles))
    margin = 24
    width, height = max(640, box.right + 2 * margin), max(300, box.bottom + 2 * margin)
    return f"{box.left - margin} {box.top - margin} {width} {height}"
