"""The one way in which a deck moves, whoever asks and however many decks at once.

The decks' rows are locked, the rules are asked for each, and entry, movements, balances, seals and
rows are written in one transaction: all of it, or nothing but the refusal.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.backends.postgresql.psycopg_any import DateTimeTZRange

from casino.lib.law import Outdated, Refused
from casino.models import Duty, Entry
from casino.policy import require
from casino.services.acts import refuse_other_pit, refuse_second
from casino.services.log import record, record_refusal
from inventory.models import HEAD, Container, Deck, Movement, Stay, Store
from inventory.rules import custody
from inventory.rules.deck import ON_TABLE, Custody, Place, in_words
from inventory.rules.deck import Movement as Step
from inventory.rules.law import STORE_LOG
from inventory.rules.movements import STEPS
from inventory.selectors.decks import locked_with_sets
from inventory.selectors.discrepancies import open_report
from inventory.services import seals, stock
from inventory.services.announcement import refuse_unannounced
from inventory.services.second_deck import refuse_second_deck
from inventory.services.watch import WATCHES, Crossing, lock_tables

AT_ONCE = 2000
# What a table must know of: a deck comes, leaves, is played with, or is dealt another way.
AT_TABLE = frozenset({"deliver", "remove", "play", "deal_from"})
CLOSES = {
    "envelope": Container.What.ENVELOPE,
    "pre_shuffle": Container.What.BATCH,
    "replace_card": Container.What.BAG,
}
WAITED_AT_MOST = timedelta(seconds=10)  # for a lock; PostgreSQL gives up earlier


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody asks for. `to` is the code of a store, or the name of a table.

    `facts` are said of all decks, `each` of one alone. `seen` tells how long each deck's trail was
    for whoever asks; `key` makes the same order, sent again, harmless.
    """

    do: str
    decks: Sequence[str]
    to: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    each: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    seen: Mapping[str, int] = field(default_factory=dict)
    key: str = ""

    @property
    def act(self) -> str:
        return f"deck_{self.do}"

    @property
    def payload(self) -> dict[str, Any]:
        told = {"do": self.do, "decks": list(self.decks), "to": self.to}
        return {
            **told,
            "facts": dict(self.facts),
            "each": {c: dict(f) for c, f in self.each.items()},
        }


def move(order: Order, *, by: Duty, now: datetime, second: Duty | None = None) -> Entry:
    """For doors: a refusal is kept in the log."""
    try:
        with transaction.atomic():
            return move_within(order, by=by, now=now, second=second)
    except Outdated:
        raise
    except Refused as refusal:
        if order.do in STEPS:
            record_refusal(refusal, order.act, by=by, now=now, thing=thing_of(order))
        raise


def thing_of(order: Order) -> str:
    if len(order.decks) == 1:
        return f"deck:{order.decks[0]}"[:80]
    return f"store:{order.to}"[:80] if order.to else ""


def move_within(order: Order, *, by: Duty, now: datetime, second: Duty | None = None) -> Entry:
    """For services that do more in the same transaction."""
    if order.do not in STEPS:
        raise Refused(f"There is no movement “{order.do[:20]}”")
    waited_for = _lock_tables(order)
    decks = _locked(order)
    if done := _done_before(order, decks):
        return done
    now = _moment(now, decks)
    _refuse_outdated(order, decks, waited_for)
    _refuse_reported(order, decks)
    if order.do == "destroy":
        refuse_unannounced(now)
    store = _store(order)
    _refuse_signers(order, decks, store, by, second, now)
    steps = [(deck, _stepped(order, deck, store, by, second, now)) for deck in decks]
    _ask_tables(order, decks, now)
    entry = record(
        order.act,
        by=by,
        second=second,
        now=now,
        thing=thing_of(order),
        table=_table_of(order, decks),
        pit=(store.pit if store else None) or decks[0].pit,
        clause=STEPS[order.do].clause,
        **order.payload,
    )
    _write(order, entry, steps, store)
    return entry


def _moment(now: datetime, decks: list[Deck]) -> datetime:
    """Whoever waited while somebody else moved the deck did it after them, though they asked
    before; a clock that is further off is refused."""
    last = max((deck.moved_at for deck in decks), default=now)
    return last if now < last <= now + WAITED_AT_MOST else now


def _refuse_signers(
    order: Order,
    decks: list[Deck],
    store: Store | None,
    by: Duty,
    second: Duty | None,
    now: datetime,
) -> None:
    """Both may sign this act, in the pit it comes from and in the one it goes to."""
    refuse_second(order.act, by, second, now)
    for pit in {deck.pit for deck in decks} | {store.pit if store else None}:
        require(by, order.act, now=now, pit=pit)
        refuse_other_pit(order.act, second, pit)


def _lock_tables(order: Order) -> set[str]:
    """Tables ahead of decks, always: the one it goes to, those where the decks are."""
    if order.do not in AT_TABLE:
        return set()
    there = Deck.objects.filter(code__in=order.decks, stage__in=ON_TABLE)
    tables = {order.to, *there.values_list("table", flat=True)} - {""}
    lock_tables(tables)
    return tables


def _ask_tables(order: Order, decks: list[Deck], now: datetime) -> None:
    for watch in WATCHES if order.do in AT_TABLE else ():
        watch.before(order, decks, now)
    if order.do == "deliver":
        refuse_second_deck(order.to, decks)


def _locked(order: Order) -> list[Deck]:
    if not 0 < len(order.decks) <= AT_ONCE or len(set(order.decks)) != len(order.decks):
        raise Refused(f"Name 1 to {AT_ONCE} decks, each once")
    found = {deck.code: deck for deck in locked_with_sets(order.decks)}
    for code in order.decks:
        if code not in found:
            raise Refused(f"No deck has the code {code[:20]}", remedy="Scan the label again")
    return [found[code] for code in order.decks]


def _done_before(order: Order, decks: list[Deck]) -> Entry | None:
    """The entry of this very order, if it was carried out: a scanner may send it twice."""
    if not order.key:
        return None
    same = Movement.objects.filter(deck__in=decks, key=order.key).select_related("entry")
    entry = next((movement.entry for movement in same), None)
    if entry and {k: entry.payload.get(k) for k in order.payload} != order.payload:
        raise Refused("This key was used for another order", remedy="Send it with a new key")
    return entry


def _refuse_outdated(order: Order, decks: list[Deck], waited_for: set[str]) -> None:
    """Also when a deck came to another table while this order waited for the first one."""
    for deck in decks:
        elsewhere = order.do in AT_TABLE and deck.stage in ON_TABLE and deck.table not in waited_for
        if elsewhere or deck.length != order.seen.get(deck.code, deck.length):
            raise Outdated(
                f"Somebody else moved {deck} meanwhile: it is {in_words(deck.stage)} now",
                remedy="Look at the deck again",
            )


def _refuse_reported(order: Order, decks: list[Deck]) -> None:
    """Whether a reported deck is let go is decided where its report is closed, not beside it."""
    for deck in decks if order.do in ("release", "surrender") else ():
        if report := open_report(deck):
            raise Refused(
                f"{deck} is in an open discrepancy report, {report}",
                STEPS[order.do].clause,
                remedy="Close the report: that lets the deck go",
            )


def _store(order: Order) -> Store | None:
    rule = STEPS[order.do]
    if order.to and not rule.goes_to:
        raise Refused(f"A deck that is {rule.words} stays where it is", rule.clause)
    if not order.to or Place.TABLE in rule.goes_to:
        return None
    store = Store.objects.select_related("pit").filter(code=order.to).first()
    if store is None:
        raise Refused(f"There is no store {order.to[:20]}", STORE_LOG)
    return store


def _stepped(
    order: Order, deck: Deck, store: Store | None, by: Duty, second: Duty | None, now: datetime
) -> Custody:
    return custody.step(
        deck.custody,
        Step(
            do=order.do,
            at=now,
            by=by.person.badge,
            job=by.job,
            second=second.person.badge if second else "",
            second_job=second.job if second else "",
            place=Place(store.what) if store else Place.TABLE if order.to else Place.NOWHERE,
            code=order.to,
            facts={**order.facts, **order.each.get(deck.code, {})},
        ),
    )


def _table_of(order: Order, decks: list[Deck]) -> str:
    return order.to if Place.TABLE in STEPS[order.do].goes_to else decks[0].table


def _write(
    order: Order,
    entry: Entry,
    steps: list[tuple[Deck, Custody]],
    store: Store | None,
) -> None:
    Movement.objects.bulk_create(
        Movement(deck=d, index=d.length, do=order.do, entry=entry, key=order.key) for d, _ in steps
    )
    moved = [
        stock.Moved(deck, deck.store, store if store else _kept(deck, after))
        for deck, after in steps
    ]
    stock.open_sets(order.do, entry, moved)
    crossings = [Crossing(deck, *_tables(deck, after)) for deck, after in steps]
    for (deck, after), (_, _, to) in zip(steps, moved, strict=True):
        _stay(deck, after, entry.at)
        deck.take(after, to)
    Deck.objects.bulk_update([deck for deck, _ in steps], HEAD, batch_size=500)
    stock.book(order.do, entry, moved)
    if order.do in CLOSES:
        for deck, _ in steps:
            facts = {**order.facts, **order.each.get(deck.code, {})}
            seals.close(CLOSES[order.do], deck, facts["seal"], facts["label"], entry)
    if crossed := [crossing for crossing in crossings if crossing.was_at != crossing.is_at]:
        for watch in WATCHES:
            watch.after(order, crossed, entry)


def _tables(deck: Deck, after: Custody) -> tuple[str, str]:
    """The table it was at, and the one it is at."""
    was = deck.table if deck.stage in ON_TABLE else ""
    return was, after.code if after.stage in ON_TABLE else ""


def _kept(deck: Deck, after: Custody) -> Store | None:
    """Most movements leave a deck where it is; one to a table, or out of the house, does not."""
    return deck.store if after.place == deck.place else None


def _stay(deck: Deck, after: Custody, at: datetime) -> None:
    was_there, is_there = deck.stage in ON_TABLE, after.stage in ON_TABLE
    if is_there and not was_there:
        Stay.objects.create(deck=deck, table=after.code, during=DateTimeTZRange(at, None))
    if was_there and not is_there:
        stay = Stay.objects.get(deck=deck, during__endswith__isnull=True)
        stay.during = DateTimeTZRange(stay.during.lower, at)
        stay.save(update_fields=["during"])
