"""Layouts on their way to a table: drawn, reviewed, submitted, approved, and laid there."""

import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from casino.lib.law import Outdated, Refused
from casino.models import Alert, Duty, Entry
from casino.policy import require
from casino.services.acts import whole
from casino.services.alerts import raise_alert
from casino.services.log import record
from casino.services.pictures import Drawing, keep
from tables.catalogue import TableGame, game_of, games
from tables.models import Laying, Layout, Table
from tables.rules import approvals
from tables.rules.table import Deed, Phase
from tables.selectors.floor import locked_table
from tables.selectors.layouts import layings, locked_versions

CODE = re.compile(r"[A-Z0-9][A-Z0-9-]{1,19}\Z")
DEEDS = frozenset(approvals.RULES) - {"change"}
PICTURES = ("rendering", "photograph")


def thing_of(code: str) -> str:
    return f"layout:{code}"[:80]


def add_layout(
    *, code: str, game: str, name: str, positions: int, by: Duty, now: datetime
) -> Layout:
    """The first version of a new design: an empty drawing, whose author draws on."""
    with whole("layout_change", by=by, now=now, thing=thing_of(code)):
        if not CODE.match(code):
            raise Refused("That is no code", remedy="Letters, digits and hyphens: DD-A")
        if game not in {one.code for one in games()}:
            raise Refused("There is no such game", remedy="Choose one of the list")
        approvals.refuse_positions(positions, game_of(game).demands)
        was = Layout(code=code, game=game, name=name.strip(), version=0)
        return _draw(was, approvals.Layout(), {"positions": positions}, {}, by, now)


def change_layout(
    code: str,
    content: Mapping[str, Any],
    *,
    by: Duty,
    now: datetime,
    seen: int | None = None,
    pictures: Mapping[str, Drawing] | None = None,
) -> Layout:
    """Draw on one's own draft, or begin another version: that one's way begins anew.

    `content`: positions, elements, inscriptions, as far as they change. `pictures` are drawn
    already (casino/services/pictures.py), so that the transaction is a short one.
    """
    with whole("layout_change", by=by, now=now, thing=thing_of(code)):
        was = locked_versions(code)[0]
        _refuse_outdated(was, seen)
        if "positions" in content:
            approvals.refuse_positions(content["positions"], game_of(was.game).demands)
        return _draw(was, was.design, content, pictures or {}, by, now)


def _draw(
    was: Layout,
    design: approvals.Layout,
    content: Mapping[str, Any],
    pictures: Mapping[str, Drawing],
    by: Duty,
    now: datetime,
) -> Layout:
    assert pictures.keys() <= set(PICTURES), pictures.keys()
    shown = {name: drawing.hash for name, drawing in pictures.items()}
    deed = Deed("change", now, by.person.badge, by.job, facts={**content, **shown})
    after = approvals.step(design, deed, game_of(was.game).demands)
    for drawing in pictures.values():
        keep(drawing)
    told = {name: getattr(after, name) for name in approvals.CONTENT}
    changed = [name for name in approvals.CONTENT if told[name] != getattr(design, name)]
    entry = _record("change", was.code, by, now, version=after.version, changed=changed, **told)
    row = was if after.version == was.version else _next(was, by)
    return _write(row, after, entry)


def _next(was: Layout, by: Duty) -> Layout:
    return Layout(code=was.code, game=was.game, name=was.name, author=by.person)


def _write(row: Layout, after: approvals.Layout, entry: Entry) -> Layout:
    """The row repeats what the rules say."""
    is_new = row.pk is None
    row.version, row.stage, row.positions = after.version, after.stage, after.positions
    row.rendering_id, row.photograph_id = after.rendering or None, after.photograph or None
    row.elements = {name: list(at) if at else None for name, at in after.elements.items()}
    row.inscriptions = dict(after.inscriptions)
    row.reference, row.submitted_on, row.reason = after.reference, after.submitted_on, after.reason
    row.changed_at, row.entry = entry.at, entry
    try:
        with transaction.atomic():
            row.save(force_insert=is_new)
    except IntegrityError as error:
        raise Refused(
            f"There is a layout {row.code} already", remedy="Choose another code, or change that"
        ) from error
    return row


def move_layout(
    code: str,
    version: int,
    do: str,
    *,
    by: Duty,
    now: datetime,
    seen: int | None = None,
    facts: Mapping[str, Any] | None = None,
) -> Layout:
    """Review, submit, approve, object, withdraw: each version goes its own way."""
    if do not in DEEDS:
        raise Refused(f"There is nothing called “{do[:20]}” to be done to a layout")
    with whole(f"layout_{do}", by=by, now=now, thing=thing_of(code)):
        row = _version(locked_versions(code), version)
        _refuse_outdated(row, seen)
        if do == "withdraw":
            _refuse_in_use(row)
        deed = Deed(do, now, by.person.badge, by.job, facts=_plain(facts or {}))
        after = approvals.step(row.design, deed, game_of(row.game).demands)
        told = {name: str(value) for name, value in deed.facts.items()}
        entry = _record(do, code, by, now, version=version, stage=after.stage, **told)
        if do == "review":
            row.reviewer = by.person
        if do == "object":
            _alarm(row, entry, now)
        return _write(row, after, entry)


def _plain(facts: Mapping[str, Any]) -> dict[str, Any]:
    known = ("submitted_on", "reference", "reason")
    return {
        name: value.strip() if isinstance(value, str) else value
        for name, value in facts.items()
        if name in known
    }


def _version(rows: list[Layout], version: int) -> Layout:
    found = next((row for row in rows if row.version == version), None)
    if found is None:
        raise Refused(f"{rows[0].code} has no version {version}")
    return found


def _refuse_outdated(row: Layout, seen: int | None) -> None:
    if seen is not None and seen != row.entry_id:
        raise Outdated(
            f"Somebody else was quicker: {row} is {row.stage_in_words} now, and may look different",
            remedy="Look at it again before you sign",
        )


def _in_use(row: Layout) -> list[Table]:
    lies = [one.table for one in layings(row.code) if one.layout_id == row.pk]
    return [table for table in lies if table.phase != Phase.CLOSED]


def _refuse_in_use(row: Layout) -> None:
    open_tables = ", ".join(table.number for table in _in_use(row))
    if open_tables:
        demands = game_of(row.game).demands
        raise Refused(
            f"It is in use on {open_tables}",
            demands.clause(demands.submission_place),
            remedy="Close the table and lay another layout first",
        )


def _alarm(row: Layout, entry: Entry, now: datetime) -> None:
    for table in _in_use(row):
        raise_alert(
            need=Alert.Need.NOW,
            words=f"{table}: the Division objects to its layout {row}",
            thing=f"table:{table.number}",
            pit=table.pit,
            entry=entry,
            now=now,
        )


def _record(do: str, code: str, by: Duty, now: datetime, **told: Any) -> Entry:
    return record(f"layout_{do}", by=by, now=now, thing=thing_of(code), **told)


def lay(
    code: str, version: int, *, number: str, by: Duty, now: datetime, seen: int | None = None
) -> Laying:
    """Lay a layout that may be used on a closed table of its game."""
    with whole("lay_layout", by=by, now=now, thing=thing_of(code)):
        table = locked_table(number)
        require(by, "lay_layout", now=now, pit=table.pit)
        row = _version(locked_versions(code), version)
        _refuse_outdated(row, seen)
        _refuse_laying(row, table, game_of(table.game))
        entry = record(
            "lay_layout",
            by=by,
            now=now,
            thing=thing_of(code),
            table=table.number,
            pit=table.pit,
            layout=str(row),
            version=version,
        )
        _open_layings(table).update(until=now)
        return Laying.objects.create(table=table, layout=row, since=now, entry=entry)


def _open_layings(table: Table) -> Any:
    return Laying.objects.filter(table=table, until=None)


def _refuse_laying(row: Layout, table: Table, game: TableGame) -> None:
    if row.game != table.game:
        raise game.refuse("layout_elements", f"{row} is no layout of {game.name}")
    approvals.refuse_use(row.design, game.demands)
    if row.positions != table.positions:
        raise game.refuse(
            "six_positions",
            f"{row} has {row.positions} positions, {table} has {table.positions}",
            remedy="Take a layout with as many positions",
        )
    if table.phase != Phase.CLOSED:
        raise game.refuse(
            "layout_submitted", f"{table} is {table.phase}", remedy="Close the table first"
        )
    if _open_layings(table).filter(layout=row).exists():
        raise Refused(f"{row} lies on {table} already")
