"""A table with a carried pot for tests: short rounds, and whole days from opening to closing."""

from datetime import UTC, datetime, timedelta
from typing import Any

from django.utils import timezone

from casino.models import Duty, Job
from inventory.models import Device
from inventory.services.devices import Step, move_device
from tables.models import Table
from tables.services import seats
from tests.inventory.cards import on_duty
from tests.rounds.evening import accept, opened
from tests.tables import play
from tests.tables.play import deed, fresh

DAY_ONE = datetime(2027, 3, 1, 20, tzinfo=UTC)
A_DAY = timedelta(days=1)
GAMES = {"deuce_of_the_dragon": ("deuce", "2h"), "ultimate_8": ("ace", "As")}
BACKS = ("red", "blue", "green")


def before_the_bets(pot: str) -> list[dict[str, Any]]:
    wagers: list[dict[str, Any]] = [
        {"do": "wager", "seat": seat, "on": on, "amount": cents}
        for seat in (1, 2)
        for on, cents in (("ante", 1000), (pot, 500))
    ]
    hidden = {"1": ["??"] * 8, "2": ["??"] * 8}
    return [
        {"do": "shuffle", "method": "manual"},
        {"do": "cut", "by": "dealer", "cards": 26},
        *wagers,
        {"do": "collect_antes"},
        {"do": "deal", "hands": hidden},
    ]


def won(row: Any, card: str) -> list[dict[str, Any]]:
    """Whoever opens the betting discards the card of the pot; the other gives up."""
    first = row.setup["button"]
    checks = [{"do": "check", "seat": seat} for seat in (first, 3 - first)]
    discard = {"do": "discard", "seat": first, "cards": [card]}
    gone = {"do": "forfeit", "seat": 3 - first}
    return [{"do": "count_stub", "cards": 4}, *checks, discard, gone]


def play_round(table: Table, *, wins: bool = False, **changes: Any) -> Any:
    """$10 come into the pot; unless somebody wins it, it stays."""
    pot, card = GAMES[table.game]
    row = opened(table)
    ended = won(row, card) if wins else [{"do": "forfeit", "seat": 1}]
    for action in [*before_the_bets(pot), *ended]:
        accept(row, action)
    held = row.setup["rules"]["carried"] + 1000
    settle = {"do": "settle", "counted": {"main": 2000, pot: held}}
    accept(row, settle, second=on_duty(Job.FLOORPERSON), **changes)
    row.refresh_from_db()
    return row


def count(table: Table, do: str, cents: int, **facts: Any) -> Any:
    return deed(table, do, Job.DEALER, Job.FLOORPERSON, cents=cents, **facts)


def close_with_pot(table: Table, cents: int, seal: str) -> None:
    """At the end of its hours: the pot into custody, everybody home."""
    deed(table, "begin_close", reason="shift_end")
    seats.clear(number=table.number, by=on_duty(Job.DEALER), now=timezone.now())
    count(table, "keep_pot", cents, seal=seal)
    play.take_away(table)
    deed(table, "lock_devices")
    deed(table, "count_closer", Job.DEALER, Job.FLOORPERSON, cents=2_500_000)
    deed(table, "close")
    Duty.objects.filter(ended_at=None).update(ended_at=timezone.now())


def begin_again(table: Table, back: str) -> None:
    """Another day: up to the moment at which the pot comes out of custody."""
    play.man(table)
    for device in Device.objects.filter(what="manual_shoe"):
        step = Step("fix", device.serial, table=table.number)
        move_device(step, by=on_duty(Job.FLOORPERSON), now=timezone.now())
    play.begin(table)
    play.prepare_to_open(table)
    play.show(table, play.bring(table, back))


def carried(table: Table) -> int:
    return int(fresh(table).carried_cents)
