"""Devices of the tables: registered once, then moved one step at a time, each step in the log.

The table is locked before its devices, so that what is asked of a whole table (one of a sort, a
side for each box) is still so when the step is written.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction

from casino.lib.law import Outdated, Refused
from casino.models import Alert, Duty, Entry, Pit
from casino.selectors.outbox import open_alerts_of
from casino.services.acts import whole
from casino.services.alerts import raise_alert, withdraw_alert
from casino.services.log import record
from inventory.models import Device, DeviceMovement
from inventory.rules import equipment, law
from inventory.rules.deck import in_words
from inventory.rules.equipment import DEVICE_STEPS, DeviceMove, Fixture
from inventory.selectors.devices import dealt_at, device_with, fitted, locked_device
from inventory.services.watch import lock_tables, ruled_at

SERIAL = re.compile(r"[A-Z0-9][A-Z0-9-]{1,39}\Z")
TABLE = re.compile(r"[A-Z0-9][A-Z0-9-]{0,19}\Z")
# Who gets to know at once, and how urgent it is.
ALARMS = {"jam": "is jammed", "suspect": "shows signs of tampering"}


@dataclass(frozen=True, slots=True)
class Make:
    """What stands on the plate of a device."""

    serial: str
    what: str
    maker: str
    model: str
    counts_cards: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """What is asked for. `seen` tells how long the device's trail was for whoever asks."""

    do: str
    serial: str
    table: str = ""
    side: str = ""
    note: str = ""
    seen: int | None = None

    @property
    def act(self) -> str:
        return f"device_{self.do}"


def thing_of(serial: str) -> str:
    return f"device:{serial}"[:80]


def register_device(make: Make, *, by: Duty, now: datetime) -> Device:
    with whole("device_register", by=by, now=now, thing=thing_of(make.serial)):
        _refuse_plate(make)
        facts: dict[str, Any] = {"what": make.what, "maker": make.maker, "model": make.model}
        move = DeviceMove("register", now, by=by.person.badge, job=by.job, facts=facts)
        device = Device(
            serial=make.serial,
            maker=make.maker,
            model=make.model,
            counts_cards=make.counts_cards,
        )
        device.take(equipment.step(Fixture(), move))
        entry = record(
            "device_register",
            by=by,
            now=now,
            thing=thing_of(make.serial),
            clause=DEVICE_STEPS["register"].clause,
            **facts,
            counts_cards=make.counts_cards,
        )
        _insert(device)
        DeviceMovement.objects.create(device=device, index=0, do="register", entry=entry)
        return device


def _refuse_plate(make: Make) -> None:
    if not SERIAL.match(make.serial):
        raise Refused(
            "That is no serial number",
            remedy="Letters, digits and hyphens, as they stand on its plate",
        )
    if make.counts_cards and make.what not in (*equipment.CARDS_GO_IN, equipment.What.INSPECTOR):
        raise Refused(f"A {in_words(make.what)} counts no cards", law.SHUFFLER)


def _insert(device: Device) -> None:
    try:
        with transaction.atomic():
            device.save(force_insert=True)
    except IntegrityError as error:
        raise Refused(
            f"{device.serial} is registered already", remedy="Look for it in the list"
        ) from error


def move_device(step: Step, *, by: Duty, now: datetime) -> Device:
    if step.do not in DEVICE_STEPS or step.do == "register":
        raise Refused(f"There is no move “{step.do[:20]}” of a device")
    with whole(step.act, by=by, now=now, thing=thing_of(step.serial)):
        return _move(step, by, now)


def _move(step: Step, by: Duty, now: datetime) -> Device:
    there = _lock_tables(step)
    table = step.table or there  # the one this is about
    device = locked_device(step.serial)
    if device is None:
        raise Refused(f"There is no device {step.serial[:40]}", remedy="Register it first")
    _refuse_outdated(step, device, there)
    if step.do == "fix":
        _refuse_fit(step, device)
    after = equipment.step(device.fixture, _as_move(step, by, now))
    entry = _record(step, device, table, by, now)
    _write(step, device, after, entry)
    _follow(step, device, table, entry, now)
    return device


def _lock_tables(step: Step) -> str:
    """The table it goes to and the one it is at, which is told."""
    known = device_with(step.serial)
    there = known.table if known else ""
    lock_tables({step.table, there})
    return there


def _refuse_outdated(step: Step, device: Device, there: str) -> None:
    """Also when it came to another table while this step waited for the first one."""
    if step.seen not in (None, device.length) or device.table != there:
        raise Outdated(
            f"Somebody else moved {device} meanwhile: it is {device.stage} now",
            remedy="Look at the device again",
        )


def _refuse_fit(step: Step, device: Device) -> None:
    if not TABLE.match(step.table):
        raise Refused("That is no table", law.SHOE, remedy="Name it as it is on the floor: HU-01")
    if device.stage == equipment.State.FIXED:
        return  # the rule of the device itself says no
    known = ruled_at(step.table)
    refuse = known.refuse if known else law.refuse
    equipment.refuse_fit(device.what, step.side, fitted(step.table), refuse)


def _as_move(step: Step, by: Duty, now: datetime) -> DeviceMove:
    return DeviceMove(
        step.do,
        now,
        by=by.person.badge,
        job=by.job,
        table=step.table,
        side=step.side,
        facts={"note": step.note.strip()},
    )


def _record(step: Step, device: Device, table: str, by: Duty, now: datetime) -> Entry:
    told = {"what": device.what, "to": step.table, "side": step.side, "note": step.note.strip()}
    facts: dict[str, Any] = {name: value for name, value in told.items() if value}
    return record(
        step.act,
        by=by,
        now=now,
        thing=thing_of(device.serial),
        table=table,
        pit=_pit_of(table),
        clause=DEVICE_STEPS[step.do].clause,
        **facts,
    )


def _pit_of(table: str) -> Pit | None:
    """A table is only a name here: its decks tell the pit."""
    return next((deck.pit for deck in dealt_at(table)), None) if table else None


def _write(step: Step, device: Device, after: Fixture, entry: Entry) -> None:
    index = device.length
    device.take(after)
    try:
        with transaction.atomic():
            device.save()
    except IntegrityError as error:  # fixed past our lock: the database says no as well
        raise Refused("That place at the table is taken", law.BOXES) from error
    DeviceMovement.objects.create(device=device, index=index, do=step.do, entry=entry)


def _follow(step: Step, device: Device, table: str, entry: Entry, now: datetime) -> None:
    """Alarm of what went wrong; take back what is over; say what a shuffler's leaving ends."""
    if step.do in ALARMS:
        _alarm(f"{_named(device, table)} {ALARMS[step.do]}", device, entry, now)
    if step.do in ("clear", "take_off"):
        for alert in open_alerts_of("device_jam", thing_of(device.serial)):
            withdraw_alert(number=alert.pk, now=now)
    if step.do in ("take_off", "jam") and device.what == equipment.What.SHUFFLER:
        _tell_ends(device, table, entry, now)


def _named(device: Device, table: str) -> str:
    where = f"{table}: " if table else ""
    return f"{where}{device.get_what_display().lower()} {device}"


def _alarm(words: str, device: Device, entry: Entry, now: datetime) -> None:
    raise_alert(
        need=Alert.Need.NOW,
        words=words,
        thing=thing_of(device.serial),
        pit=entry.pit,
        entry=entry,
        now=now,
    )


OVER = {"hand_dealing": "no dealing from the hand", "second_deck": "the second deck goes"}


def _tell_ends(device: Device, table: str, entry: Entry, now: datetime) -> None:
    """Without a shuffler neither hand dealing nor a second deck from the next round on (A3)."""
    decks = dealt_at(table)
    method = "hand" if any(deck.method == "hand" for deck in decks) else ""
    over = equipment.ends(fitted(table), method, len(decks))
    if over:
        told = " and ".join(OVER[name] for name in over)
        words = f"{table} has no shuffler that works: from the next round on {told}"
        _alarm(words, device, entry, now)


def refuse_dealing(table: str, method: str) -> None:
    """Before cards are dealt this way at this table, with the devices that are there now."""
    known = ruled_at(table)
    equipment.refuse_method(method, fitted(table), known.refuse if known else law.refuse)
