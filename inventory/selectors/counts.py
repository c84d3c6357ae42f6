"""Reading physical inventories: what is still to count, what was found, what differs."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Count, Q, QuerySet

from casino.lib.law import NotAllowed
from casino.models import Duty, Entry, User
from casino.policy import may
from casino.selectors.settings import value_at
from inventory.models import CountLine, CountScan, Deck, Inventory, Stock, Store, StoreKey
from inventory.rules.law import INVENTORY
from inventory.rules.periods import INVENTORY_EVERY

# Whoever signs one of these answers for what a store holds, and cannot count it too.
STORE_ACTS = ("deck_receive", "deck_store", "deck_issue", "deck_return", "deck_carry")
SortKey = tuple[str, str, str]  # store, kind, back


class Sort(NamedTuple):
    """One sort of one store, as the counter sees it: never with what its log says."""

    store: Store
    kind: str
    back: str
    lines: list[CountLine]
    scanned: int

    @property
    def key(self) -> SortKey:
        return self.store.code, self.kind, self.back

    @property
    def last(self) -> CountLine | None:
        return self.lines[-1] if self.lines else None

    @property
    def differs(self) -> bool:
        return self.last is not None and any(variance_of(self.last))


class Place(NamedTuple):
    """A store, and how far its count is."""

    store: Store
    sorts: list[Sort]

    @property
    def done(self) -> int:
        return sum(sort.last is not None for sort in self.sorts)


def inventories(limit: int = 40) -> list[Inventory]:
    return list(_with_entries().order_by("-pk")[:limit])


def inventory_with(number: str) -> Inventory | None:
    return _with_entries().filter(number=number).first()


def open_inventory() -> Inventory | None:
    return _with_entries().filter(closed=None).first()


def counts_blind(duty: Duty | None) -> bool:
    """Whoever counts sees no stock figures until the count is closed."""
    return may(duty, "count_decks") and Inventory.objects.filter(closed=None).exists()


def refuse_blind(duty: Duty | None) -> None:
    if counts_blind(duty):
        raise NotAllowed(
            "A count is going on: whoever counts does not see what the logs say",
            INVENTORY,
            remedy="Close the count first, or ask somebody who does not count",
        )


def last_closed() -> Inventory | None:
    return _with_entries().filter(closed__isnull=False).order_by("-pk").first()


def _with_entries() -> QuerySet[Inventory]:
    people = ("person", "second_person", "duty", "second_duty")
    return Inventory.objects.select_related(
        *(f"{entry}__{who}" for entry in ("started", "closed", "reported") for who in people)
    )


def due_at(now: datetime) -> datetime | None:
    """By when the next one must be closed; none while there was never a deck to count."""
    last = last_closed()
    since = last.closed.at if last and last.closed else _first_line()
    return since + timedelta(days=value_at(INVENTORY_EVERY.name, now)) if since else None


def _first_line() -> datetime | None:
    first = Entry.objects.filter(act="deck_receive", refused=False).order_by("position").first()
    return first.at if first else None


def places(inventory: Inventory) -> list[Place]:
    """Every store with every sort that its log ever knew, in three queries."""
    lines: dict[SortKey, list[CountLine]] = {}
    stores = {}
    for line in inventory.lines.select_related("store", "entry__person").order_by("pk"):
        lines.setdefault((line.store.code, line.kind, line.back), []).append(line)
        stores[line.store.code] = line.store
    for row in Stock.objects.filter(lines__gt=0).select_related("store"):
        lines.setdefault((row.store.code, row.kind, row.back), [])
        stores[row.store.code] = row.store
    scanned = scans_by_sort(inventory)
    for code, kind, back in scanned:
        lines.setdefault((code, kind, back), [])
    sorts = [
        Sort(stores[key[0]], key[1], key[2], lines[key], scanned.get(key, 0))
        for key in sorted(lines)
        if key[0] in stores
    ]
    return [
        Place(stores[code], [sort for sort in sorts if sort.store.code == code])
        for code in sorted({sort.store.code for sort in sorts}, key=lambda c: _order(stores[c]))
    ]


def _order(store: Store) -> tuple[int, str]:
    return list(Store.What.values).index(store.what), store.code


def scans_by_sort(inventory: Inventory) -> dict[SortKey, int]:
    rows = inventory.scans.order_by().values_list("store__code", "deck__kind", "deck__back")
    return {(s, k, b): n for s, k, b, n in rows.annotate(n=Count("pk"))}


def last_scans(inventory: Inventory, store: Store, limit: int = 8) -> list[CountScan]:
    rows = inventory.scans.filter(store=store).select_related("deck")
    return list(rows.order_by("-pk")[:limit])


def variance_of(line: CountLine) -> tuple[int, int]:
    return line.singles - line.booked_singles, line.sets - line.booked_sets


def last_lines(inventory: Inventory) -> list[CountLine]:
    """The line that counts of each sort."""
    rows = inventory.lines.select_related("store", "entry")
    newest = rows.order_by("store__code", "kind", "back", "-number")
    return list(newest.distinct("store__code", "kind", "back"))


def uncounted(inventory: Inventory) -> list[Stock]:
    counted = {(line.store_id, line.kind, line.back) for line in inventory.lines.all()}
    rows = Stock.objects.filter(lines__gt=0).select_related("store")
    return [row for row in rows if (row.store_id, row.kind, row.back) not in counted]


def decks_of_sort(store: Store, kind: str, back: str) -> QuerySet[Deck]:
    return Deck.objects.filter(store=store, kind=kind, back=back)


def scanned_of_sort(inventory: Inventory, store: Store, kind: str, back: str) -> list[Deck]:
    rows = Deck.objects.filter(
        pk__in=inventory.scans.filter(store=store).values("deck"), kind=kind, back=back
    )
    return list(rows)


class Elsewhere(NamedTuple):
    """A deck that was seen in one store while its row says another place."""

    deck: Deck
    seen_in: Store


def found_elsewhere(inventory: Inventory) -> list[Elsewhere]:
    """Seen where it should not be; one that moved after it was seen went its way."""
    rows = inventory.scans.select_related("store", "deck__store").order_by("deck__code")
    return [
        Elsewhere(scan.deck, scan.store)
        for scan in rows
        if scan.deck.store_id != scan.store_id and scan.deck.moved_at <= scan.at
    ]


def found_again(inventory: Inventory) -> list[str]:
    """Seen, though reported missing."""
    rows = inventory.scans.filter(deck__is_missing=True).order_by("deck__code")
    return list(rows.values_list("deck__code", flat=True))


def known_missing() -> dict[SortKey, int]:
    """Decks reported missing, by the sort whose log still holds them."""
    rows = Deck.objects.filter(is_missing=True, store__isnull=False).order_by()
    counted = rows.values_list("store__code", "kind", "back").annotate(n=Count("pk"))
    return {(store, kind, back): n for store, kind, back, n in counted}


def seen_decks(inventory: Inventory, codes: Iterable[str]) -> set[str]:
    rows = inventory.scans.filter(deck__code__in=list(codes))
    return set(rows.values_list("deck__code", flat=True))


def signed_for_stores(person: User, since: datetime) -> Entry | None:
    """The last time this person answered for what a store holds."""
    signed = Q(person=person) | Q(second_person=person)
    rows = Entry.objects.filter(signed, act__in=STORE_ACTS, refused=False, at__gte=since)
    return rows.order_by("-position").first()


def key_held_by(person: User) -> StoreKey | None:
    return StoreKey.objects.filter(holder=person).select_related("store").first()


def result_of(inventory: Inventory) -> dict[str, Any]:
    """What the closing entry says: the sealed truth of the count."""
    return inventory.closed.payload if inventory.closed else {}
