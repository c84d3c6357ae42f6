"""The physical inventory: every deck of every store, counted blind by somebody independent.

What the log says is taken at the moment of each line, under the lock that every movement of that
sort takes: a deck that moves while it is counted is in both figures, or in neither.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db import IntegrityError, transaction

from casino.lib.law import NotAllowed, Refused
from casino.models import Alert, Duty
from casino.selectors.settings import value_at
from casino.services.acts import whole
from casino.services.alerts import raise_alert
from casino.services.log import record
from inventory.models import Back, CountLine, CountScan, Deck, Inventory, Kind, Stock, Store
from inventory.rules.codes import is_code
from inventory.rules.law import INVENTORY, SEGREGATION
from inventory.rules.periods import INVENTORY_EVERY
from inventory.selectors import counts as read
from inventory.selectors.decks import known, locked_with_sets
from inventory.services.custody import AT_ONCE, Order, move_within
from inventory.services.numbers import next_numbers

WARNING = timedelta(days=7)


def thing_of(inventory: Inventory) -> str:
    return f"inventory:{inventory.number}"


@dataclass(frozen=True, slots=True)
class Given:
    """What the counter says of one sort. With `is_scanned` the scans say how many."""

    store: str
    kind: str
    back: str
    singles: int = 0
    sets: int = 0
    is_scanned: bool = False


def start(*, by: Duty, now: datetime) -> Inventory:
    with whole("start_inventory", by=by, now=now):
        _refuse_dependent(by, now)
        (number,) = next_numbers(Inventory)
        inventory = Inventory(pk=number, number=f"INV-{number:05}")
        inventory.started = record(
            "start_inventory", by=by, now=now, thing=thing_of(inventory), clause=INVENTORY
        )
        try:
            with transaction.atomic():
                inventory.save(force_insert=True)
        except IntegrityError as error:
            raise Refused(
                "A count is going on already", INVENTORY, remedy="Finish that one first"
            ) from error
        return inventory


def _refuse_dependent(by: Duty, now: datetime) -> None:
    """Who answers for a store does not check it."""
    period = timedelta(days=value_at(INVENTORY_EVERY.name, now))
    last = read.last_closed()
    since = max(last.closed.at if last and last.closed else now - period, now - period)
    if entry := read.signed_for_stores(by.person, since):
        raise NotAllowed(
            f"You signed for the stores on {entry.at:%-d %b}",
            SEGREGATION,
            remedy="Somebody who signs for no store counts them",
        )
    if key := read.key_held_by(by.person):
        raise NotAllowed(
            f"You hold key {key.number} of {key.store}", SEGREGATION, remedy="Return the key first"
        )


def _open(number: str) -> Inventory:
    rows = Inventory.objects.select_for_update(no_key=True).filter(number=number)
    inventory = rows.first()
    if inventory is None:
        raise Refused(f"There is no count {number[:20]}", INVENTORY)
    if inventory.closed_id:
        raise Refused("This count is closed", INVENTORY, remedy="Look at its result")
    return inventory


def _store(code: str) -> Store:
    store = Store.objects.filter(code=code).first()
    if store is None:
        raise Refused(f"There is no store {code[:20]}", INVENTORY)
    return store


def scan(*, number: str, store: str, code: str, by: Duty, now: datetime) -> CountScan:
    """A deck is seen in a store. The same deck again is harmless; in another store it is not."""
    with whole("count_decks", by=by, now=now, thing=f"inventory:{number}"[:80]):
        _refuse_dependent(by, now)
        inventory, place = _open(number), _store(store)
        deck = known(code, Deck.objects.filter(code=code) if is_code(code) else ())
        seen, _ = CountScan.objects.select_related("store", "deck").get_or_create(
            inventory=inventory, deck=deck, defaults={"store": place, "at": now}
        )
        if seen.store_id != place.pk:
            raise Refused(
                f"{deck} was seen in {seen.store} during this count",
                INVENTORY,
                remedy="Two decks with one label? Keep both apart and call security",
            )
        return seen


def count(*, number: str, given: Given, by: Duty, now: datetime) -> CountLine:
    """Keep one line. Counted again it gets a new number, and the earlier one stays."""
    with whole("count_decks", by=by, now=now, thing=f"inventory:{number}"[:80]):
        _refuse_dependent(by, now)
        if given.kind not in Kind.values or given.back not in Back.values:
            raise Refused("There is no such sort of deck", INVENTORY)
        inventory, store = _open(number), _store(given.store)
        Stock.objects.get_or_create(store=store, kind=given.kind, back=given.back)
        rows = Stock.objects.select_for_update(no_key=True)
        stock = rows.get(store=store, kind=given.kind, back=given.back)
        singles, sets, unseen = _counted(inventory, stock, given)
        line = CountLine(
            inventory=inventory,
            number=_next_number(inventory, stock),
            is_scanned=given.is_scanned,
            store=store,
            kind=given.kind,
            back=given.back,
            singles=singles,
            sets=sets,
            booked_singles=stock.singles,
            booked_sets=stock.sets,
        )
        line.entry = _record(line, unseen, by, now)
        line.save()
        return line


def _next_number(inventory: Inventory, stock: Stock) -> int:
    earlier = inventory.lines.filter(store=stock.store_id, kind=stock.kind, back=stock.back)
    return earlier.count() + 1


def _counted(inventory: Inventory, stock: Stock, given: Given) -> tuple[int, int, list[str]]:
    """Singles, sets, and with scans the codes that the log holds and nobody saw."""
    if not given.is_scanned:
        return given.singles, given.sets, []
    seen = read.scanned_of_sort(inventory, stock.store, stock.kind, stock.back)
    numbers = {deck.pk for deck in seen}
    there = read.decks_of_sort(stock.store, stock.kind, stock.back)
    unseen = [deck.code for deck in there.order_by("code") if deck.pk not in numbers]
    sets = {deck.set_number for deck in seen if deck.set_number is not None}
    return sum(deck.set_number is None for deck in seen), len(sets), unseen


def _record(line: CountLine, unseen: list[str], by: Duty, now: datetime) -> Any:
    return record(
        "count_decks",
        by=by,
        now=now,
        thing=thing_of(line.inventory),
        clause=INVENTORY,
        store=line.store.code,
        kind=line.kind,
        back=line.back,
        number=line.number,
        singles=line.singles,
        sets=line.sets,
        booked_singles=line.booked_singles,
        booked_sets=line.booked_sets,
        is_scanned=line.is_scanned,
        unseen=unseen,
    )


def close(*, number: str, note: str, by: Duty, second: Duty, now: datetime) -> Inventory:
    """Compare, with the second signature of security; what is missing is missing from now on."""
    with whole("close_inventory", by=by, second=second, now=now, thing=f"inventory:{number}"[:80]):
        _refuse_dependent(by, now)
        inventory = _open(number)
        if left := read.uncounted(inventory):
            raise Refused(
                f"{len(left)} sorts are not counted yet",
                INVENTORY,
                remedy=f"Count {left[0].store.name}, {left[0].kind} {left[0].back}",
            )
        lines = read.last_lines(inventory)
        missing = _missing(inventory, lines)
        inventory.closed = record(
            "close_inventory",
            by=by,
            second=second,
            now=now,
            thing=thing_of(inventory),
            clause=INVENTORY,
            note=note,
            **_result(inventory, lines, missing),
        )
        inventory.save(update_fields=["closed"])
        _report_missing(inventory, missing, by, second, now)
        _tell(inventory, now)
        return inventory


def _missing(inventory: Inventory, lines: list[CountLine]) -> list[str]:
    """Unseen, and neither moved since nor seen elsewhere; locked, so that none moves now."""
    unseen: dict[str, datetime] = {}
    for line in lines:
        if line.is_scanned:
            unseen |= dict.fromkeys(line.entry.payload["unseen"], line.entry.at)
    seen = read.seen_decks(inventory, unseen)
    lost = unseen.keys() - seen
    decks = [deck for deck in locked_with_sets([*lost]) if deck.code in lost]
    return [d.code for d in decks if not d.is_missing and d.moved_at <= unseen[d.code]]


def _result(inventory: Inventory, lines: list[CountLine], missing: list[str]) -> dict[str, Any]:
    known = read.known_missing()
    return {
        "variances": [_variance(line, known) for line in lines if any(read.variance_of(line))],
        "counted": len(lines),
        "missing": missing,
        "found": read.found_again(inventory),
        "elsewhere": [
            {
                "deck": row.deck.code,
                "seen_in": row.seen_in.code,
                "booked_in": row.deck.store.code if row.deck.store else row.deck.table,
            }
            for row in read.found_elsewhere(inventory)
        ],
    }


def _variance(line: CountLine, known: Mapping[read.SortKey, int]) -> dict[str, Any]:
    """`known` decks were reported missing before: the log keeps them until they are found."""
    singles, sets = read.variance_of(line)
    return {
        "store": line.store.code,
        "name": line.store.name,
        "kind": line.kind,
        "back": line.back,
        "singles": singles,
        "sets": sets,
        "words": line.difference,
        "number": line.number,
        "known": known.get((line.store.code, line.kind, line.back), 0),
    }


def _report_missing(
    inventory: Inventory, codes: list[str], by: Duty, second: Duty, now: datetime
) -> None:
    facts = {"note": f"Not found in physical inventory {inventory.number}"}
    for first in range(0, len(codes), AT_ONCE):
        order = Order("miss", codes[first : first + AT_ONCE], facts=facts)
        move_within(order, by=by, second=second, now=now)


def _tell(inventory: Inventory, now: datetime) -> None:
    assert inventory.closed
    found = inventory.closed.payload
    fresh = [row for row in found["variances"] if row["singles"] + row["known"] or row["sets"]]
    if not (fresh or found["missing"] or found["elsewhere"] or found["found"]):
        return
    lost = f"; missing: {', '.join(found['missing'][:5])}" if found["missing"] else ""
    raise_alert(
        need=Alert.Need.NOW,
        words=f"Count {inventory.number}: {len(fresh)} sorts differ{lost}. Report to the Division",
        thing=thing_of(inventory),
        entry=inventory.closed,
        now=now,
    )


def report(*, number: str, reference: str, by: Duty, now: datetime) -> Inventory:
    """The Division was told of the differences: keep its number for that."""
    with whole("report_inventory", by=by, now=now, thing=f"inventory:{number}"[:80]):
        rows = Inventory.objects.select_for_update(no_key=True, of=("self",))
        inventory = rows.select_related("closed").filter(number=number).first()
        if inventory is None or inventory.closed is None:
            raise Refused("Only a closed count is reported", INVENTORY)
        if inventory.reported_id:
            raise Refused(f"This was reported before: {inventory.reference}", INVENTORY)
        inventory.reported = record(
            "report_inventory",
            by=by,
            now=now,
            thing=thing_of(inventory),
            clause=INVENTORY,
            reference=reference,
        )
        inventory.reference = reference
        inventory.save(update_fields=["reported", "reference"])
        return inventory


@transaction.atomic
def flag_inventory_due(*, now: datetime) -> int:
    """A beat tick, safe to run twice: a week ahead, and again when the time is over."""
    due = read.due_at(now)
    if due is None or now < due - WARNING or read.open_inventory():
        return 0
    is_over = now >= due
    words = f"The physical inventory {'was' if is_over else 'is'} due on {due:%-d %b %Y}"
    if Alert.objects.filter(words=words).exists():
        return 0
    need = Alert.Need.NOW if is_over else Alert.Need.SOON
    raise_alert(need=need, words=words, thing="counts", now=now)
    return 1
