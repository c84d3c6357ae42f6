"""What machines ask of tables: how each stands, what it lacks, by which rules it plays."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from casino.models import Duty
from inventory.selectors.schedule import DeckClock, clocks
from tables.catalogue import TableGame, game_of
from tables.models import RuleSet, Table
from tables.rules.table import Around, Need
from tables.selectors.around import arounds
from tables.selectors.rules import rules_in_force
from tables.selectors.work import Work


@dataclass(frozen=True, slots=True)
class Standing:
    table: Table
    game: TableGame
    around: Around
    clocks: Mapping[str, DeckClock]
    rules: Mapping[str, Any]
    work: Work

    @property
    def lacks(self) -> list[Need]:
        """What must be mended before it can do what comes next, in the order people do it."""
        return [need for need in self.work.needs() if not need.is_done]


def standings(tables: Iterable[Table], now: datetime) -> list[Standing]:
    """As many queries for two hundred tables as for one."""
    tables = list(tables)
    keys, numbers = [table.pk for table in tables], [table.number for table in tables]
    around, held = arounds(tables, now), rules_in_force(keys, now)
    due: dict[str, dict[str, DeckClock]] = defaultdict(dict)
    for clock in clocks(now, tables=numbers):
        due[clock.deck.table][clock.deck.code] = clock
    return [
        _standing(table, around[table.pk], due[table.number], held.get(table.pk))
        for table in tables
    ]


def _standing(
    table: Table, around: Around, due: Mapping[str, DeckClock], held: RuleSet | None
) -> Standing:
    game = game_of(table.game)
    work = Work(
        table=table,
        game=game,
        fold=table.fold,
        around=around,
        staff={},
        seats=[],
        clocks=due,
        devices=[],
    )
    return Standing(table, game, around, due, _rules(game, held), work)


def _rules(game: TableGame, held: RuleSet | None) -> dict[str, Any]:
    """Every option by its name, whether it was set or is the game's usual one."""
    if held is None:
        return {}
    return {one.name: one.value_in(held.options) for one in game.describe_options()}


def duty_of_badge(badge: str, now: datetime) -> Duty | None:
    """The duty that the person of this badge holds now."""
    rows = Duty.objects.filter(person__badge=badge, ended_at=None).select_related("person", "pit")
    duty = rows.first()
    return duty if duty and duty.holds_at(now) else None
