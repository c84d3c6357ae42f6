"""Decks inspected and shuffled ahead of play: a session, its decks one by one, and its end."""

from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction

from casino.lib.law import Refused
from casino.models import Duty, Entry
from casino.services.acts import whole
from casino.services.log import record
from inventory.models import Batch, Container, Deck, Session, Store
from inventory.rules.law import PREPARED, RECEIPT_OF_MACHINE
from inventory.selectors import sessions as read
from inventory.selectors.decks import known
from inventory.services.custody import Order, move_within
from inventory.services.numbers import next_numbers

A_MINUTE = timedelta(minutes=1)  # the machine prints no seconds


@dataclass(frozen=True, slots=True)
class Receipt:
    """What the inspecting machine printed for one deck."""

    maker: str
    model: str
    serial: str
    operator: str
    printed_at: datetime
    passed: bool

    @property
    def facts(self) -> dict[str, object]:
        """For the log: in one line, and part by part."""
        parts = asdict(self) | {"printed_at": self.printed_at.isoformat()}
        result = "passed" if self.passed else "failed"
        return {"receipt": f"{self.serial}, {parts['printed_at']}, {result}", "machine": parts}


def thing_of(number: str) -> str:
    return f"session:{number}"


def start(
    *, place: str, recording: str, is_free: bool, by: Duty, second: Duty, now: datetime
) -> Session:
    """`by` supervises, `second` deals; `is_free`: the supervisor has no open table to watch."""
    with whole("start_session", by=by, second=second, now=now):
        refuse_watching(by, is_free)
        if not recording.strip():
            raise Refused("Surveillance records the session", PREPARED, remedy="Ask for its number")
        for duty in (by, second):
            _refuse_at_work(duty)
        (number,) = next_numbers(Session)
        session = Session(
            pk=number,
            number=f"PS-{number:05}",
            workplace=_workplace(place),
            dealer=second,
            supervisor=by,
            recording=recording,
        )
        session.started = _recorded(session, now)
        _insert(session)
        return session


def _recorded(session: Session, now: datetime) -> Entry:
    return record(
        "start_session",
        by=session.supervisor,
        second=session.dealer,
        now=now,
        thing=thing_of(session.number),
        clause=PREPARED,
        place=session.workplace.code,
        recording=session.recording,
        supervisor_is_free=True,  # or it would have been refused
    )


def refuse_watching(supervisor: Duty, is_free: bool) -> None:
    """Today the supervisor's word; once there are tables, what those say counts as well."""
    if not is_free:
        raise Refused(
            "Whoever supervises this has no open table to watch",
            PREPARED,
            remedy="Hand your tables to somebody else first",
        )


def _refuse_at_work(duty: Duty) -> None:
    if work := read.session_of(duty):
        raise Refused(
            f"{duty.person} is at work in session {work}", PREPARED, remedy="End that one first"
        )


def _workplace(code: str) -> Store:
    place = read.workplaces().filter(code=code).first()
    if place is None:
        raise Refused(
            "Cards are pre-shuffled at a closed table or another approved place",
            PREPARED,
            remedy="Choose one of the pre-shuffle places",
        )
    return place


def _insert(session: Session) -> None:
    try:
        with transaction.atomic():
            session.save(force_insert=True)
    except IntegrityError as error:
        raise Refused(
            f"A session is open at {session.workplace} already, or one of you is at work in one",
            PREPARED,
            remedy="End it first, or work at another place",
        ) from error


def add_deck(
    *,
    number: str,
    deck: str,
    receipt: Receipt,
    seal: str,
    label: str,
    by: Duty,
    second: Duty,
    now: datetime,
    seen: int | None = None,
) -> Batch:
    """One deck: what passed is sealed for a table, what failed is sealed for security."""
    act = "deck_pre_shuffle" if receipt.passed else "deck_remove"
    with whole(act, by=by, second=second, now=now, thing=f"deck:{deck}"):
        session = _locked(number)
        _refuse_strangers(session, by, second)
        receipt = _checked(receipt, session, now)
        looked_at = {} if seen is None else {deck: seen}
        facts = {"session": number, **receipt.facts, "seal": seal, "label": label}
        _refuse_twice(session, deck)
        _refuse_used_receipt(receipt)
        if receipt.passed:
            order = Order("pre_shuffle", [deck], facts=facts, seen=looked_at)
        else:
            reason = {"reason": "failed_batch", "session": number, **receipt.facts}
            removal = Order("remove", [deck], facts=reason, seen=looked_at)
            move_within(removal, by=by, second=second, now=now)
            order = Order("envelope", [deck], facts={"seal": seal, "label": label})
        return _batch(session, receipt, move_within(order, by=by, second=second, now=now), label)


def _locked(number: str) -> Session:
    """Held until the deck is written, so that nobody ends the session meanwhile."""
    rows = Session.objects.select_for_update(no_key=True, of=("self",))
    session = rows.select_related("workplace", "started").filter(number=number).first()
    if session is None:
        raise Refused(f"There is no session {number[:20]}")
    if session.ended_id:
        raise Refused(f"Session {session} is over", PREPARED, remedy="Start another one")
    return session


def _refuse_strangers(session: Session, by: Duty, second: Duty) -> None:
    if {by.pk, second.pk} != {session.dealer_id, session.supervisor_id}:
        raise Refused(
            "A session is worked by its dealer and its supervisor alone",
            PREPARED,
            remedy="If one of them has left, end this session and start another",
        )


def _checked(receipt: Receipt, session: Session, now: datetime) -> Receipt:
    """The machine is one of the house's, and its time lies in the session."""
    if not session.started.at - A_MINUTE <= receipt.printed_at <= now + A_MINUTE:
        raise Refused(
            "The time on the receipt lies outside this session",
            RECEIPT_OF_MACHINE,
            remedy="Look whether it is the receipt of this deck, and at the machine's clock",
        )
    machines = {machine.serial: machine for machine in read.machines()}
    if not machines:
        return receipt
    machine = machines.get(receipt.serial)
    if machine is None:
        raise Refused(
            f"No inspection machine has the serial {receipt.serial[:40]}",
            RECEIPT_OF_MACHINE,
            remedy=f"Registered: {', '.join(machines)}",
        )
    return replace(receipt, maker=machine.maker, model=machine.model)


def _refuse_twice(session: Session, code: str) -> None:
    deck = known(code, Deck.objects.filter(code=code))
    if Batch.objects.filter(session=session, deck=deck).exists():
        raise Refused(f"{deck} was done in this session already", PREPARED)
    if deck.store_id != session.workplace_id:
        raise Refused(
            f"{deck} was not issued to {session.workplace}",
            PREPARED,
            remedy="Issue it there first, or scan another deck",
        )


def _batch(session: Session, receipt: Receipt, entry: Entry, label: str) -> Batch:
    container = Container.objects.get(label=label)
    batch = Batch(
        session=session,
        deck_id=container.deck_id,
        container=container,
        entry=entry,
        **asdict(receipt),
    )
    try:
        with transaction.atomic():
            batch.save(force_insert=True)
    except IntegrityError as error:  # in two sessions at one moment
        raise _used_receipt(receipt, "by somebody else, just now") from error
    return batch


def _refuse_used_receipt(receipt: Receipt) -> None:
    used = Batch.objects.filter(serial=receipt.serial, printed_at=receipt.printed_at)
    if batch := used.select_related("deck").first():
        raise _used_receipt(receipt, f"for {batch.deck}")


def _used_receipt(receipt: Receipt, when: str) -> Refused:
    return Refused(
        f"This receipt of {receipt.serial[:40]} was used {when}",
        RECEIPT_OF_MACHINE,
        remedy="Each deck has a receipt of its own: look at the time on it",
    )


def end(*, number: str, by: Duty, now: datetime) -> Session:
    """Its totals are written down; what is sealed may still be carried away afterwards."""
    with whole("end_session", by=by, now=now, thing=thing_of(number)):
        session = _locked(number)
        totals = read.totals_of(session, read.work_of(session))
        session.ended = record(
            "end_session",
            by=by,
            now=now,
            thing=thing_of(number),
            clause=PREPARED,
            **asdict(totals),
        )
        session.save(update_fields=["ended"])
        return session


def take_away(
    *, number: str, do: str, to: str, by: Duty, now: datetime, second: Duty | None = None
) -> int:
    """Carry all sealed decks of a session to a stand, or return them to storage, as one order."""
    act = f"deck_{do}"
    assert do in ("carry", "return"), do
    with whole(act, by=by, second=second, now=now, thing=thing_of(number)):
        session = read.session_with(number)
        seen = {deck.code: deck.length for deck in read.sealed_here(session)} if session else {}
        if not seen:
            raise Refused("No sealed deck of this session is left here", PREPARED)
        order = Order(do, list(seen), to=to, facts={"session": number}, seen=seen)
        move_within(order, by=by, second=second, now=now)
        return len(seen)
