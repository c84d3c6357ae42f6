"""The pit board: what needs somebody, and every table of a pit, sorted by that."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode

from casino import policy
from casino.lib.law import Refused
from casino.selectors.log import feed_end
from casino.selectors.people import pits as all_pits
from casino.services.log import house_day, house_day_ends
from casino.services.once import spend
from casino.signing import status_of
from casino.templatetags.casino import thing_url
from tables.forms.floor import BoardFilter
from tables.rules.opening import CLOSINGS, PAUSES, legal
from tables.rules.table import Phase
from tables.selectors.board import Board, Line, Tile, board_of, changed_since, tiles_of
from tables.selectors.floor import find_pit, find_table
from tables.services import bulk

SHOWN = 4  # lines of "Needs you" before the rest is folded away
MOST = 40  # … and before it is only counted: nobody reads more at once
VIEWS = {"tiles": "layout-grid", "list": "list", "map": "map"}
PHASES = [(phase.value, phase.value.capitalize()) for phase in Phase]
# Where a need is mended, when not on the table's own page: route and the button's words.
MENDED = {
    "signs": ("table-signs", "Signs"),
    "rules": ("table-rules", "Rules"),
    "proposal": ("table-rules", "Rules"),
    "change": ("table-rules", "Rules"),
    "difference": ("pot", "Pot"),
}


@dataclass(frozen=True, slots=True)
class Shown:
    """A line of "Needs you" with its ways out."""

    line: Line
    url: str
    way: str
    may_acknowledge: bool


def pits(request: Any) -> HttpResponse:
    """All pits; whoever works in one comes to that one, unless all are asked for."""
    if request.duty.pit and "all" not in request.GET:
        return redirect("pit", request.duty.pit.code)
    return _board(request, None)


def pit(request: Any, code: str) -> HttpResponse:
    found = find_pit(code)
    if found is None:
        raise Http404
    return _board(request, found)


def _board(request: Any, pit: Any, more: dict[str, Any] | None = None) -> HttpResponse:
    position = feed_end()  # before anything is read: what comes later is told later
    asked = BoardFilter(request.GET).asked()
    board = board_of(pit, request.duty, request.now)
    context = {
        "pit": pit,
        "board": board,
        "position": position,
        "asked": asked,
        **_needs(request.duty, board),
        "tiles": [t for t in board.tiles if asked["state"] in ("", t.table.phase)],
        "estimates": {name: board.estimate(name) for name in ("drop_cents", "rounds_an_hour")},
        "now": request.now,
        "topics": _topics(request.duty, pit),
        **_ways(pit, board, asked),
    }
    if request.htmx:
        return _news(request, pit, asked, context)
    context |= _around_the_board(request, pit) | (more or {})
    status = status_of((more or {}).get("refusal"))
    return render(request, "tables/board.html", context, status=status)


def _news(request: Any, pit: Any, asked: Any, context: dict[str, Any]) -> HttpResponse:
    """To a board that is shown: only the tiles that changed, if that is all."""
    is_plain = asked["view"] == "tiles" and not asked["state"]
    changed = changed_since(asked["at"], pit) if is_plain and asked["at"] else None
    if changed is None:
        return render(request, "tables/_board.html", context)
    wanted = changed | asked["also"]
    context["tiles"] = [t for t in context["tiles"] if t.table.number in wanted]
    answer = render(request, "tables/_board_news.html", context)
    answer["HX-Reswap"] = "none"  # each part finds its own place
    return answer


def _around_the_board(request: Any, pit: Any) -> dict[str, Any]:
    day = house_day(request.now)
    ends = house_day_ends(day)
    return {
        "pits": all_pits(),
        "day": day,
        "day_began": house_day_ends(day - timedelta(days=1)),
        "day_ends": ends,
        "zone": settings.TIME_ZONE,
        "may_hand_over": policy.may(request.duty, "see_handovers"),
        "pit_deeds": _pit_deeds(request.duty, pit),
        "closings": CLOSINGS.items(),
        "pauses": PAUSES.items(),
    }


def _address(pit: Any, **asked: Any) -> str:
    """Where the board is, looked at in this way."""
    path = reverse("pit", args=[pit.code]) if pit else reverse("pits")
    words = {} if pit else {"all": 1}
    words |= {name: value for name, value in asked.items() if value and value != "tiles"}
    return f"{path}?{urlencode(words)}" if words else path


def _ways(pit: Any, board: Board, asked: Any) -> dict[str, Any]:
    """Other ways to look at the board: its views and its filters, each an address."""
    view, state = asked["view"], asked["state"]
    names = dict(PHASES)
    filters = [(_address(pit, view=view), "All", len(board.tiles), not state)]
    filters += [
        (_address(pit, view=view, state=phase), names[phase], count, phase == state)
        for phase, count in board.states.items()
    ]
    return {
        "views": [
            (_address(pit, view=name, state=state), icon, name.capitalize(), name == view)
            for name, icon in VIEWS.items()
        ],
        "filters": filters,
        "all_url": _address(pit, view=view),
        "floor_url": reverse("floor"),
        "here": _address(pit, view=view, state=state),
    }


def _pit_deeds(duty: Any, pit: Any) -> list[str]:
    """What this duty may do to a whole pit."""
    if pit is None or duty.pit_id not in (None, pit.pk):
        return []
    return [do for do, (act, _) in WHOLE_PIT.items() if policy.may(duty, act)]


def _open_all(request: Any, pit: Any) -> Any:
    return bulk.open_pit(pit=pit.code, by=request.duty, now=request.now)


def _close_all(request: Any, pit: Any) -> Any:
    reason = request.POST.get("reason", "")[:20]
    return bulk.close_pit(pit=pit.code, reason=reason, by=request.duty, now=request.now)


def _pause_all(request: Any, pit: Any) -> Any:
    told = {name: request.POST.get(name, "")[:200] for name in ("reason", "note")}
    return bulk.pause_pit(pit=pit.code, by=request.duty, now=request.now, **told)


# What is done to every table of a pit: the act that it takes at each, and the service.
WHOLE_PIT = {
    "open": ("table_begin", _open_all),
    "close": ("table_begin_close", _close_all),
    "pause": ("table_pause", _pause_all),
}


def work_pit(request: Any, code: str) -> HttpResponse:
    """All tables at once; the answer is one line of totals, and what each that waits lacks."""
    found, do = find_pit(code), request.POST.get("do", "")
    if found is None:
        raise Http404
    try:
        if do not in WHOLE_PIT:
            raise Refused("This form names nothing that is done to a pit", remedy="Look again")
        policy.require(request.duty, WHOLE_PIT[do][0], now=request.now, pit=found)
        spend(request.session, request.POST.get("ticket", ""))
        totals = WHOLE_PIT[do][1](request, found)
    except Refused as refusal:
        return _board(request, found, {"refusal": refusal})
    return _board(request, found, {"totals": totals})


def _topics(duty: Any, pit: Any) -> str:
    """What the board watches. A pit that is not one's own is watched with all tables."""
    own = pit is not None and duty.pit_id in (None, pit.pk)
    topics = [f"pit:{pit.code}" if own else "table", "floor"]
    return " ".join(topics + ["alerts"] * policy.may(duty, "see_alerts"))


def _needs(duty: Any, board: Board) -> dict[str, Any]:
    """What needs somebody: shown, folded away, only counted."""
    lines = board.lines
    shown = [_shown(duty, line) for line in lines[:MOST]]
    return {
        "needs": len(lines),
        "first": shown[:SHOWN],
        "folded": shown[SHOWN:],
        "more": len(lines) - SHOWN,
        "uncounted": max(0, len(lines) - MOST),
    }


def _shown(duty: Any, line: Line) -> Shown:
    if line.alert:
        alert = line.alert
        is_own = alert.thing == f"person:{duty.person.badge}"
        may = policy.may(duty, "acknowledge_alert") and not is_own
        return Shown(line, _open(duty, alert.thing), "Open", may_acknowledge=may)
    assert line.tile, "a need is an alert's or a table's"
    assert line.call, "a need of a table is one of its calls"
    route, way = MENDED.get(line.call.name, ("", ""))
    number = line.tile.table.number
    url = reverse(route, args=[number]) if route else _open(duty, line.call.thing or "")
    way = way or ("Deck" if url else "Open")
    return Shown(line, url or table_url(number), way, may_acknowledge=False)


def _open(duty: Any, thing: str) -> str:
    """The page of a thing, where this duty may see it."""
    act = policy.door_of("GET", thing.partition(":")[0])
    return thing_url(thing) if act and policy.may(duty, act.name) else ""


def table_url(number: str) -> str:
    return thing_url(f"table:{number}") or reverse("table-signs", args=[number])


def glance(request: Any, number: str) -> HttpResponse:
    """One table in a drawer: how it stands, what it needs, and what may be done to it now."""
    table = find_table(number)
    if table is None or table.retired_at:
        raise Http404
    tile = tiles_of([table], request.now)[0]
    context = {
        "tile": tile,
        "now": request.now,
        "url": table_url(number),
        "deeds": _deeds(request.duty, tile),
    }
    template = "tables/_glance.html" if request.htmx else "tables/glance.html"
    return render(request, template, context)


def _deeds(duty: Any, tile: Tile) -> list[str]:
    """What this duty may do to the table as it stands, in words."""
    own = duty.pit_id in (None, tile.table.pit_id)
    names = [do for do in legal(tile.table.fold) if own and policy.may(duty, f"table_{do}")]
    return [name for name in names if not (name == "close" and tile.table.phase != Phase.CLOSING)]
