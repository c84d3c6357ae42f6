"""Card discrepancy reports: written at once, the deck held, the Division told, and then closed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction

from casino.lib.law import NotAllowed, Refused
from casino.models import Alert, Duty, Entry
from casino.services.acts import whole
from casino.services.alerts import acknowledge_alert
from casino.services.log import record
from casino.services.pictures import Drawing
from inventory.models import Deck, Discrepancy
from inventory.rules.holds import of_report
from inventory.rules.law import EXAMINATION
from inventory.rules.movements import KINDS
from inventory.selectors.decks import locked_deck
from inventory.selectors.discrepancies import open_report
from inventory.services.custody import Order, move_within
from inventory.services.numbers import next_numbers
from inventory.services.photos import photograph_within

SLACK = timedelta(minutes=1)  # a clock on a form has no seconds
OUTCOMES = {
    "released": "Released: the deck goes on to its destruction",
    "surrendered": "Surrendered: the Division keeps the deck",
}


@dataclass(frozen=True, slots=True)
class Findings:
    """What was found in a deck; each face as often as it is missing, or too many."""

    deck: str
    words: str
    missing: Sequence[str] = ()
    extra: Sequence[str] = ()
    photos: Sequence[Drawing] = field(default=())


def thing_of(number: str) -> str:
    return f"discrepancy:{number}"


def report(found: Findings, *, by: Duty, now: datetime) -> Discrepancy:
    """Write the report and hold the deck, in one transaction; the alarm follows from the log."""
    thing = f"deck:{found.deck}"
    with whole("report_discrepancy", by=by, now=now, thing=thing):
        deck = locked_deck(found.deck)
        _refuse_findings(found, deck)
        (number,) = next_numbers(Discrepancy)
        row = Discrepancy(
            pk=number,
            number=f"CDR-{number:05}",
            deck=deck,
            findings=found.words,
            missing=list(found.missing),
            extra=list(found.extra),
        )
        row.reported = _recorded(row, by, now)
        _insert(row)
        facts = {"reason": f"Card discrepancy {row.number}", "report": row.number}
        move_within(Order("hold", [deck.code], facts=facts), by=by, now=now)
        for drawing in found.photos:
            photograph_within(deck.code, drawing, caption=row.number, by=by, now=now)
        _take_on_alert(deck, by, now)
        return row


def _refuse_findings(found: Findings, deck: Deck) -> None:
    if not found.words.strip():
        raise Refused("Write down what was found", EXAMINATION)
    faces = KINDS[deck.kind].faces
    for face in (*found.missing, *found.extra):
        if face not in faces:
            raise Refused(f"A {deck.kind} deck has no card {face[:4]}", EXAMINATION)
    for face, count in Counter(found.missing).items():
        if count > faces[face]:
            raise Refused(f"A {deck.kind} deck holds {face} only {faces[face]} times", EXAMINATION)
    if known := open_report(deck):
        raise _reported_before(deck, known.number)


def _reported_before(deck: Deck, number: str) -> Refused:
    return Refused(
        f"{deck} is reported already: {number}", EXAMINATION, remedy="Add to that report"
    )


def _recorded(row: Discrepancy, by: Duty, now: datetime) -> Entry:
    return record(
        "report_discrepancy",
        by=by,
        now=now,
        thing=thing_of(row.number),
        table=row.deck.table,
        pit=row.deck.pit,
        clause=EXAMINATION,
        deck=row.deck.code,
        findings=row.findings,
        missing=row.missing,
        extra=row.extra,
    )


def _insert(row: Discrepancy) -> None:
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError as error:  # the deck's lock should have kept the other out
        raise _reported_before(row.deck, "by somebody else, just now") from error


def _take_on_alert(deck: Deck, by: Duty, now: datetime) -> None:
    """Whoever writes the report has done what was asked for when the deck was removed."""
    raised = Alert.objects.filter(
        thing=f"deck:{deck}", entry__act="deck_remove", acknowledged_at=None
    )
    for number in raised.order_by("pk").values_list("pk", flat=True):
        try:
            with transaction.atomic():
                acknowledge_alert(by=by, number=number, now=now)
        except NotAllowed:  # another pit's: it stays for its own people
            continue


def tell_division(
    *, number: str, reference: str, told_at: datetime, by: Duty, now: datetime
) -> Discrepancy:
    """The notice went out: when, and under which reference the Division answers."""
    with whole("tell_of_discrepancy", by=by, now=now, thing=thing_of(number)):
        row = _open(number)
        if row.notified_id:
            raise Refused(f"The Division was told of {row} already", EXAMINATION)
        if not reference.strip():
            raise Refused("The Division's reference is missing", EXAMINATION)
        if not row.reported.at - SLACK <= told_at <= now + SLACK:
            raise Refused(
                "The Division is told after the report is written, and not in the future",
                EXAMINATION,
                remedy="Look at the time",
            )
        row.notified = record(
            "tell_of_discrepancy",
            by=by,
            now=now,
            thing=thing_of(number),
            clause=EXAMINATION,
            reference=reference,
            told_at=told_at.isoformat(),
        )
        row.reference = reference
        row.save(update_fields=["notified", "reference"])
        return row


def _open(number: str) -> Discrepancy:
    """Deck before report: the order in which whoever reports has them."""
    known = Discrepancy.objects.filter(number=number).select_related("deck").first()
    if known is None:
        raise Refused(f"There is no report {number[:20]}")
    locked_deck(known.deck.code)
    rows = Discrepancy.objects.select_for_update(no_key=True, of=("self",))
    row = rows.select_related("deck", "reported").get(pk=known.pk)
    if row.closed_id:
        raise Refused(f"{row} is closed: {row.outcome}", EXAMINATION)
    return row


def close(
    *, number: str, outcome: str, authority: str, by: Duty, second: Duty, now: datetime
) -> Discrepancy:
    """The deck is released, or the Division keeps it; `authority`: who decided, in which letter."""
    with whole("close_discrepancy", by=by, second=second, now=now, thing=thing_of(number)):
        row = _open(number)
        _refuse_close(row, outcome, authority)
        row.closed = record(
            "close_discrepancy",
            by=by,
            second=second,
            now=now,
            thing=thing_of(number),
            clause=EXAMINATION,
            deck=row.deck.code,
            outcome=outcome,
            authority=authority,
        )
        row.outcome = outcome
        row.save(update_fields=["closed", "outcome"])
        move_within(_let_go(row, authority), by=by, second=second, now=now)
        return row


def _let_go(row: Discrepancy, authority: str) -> Order:
    """Its own hold alone is lifted; how many cards it tells of, the examination will find."""
    facts: dict[str, Any] = {"authority": authority, "report": row.number}
    if row.outcome == "surrendered":
        return Order("surrender", [row.deck.code], facts={**facts, "reference": authority})
    facts |= {"hold": of_report(row.number), "difference": len(row.extra) - len(row.missing)}
    return Order("release", [row.deck.code], facts=facts)


def _refuse_close(row: Discrepancy, outcome: str, authority: str) -> None:
    if not row.notified_id:
        raise Refused(
            "The Division has not been told yet", EXAMINATION, remedy="Tell it, then close this"
        )
    if outcome not in OUTCOMES:
        raise Refused("A report ends with the deck released or surrendered", EXAMINATION)
    if not authority.strip():
        raise Refused("Say who decided, and where it is written", EXAMINATION)
