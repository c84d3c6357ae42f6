"""One deck whole: its life as a track of steps, its chain, and all that was written about it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q, QuerySet

from casino.models import Duty, Entry
from casino.selectors.log import visible
from inventory.models import Container, Deck, Discrepancy, Movement, Store
from inventory.rules.deck import GONE, Stage, in_words
from inventory.selectors.words import details, sentence


@dataclass(frozen=True, slots=True)
class Milestone:
    """`state` is done, now, skipped or ahead."""

    words: str
    state: str
    at: datetime | None = None


# The usual life: its steps, and the movements that reach each of them.
LIFE = (
    ("Received", ("receive",)),
    ("Stored", ("store", "return")),
    ("Issued", ("issue", "carry")),
    ("Sealed batch", ("pre_shuffle",)),
    ("At table", ("deliver",)),
    ("Inspected", ("inspect",)),
    ("Verified", ("verify", "break_seal")),
    ("In play", ("play",)),
    ("Removed", ("remove",)),
    ("Enveloped", ("envelope",)),
    ("Collected", ("collect",)),
    ("Examined", ("examine",)),
    ("Destroyed", ("destroy", "surrender")),
)
PLACE_OF = {do: place for place, (_, dos) in enumerate(LIFE) for do in dos}
SOME = ("Sealed batch",)  # shown only for decks that went this way


def track(deck: Deck, movements: Iterable[Movement]) -> list[Milestone]:
    """A deck that went back to its store has its way to the table before it once more."""
    reached: dict[int, datetime] = {}
    for movement in movements:
        place = PLACE_OF.get(movement.do)
        if place is not None:
            reached = {kept: at for kept, at in reached.items() if kept < place}
            reached[place] = movement.entry.at
    here = max(reached, default=0)
    return [
        _milestone(deck, words, place, here, reached)
        for place, (words, _) in enumerate(LIFE)
        if words not in SOME or place in reached
    ]


def _milestone(
    deck: Deck, words: str, place: int, here: int, reached: dict[int, datetime]
) -> Milestone:
    if place == here and deck.stage in GONE:
        return Milestone(in_words(deck.stage).capitalize(), "now", reached.get(place))
    if place == here:
        return Milestone(words, "now", reached.get(place))
    if place in reached:
        return Milestone(words, "done", reached[place])
    return Milestone(words, "skipped" if place < here else "ahead")


@dataclass(frozen=True, slots=True)
class Link:
    """One movement, told: `day` is set on the first of a gaming day."""

    movement: Movement
    words: str
    details: list[tuple[str, str]]

    @property
    def entry(self) -> Entry:
        return self.movement.entry


def chain(movements: Iterable[Movement]) -> list[Link]:
    names = store_names()
    return [Link(m, sentence(m, names), details(m)) for m in movements]


def store_names() -> dict[str, str]:
    return dict(Store.objects.values_list("code", "name"))


def stores_of(kinds: Iterable[str]) -> list[tuple[str, str]]:
    """What a movement may choose of: code and name, of these kinds of place."""
    rows = Store.objects.filter(what__in=list(kinds))
    return list(rows.order_by("code").values_list("code", "name"))


def containers_of(deck: Deck) -> list[Container]:
    rows = Container.objects.filter(deck=deck).select_related("seal", "entry__person")
    return list(rows.order_by("pk"))


def discrepancies_of(deck: Deck) -> list[Discrepancy]:
    rows = Discrepancy.objects.filter(deck=deck).select_related("reported__person")
    return list(rows.order_by("pk"))


def told_of(deck: Deck, duty: Duty) -> QuerySet[Entry]:
    """What the log tells of this deck, as far as this duty may read it: acts of many decks too."""
    moved = Movement.objects.filter(deck=deck).values("entry_id")
    return visible(duty).filter(Q(thing=f"deck:{deck.code}") | Q(position__in=moved))


def refusals_on(deck: Deck, duty: Duty) -> list[Entry]:
    """What somebody tried with this deck and may not; the last ones."""
    tried = visible(duty).filter(thing=f"deck:{deck.code}", refused=True)
    return list(tried.order_by("-position")[:10])


def moved_with(key: str, codes: list[str]) -> dict[str, Any] | None:
    """What the order said that was carried out with this key on these decks, all of them."""
    done = Movement.objects.filter(deck__code__in=codes, key=key).select_related("entry").first()
    payload = done.entry.payload if key and done else {}
    return payload if payload.get("decks") == codes else None


def state_words(deck: Deck) -> str:
    """ "In play at table HU-01", "Collected, in Security"."""
    stage = in_words(deck.stage).capitalize()
    if deck.stage == Stage.AT_TABLE:
        return f"At table {deck.table}"
    if deck.table:
        return f"{stage} at table {deck.table}"
    return f"{stage}, in {deck.store}" if deck.store else stage
