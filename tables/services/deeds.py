"""The one way in which a table moves on: ask around, ask the rules, write event and row."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction

from casino.lib.law import Outdated, Refused
from casino.models import Duty, Entry
from casino.policy import require
from casino.services.acts import refuse_other_pit, refuse_second
from casino.services.log import record, record_refusal
from tables.catalogue import game_of
from tables.models import Table, TableEvent
from tables.rules import opening
from tables.rules.table import Deed
from tables.rules.table import Table as Folded
from tables.selectors.around import around_of
from tables.selectors.floor import locked_table

Effect = Callable[[Table, Deed, Duty, datetime], None]
EFFECTS: dict[str, list[Effect]] = defaultdict(list)  # deed → what else moves in the same act


def effect_of(*dos: str) -> Callable[[Effect], Effect]:
    """Registers what else is done by these deeds, in their transaction."""

    def register(effect: Effect) -> Effect:
        for do in dos:
            EFFECTS[do].append(effect)
        return effect

    return register


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody asks of a table. `seen` tells how long its history was for whoever asks."""

    do: str
    table: str
    facts: Mapping[str, Any] = field(default_factory=dict)
    seen: int | None = None

    @property
    def act(self) -> str:
        return f"table_{self.do}"


def carry_out(order: Order, *, by: Duty, now: datetime, second: Duty | None = None) -> Entry:
    """For doors: a refusal is kept in the log."""
    try:
        with transaction.atomic():
            return carry_out_within(order, by=by, now=now, second=second)
    except Outdated:
        raise
    except Refused as refusal:
        if is_deed(order.do):
            about = {"thing": f"table:{order.table}"[:80], "table": order.table[:20]}
            record_refusal(refusal, order.act, by=by, now=now, **about)
        raise


def is_deed(do: str) -> bool:
    """Whether people do it; that a deck came or left is told by the deck."""
    return do in opening.RULES and not opening.RULES[do].follows


def carry_out_within(order: Order, *, by: Duty, now: datetime, second: Duty | None = None) -> Entry:
    """For services that do more in the same transaction."""
    if not is_deed(order.do):
        raise Refused(f"There is nothing called “{order.do[:20]}” to be done to a table")
    table = locked_table(order.table)
    _refuse_outdated(order, table)
    require(by, order.act, now=now, pit=table.pit)
    refuse_second(order.act, by, second, now)
    refuse_other_pit(order.act, second, table.pit)
    deed, game = _deed(order, by, second, now), game_of(table.game)
    opening.check(table.fold, deed, around_of(table, now), game.refuse)
    after, duty = opening.step(table.fold, deed), opening.RULES[order.do].duty
    entry = record(
        order.act,
        by=by,
        second=second,
        now=now,
        thing=f"table:{table.number}",
        table=table.number,
        pit=table.pit,
        clause=game.refuse(duty, "").clause if duty else None,
        do=order.do,
        facts=dict(deed.facts),
    )
    write(table, order.do, after, entry)
    for effect in EFFECTS[order.do]:
        effect(table, deed, by, now)
    return entry


def _refuse_outdated(order: Order, table: Table) -> None:
    if order.seen is not None and order.seen != table.length:
        raise Outdated(
            f"Somebody else was quicker: {table} is {table.get_phase_display().lower()} now",
            remedy="This is how it stands; do what comes next",
        )


def _deed(order: Order, by: Duty, second: Duty | None, now: datetime) -> Deed:
    return Deed(
        do=order.do,
        at=now,
        by=by.person.badge,
        job=by.job,
        second=second.person.badge if second else "",
        second_job=second.job if second else "",
        facts=dict(order.facts),
    )


def write(table: Table, do: str, after: Folded, entry: Entry) -> None:
    """Event and row; the row repeats what the rules say."""
    TableEvent.objects.create(table=table, index=table.length, do=do, entry=entry)
    table.take(after)
    table.save(update_fields=["phase", "since", "state", "length"])
