"""One table as the people who work at it see it: what is there, since when, and what it lacks."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from casino.models import Duty
from inventory.models import Device
from inventory.rules.equipment import State
from inventory.selectors.decks import deck_with
from inventory.selectors.devices import devices_on
from inventory.selectors.schedule import DeckClock, clocks
from tables.catalogue import TableGame, game_of
from tables.models import Assignment, Sitting, Table
from tables.rules import opening
from tables.rules.closing import needs_to_close
from tables.rules.pots import needs_while_idle
from tables.rules.readiness import needs_to_begin, needs_to_open
from tables.rules.table import Around, DeckAt, Need, Phase
from tables.rules.table import Table as Folded
from tables.rules.words import money
from tables.selectors.around import around_of
from tables.selectors.staff import on_duty_in, staff_of

FREE = (State.REGISTERED, State.OFF, State.LOCKED)


@dataclass(frozen=True, slots=True)
class Seat:
    number: int
    sitting: Sitting | None
    in_round: bool


@dataclass(slots=True)
class Work:
    """`fold` is where the table stands, `around` what other records say of it."""

    table: Table
    game: TableGame
    fold: Folded
    around: Around
    staff: Mapping[str, Assignment]
    seats: list[Seat]
    clocks: Mapping[str, DeckClock]
    devices: list[Device]

    def needs(self, method: str = "") -> list[Need]:
        """What this table lacks for the next thing it is meant to do."""
        refuse = self.game.refuse
        if self.fold.phase is Phase.CLOSED:
            return needs_to_begin(method or self.table.method, self.around, refuse)
        if self.fold.phase is Phase.CLOSING:
            return needs_to_close(self.fold, self.around, refuse)
        idle = needs_while_idle(self.fold, self.around, refuse)
        return [
            *(idle if self.fold.phase is Phase.IDLE else []),
            *needs_to_open(self.fold, self.around, refuse),
        ]

    @property
    def legal(self) -> tuple[str, ...]:
        return opening.legal(self.fold)

    @property
    def carried(self) -> str:
        return money(self.around.carried_cents)

    @property
    def decks(self) -> list[tuple[DeckAt, DeckClock | None]]:
        return [(deck, self.clocks.get(deck.code)) for deck in self.fold.decks]

    def removed_deck(self, code: str) -> Any:
        """One that left play here and waits for its envelope."""
        assert code in self.around.removed, code
        return deck_with(code)

    @property
    def version(self) -> str:
        """Changes whenever the page of this table would."""
        decks = sum(clock.deck.length for clock in self.clocks.values())
        sat = "".join(str(seat.sitting.pk) if seat.sitting else "-" for seat in self.seats)
        devices = sum(device.length for device in self.devices) + len(self.devices)
        people = ".".join(str(row.pk) for row in self.staff.values())
        lacks = sum(not need.is_done for need in self.needs())
        at = self.table
        played = f"{at.shown.get('round', 0)}:{len(at.in_round)}:{at.carried_cents}"
        return f"{at.length}.{decks}.{sat}.{devices}.{people}.{lacks}.{played}"


def work_at(table: Table, now: datetime) -> Work:
    number = table.number
    sitting = {row.seat: row for row in Sitting.objects.filter(table=table, left_at=None)}
    return Work(
        table=table,
        game=game_of(table.game),
        fold=table.fold,
        around=around_of(table, now),
        staff={row.role: row for row in staff_of([table.pk])},
        seats=[
            Seat(seat, sitting.get(seat), seat in table.in_round)
            for seat in range(1, table.positions + 1)
        ],
        clocks={clock.deck.code: clock for clock in clocks(now, tables=[number])},
        devices=devices_on(number),
    )


def free_devices(*what: str) -> list[Device]:
    """Those of a sort that could be fixed to a table now."""
    rows = Device.objects.filter(what__in=what, stage__in=FREE, is_suspect=False)
    return list(rows.order_by("what", "serial")[:50])


def duties_for(table: Table, role: str, now: datetime) -> list[Duty]:
    return on_duty_in(table.pit_id, role, now)


def removals_of(table: Table) -> list[Sitting]:
    """Players who were removed here, with what the Division is told, the newest first."""
    rows = Sitting.objects.filter(table=table).exclude(why="")
    return list(rows.select_related("notified__person", "notified__duty").order_by("-left_at")[:10])
