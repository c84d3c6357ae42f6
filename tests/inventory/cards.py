"""A small card room for tests: stores, seals, a lot, and decks brought as far as a test needs."""

from typing import Any

from django.utils import timezone

from casino.models import Duty, Job, User
from inventory.models import Deck, DeckSeal, Lot, Roll, Store
from inventory.selectors.destruction import last_notice
from inventory.services.announcement import announce
from inventory.services.custody import Order, move
from inventory.services.receipt import Delivery, receive_lot
from tests.cast import make_duty, make_pit

STORES = {
    "primary": ("primary", ""),
    "secondary": ("secondary", ""),
    "stand-1": ("pit_stand", "pit-1"),
    "reserve-1": ("reserve", "pit-1"),
    "stand-2": ("pit_stand", "pit-2"),
    "workplace": ("workplace", ""),
    "security": ("security", ""),
}
DELIVERY = Delivery(
    vendor="Card Makers", invoice="INV-1", kind="standard", back="red", design="House", singles=4,
    invoiced_singles=4, cartons=[{"seal": "C-1", "intact": True}],
)  # fmt: skip
INSPECTED = {"checks": ["complete", "backs", "edges"], "cards": 52}
EXAMINED = {"checks": ["count", "backs", "edges", "shade"], "cards": 52}


def make_stores() -> dict[str, Store]:
    return {
        code: Store.objects.get_or_create(
            code=code,
            defaults={
                "name": code.replace("-", " ").capitalize(),
                "what": what,
                "pit": make_pit(pit) if pit else None,
            },
        )[0]
        for code, (what, pit) in STORES.items()
    }


def on_duty(job: Job) -> Duty:
    return Duty.objects.filter(job=job, ended_at=None).first() or make_duty(job)


def make_lot(delivery: Delivery = DELIVERY, store: str = "primary", **facts: Any) -> Lot:
    from dataclasses import replace

    make_stores()
    return receive_lot(
        replace(delivery, **facts),
        store=store,
        by=on_duty(Job.SECURITY_OFFICER),
        second=on_duty(Job.SHIFT_MANAGER),
        now=timezone.now(),
    )


def make_seals(*numbers: str) -> None:
    from django.db import transaction

    from casino.services.log import record

    with transaction.atomic():
        entry = record("set_up_demo", by=None, now=timezone.now())
        DeckSeal.objects.bulk_create(DeckSeal(number=n, received=entry) for n in numbers)
        Roll.objects.create(first=numbers[0], last=numbers[-1], count=len(numbers), entry=entry)


# How a deck usually goes: what is done, by whom, with whom, to where, with which facts.
LIFE: dict[str, tuple[Job, Job | None, str, dict[str, Any]]] = {
    "issue": (Job.SHIFT_MANAGER, Job.SECURITY_OFFICER, "stand-1", {}),
    "deliver": (Job.FLOORPERSON, None, "HU-01", {"method": "hand"}),
    "inspect": (Job.DEALER, None, "", INSPECTED),
    "verify": (Job.FLOORPERSON, None, "", {}),
    "play": (Job.DEALER, None, "", {}),
    "remove": (Job.FLOORPERSON, None, "", {"reason": "scheduled_change"}),
    "envelope": (Job.FLOORPERSON, Job.DEALER, "", {}),
    "collect": (Job.SECURITY_OFFICER, None, "security", {}),
    "examine": (Job.SECURITY_OFFICER, None, "", EXAMINED),
    "destroy": (Job.SECURITY_OFFICER, Job.SECURITY_MANAGER, "", {"method": "shred"}),
}


def tell_surveillance() -> None:
    """As must be done before any deck is destroyed."""
    announce(place="Shredder room", by=on_duty(Job.SECURITY_OFFICER), now=timezone.now())


def do(what: str, *codes: str, to: str | None = None, **facts: Any) -> Any:
    """One usual movement, by the usual people."""
    by, second, place, usual = LIFE[what]
    if what == "envelope" and "seal" not in facts:
        facts |= {"seal": f"S-{codes[0]}", "label": f"L-{codes[0]}"}
        make_seals(facts["seal"])
    if what == "destroy" and last_notice(timezone.now()) is None:
        tell_surveillance()
    order = Order(what, codes, to=place if to is None else to, facts={**usual, **facts})
    other = on_duty(second) if second else None
    return move(order, by=on_duty(by), second=other, now=timezone.now())


def bring(code: str, until: str) -> Deck:
    """Take a stored deck through its life up to and with this movement."""
    for what in LIFE:
        do(what, code)
        if what == until:
            return Deck.objects.get(code=code)
    raise AssertionError(until)


def person_of(job: Job) -> User:
    return on_duty(job).person
