"""The daily reconciliation: counted blind, compared, and signed by security and by accounting."""

import hashlib
import json
from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import IntegrityError, transaction

from casino.lib.law import Outdated, Refused
from casino.models import Alert, Duty, Entry
from casino.services.acts import whole
from casino.services.alerts import raise_alert
from casino.services.log import house_day, house_day_ends, record
from inventory.models import Reconciliation, Stock
from inventory.rules.deck import Movement, Place, in_words
from inventory.rules.departments import ACCOUNTING, SECURITY, refuse_signatures
from inventory.rules.law import DAILY
from inventory.selectors import reconciliation as read

NOON = time(12)
LOOK_BACK = 7  # days; what was not reconciled by then was told long ago


class Counted(NamedTuple):
    """What somebody counted of one sort in one place, without knowing what the log says."""

    store: str
    kind: str
    back: str
    singles: int
    sets: int


def ends(day: date, now: datetime) -> datetime:
    """Until when the figures of a day reach: of today, until now."""
    return min(house_day_ends(day), now)


def count_stands(*, day: date, counts: Sequence[Counted], by: Duty, now: datetime) -> Entry:
    """Keep what was counted, with what the logs said at that moment: neither can change after."""
    with whole("count_stands", by=by, now=now, thing=read.thing_of(day)):
        _refuse_day(day, now)
        given = {(c.store, c.kind, c.back): c for c in counts}
        rows = _locked_sorts()
        missing = [row for row in rows if (row.store.code, row.kind, row.back) not in given]
        if missing or len(given) != len(rows):
            raise Refused(
                "Every stand and reserve is counted, none twice and no other",
                DAILY,
                remedy=f"Count {_sort_words(missing[0])}" if missing else "Open the page again",
            )
        lines = [_line(row, given[row.store.code, row.kind, row.back]) for row in rows]
        return record(
            "count_stands", by=by, now=now, thing=read.thing_of(day), clause=DAILY, lines=lines
        )


def _locked_sorts() -> list[Stock]:
    """In the order in which every writer of the logs locks them."""
    wanted = [row.pk for row in read.sorts_to_count()]
    rows = Stock.objects.select_for_update(no_key=True, of=("self",)).filter(pk__in=wanted)
    return list(rows.select_related("store").order_by("store__code", "kind", "back"))


def _line(row: Stock, counted: Counted) -> dict[str, Any]:
    return {
        "store": row.store.code,
        "name": row.store.name,
        "kind": row.kind,
        "back": row.back,
        "singles": counted.singles,
        "sets": counted.sets,
        "booked_singles": row.singles,
        "booked_sets": row.sets,
    }


def _sort_words(row: Any) -> str:
    return f"{row.store.name}, {row.kind} {row.back}"


def reconcile(
    *, day: date, seen: int, note: str, by: Duty, second: Duty, now: datetime
) -> Reconciliation:
    """Sign the sheet of a day. `seen` is the number of the sheet it corrects, 0 for the first."""
    with whole("reconcile", by=by, second=second, now=now, thing=read.thing_of(day)):
        _refuse_day(day, now)
        refuse_signatures((SECURITY, ACCOUNTING), _signed(by, second, now), DAILY)
        sheets = read.sheets_of(day)
        _refuse_outdated(sheets, seen)
        if read.sorts_to_count() and not read.counts_of(day):
            raise Refused(
                "The stands and reserves are not counted", DAILY, remedy="Count them first"
            )
        found = figures(day, now)
        _refuse_unexplained(found, note, is_correction=bool(sheets))
        return _sign(day, seen + 1, found, note, by, second, now)


def _signed(by: Duty, second: Duty, now: datetime) -> Movement:
    return Movement(
        "reconcile",
        now,
        by=by.person.badge,
        job=by.job,
        second=second.person.badge,
        second_job=second.job,
    )


def _refuse_day(day: date, now: datetime) -> None:
    first = read.first_day()
    if first is None or day < first:
        raise Refused("There were no decks in the house on that day", DAILY)
    if now < house_day_ends(day):
        raise Refused(
            "This gaming day is not over",
            DAILY,
            remedy=f"Come back after {settings.GAMING_DAY_STARTS:%H:%M}",
        )


def _refuse_outdated(sheets: list[Reconciliation], seen: int) -> None:
    if (sheets[0].number if sheets else 0) != seen:
        raise _already_signed()


def _already_signed() -> Outdated:
    return Outdated("Somebody signed this day meanwhile", remedy="Look at their sheet first")


def _refuse_unexplained(found: dict[str, Any], note: str, *, is_correction: bool) -> None:
    if found["differences"] and not note:
        raise Refused(
            f"{len(found['differences'])} things do not add up",
            DAILY,
            remedy="Write what is known about them and what is done",
        )
    if is_correction and not note:
        raise Refused("A correction says why", DAILY, remedy="Write what was wrong before")


def _sign(
    day: date,
    number: int,
    found: dict[str, Any],
    note: str,
    by: Duty,
    second: Duty,
    now: datetime,
) -> Reconciliation:
    sheet = Reconciliation(
        gaming_day=day,
        number=number,
        figures=found,
        differences=len(found["differences"]),
        note=note,
    )
    sheet.entry = _recorded(sheet, by, second, now)
    try:
        with transaction.atomic():
            sheet.save(force_insert=True)
    except IntegrityError as error:
        raise _already_signed() from error
    _tell(sheet, now)
    return sheet


def _recorded(sheet: Reconciliation, by: Duty, second: Duty, now: datetime) -> Entry:
    return record(
        "reconcile",
        by=by,
        second=second,
        now=now,
        thing=read.thing_of(sheet.gaming_day),
        clause=DAILY,
        number=sheet.number,
        corrects=sheet.number - 1 or None,
        differences=sheet.differences,
        note=sheet.note,
        figures_hash=hashlib.sha256(as_bytes(sheet.figures)).hexdigest(),
    )


def _tell(sheet: Reconciliation, now: datetime) -> None:
    lost = sheet.figures["unaccounted"]
    if lost or sheet.differences:
        words = f"{sheet.gaming_day:%-d %b %Y} is signed with {sheet.differences} differences"
        raise_alert(
            need=Alert.Need.NOW if lost else Alert.Need.SOON,
            words=f"{words}; {lost} decks are not accounted for" if lost else words,
            thing=read.thing_of(sheet.gaming_day),
            entry=sheet.entry,
            now=now,
        )


def as_bytes(figures: dict[str, Any]) -> bytes:
    """One spelling only: the same sheet twice is the same bytes."""
    return json.dumps(figures, sort_keys=True, indent=1, ensure_ascii=False).encode()


# -- the figures


def figures(day: date, now: datetime) -> dict[str, Any]:
    """The whole sheet of a day, as it is signed: numbers, balances, and what does not add up."""
    until = ends(day, now)
    did, there, after = read.did_on(day), read.whereabouts(day, until), read.alive_after(day)
    gone = did["destroyed"] + did["cancelled"] + did["surrendered"]
    counts = [entry.payload["lines"] for entry in read.counts_of(day)]
    sheet: dict[str, Any] = {
        "day": day.isoformat(),
        "until": until.isoformat(),
        "did": did,
        "start": after - did["received"] + gone,
        "end": after,
        **_places(there, until),
        "stores": [row._asdict() for row in there.held],
        "counted": counts[-1] if counts else [],
        "counts": counts,
    }
    found = sum(sheet[name] for name in ("in_stores", "on_tables", "in_pits", "missing"))
    sheet["unaccounted"] = after - found
    sheet["differences"] = _differences(day, until, sheet, there)
    return sheet


def _places(there: read.Whereabouts, until: datetime) -> dict[str, int]:
    """Each deck once: one that is missing is not counted where its log says it is."""
    tables = {stay.deck_id for stay in there.stays}
    pits = {row.deck.pk for row in there.in_pits}
    missing = {deck.pk for deck in there.missing}
    in_logs = sum(row.decks for row in there.held)
    return {
        "in_stores": in_logs - len(missing - tables - pits),
        "in_reserve": sum(row.decks for row in there.held if row.what == Place.RESERVE),
        "on_tables": len(tables - missing),
        "over_24h": len(read.over_a_day(there.stays, until)),
        "in_pits": len(pits - missing),
        "missing": len(missing),
    }


Difference = dict[str, str]


def _difference(what: str, words: str, thing: str = "") -> Difference:
    return {"what": what, "words": words, "thing": thing}


def _differences(
    day: date, until: datetime, sheet: dict[str, Any], there: read.Whereabouts
) -> list[Difference]:
    return [
        *_of_the_equation(day, sheet),
        *_of_decks(there, until),
        *_of_counts(sheet["counts"]),
        *_of_logs(),
        *_of_keys_and_seals(day, until),
    ]


def _of_the_equation(day: date, sheet: dict[str, Any]) -> list[Difference]:
    rows = []
    if lost := sheet["unaccounted"]:
        rows.append(_difference("unaccounted", f"{lost} decks are in no store, table or pit"))
    last = read.last_before(day)
    if last:
        expected = last.figures["end"] + read.change_between(last.gaming_day, day)
        if expected != sheet["start"]:
            words = f"The day begins with {sheet['start']} decks; after the last sheet {expected}"
            rows.append(_difference("opening", words, read.thing_of(last.gaming_day)))
    return rows


def _of_decks(there: read.Whereabouts, until: datetime) -> list[Difference]:
    rows = [
        _difference("missing", f"{deck} is reported missing", f"deck:{deck}")
        for deck in there.missing
    ]
    for row in there.waiting:
        thing, where = f"deck:{row.deck}", row.table or "a store"
        if row.is_enveloped:
            words = f"{row.deck} of {where} is enveloped, not collected"
            rows.append(_difference("not_collected", words, thing))
        else:
            words = f"{row.deck} of {where} is removed, not enveloped"
            rows.append(_difference("not_enveloped", words, thing))
    for stay in read.over_a_day(there.stays, until):
        words = f"{stay.deck} is on {stay.table} for more than 24 hours"
        rows.append(_difference("over_24h", words, f"deck:{stay.deck}"))
    return rows


def _of_counts(counts: list[list[dict[str, Any]]]) -> list[Difference]:
    """Of every count of the day: one that agreed at last does not undo one that did not."""
    return [
        _difference(
            "count",
            f"{line['name']}, {line['kind']} {line['back']}: counted"
            f" {line['singles']} and {line['sets']} sets, the log says"
            f" {line['booked_singles']} and {line['booked_sets']} sets"
            f"{f' (count {number} of {len(counts)})' if len(counts) > 1 else ''}",
            f"store:{line['store']}",
        )
        for number, lines in enumerate(counts, 1)
        for line in lines
        if (line["singles"], line["sets"]) != (line["booked_singles"], line["booked_sets"])
    ]


def _of_logs() -> list[Difference]:
    rows = [
        _difference(
            "log",
            f"The log of {_sort_words(row)} says {row.decks} decks, their labels {there}",
            f"store:{row.store.code}",
        )
        for row, there in read.miscounted()
    ]
    for code in read.split_sets():
        words = f"The sealed set of {code} does not lie together"
        rows.append(_difference("split_set", words, f"deck:{code}"))
    return rows


def _of_keys_and_seals(day: date, until: datetime) -> list[Difference]:
    rows = [
        _difference(
            "key",
            f"Key {key.number} of {key.store} is with {key.holder}",
            f"store:{key.store.code}",
        )
        for key in read.keys_out(until)
    ]
    for seal in read.seals_missed_on(day):
        rows.append(_difference("seal", f"Seal {seal} is missing", f"seal:{seal}"))
    return rows


def what_words(what: str) -> str:
    return WORDS.get(what, in_words(what).capitalize())


WORDS = {
    "unaccounted": "Not accounted for",
    "opening": "Does not follow on",
    "missing": "Missing",
    "not_collected": "Not collected",
    "not_enveloped": "Not enveloped",
    "over_24h": "Over 24 hours",
    "count": "Count differs",
    "log": "Log differs",
    "split_set": "Set split",
    "key": "Key out",
    "seal": "Seal missing",
}


# -- the tick


@transaction.atomic
def flag_unreconciled(*, now: datetime) -> int:
    """A beat tick, safe to run twice: a day that nobody signed by the next noon is told once."""
    zone = ZoneInfo(settings.TIME_ZONE)
    first, today = read.first_day(), house_day(now)
    if first is None:
        return 0
    signed = read.sheets_between(today - timedelta(days=LOOK_BACK), today)
    late = [
        day
        for day in (today - timedelta(days=back) for back in range(1, LOOK_BACK + 1))
        if first <= day not in signed and now >= datetime.combine(day + _ONE_DAY, NOON, zone)
    ]
    return sum(_flag(day, now) for day in late)


_ONE_DAY = timedelta(days=1)


def _flag(day: date, now: datetime) -> bool:
    """Once, though the alert may have been taken on since: taking it on does not sign the day."""
    words = f"The decks of {day:%-d %b %Y} are not reconciled"
    if Alert.objects.filter(thing=read.thing_of(day), words=words).exists():
        return False
    raise_alert(need=Alert.Need.SOON, words=words, thing=read.thing_of(day), now=now)
    return True
