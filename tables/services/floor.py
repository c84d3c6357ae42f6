"""The floor itself: tables are added, changed, moved, arranged on the map and retired."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction

from casino.lib.law import Clause, Outdated, Refused
from casino.models import Duty, Entry, Pit
from casino.policy import require
from casino.services.acts import whole
from casino.services.log import record
from inventory.selectors.devices import fitted
from tables.catalogue import games
from tables.models import Laying, RuleSet, Table
from tables.rules.approvals import refuse_positions
from tables.rules.map import Place, free_place
from tables.rules.table import Phase
from tables.selectors.floor import facts_of, locked_table, locked_tables, places, version_of

PLAN = Clause("13:69D-1.12(a)1")
MOST_CAMERAS = 12


class Facts(NamedTuple):
    """What is written down of a table."""

    game: str
    positions: int
    method: str
    cameras: Sequence[str] = ()


def add_table(
    *, number: str, pit: Pit, facts: Facts, by: Duty, second: Duty, now: datetime
) -> Table:
    """A new table: closed, without layout, rules or signs, on a free place beside its pit."""
    with whole("add_table", by=by, second=second, now=now, thing=f"table:{number}", pit=pit):
        _refuse_facts(facts)
        at = free_place(places(), places(pit))
        table = Table(number=number, pit=pit, x=at.x, y=at.y, **_columns(facts))
        _insert(table)
        _record("add_table", table, by, now, second=second, **facts_of(table))
        return table


def _insert(table: Table) -> None:
    try:
        with transaction.atomic():
            table.save(force_insert=True)
    except IntegrityError as error:
        kept = Table.objects.filter(number=table.number).first()
        words = "is retired: its number stays its own" if kept and kept.retired_at else "is there"
        raise Refused(f"{table.number} {words}", remedy="Choose another number") from error


def change_table(
    *, number: str, facts: Facts, by: Duty, now: datetime, seen: str | None = None
) -> Table:
    """Only while it is closed. Another number of positions takes the layout off it."""
    with whole("change_table", by=by, now=now, thing=f"table:{number}"):
        table = _closed(number, "change_table", by, now, seen)
        _refuse_facts(facts)
        before = facts_of(table)
        if facts.game != table.game:
            _refuse_other_game(table)
        if facts.positions != table.positions:
            Laying.objects.filter(table=table, until=None).update(until=now)
        for name, value in _columns(facts).items():
            setattr(table, name, value)
        after = facts_of(table)
        if after == before:
            raise Refused("Nothing is different", remedy="Change something, or leave it as it is")
        table.save(update_fields=["game", "positions", "method", "cameras"])
        _record("change_table", table, by, now, before=before, after=after)
        return table


def move_table(*, number: str, pit: Pit, by: Duty, now: datetime, seen: str | None = None) -> Table:
    """To another pit: only while it is closed, so that nobody's people or cards stay behind."""
    with whole("move_table", by=by, now=now, thing=f"table:{number}"):
        table = _closed(number, "move_table", by, now, seen)
        if table.pit_id == pit.pk:
            raise Refused(f"{table} stands in {pit} already")
        was = table.pit
        at = free_place(places(), places(pit))
        table.pit, table.x, table.y = pit, at.x, at.y
        table.save(update_fields=["pit", "x", "y"])
        _record("move_table", table, by, now, before={"pit": was.name}, after={"pit": pit.name})
        return table


class Move(NamedTuple):
    """Where a table was for whoever moved it on the map, and where it shall stand."""

    was: Place
    to: Place


def arrange(*, moves: Mapping[str, Move], by: Duty, now: datetime) -> Entry:
    """Many at once, all or none. Who looked at an old map is told so, and moves nothing."""
    with whole("arrange_floor", by=by, now=now, thing="floor"):
        wanted = {number: move for number, move in moves.items() if move.was != move.to}
        if not wanted:
            raise Refused("No table was moved", remedy="Move one, then save")
        rows = {table.number: table for table in locked_tables(wanted) if not table.retired_at}
        for number, move in wanted.items():
            _put(rows.get(number), number, move)
        Table.objects.bulk_update(rows.values(), ["x", "y"])
        told = {number: list(move.to) for number, move in wanted.items()}
        return record("arrange_floor", by=by, now=now, thing="floor", places=told)


def _put(table: Table | None, number: str, move: Move) -> None:
    if table is None:
        raise Refused(f"There is no table {number[:20]}", remedy="Open the map again")
    if not all(0 <= part <= 100 for part in move.to):
        raise Refused(f"{table} would stand outside the map", remedy="0 to 100, across and down")
    if (table.x, table.y) != move.was:
        raise Outdated(f"Somebody else moved {table} meanwhile", remedy="Open the map again")
    table.x, table.y = move.to


def retire_table(
    *, number: str, reason: str, by: Duty, second: Duty, now: datetime, seen: str | None = None
) -> Table:
    """For good: its history and its number stay."""
    with whole("retire_table", by=by, second=second, now=now, thing=f"table:{number}"):
        table = _closed(number, "retire_table", by, now, seen)
        if not reason.strip():
            raise Refused("Say why it is retired", remedy="A few words for whoever looks later")
        if there := fitted(table.number):
            raise Refused(
                f"{len(there)} devices are fixed to {table}", PLAN, remedy="Take them off first"
            )
        if table.carried_cents:
            raise Refused(f"A pot is carried at {table}", PLAN, remedy="Let accounting settle it")
        Laying.objects.filter(table=table, until=None).update(until=now)
        table.retired_at = now
        table.save(update_fields=["retired_at"])
        _record("retire_table", table, by, now, second=second, reason=reason.strip())
        return table


def _closed(number: str, act: str, by: Duty, now: datetime, seen: str | None) -> Table:
    """This table, locked, as whoever asks saw it, and with nothing going on."""
    table = locked_table(number)
    require(by, act, now=now, pit=table.pit)
    if seen is not None and seen != version_of(table):
        raise Outdated(f"{table} was changed meanwhile", remedy="Look at it again")
    if table.phase != Phase.CLOSED:
        phase = table.get_phase_display().lower()
        raise Refused(f"{table} is {phase}", PLAN, remedy="Close it first")
    return table


def _refuse_facts(facts: Facts) -> None:
    game = {game.code: game for game in games()}.get(facts.game)
    if game is None:
        raise Refused("This game is not in the house", remedy="Choose one of the list")
    refuse_positions(facts.positions, game.demands)
    clause = game.demands.clause(game.demands.positions_place)
    if game.demands.exact_positions and facts.positions != game.demands.most_positions:
        words = f"{game.name} deals to all {game.demands.most_positions} positions"
        raise Refused(words, clause, remedy=f"Give it {game.demands.most_positions}")
    if facts.method not in game.demands.dealings:
        raise game.refuse("shuffler", f"{game.name} is not dealt so", remedy="Choose another way")
    if len(facts.cameras) > MOST_CAMERAS:
        raise Refused(f"At most {MOST_CAMERAS} cameras", remedy="Name those that show the cards")


def _refuse_other_game(table: Table) -> None:
    """Its rules and its felt are those of its game, and their history is never rewritten."""
    has_rules = RuleSet.objects.filter(table=table).exists()
    if has_rules or table.length or Laying.objects.filter(table=table, until=None).exists():
        raise Refused(
            f"{table} has been set up for its game",
            PLAN,
            remedy="Retire it, and add a table of the other game with a number of its own",
        )


def _columns(facts: Facts) -> dict[str, Any]:
    return facts._asdict() | {"cameras": [*facts.cameras]}


def _record(act: str, table: Table, by: Duty, now: datetime, **told: Any) -> Entry:
    thing, place = f"table:{table.number}", table.number
    return record(act, by=by, now=now, thing=thing, table=place, pit=table.pit, **told)
