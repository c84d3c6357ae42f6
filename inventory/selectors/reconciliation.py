"""Where the decks of a gaming day went: figures out of that day's lines, and what does not add up.

What happened comes from the movements of the day. What was where when the day ended comes from the
stores' logs, the stays at tables, and what was collected since: nothing here reads all decks.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from casino.models import Entry
from inventory.models import (
    Deck,
    DeckSeal,
    Lot,
    Movement,
    Reconciliation,
    Stay,
    Stock,
    Store,
    StoreKey,
    StoreLine,
)
from inventory.rules.deck import GONE, Stage

A_DAY = timedelta(hours=24)
A_MOMENT = timedelta(microseconds=1)
WAITING = (Stage.REMOVED, Stage.ENVELOPED)
TO_COUNT = (Store.What.PIT_STAND, Store.What.RESERVE)
OUT = ("destroy", "surrender")
# The figures that count movements of the day, as the sheet names them.
DID = {
    "received": "receive",
    "issued": "issue",
    "returned": "return",
    "carried": "carry",
    "delivered": "deliver",
    "removed": "remove",
    "enveloped": "envelope",
    "collected": "collect",
    "examined": "examine",
    "destroyed": "destroy",
    "cancelled": "destroy",
    "surrendered": "surrender",
    "missed": "miss",
    "found": "find",
}


class Held(NamedTuple):
    """What the log of a store says it held of one sort when the day ended."""

    store: str
    name: str
    what: str
    kind: str
    back: str
    singles: int
    sets: int
    decks: int


class Waiting(NamedTuple):
    """A deck that has left play and was not yet collected."""

    deck: Deck
    is_enveloped: bool
    table: str  # that it came from; none for one taken out of a store
    at: datetime
    position: int


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where every deck was at the end of a day."""

    held: list[Held]
    stays: list[Stay]
    waiting: list[Waiting]
    missing: list[Deck]

    @property
    def in_pits(self) -> list[Waiting]:
        """Those that came from a table: one taken out of a store is still in that store's log."""
        return [row for row in self.waiting if row.table]


def did_on(day: date) -> dict[str, int]:
    """How many decks each movement of the day concerned."""
    rows = Movement.objects.filter(entry__gaming_day=day).order_by().values_list("do")
    counts: Counter[tuple[str, str | None]] = Counter()
    for do, method, count in rows.annotate(
        method=F("entry__payload__facts__method"), count=Count("pk")
    ):
        counts[do, method if do == "destroy" else None] += count
    return {name: counts[do, _method(name)] for name, do in DID.items()}


def _method(name: str) -> str | None:
    return {"destroyed": "shred", "cancelled": "drill"}.get(name)


def alive_after(day: date) -> int:
    """Decks in the house when the day ended, by their own rows: those there now, counted back."""
    now = Deck.objects.exclude(stage__in=GONE).count()
    since = Movement.objects.filter(entry__gaming_day__gt=day, do__in=("receive", *OUT))
    came = since.aggregate(came=Count("pk", Q(do="receive")), left=Count("pk", Q(do__in=OUT)))
    return now - int(came["came"]) + int(came["left"])


def change_between(after: date, before: date) -> int:
    """Decks more or less in the days between these two."""
    rows = Movement.objects.filter(entry__gaming_day__gt=after, entry__gaming_day__lt=before)
    came = rows.filter(do__in=("receive", *OUT)).aggregate(
        came=Count("pk", Q(do="receive")), left=Count("pk", Q(do__in=OUT))
    )
    return int(came["came"]) - int(came["left"])


def whereabouts(day: date, until: datetime) -> Whereabouts:
    return Whereabouts(
        held_after(day), on_tables(until), waiting_after(day), missing_after(day, until)
    )


def held_after(day: date) -> list[Held]:
    """The last line of each sort up to the end of the day: its log's balance then."""
    last = StoreLine.objects.filter(
        store=OuterRef("store"),
        kind=OuterRef("kind"),
        back=OuterRef("back"),
        entry__gaming_day__lte=day,
    ).order_by("-number")
    rows = Stock.objects.select_related("store").annotate(
        then=Subquery(last.values("pk")[:1]),
    )
    lines = StoreLine.objects.in_bulk([row.then for row in rows if row.then])
    ordered = sorted(rows, key=lambda row: (row.store.code, row.kind, row.back))
    return [_held(row, lines[row.then]) for row in ordered if row.then]


def _held(row: Stock, line: StoreLine) -> Held:
    left = line.singles_left, line.sets_left, line.decks_left
    return Held(row.store.code, row.store.name, row.store.what, row.kind, row.back, *left)


def on_tables(until: datetime) -> list[Stay]:
    stays = Stay.objects.filter(during__contains=until - A_MOMENT).select_related("deck")
    return sorted(stays, key=lambda stay: (stay.table, stay.deck.code))


def over_a_day(stays: Iterable[Stay], until: datetime) -> list[Stay]:
    return [stay for stay in stays if until - stay.during.lower > A_DAY]


def waiting_after(day: date) -> list[Waiting]:
    """Removed by the end of the day and not collected by then, whatever became of them since."""
    left = Movement.objects.filter(do__in=("collect", "surrender"), entry__gaming_day__gt=day)
    numbers = {*Deck.objects.filter(stage__in=WAITING).values_list("pk", flat=True)}
    numbers |= {*left.values_list("deck", flat=True)}
    by_then = Movement.objects.filter(deck=OuterRef("pk"), entry__gaming_day__lte=day)
    put = by_then.filter(do__in=("remove", "envelope")).order_by("-index")
    decks = (
        Deck.objects.filter(pk__in=numbers)
        .select_related("pit", "store")
        .annotate(
            is_collected=Exists(by_then.filter(do__in=("collect", "surrender"))),
            is_enveloped=Exists(by_then.filter(do="envelope")),
            put_at=Subquery(put.values("entry__at")[:1]),
            put_by=Subquery(put.values("entry")[:1]),
            left_table=Subquery(Stay.objects.filter(deck=OuterRef("pk")).values("table")[:1]),
        )
    )
    return [
        Waiting(deck, deck.is_enveloped, deck.left_table or "", deck.put_at, deck.put_by)
        for deck in decks.filter(put_by__isnull=False, is_collected=False).order_by("code")
    ]


def missing_after(day: date, until: datetime) -> list[Deck]:
    """Missing when the day ended: nothing but being found moves a missing deck."""
    found = Movement.objects.filter(do="find", entry__gaming_day__gt=day)
    missed = Movement.objects.filter(
        deck=OuterRef("deck"), index=OuterRef("index") - 1, entry__gaming_day__lte=day
    )
    since = found.filter(Exists(missed)).values_list("deck", flat=True)
    still = Deck.objects.filter(is_missing=True, moved_at__lt=until).values_list("pk", flat=True)
    numbers = {*since, *still}
    return list(Deck.objects.filter(pk__in=numbers).select_related("store").order_by("code"))


def keys_out(until: datetime) -> list[StoreKey]:
    rows = StoreKey.objects.filter(holder__isnull=False, held_since__lt=until)
    return list(rows.select_related("store", "holder"))


def seals_missed_on(day: date) -> list[DeckSeal]:
    return list(DeckSeal.objects.filter(state=DeckSeal.State.MISSING, changed__gaming_day=day))


def split_sets() -> list[str]:
    """A code of each sealed set whose decks do not lie together, all of them, in one store."""
    sealed = Deck.objects.filter(set_number__isnull=False).order_by().values("set_number")
    counted = sealed.annotate(
        decks=Count("pk"),
        places=Count(Coalesce("store", 0), distinct=True),
        size=Max("lot__set_size"),
        code=Max("code"),
    )
    split = counted.exclude(decks=F("size"), places=1).order_by("set_number")
    return [row["code"] for row in split]


def miscounted() -> list[tuple[Stock, int]]:
    """Sorts whose log says other than their decks, and how many these are: in one statement."""
    there = Deck.objects.filter(
        store=OuterRef("store"), kind=OuterRef("kind"), back=OuterRef("back")
    ).order_by()
    count = there.values("store").annotate(n=Count("pk")).values("n")
    sets = there.values("store").annotate(n=Count("set_number", distinct=True)).values("n")
    rows = Stock.objects.select_related("store").annotate(
        there=Coalesce(Subquery(count), 0), sets_there=Coalesce(Subquery(sets), 0)
    )
    return [(row, row.there) for row in rows.exclude(there=F("decks"), sets_there=F("sets"))]


def sorts_to_count() -> list[Stock]:
    """What the stands and reserves have ever held: counted even where nothing is booked."""
    rows = Stock.objects.filter(store__what__in=TO_COUNT, lines__gt=0)
    return list(rows.select_related("store").order_by("store__code", "kind", "back"))


def counts_of(day: date) -> list[Entry]:
    """Every blind count for this day, the first one first: a later one hides no earlier one."""
    counted = Entry.objects.filter(thing=thing_of(day), act="count_stands", refused=False)
    return list(counted.select_related("person", "duty").order_by("position"))


def thing_of(day: date) -> str:
    return f"reconciliation-day:{day}"


# -- signed sheets


def sheets_of(day: date) -> list[Reconciliation]:
    """All numbers of a day, the one that counts first."""
    return list(_sheets().filter(gaming_day=day).order_by("-number"))


def last_before(day: date) -> Reconciliation | None:
    return Reconciliation.objects.filter(gaming_day__lt=day).first()


def first_day() -> date | None:
    """The day of the first delivery: from then on every day is reconciled."""
    return Lot.objects.order_by("pk").values_list("entry__gaming_day", flat=True).first()


def sheets_between(first: date, last: date) -> dict[date, Reconciliation]:
    """The sheet that counts of each day in this time."""
    rows = _sheets().filter(gaming_day__gte=first, gaming_day__lte=last)
    newest = rows.order_by("gaming_day", "-number").distinct("gaming_day")
    return {sheet.gaming_day: sheet for sheet in newest}


def _sheets() -> QuerySet[Reconciliation]:
    return Reconciliation.objects.select_related(
        "entry__person", "entry__second_person", "entry__duty", "entry__second_duty"
    )


# -- behind a figure


class Behind(NamedTuple):
    """One deck behind a figure: where it was, and the entry that put it there."""

    code: str
    where: str
    at: datetime | None = None
    position: int | None = None


MOST_BEHIND = 500


def moved_on(day: date, figure: str) -> list[Behind]:
    rows = Movement.objects.filter(entry__gaming_day=day, do=DID[figure]).select_related(
        "deck", "entry"
    )
    if method := _method(figure):
        rows = rows.filter(entry__payload__facts__method=method)
    return [
        Behind(
            row.deck.code,
            str(row.entry.payload.get("to") or row.entry.table),
            row.entry.at,
            row.entry_id,
        )
        for row in rows.order_by("entry", "deck")[:MOST_BEHIND]
    ]


def lines_on(day: date, *whats: str) -> list[StoreLine]:
    """The day's lines of the stores of these kinds, or of all."""
    rows = StoreLine.objects.filter(entry__gaming_day=day).select_related("store", "entry")
    return list(
        (rows.filter(store__what__in=whats) if whats else rows).order_by("pk")[:MOST_BEHIND]
    )
