"""Rounds as they stand: the fold of their actions, kept in the process by round and length."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from django.db.models import QuerySet

from casino.lib.law import Refused
from casino.lib.sql import ask
from casino.models import Duty, Entry
from games.catalogue import GAMES
from games.engine import fold
from games.engine.procedure import PRESHUFFLED
from games.models import Action, Round, thing_of
from games.selectors.views import may_see_hidden, shown_action
from tables.models import Table

UNDO = "undo"
KEPT = 2_000  # rounds; more tables than any casino has play at once


class Folded(NamedTuple):
    """A round after so many actions."""

    length: int
    state: Any
    setup: dict[str, Any]


_kept: dict[int, Folded] = {}


def start_of(setup: dict[str, Any]) -> Any:
    """A round before its first action, or the refusal of what it begins with."""
    return fold.start(GAMES[setup["game"]], setup)


def keep(number: int, folded: Folded) -> None:
    """Known from now on, without asking the database again. Another thread may know more."""
    was = _kept.pop(number, None)  # the newest stand last
    folded = was if was and was.length > folded.length else folded
    _kept[number] = folded
    if len(_kept) > KEPT:
        _kept.pop(next(iter(_kept)), None)


def known(number: int) -> Folded | None:
    """As this process last saw it; another one may have gone on."""
    return _kept.get(number)


def present(number: int) -> Folded:
    """As the database has it now: from what is known, read and fold on."""
    was = _kept.get(number)
    if was is None:
        setup = Round.objects.values_list("setup", flat=True).get(pk=number)
        was = Folded(0, start_of(setup), setup)
    later = [action.raw for action in Action.objects.of(number).filter(number__gte=was.length)]
    after = _after(number, was, later)
    keep(number, after)
    return after


def _after(number: int, was: Folded, later: Sequence[dict[str, Any]]) -> Folded:
    if any(raw["do"] == UNDO for raw in later):
        return state_at(number, was.length + len(later), was.setup)
    state = was.state
    for raw in later:
        state = fold.step(state, raw)
    return Folded(was.length + len(later), state, was.setup)


def legal_in(folded: Folded) -> list[dict[str, Any]]:
    """What may be done now: as the rules offer it, less what this table's deck forbids."""
    offers = fold.legal(folded.state)
    if folded.setup.get("prepared"):
        return offers
    return [_without_prepared(offer) if offer["do"] == "shuffle" else offer for offer in offers]


def _without_prepared(offer: dict[str, Any]) -> dict[str, Any]:
    return {**offer, "method": [word for word in offer["method"] if word != PRESHUFFLED]}


def state_at(number: int, length: int, setup: dict[str, Any] | None = None) -> Folded:
    """After its first so many actions."""
    if setup is None:
        setup = Round.objects.values_list("setup", flat=True).get(pk=number)
    actions = [action.raw for action in Action.objects.of(number).filter(number__lt=length)]
    return Folded(len(actions), folded_from(setup, actions), setup)


def folded_from(setup: dict[str, Any], actions: Iterable[dict[str, Any]]) -> Any:
    state = start_of(setup)
    for raw in effective(actions):
        state = fold.step(state, raw)
    return state


def effective(actions: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Without what was taken back, and without the taking back."""
    kept: list[dict[str, Any]] = []
    for raw in actions:
        if raw["do"] == UNDO:
            kept.pop()
        else:
            kept.append(raw)
    return kept


def actions_of(number: int) -> QuerySet[Action]:
    return Action.objects.of(number).select_related("person", "second_person")


def refusals_of(number: int) -> QuerySet[Entry]:
    rows = Entry.objects.filter(thing=thing_of(number), refused=True)
    return rows.select_related("person").order_by("position")


def round_of(number: int) -> Round | None:
    rows = Round.objects.select_related("table__pit", "deck", "rules", "dealer", "floorperson")
    return rows.filter(pk=number).first()


@lru_cache(maxsize=4_096)
def table_of(number: int) -> str:
    """Where a round is played; that never changes."""
    return Round.objects.values_list("table__number", flat=True).get(pk=number)


def found_round(number: int) -> Round:
    found = round_of(number)
    if found is None:
        raise Refused(f"There is no round {number}", remedy="Look at the table's list of rounds")
    return found


def open_round_at(table: str) -> Round | None:
    rows = Round.objects.select_related("table__pit", "deck", "rules", "dealer", "floorperson")
    return rows.filter(table__number=table, status=fold.OPEN).first()


class Opened(NamedTuple):
    """The last round of a table, and who opened it with which key."""

    pk: int
    number: int
    key: str
    person: int


_LAST = """
SELECT r.id, r.number, e.payload ->> 'key', e.person_id FROM games_round r
JOIN casino_entry e ON e.position = r.opened_id
WHERE r.table_id = %(table)s ORDER BY r.number DESC LIMIT 1
"""


def last_opened(table: Table) -> Opened | None:
    rows = ask(_LAST, table=table.pk)
    return Opened(*rows[0]) if rows else None


def rounds_of(table: str) -> QuerySet[Round]:
    """The newest first. The table is looked up before: joined, it would be read with all rounds."""
    found = Table.objects.filter(number=table).values_list("pk", flat=True).first()
    rows = Round.objects.filter(table=found).select_related("table", "deck")
    return rows.order_by("-number")


def transcript_of(row: Round) -> dict[str, Any]:
    """As `manage.py replay` reads it: what was taken back is not part of it."""
    raws = [action.raw for action in Action.objects.of(row.pk)]
    return {"id": f"{row.table.number}-{row.number}", **row.setup, "actions": effective(raws)}


def transcript_for(row: Round, duty: Duty) -> dict[str, Any]:
    """While it is played, the deal is told as everybody at the table knows it."""
    told, hidden = transcript_of(row), not row.is_open or may_see_hidden(duty)
    return {**told, "actions": [shown_action(raw, hidden=hidden) for raw in told["actions"]]}
