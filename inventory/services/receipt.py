"""Decks arrive: two people of two departments count them in and lock them away."""

from dataclasses import asdict
from datetime import datetime

from django.db import IntegrityError, transaction

from casino.lib.law import Refused
from casino.models import Alert, Duty, Entry
from casino.policy import require
from casino.services.alerts import raise_alert
from casino.services.log import record, record_refusal
from casino.services.outbox import errand_of
from inventory.models import Deck, Lot, Movement
from inventory.rules import custody
from inventory.rules.codes import code_of
from inventory.rules.deck import Custody
from inventory.rules.deck import Movement as Step
from inventory.rules.law import RECEIPT, STORE_LOG
from inventory.rules.receipt import Delivery, differences, refuse_delivery
from inventory.services.custody import AT_ONCE, Order, move_within
from inventory.services.numbers import next_numbers

__all__ = ["Delivery", "receive_lot"]
BATCH = 500


def receive_lot(delivery: Delivery, *, store: str, by: Duty, second: Duty, now: datetime) -> Lot:
    """Count a delivery in and lock it away, in one act of the two who sign."""
    try:
        with transaction.atomic():
            return _receive(delivery, store, by, second, now)
    except Refused as refusal:
        about = {"vendor": delivery.vendor, "invoice": delivery.invoice}
        record_refusal(refusal, "deck_receive", by=by, now=now, **about)
        raise


def _receive(delivery: Delivery, store: str, by: Duty, second: Duty, now: datetime) -> Lot:
    require(by, "deck_receive", now=now)
    refuse_delivery(delivery, AT_ONCE)
    after = _received(delivery, by, second, now)
    (number,) = next_numbers(Lot)
    lot = Lot(pk=number, number=f"LOT-{number:05}", **asdict(delivery))
    codes = {pk: code_of(pk) for pk in next_numbers(Deck, delivery.decks)}
    entry = record(
        "deck_receive",
        by=by,
        second=second,
        now=now,
        thing=f"lot:{lot.number}",
        clause=RECEIPT,
        do="receive",
        decks=list(codes.values()),
        to="",
        facts=asdict(delivery),
        each={},
    )
    _write_lot(lot, entry)
    _write_decks(lot, codes, after, entry)
    _report(lot, differences(delivery), by, second, now)
    move_within(Order("store", list(codes.values()), to=store), by=by, second=second, now=now)
    return lot


def _received(delivery: Delivery, by: Duty, second: Duty, now: datetime) -> Custody:
    """All decks of a lot start alike, so the rules are asked once."""
    return custody.step(
        Custody(),
        Step(
            "receive",
            now,
            by=by.person.badge,
            job=by.job,
            second=second.person.badge,
            second_job=second.job,
            facts={"kind": delivery.kind},
        ),
    )


def _write_lot(lot: Lot, entry: Entry) -> None:
    lot.entry = entry
    try:
        with transaction.atomic():
            lot.save(force_insert=True)
    except IntegrityError as error:
        raise Refused(
            f"Invoice {lot.invoice} of {lot.vendor} was received before, for this sort of deck",
            STORE_LOG,
            remedy="Look at the lots received; another invoice has another number",
        ) from error


def _write_decks(lot: Lot, codes: dict[int, str], after: Custody, entry: Entry) -> None:
    numbers = list(codes)
    decks = [
        Deck(pk=pk, code=codes[pk], lot=lot, back=lot.back, set_number=_set_of(lot, place, numbers))
        for place, pk in enumerate(numbers)
    ]
    for deck in decks:
        deck.take(after, None)
    Deck.objects.bulk_create(decks, batch_size=BATCH)
    Movement.objects.bulk_create(
        (Movement(deck=deck, index=0, do="receive", entry=entry) for deck in decks),
        batch_size=BATCH,
    )


def _set_of(lot: Lot, place: int, numbers: list[int]) -> int | None:
    """Singles first, then the sets; a set is known by the number of its first deck."""
    if place < lot.singles:
        return None
    return numbers[place - (place - lot.singles) % lot.set_size]


def _report(lot: Lot, found: list[str], by: Duty, second: Duty, now: datetime) -> None:
    """A difference from the invoice has an entry of its own: it is looked for, not stumbled on."""
    if found:
        record(
            "report_difference",
            by=by,
            second=second,
            now=now,
            thing=f"lot:{lot.number}",
            clause=RECEIPT,
            vendor=lot.vendor,
            invoice=lot.invoice,
            differences=found,
            note=lot.note,
        )


@errand_of("report_difference")
def alert_of_difference(entry: Entry, now: datetime) -> None:
    told = entry.payload
    raise_alert(
        need=Alert.Need.SOON,
        words=f"Invoice {told['invoice']} of {told['vendor']}: {'; '.join(told['differences'])}",
        thing=entry.thing,
        entry=entry,
        now=now,
    )
