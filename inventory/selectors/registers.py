"""Seals, reports, counts, sessions and devices, read as they stand and as the log tells them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from casino.lib.law import Refused
from casino.models import Entry
from inventory.models import Container, DeckSeal, Device, DeviceMovement, Discrepancy, Session
from inventory.models import Inventory as Count
from inventory.rules import equipment
from inventory.rules.equipment import DeviceMove, Fixture

NEWEST = 100


class Fault(NamedTuple):
    """Something whose row is not what the log tells; `thing` as the log names it."""

    thing: str
    words: str


class Register(NamedTuple):
    """Rows with a number that are written by acts: each column with the act that fills it."""

    model: Any
    kind: str
    acts: Mapping[str, str]  # the first one begins it
    same: Mapping[str, str]  # columns that repeat what the act of another column said


REGISTERS = (
    Register(
        Discrepancy,
        "discrepancy",
        {
            "reported": "report_discrepancy",
            "notified": "tell_of_discrepancy",
            "closed": "close_discrepancy",
        },
        {
            "findings": "reported",
            "missing": "reported",
            "extra": "reported",
            "reference": "notified",
            "outcome": "closed",
        },
    ),
    Register(
        Count,
        "inventory",
        {"started": "start_inventory", "closed": "close_inventory", "reported": "report_inventory"},
        {"reference": "reported"},
    ),
    Register(
        Session,
        "session",
        {"started": "start_session", "ended": "end_session"},
        {"recording": "started"},
    ),
)


def register_faults(register: Register, *, locked: bool = False) -> list[Fault]:
    """The newest rows, and the newest that the log tells of: an invented and a deleted one too."""
    begins = next(iter(register.acts.values()))
    told = Entry.objects.filter(act=begins, refused=False).order_by("-position")
    things = set(told.values_list("thing", flat=True)[:NEWEST])
    newest = register.model.objects.order_by("-pk").values_list("number", flat=True)[:NEWEST]
    numbers = {thing.partition(":")[2] for thing in things} | set(newest)
    found = register.model.objects.filter(number__in=numbers).order_by("pk")
    rows = {row.number: row for row in (found.select_for_update() if locked else found)}
    acts = _acts(register, numbers)
    checked = ((n, _row_fault(register, rows.get(n), acts[n])) for n in sorted(numbers))
    return [Fault(f"{register.kind}:{n}", words) for n, words in checked if words]


def _acts(register: Register, numbers: Iterable[str]) -> dict[str, dict[str, Entry]]:
    """The last entry of each act about each of these."""
    things = [f"{register.kind}:{number}" for number in numbers]
    acts = register.acts.values()
    found: dict[str, dict[str, Entry]] = defaultdict(dict)
    entries = Entry.objects.filter(thing__in=things, act__in=acts, refused=False)
    for entry in entries.order_by("position"):
        found[entry.thing.partition(":")[2]][entry.act] = entry
    return found


def _row_fault(register: Register, row: Any, acts: Mapping[str, Entry]) -> str:
    if row is None:
        return "the log tells of it, and it is gone"
    for column, act in register.acts.items():
        entry = acts.get(act)
        if getattr(row, f"{column}_id") != (entry.position if entry else None):
            return f"“{column}” is not what the log tells"
    for name, column in register.same.items():
        entry = acts.get(register.acts[column])
        if getattr(row, name) != (entry.payload[name] if entry else ""):
            return f"“{name}” is not what was written"
    return ""


# -- seals

BECAME = {"void_seal": "void", "miss_seal": "missing", "find_seal": "void"}


def seals_after(number: int, count: int) -> list[int]:
    rows = DeckSeal.objects.filter(pk__gt=number).order_by("pk")
    return list(rows.values_list("pk", flat=True)[:count])


def seals_touched() -> list[int]:
    """Those of the newest containers, and those that were lately void, missing or found."""
    used = Container.objects.order_by("-pk").values_list("seal_id", flat=True)[:NEWEST]
    told = Entry.objects.filter(act__in=BECAME, refused=False).order_by("-position")
    names = [thing.partition(":")[2] for thing in told.values_list("thing", flat=True)[:NEWEST]]
    return [*used, *DeckSeal.objects.filter(number__in=names).values_list("pk", flat=True)]


def seal_faults(numbers: Iterable[int], *, locked: bool = False) -> list[Fault]:
    found = DeckSeal.objects.filter(pk__in=numbers).order_by("pk")
    seals = list(found.select_for_update(no_key=True) if locked else found)
    closes = dict(Container.objects.filter(seal__in=seals).values_list("seal_id", "entry_id"))
    things = [f"seal:{seal.number}" for seal in seals]
    last: dict[str, tuple[str, int | None]] = {}
    told = Entry.objects.filter(thing__in=things, act__in=BECAME, refused=False)
    for thing, act, position in told.order_by("position").values_list("thing", "act", "position"):
        last[thing] = BECAME[act], position
    return [fault for seal in seals if (fault := _seal_fault(seal, closes, last))]


def _seal_fault(
    seal: DeckSeal, closes: Mapping[int, int], last: Mapping[str, tuple[str, int | None]]
) -> Fault | None:
    thing = f"seal:{seal.number}"
    state, entry = last.get(thing, ("in_stock", None))
    if seal.pk in closes:
        state, entry = "used", closes[seal.pk]
    if (seal.state, seal.changed_id) == (state, entry):
        return None
    return Fault(thing, f"it is {seal.state}, the log tells {state}")


# -- devices


def devices_after(number: int, count: int) -> list[int]:
    rows = Device.objects.filter(pk__gt=number).order_by("pk")
    return list(rows.values_list("pk", flat=True)[:count])


def device_faults(numbers: Iterable[int], *, locked: bool = False) -> list[Fault]:
    found = Device.objects.filter(pk__in=numbers).order_by("pk")
    devices = list(found.select_for_update(no_key=True) if locked else found)
    moves = DeviceMovement.objects.filter(device__in=devices).order_by("index")
    trails: dict[int, list[DeviceMovement]] = defaultdict(list)
    for move in moves.select_related("entry__person", "entry__duty"):
        trails[move.device_id].append(move)
    checked = ((device, _device_fault(device, trails[device.pk])) for device in devices)
    return [Fault(f"device:{device.serial}", words) for device, words in checked if words]


def _device_fault(device: Device, trail: list[DeviceMovement]) -> str:
    if any(m.entry.act != f"device_{m.do}" for m in trail) or not trail:
        return "its moves are not those that the log tells"
    try:
        told = equipment.fold(_as_move(move) for move in trail)
    except Refused as refusal:
        return f"its moves do not fit each other: {refusal.error}"
    plate = trail[0].entry.payload
    wrong = [name for name in PLATE if getattr(device, name) != plate.get(name)]
    wrong += [n for n in Fixture._fields if getattr(device.fixture, n) != getattr(told, n)]
    return f"“{'”, “'.join(wrong)}” is not what the log tells" if wrong else ""


PLATE = ("maker", "model", "counts_cards")


def _as_move(move: DeviceMovement) -> DeviceMove:
    entry = move.entry
    told = entry.payload
    return DeviceMove(
        move.do,
        entry.at,
        by=entry.person.badge if entry.person else "",
        job=entry.duty.job if entry.duty else "",
        table=told.get("to", ""),
        side=told.get("side", ""),
        facts=told,
    )
