"""The log of each store: every deck that comes or goes is a line, with the balance after it.

Rows are locked in one order, whoever asks: decks by number, then balances by store and sort.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from casino.lib.law import Refused
from casino.models import Entry
from inventory.models import Deck, Stock, Store, StoreLine
from inventory.rules.law import STORE_LOG
from inventory.selectors.decks import decks_of_sets

# Movements in which a sealed set goes whole, and what may be done to one deck inside it.
WHOLE = frozenset({"receive", "store", "issue", "return", "carry"})
IN_THE_SET = frozenset({"hold", "release"})


class Moved(NamedTuple):
    """A deck, and from where to where; the same store twice is one that stays."""

    deck: Deck
    source: Store | None
    target: Store | None


class Sort(NamedTuple):
    store: Store
    kind: str
    back: str


class Change(NamedTuple):
    """More or less of one sort."""

    singles: int = 0
    sets: int = 0
    decks: int = 0


def book(do: str, entry: Entry, moved: list[Moved]) -> None:
    """Lines for all stores that an act touches. Sets must be opened before: see `open_sets`."""
    changes: dict[Sort, Change] = defaultdict(Change)
    seen: set[tuple[Sort, int]] = set()
    for sort, sign, deck in _coming_and_going(moved):
        was, number = changes[sort], deck.set_number
        is_new_set = number is not None and (sort, number) not in seen
        if number is not None:
            seen.add((sort, number))
        changes[sort] = Change(
            was.singles + sign * (number is None), was.sets + sign * is_new_set, was.decks + sign
        )
    write(_line_for(do, moved), entry, changes)


def _line_for(do: str, moved: list[Moved]) -> str:
    """What came from nowhere came from the vendor: the log tells that apart."""
    is_new = do == "store" and all(source is None for _, source, _ in moved)
    return "receive" if is_new else do


def _coming_and_going(moved: Iterable[Moved]) -> Iterable[tuple[Sort, int, Deck]]:
    for deck, source, target in moved:
        if source == target:
            continue
        if source:
            yield Sort(source, deck.kind, deck.back), -1, deck
        if target:
            yield Sort(target, deck.kind, deck.back), 1, deck


def write(do: str, entry: Entry, changes: dict[Sort, Change]) -> None:
    for sort, row in _locked(changes).items():
        change = changes[sort]
        row.singles += change.singles
        row.sets += change.sets
        row.decks += change.decks
        row.lines += 1
        if min(row.singles, row.sets, row.decks) < 0:
            raise Refused(f"The log of {sort.store} does not hold that many", STORE_LOG)
        row.save(update_fields=["singles", "sets", "decks", "lines"])
        StoreLine.objects.create(
            entry=entry,
            store=sort.store,
            kind=sort.kind,
            back=sort.back,
            number=row.lines,
            do=do,
            **change._asdict(),
            singles_left=row.singles,
            sets_left=row.sets,
            decks_left=row.decks,
        )


def _locked(sorts: Iterable[Sort]) -> dict[Sort, Stock]:
    """The balances of these sorts until the transaction ends, always taken in the same order."""
    rows = {}
    for sort in sorted(sorts, key=lambda sort: (sort.store.code, sort.kind, sort.back)):
        Stock.objects.get_or_create(**sort._asdict())
        rows[sort] = Stock.objects.select_for_update(no_key=True).get(**sort._asdict())
    return rows


def open_sets(do: str, entry: Entry, moved: list[Moved]) -> None:
    """A sealed set moves whole; whatever is done to one of its decks alone opens it."""
    numbers = {deck.set_number for deck, _, _ in moved if deck.set_number is not None}
    if not numbers or do in IN_THE_SET:
        return
    members = decks_of_sets(numbers)
    if do in WHOLE:
        _refuse_split(members, [deck for deck, _, _ in moved])
        return
    _locked({sort for sort, _, _ in _coming_and_going(moved)} | {_lies(deck) for deck in members})
    _open(members, [deck for deck, _, _ in moved], entry)


def _refuse_split(members: list[Deck], decks: list[Deck]) -> None:
    moving = {deck.pk for deck in decks}
    left = [deck for deck in members if deck.pk not in moving]
    if left:
        raise Refused(
            f"A sealed set is not split: {left[0]} belongs to it",
            STORE_LOG,
            remedy="Move all the decks of the set together",
        )


def _lies(deck: Deck) -> Sort:
    assert deck.store is not None, "a sealed set lies in a store"
    return Sort(deck.store, deck.kind, deck.back)


def _open(members: list[Deck], decks: list[Deck], entry: Entry) -> None:
    changes: dict[Sort, Change] = defaultdict(Change)
    seen = set()
    for deck in members:
        was = changes[_lies(deck)]
        is_first = deck.set_number not in seen
        seen.add(deck.set_number)
        changes[_lies(deck)] = Change(was.singles + 1, was.sets - is_first)
    write("open_set", entry, changes)
    Deck.objects.filter(pk__in=[deck.pk for deck in members]).update(set_number=None)
    for deck in decks:
        deck.set_number = None
