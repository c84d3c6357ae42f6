"""Numbered seals: received in rolls, used once, and accounted for one by one."""

import re
from datetime import datetime

from django.db import IntegrityError, transaction

from casino.lib.law import Refused
from casino.models import Duty, Entry
from casino.services.acts import whole
from casino.services.log import record
from inventory.models import Container, Deck, DeckSeal, Roll, Session
from inventory.rules.law import PREPARED, REMOVAL
from inventory.selectors.seals import stock_left

State = DeckSeal.State
ROLL_MAX = 5000
NUMBER_MAX = 20
PREFIX = re.compile(r"[A-Z0-9-]{0,12}\Z")


def thing_of(number: str) -> str:
    return f"seal:{number}"


def close(what: Container.What, deck: Deck, number: str, label: str, entry: Entry) -> Container:
    """Close a container with a seal of the register, under a label that is not on any other."""
    seal = _in_stock(number)
    seal.state, seal.changed = State.USED, entry
    seal.save(update_fields=["state", "changed"])
    try:
        with transaction.atomic():
            return Container.objects.create(
                label=label, what=what, seal=seal, deck=deck, entry=entry
            )
    except IntegrityError as error:
        raise Refused(
            f"Label {label[:20]} was used before", REMOVAL, remedy="Take the next label"
        ) from error


def _locked(number: str) -> DeckSeal:
    """Whoever comes second to one seal waits here, and then sees what became of it."""
    seal = DeckSeal.objects.select_for_update(no_key=True).filter(number=number).first()
    if seal is None:
        raise Refused(
            f"Seal {number[:20]} is not in the register", REMOVAL, remedy="Take a registered seal"
        )
    return seal


def _in_stock(number: str) -> DeckSeal:
    seal = _locked(number)
    if seal.state != State.IN_STOCK:
        raise Refused(
            f"Seal {number} is {seal.get_state_display().lower()}",
            REMOVAL,
            remedy="Take another seal, and report this one if it is in your hand",
        )
    return seal


def receive_roll(
    *, prefix: str, first: str, last: str, by: Duty, second: Duty, now: datetime
) -> Roll:
    """Take seals into the register: `first` and `last` are digits as printed, with their zeros."""
    with whole("receive_seals", by=by, second=second, now=now):
        numbers = numbers_of(prefix, first, last)
        entry = record(
            "receive_seals",
            by=by,
            second=second,
            now=now,
            thing=thing_of(numbers[0]),
            clause=PREPARED,
            first=numbers[0],
            last=numbers[-1],
            count=len(numbers),
        )
        _write(numbers, entry)
        return Roll.objects.create(
            first=numbers[0], last=numbers[-1], count=len(numbers), entry=entry
        )


def numbers_of(prefix: str, first: str, last: str) -> list[str]:
    """Every number of a roll. One width for all, so that they sort as they are counted."""
    if not PREFIX.match(prefix) or not (first + last).isascii() or not (first + last).isdigit():
        raise Refused("A seal has letters or digits in front, then its number in digits")
    if len(first) != len(last):
        raise Refused("First and last have as many digits", remedy="Write them with their zeros")
    if int(first) > int(last):
        raise Refused("The last number of a roll comes after the first")
    count = int(last) - int(first) + 1
    if count > ROLL_MAX:
        raise Refused(
            f"{count} seals: a roll holds at most {ROLL_MAX}", remedy="Receive them in parts"
        )
    if len(prefix) + len(last) > NUMBER_MAX:
        raise Refused(f"A seal's number has at most {NUMBER_MAX} signs")
    return [f"{prefix}{number:0{len(last)}}" for number in range(int(first), int(last) + 1)]


def _write(numbers: list[str], entry: Entry) -> None:
    try:
        with transaction.atomic():
            DeckSeal.objects.bulk_create(
                (DeckSeal(number=number, received=entry) for number in numbers), batch_size=1000
            )
    except IntegrityError as error:
        known = DeckSeal.objects.filter(number__in=numbers).order_by("number").first()
        raise Refused(
            f"Seal {known or numbers[0]} is in the register already",
            PREPARED,
            remedy="Compare the roll with its delivery note",
        ) from error


def void(*, number: str, reason: str, by: Duty, now: datetime, session: str = "") -> DeckSeal:
    """A seal that tore or misprinted is kept and never used; a session accounts for its own."""
    with whole("void_seal", by=by, now=now, thing=thing_of(number)):
        _refuse_empty(reason, "Say what is wrong with the seal")
        work = _session(session)
        seal = _in_stock(number)
        entry = record(
            "void_seal",
            by=by,
            now=now,
            thing=thing_of(number),
            clause=PREPARED,
            reason=reason,
            session=session,
        )
        return _changed(seal, State.VOID, entry, work)


def miss(*, number: str, note: str, by: Duty, second: Duty, now: datetime) -> DeckSeal:
    """A seal that nobody can show: two people say so, and everybody is alarmed."""
    with whole("miss_seal", by=by, second=second, now=now, thing=thing_of(number)):
        _refuse_empty(note, "Say where it should have been")
        seal = _in_stock(number)
        return _changed(seal, State.MISSING, _told("miss_seal", number, note, by, second, now))


def find(*, number: str, note: str, by: Duty, second: Duty, now: datetime) -> DeckSeal:
    """Found again it is void: nobody knows in whose hands it was."""
    with whole("find_seal", by=by, second=second, now=now, thing=thing_of(number)):
        _refuse_empty(note, "Say where it was found")
        seal = _locked(number)
        if seal.state != State.MISSING:
            raise Refused(f"Seal {number} is not missing", PREPARED)
        return _changed(seal, State.VOID, _told("find_seal", number, note, by, second, now))


def _told(act: str, number: str, note: str, by: Duty, second: Duty, now: datetime) -> Entry:
    thing = thing_of(number)
    return record(act, by=by, second=second, now=now, thing=thing, clause=PREPARED, note=note)


def count(*, counted: int, note: str, by: Duty, second: Duty, now: datetime) -> Entry:
    """Those in the drawer against the register; whoever counts was not told what to find."""
    with whole("count_seals", by=by, second=second, now=now):
        register = stock_left()
        if counted != register and not note:
            raise Refused(
                "The count and the register differ",
                PREPARED,
                remedy="Count again; if it stays so, write down what you saw",
            )
        return record(
            "count_seals",
            by=by,
            second=second,
            now=now,
            clause=PREPARED,
            counted=counted,
            register=register,
            difference=counted - register,
            note=note,
        )


def _session(number: str) -> Session | None:
    if not number:
        return None
    rows = Session.objects.select_for_update(no_key=True)  # nobody ends it meanwhile
    work = rows.filter(number=number, ended=None).first()
    if work is None:
        raise Refused("That session is over", PREPARED)
    return work


def _refuse_empty(text: str, error: str) -> None:
    if not text.strip():
        raise Refused(error, PREPARED)


def _changed(
    seal: DeckSeal, state: State, entry: Entry, session: Session | None = None
) -> DeckSeal:
    seal.state, seal.changed, seal.spoiled_in = state, entry, session
    seal.save(update_fields=["state", "changed", "spoiled_in"])
    return seal
