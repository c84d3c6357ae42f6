"""Reading devices: what is fixed to which table, what a table lacks, and what was done with one."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from django.db.models import Q, QuerySet

from casino.lib.law import Refused
from inventory.models import Deck, Device, DeviceMovement
from inventory.rules import equipment
from inventory.rules.deck import ON_TABLE
from inventory.rules.equipment import Fixture, State


def fitted(table: str) -> list[Fixture]:
    """The devices fixed to this table, as the rules see them."""
    return [device.fixture for device in devices_on(table)]


def devices_on(table: str) -> list[Device]:
    return list(Device.objects.filter(table=table).order_by("what")) if table else []


def device_with(serial: str) -> Device | None:
    return Device.objects.filter(serial=serial).first()


def locked_device(serial: str) -> Device | None:
    return Device.objects.select_for_update(no_key=True).filter(serial=serial).first()


def devices(*, like: str = "", what: str = "", state: str = "") -> QuerySet[Device]:
    """Those that fit what was asked for; retired ones only when asked for."""
    found = Device.objects.all()
    if like:
        found = found.filter(Q(serial__icontains=like) | Q(table__iexact=like))
    if what:
        found = found.filter(what=what)
    if state == "jammed":
        return found.filter(is_jammed=True)
    if state == "suspect":
        return found.filter(is_suspect=True)
    return found.filter(stage=state) if state else found.exclude(stage=State.RETIRED)


def trail(device: Device) -> list[DeviceMovement]:
    """Its whole life, newest first."""
    rows = DeviceMovement.objects.filter(device=device).select_related(
        "entry__person", "entry__duty"
    )
    return list(rows.order_by("-index")[:200])


def counts() -> dict[str, int]:
    """Figures above the list."""
    rows = Device.objects.exclude(stage=State.RETIRED).values_list(
        "stage", "is_jammed", "is_suspect"
    )
    found = list(rows)
    return {
        "fixed": sum(stage == State.FIXED for stage, _, _ in found),
        "jammed": sum(jammed for _, jammed, _ in found),
        "suspect": sum(suspect for _, _, suspect in found),
        "loose": sum(stage == State.OFF for stage, _, _ in found),
        "all": len(found),
    }


def dealt_at(table: str) -> list[Deck]:
    return list(Deck.objects.filter(table=table, stage__in=ON_TABLE).select_related("pit"))


def lacks(table: str, since: datetime) -> list[Refused]:
    """What would keep this table from opening or dealing as it does now, each as a refusal."""
    at_table, methods = fitted(table), [deck.method for deck in dealt_at(table)[:1]]
    checks: list[Callable[[], None]] = [
        partial(equipment.refuse_boxes, at_table),
        partial(equipment.refuse_uninspected, at_table, since),
        *(partial(equipment.refuse_method, method, at_table) for method in methods),
    ]
    return [refusal for refusal in map(_refusal_of, checks) if refusal]


def _refusal_of(check: Callable[[], None]) -> Refused | None:
    try:
        check()
    except Refused as refusal:
        return refusal
    return None
