"""What is printed: each paper's facts, out of the rows and the log."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date

from casino.models import Duty, Entry, User
from inventory.models import (
    Batch,
    Container,
    Deck,
    Discrepancy,
    Inventory,
    Lot,
    Movement,
    Reconciliation,
    Stock,
    Store,
    StoreLine,
)

SIGNED = ("person", "second_person", "duty", "second_duty")


def _signers(entry: str = "entry") -> list[str]:
    return [f"{entry}__{who}" for who in SIGNED]


def signed(person: User | None, duty: Duty | None) -> str:
    """A signature given on a screen, as paper tells it."""
    if person is None:
        return ""
    job = f", {duty.get_job_display().lower()}" if duty else ""
    return f"{person.name} ({person.badge}){job}"


def signers_of(entry: Entry) -> list[str]:
    both = (
        signed(entry.person, entry.duty),
        signed(entry.second_person, entry.second_duty),
    )
    return [name for name in both if name]


def lot_to_print(number: str) -> Lot | None:
    return Lot.objects.select_related("entry").filter(number=number).first()


def labels_of(lot: Lot) -> Iterator[Deck]:
    """Its decks in the order of their codes, a few at a time."""
    rows = Deck.objects.filter(lot=lot).only("code", "kind", "back", "set_number", "lot")
    return rows.order_by("code").iterator(chunk_size=500)


def deck_to_print(code: str) -> Deck | None:
    return Deck.objects.select_related("lot__entry").filter(code=code).first()


@dataclass(frozen=True, slots=True)
class Enclosed:
    """A sealed container, and what the movement that closed it says."""

    container: Container
    movement: Movement | None

    @property
    def fact(self) -> dict[str, object]:
        return self.movement.facts if self.movement else {}


def enclosed(label: str) -> Enclosed | None:
    rows = Container.objects.select_related("seal", "deck__lot", *_signers())
    container = rows.filter(label=label).first()
    if container is None:
        return None
    moved = Movement.objects.filter(deck=container.deck_id, entry=container.entry_id)
    return Enclosed(container, moved.select_related("entry", "deck").order_by("-index").first())


@dataclass(frozen=True, slots=True)
class BatchFacts:
    """A pre-shuffled deck, and how it came to a table, if it did."""

    batch: Batch
    delivered: Movement | None
    opened: Movement | None


def batch_with(label: str) -> BatchFacts | None:
    rows = Batch.objects.select_related(
        "container__seal",
        "deck__lot",
        "session__workplace",
        "session__dealer__person",
        "session__supervisor__person",
        *_signers(),
    )
    batch = rows.filter(container__label=label, passed=True).first()
    if batch is None:
        return None
    later = Movement.objects.filter(deck=batch.deck_id, entry__gt=batch.entry_id)
    later = later.select_related("deck", *_signers()).order_by("index")
    return BatchFacts(
        batch, later.filter(do="deliver").first(), later.filter(do="break_seal").first()
    )


def discrepancy_to_print(number: str) -> Discrepancy | None:
    rows = Discrepancy.objects.select_related(
        "deck__lot", *_signers("reported"), *_signers("notified"), *_signers("closed")
    )
    return rows.filter(number=number).first()


def container_of(deck: Deck) -> Container | None:
    return Container.objects.select_related("seal").filter(deck=deck).order_by("-pk").first()


@dataclass(frozen=True, slots=True)
class Destruction:
    entry: Entry
    decks: list[Deck]


def destruction_at(position: int) -> Destruction | None:
    rows = Entry.objects.select_related(*SIGNED).filter(act="deck_destroy", refused=False)
    entry = rows.filter(position=position).first()
    if entry is None:
        return None
    decks = Deck.objects.filter(movements__entry=entry, movements__do="destroy")
    return Destruction(entry, list(decks.select_related("lot").order_by("lot", "code")))


def store_to_print(code: str) -> Store | None:
    return Store.objects.filter(code=code).first()


def lines_of(store: Store, day: date) -> list[StoreLine]:
    rows = StoreLine.objects.filter(store=store, entry__gaming_day=day)
    return list(rows.select_related(*_signers()).order_by("pk"))


def sheet_of(day: date) -> Reconciliation | None:
    """The last number of a day: a later one corrects those before it."""
    rows = Reconciliation.objects.select_related(*_signers()).filter(gaming_day=day)
    return rows.order_by("-number").first()


def inventory_to_print(number: str) -> Inventory | None:
    rows = Inventory.objects.select_related(*_signers("started"))
    return rows.filter(number=number).first()


def sorts_by_store() -> list[tuple[Store, list[tuple[str, str]]]]:
    """What each store has ever held, without a word on how many: whoever counts must not know."""
    sorts: dict[Store, list[tuple[str, str]]] = {store: [] for store in Store.objects.all()}
    rows = Stock.objects.select_related("store").order_by("store__code", "kind", "back")
    for row in rows:
        sorts[row.store].append((row.get_kind_display(), row.get_back_display()))
    return list(sorts.items())
