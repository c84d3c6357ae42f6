"""What live lines tell: of a table all that happens in its round, of a pit how its rounds stand."""

from collections.abc import Sequence
from contextlib import suppress
from json import dumps
from typing import Any, NamedTuple

import structlog
from django.core.serializers.json import DjangoJSONEncoder

from casino.lib.law import Refused
from casino.models import Duty, Entry
from casino.selectors.log import Brief
from games.engine import fold
from games.models import Action, Round
from games.selectors.rounds import UNDO, Folded, keep, known, present, start_of
from games.selectors.views import covered, glance_of, may_see_hidden, shown_action, view_of
from tables.selectors.floor import figures_of

HOUSE = "all"  # the name of the line that tells of every pit
ROUND = "round:"
OPENED = "open_round"
NUMBERS_KEPT = 5_000
CAUGHT_UP_AT_ONCE = 1_000  # no round is longer
_log = structlog.get_logger(__name__)


class Step(NamedTuple):
    """What entries of the log did to one round, in their order."""

    round: int
    table: str
    pit: str
    entries: list[Brief]
    folded: Folded


At = dict[str, int | None]  # what a beat repeats: whoever missed the last of it finds a gap


def at_of(number: int | None, folded: Folded | None) -> At:
    """The round that a table plays or played last, and how many actions it has."""
    return {"round": number, "length": folded.length if folded else 0}


def steps_of(entries: Sequence[Brief]) -> list[Step]:
    """Of these entries, what moved rounds; each round as it stands now."""
    opened = _opened([entry.position for entry in entries if entry.act == OPENED])
    moved: dict[int, list[Brief]] = {}
    for entry in entries:
        if number := opened.get(entry.position) or _round_of(entry):
            moved.setdefault(number, []).append(entry)
    return [step for number, its in moved.items() if (step := _step(number, its))]


def _opened(positions: list[int]) -> dict[int, int]:
    """The round that each of these entries opened; how it begins is known from now on."""
    rows = Round.objects.filter(opened__in=positions) if positions else Round.objects.none()
    found = {}
    for position, pk, number, setup in rows.values_list("opened", "pk", "number", "setup"):
        found[position] = pk
        _remember(pk, number)
        with suppress(Refused):  # one that these rules do not fold
            keep(pk, known(pk) or Folded(0, start_of(setup), setup))
    return found


def _round_of(entry: Brief) -> int:
    is_action = entry.number is not None and entry.thing.startswith(ROUND)
    return int(entry.thing.removeprefix(ROUND)) if is_action else 0


def _step(number: int, entries: list[Brief]) -> Step | None:
    """None for a round that these rules do not fold: it must not silence all the others."""
    last = entries[-1]
    try:
        return Step(number, last.table, last.pit, entries, _folded(number, entries))
    except Refused as refusal:
        _log.error("round_does_not_fold", round=number, error=str(refusal))
        return None


def _folded(number: int, entries: list[Brief]) -> Folded:
    """At least as far as these entries go. They hold the actions themselves, so the database is
    asked only where this process has a gap, or something was taken back."""
    folded = known(number)
    if folded is None:
        return present(number)
    for entry in entries:
        if entry.number is None or entry.number < folded.length:
            continue
        if entry.number > folded.length or entry.payload["action"]["do"] == UNDO:
            return present(number)
        state = fold.step(folded.state, entry.payload["action"])
        folded = Folded(folded.length + 1, state, folded.setup)
    keep(number, folded)
    return folded


def table_message(step: Step, *, hidden: bool) -> str:
    """For who follows one table: each action by its number, and the state after them."""
    is_over = step.folded.state.status != fold.OPEN
    return _json(
        {
            "type": "actions",
            "round": step.round,
            "table": step.table,
            "length": step.folded.length,
            "status": step.folded.state.status,
            "actions": [
                _told(entry, hidden=hidden or is_over)
                for entry in step.entries
                if entry.number is not None
            ],
            "view": view_of(step.folded.state, hidden=hidden),
        }
    )


def cover_cards(entries: Sequence[Entry], duty: Duty) -> None:
    """For whoever reads the log while a round is played: what tells of cards, the deal and what was
    refused, as the table knows it."""
    telling = [entry for entry in entries if _tells_cards(entry)]
    if not telling or may_see_hidden(duty):
        return
    numbers = {int(entry.thing.removeprefix(ROUND)) for entry in telling}
    rows = Round.objects.filter(pk__in=numbers, status=fold.OPEN).values_list("pk", flat=True)
    in_play = {f"{ROUND}{number}" for number in rows}
    for entry in (entry for entry in telling if entry.thing in in_play):
        told = {name: entry.payload[name] for name in ("key", "index") if name in entry.payload}
        entry.payload = {**told, "action": covered(entry.payload["action"])}


def _tells_cards(entry: Entry) -> bool:
    action = entry.payload.get("action") if entry.thing.startswith(ROUND) else None
    return isinstance(action, dict) and (entry.refused or action.get("do") == "deal")


def _told(entry: Brief, *, hidden: bool) -> dict[str, Any]:
    return {
        "index": entry.number,
        "action": shown_action(entry.payload["action"], hidden=hidden),
        "at": entry.at,
        "position": entry.position,
    }


def pit_message(steps: Sequence[Step], position: int) -> str:
    """For boards: one line a table, whatever happened there since the last message; where a round
    ended, with the figures that follow from it."""
    ended = [step.table for step in steps if step.folded.state.status != fold.OPEN]
    figures = figures_of(ended) if ended else {}
    tables = {
        step.table: tile_of(step.round, step.folded) | figures.get(step.table, {}) for step in steps
    }
    return _json({"type": "tables", "position": position, "tables": tables})


def tile_of(number: int, folded: Folded) -> dict[str, Any]:
    """What fits on a tile. Nothing of any card."""
    told = glance_of(folded.state)
    return {
        "round": number,
        "number": number_of(number),
        "length": folded.length,
        "status": folded.state.status,
        "phase": told["phase_words"],
        "turn": told["turn"],
        "pots": told["pots"],
        "carried": _carried(folded.state),
    }


def _carried(state: Any) -> int | None:
    """What waits from round to round, as its account has it: antes in play join it later."""
    special = getattr(state.game, "special_pot", "")
    if not special:
        return None
    is_open = state.status == fold.OPEN
    held = state.setup.rules.carried if is_open else fold.result(state)[special]["carried"]
    return int(held)


_numbers: dict[int, int] = {}


def number_of(pk: int) -> int:
    """The number by which its table counts it; it never changes."""
    if pk not in _numbers:
        _remember(pk, Round.objects.values_list("number", flat=True).get(pk=pk))
    return _numbers[pk]


def _remember(pk: int, number: int) -> None:
    if len(_numbers) > NUMBERS_KEPT:
        _numbers.clear()
    _numbers[pk] = number


def table_snapshot(table: str, *, hidden: bool) -> tuple[str, At]:
    """All that somebody must know who begins to follow a table now."""
    row = Round.objects.filter(table__number=table, status=fold.OPEN).first()
    folded = present(row.pk) if row else None
    at = at_of(row.pk if row else None, folded)
    told: dict[str, Any] = {"type": "snapshot", "table": table, **at}
    if row and folded:
        told |= {"number": row.number, "setup": row.setup}
        told["view"] = view_of(folded.state, hidden=hidden)
    return _json(told), at


def pit_snapshot(pit: str, position: int) -> tuple[str, At]:
    rows = Round.objects.filter(status=fold.OPEN)
    rows = rows if pit == HOUSE else rows.filter(table__pit__code=pit)
    tables = {}
    for pk, number in rows.values_list("pk", "table__number"):
        with suppress(Refused):  # one that these rules do not fold is not shown
            tables[number] = tile_of(pk, known(pk) or present(pk))
    return _json({"type": "snapshot", "position": position, "tables": tables}), {}


def catch_up(table: str, number: int, after: int, *, hidden: bool) -> str:
    """The actions of a round of this table behind this number: for who has a gap."""
    row = Round.objects.filter(pk=number, table__number=table).first()
    if row is None:
        return _json({"type": "unknown", "round": number})
    folded = present(number)
    rows = Action.objects.of(number).filter(number__gt=after)[:CAUGHT_UP_AT_ONCE]
    later = [
        Brief(one.position, one.at, one.act, one.thing, one.number, payload=one.payload)
        for one in rows
    ]
    return table_message(Step(number, table, "", later, folded), hidden=hidden)


def _json(told: dict[str, Any]) -> str:
    return dumps(told, cls=DjangoJSONEncoder, separators=(",", ":"))
