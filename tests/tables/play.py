"""A floor at work for tests: tables brought as far as a test needs, by the services themselves.

`opened_table()` is one that plays; each step on the way can be taken alone.
"""

from collections.abc import Callable
from threading import Barrier
from typing import Any

from django.utils import timezone

from casino.models import Duty, Entry, Job
from inventory.models import Deck
from inventory.services.custody import Order as Move
from inventory.services.custody import move
from inventory.services.devices import Make, Step, move_device, register_device
from inventory.services.sessions import Receipt, add_deck, start
from tables.catalogue import game_of
from tables.models import Table
from tables.selectors.work import Work, work_at
from tables.services import seats, staff
from tables.services.deeds import Order, carry_out
from tests.inventory.cards import INSPECTED, do, make_lot, make_seals, on_duty
from tests.tables.floor import ready_table

SIZES = {"standard": 52, "dragon": 53}
DEVICES = {"manual_shoe": "manual_shoe", "automated_shoe": "automated_shoe", "hand": "shuffler"}


def now() -> Any:
    return timezone.now()


def deed(
    table: Table | str,
    what: str,
    job: Job = Job.FLOORPERSON,
    second: Job | None = None,
    **facts: Any,
) -> Entry:
    other = on_duty(second) if second else None
    return carry_out(Order(what, str(table), facts), by=on_duty(job), second=other, now=now())


def fresh(table: Table) -> Table:
    return Table.objects.select_related("pit").get(pk=table.pk)


def register(table: Table | str, what: str) -> str:
    serial = f"{table}-{what.upper().replace('_', '-')}"
    make = Make(serial, what, "Makers", "Model 1")
    register_device(make, by=on_duty(Job.PIT_BOSS), now=now())
    return serial


def fix(table: Table | str, what: str, side: str = "") -> str:
    serial = register(table, what)
    order = Step("fix", serial, table=str(table), side=side)
    move_device(order, by=on_duty(Job.FLOORPERSON), now=now())
    return serial


def equip(table: Table, method: str) -> None:
    fix(table, "drop_box", "left")
    fix(table, "tip_box", "right")
    fix(table, DEVICES[method])


def man(table: Table) -> None:
    by = on_duty(Job.PIT_BOSS)
    for role, job in (("dealer", Job.DEALER), ("floorperson", Job.FLOORPERSON)):
        staff.assign(number=table.number, duty=on_duty(job), role=role, by=by, now=now())


def sit(table: Table, *positions: int) -> None:
    for seat in positions:
        seats.sit(number=table.number, seat=seat, by=on_duty(Job.DEALER), now=now())


def issue(table: Table, back: str = "red") -> str:
    """A deck of the table's kind at the stand of its pit."""
    code = one_deck(table, back)
    do("issue", code)
    return code


def one_deck(table: Table, back: str) -> str:
    """Received and stored, of the kind that the table's game plays with."""
    kind, invoice = game_of(table.game).demands.deck, f"INV-{table}-{back}"
    lot = make_lot(invoice=invoice, kind=kind, back=back, singles=1, invoiced_singles=1)
    return str(lot.decks.get().code)


def deliver(table: Table, code: str) -> str:
    method = fresh(table).fold.method
    do("deliver", code, to=table.number, method=method)
    return code


def bring(table: Table, back: str = "red") -> str:
    """Delivered, inspected, verified."""
    code = deliver(table, issue(table, back))
    cards: dict[str, Any] = {**INSPECTED, "cards": SIZES[game_of(table.game).demands.deck]}
    do("inspect", code, **cards)
    do("verify", code)
    return code


def prepare(table: Table, back: str = "red") -> str:
    """A deck that was shuffled and sealed beforehand, at the stand."""
    code = one_deck(table, back)
    do("issue", code, to="workplace")
    make_seals("S-77")
    by, second = on_duty(Job.FLOORPERSON), on_duty(Job.DEALER)
    place = {"place": "workplace", "recording": "C-1", "is_free": True}
    session = start(**place, by=by, second=second, now=now())  # type: ignore[arg-type]
    printed = Receipt("Makers", "1", "IN-7", "Dana", now(), passed=True)
    add_deck(
        number=session.number, deck=code, receipt=printed, seal="S-77", label="L-77",
        by=by, second=second, now=now(),
    )  # fmt: skip
    move(Move("carry", [code], to="stand-1"), by=on_duty(Job.PIT_BOSS), now=now())
    return str(code)


def show(table: Table, code: str) -> None:
    """Spread, washed and shuffled."""
    for what in ("spread", "wash", "shuffle"):
        facts: dict[str, Any] = {"seen_by": [1, 2]} if what == "spread" else {}
        deed(table, what, Job.DEALER, deck=code, **facts)


def begin(table: Table, method: str = "manual_shoe") -> None:
    deed(table, "begin", method=method)


def prepare_to_open(table: Table) -> None:
    """Devices, cover card and opener; players sit down."""
    deed(table, "inspect_devices")
    named = list(game_of(table.game).demands.accessories)
    deed(table, "see_accessories", accessories=named)
    deed(table, "count_opener", Job.DEALER, Job.FLOORPERSON, cents=2_400_000)
    sit(table, 1, 2)


def table_to_open(
    number: str = "HU-01", game: str = "heads_up_holdem", method: str = "manual_shoe"
) -> Table:
    """Everything but cards: staff and devices are there, and it began to open."""
    table = ready_table(number, game, method=method)
    equip(table, method)
    man(table)
    begin(table, method)
    prepare_to_open(table)
    return fresh(table)


def opened_table(
    number: str = "HU-01",
    game: str = "heads_up_holdem",
    method: str = "manual_shoe",
    backs: tuple[str, ...] = ("red",),
) -> Table:
    table = table_to_open(number, game, method)
    for back in backs:
        show(table, bring(table, back))
    deed(table, "open")
    return fresh(table)


def decks_of(table: Table) -> list[str]:
    return [deck.code for deck in fresh(table).fold.decks]


def take_away(table: Table) -> None:
    """Decks out, in envelopes."""
    for code in decks_of(table):
        do("remove", code, reason="table_closed")
        do("envelope", code)


def close(table: Table) -> None:
    deed(table, "begin_close", reason="shift_end")
    seats.clear(number=table.number, by=on_duty(Job.DEALER), now=now())
    take_away(table)
    deed(table, "lock_devices")
    deed(table, "count_closer", Job.DEALER, Job.FLOORPERSON, cents=2_500_000)
    deed(table, "close")


def deck_at(code: str) -> Deck:
    return Deck.objects.get(code=code)


def boss() -> Duty:
    return on_duty(Job.PIT_BOSS)


def work(table: Table) -> Work:
    return work_at(fresh(table), now())


def gate(count: int) -> Callable[[], None]:
    """Lets `count` threads through together."""
    barrier = Barrier(count)

    def wait() -> None:
        barrier.wait(timeout=20)

    return wait
