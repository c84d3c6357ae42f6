"""What waits in the card room, longest first. No count goes beyond a hundred: none ever scans."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.db.models import F, Q, QuerySet, Value

from inventory.models import Deck
from inventory.rules.deck import GONE, Stage

CAP, SHOWN = 100, 4


class Page(NamedTuple):
    """Where all decks of a queue are done at once: the URL's name, the act that opens it."""

    route: str
    act: str
    words: str


PAGES = {
    "enveloped": Page("collection", "see_collection", "Collection round"),
    "cleared": Page("destruction", "see_destruction", "Destroy before a witness"),
}


@dataclass(frozen=True, slots=True)
class Queue:
    """Decks that wait for one movement. The list of decks filters by the same name."""

    name: str
    title: str
    do: str
    waits: Q
    since: str = "moved_at"

    @property
    def page(self) -> Page | None:
        return PAGES.get(self.name)


def _at(stage: Stage) -> Q:
    return Q(stage=stage, is_missing=False)


def _free(stage: Stage) -> Q:
    return _at(stage) & Q(held="")


QUEUES = (
    Queue("removed", "Removed, to seal", "envelope", _at(Stage.REMOVED)),
    Queue("enveloped", "Sealed, to collect", "collect", _at(Stage.ENVELOPED)),
    Queue("collected", "Collected, to examine", "examine", _free(Stage.COLLECTED)),
    Queue("cleared", "Cleared, to destroy", "destroy", _free(Stage.CLEARED), "clock_from"),
    Queue("held", "Held as evidence", "release", ~Q(held="")),
    Queue("missing", "Missing", "find", Q(is_missing=True)),
    Queue("received", "Received, to store", "store", _free(Stage.RECEIVED)),
    Queue("at_table", "At a table, to inspect", "inspect", _free(Stage.AT_TABLE)),
    Queue("inspected", "Inspected, to verify", "verify", _free(Stage.INSPECTED)),
    Queue("verified", "Verified, ready to play", "play", _free(Stage.VERIFIED)),
)


@dataclass(frozen=True, slots=True)
class Waiting:
    queue: Queue
    rows: list[Deck]
    count: int

    @property
    def words(self) -> str:
        return f"{CAP - 1}+" if self.count >= CAP else str(self.count)


def waiting() -> list[Waiting]:
    """Every queue that holds a deck, in two queries."""
    first, *others = [_numbers(queue) for queue in QUEUES]
    found: dict[str, list[int]] = {queue.name: [] for queue in QUEUES}
    for name, _, number in first.union(*others, all=True):
        found[name].append(number)
    decks = _shown([number for numbers in found.values() for number in numbers[:SHOWN]])
    return [
        Waiting(queue, [decks[n] for n in found[queue.name][:SHOWN]], len(found[queue.name]))
        for queue in QUEUES
        if found[queue.name]
    ]


def _numbers(queue: Queue) -> QuerySet[Deck, tuple[str, datetime, int]]:
    """The condition of the partial index is said in full, or the planner does not see it fit."""
    rows = Deck.objects.filter(queue.waits).exclude(stage__in=GONE)
    named = rows.annotate(queue=Value(queue.name), since=F(queue.since))
    return named.order_by("since", "pk").values_list("queue", "since", "pk")[:CAP]


def _shown(numbers: list[int]) -> dict[int, Deck]:
    rows = Deck.objects.filter(pk__in=numbers).select_related("store", "pit")
    return {deck.pk: deck for deck in rows}
