"""Reading decks twice: as their rows stand, and as their movements in the sealed log tell it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Q

from casino.lib.law import Refused
from casino.models import Entry
from inventory.models import Deck, Movement, Stay, Store
from inventory.rules import custody
from inventory.rules import deck as rules
from inventory.rules.codes import number_of
from inventory.rules.deck import ON_TABLE, Custody, Place, Stage, in_words
from inventory.rules.movements import STEPS

Trail = list[Movement]
Span = tuple[str, datetime, datetime | None]  # a table, from when, until when
Places = dict[str, Store]
URGENT = (Q(stage__in=ON_TABLE), Q(stage=Stage.CLEARED), ~Q(held=""), Q(is_missing=True))


class Breach(NamedTuple):
    """A deck whose row is not what its trail tells."""

    deck: Deck
    words: str


def urgent() -> list[int]:
    """Dealt with, held, missing, or waiting to be destroyed: few, each by an index of its own."""
    found = [Deck.objects.filter(which).values_list("pk", flat=True) for which in URGENT]
    return sorted({number for rows in found for number in rows})


def latest_moved(count: int) -> list[int]:
    """The decks of the last movements of the house: what is touched most is looked at most."""
    newest = Movement.objects.order_by("-pk").values_list("deck_id", flat=True)[:count]
    return sorted(set(newest))


def slice_after(number: int, count: int) -> list[int]:
    """The next decks by their numbers, whatever became of them."""
    rows = Deck.objects.filter(pk__gt=number).order_by("pk")
    return list(rows.values_list("pk", flat=True)[:count])


def breaches(numbers: Sequence[int], *, locked: bool = False) -> list[Breach]:
    """Of these decks, those that are not what their movements tell: a fixed number of queries."""
    rows = Deck.objects.filter(pk__in=numbers).order_by("pk")
    decks = list(
        (rows.select_for_update(no_key=True) if locked else rows).prefetch_related("store", "lot")
    )
    trails, stays = _trails(decks), _stays(decks)
    places = {store.code: store for store in Store.objects.all()}
    found = ((deck, _fault(deck, trails[deck.pk], places, stays[deck.pk])) for deck in decks)
    return [Breach(deck, words) for deck, words in found if words]


def _trails(decks: Iterable[Deck]) -> dict[int, Trail]:
    """Entries apart from the movements: one of a whole lot is read once, not for each deck."""
    by_deck = {deck.pk: deck for deck in decks}
    trails: dict[int, Trail] = defaultdict(list)
    for movement in Movement.objects.filter(deck__in=by_deck).order_by("deck", "index"):
        movement.deck = by_deck[movement.deck_id]
        trails[movement.deck_id].append(movement)
    numbers = {m.entry_id for trail in trails.values() for m in trail}
    people = ("person", "second_person", "duty", "second_duty")
    entries = Entry.objects.select_related(*people).in_bulk(numbers)
    for movement in (m for trail in trails.values() for m in trail):
        movement.entry = entries[movement.entry_id]
    return trails


def _stays(decks: Iterable[Deck]) -> dict[int, list[Span]]:
    """All of them, those that are over too: they answer which deck was where."""
    found: dict[int, list[Span]] = defaultdict(list)
    for stay in Stay.objects.filter(deck__in=decks).order_by("during", "pk"):
        found[stay.deck_id].append((stay.table, stay.during.lower, stay.during.upper))
    return found


class Life(NamedTuple):
    """What a trail tells: where the deck stands, its stays, and the pit that answers for it."""

    custody: Custody
    stays: list[Span]
    pit: int | None


def _fault(deck: Deck, trail: Trail, places: Places, stays: list[Span]) -> str:
    """What is wrong with this deck, in words; nothing if nothing is."""
    if stray := next((m for m in trail if not _is_told(m)), None):
        return f"its movement {stray.index} is not the one its entry tells of"
    try:
        life = _lived(trail, places)
    except Refused as refusal:
        return f"its movements do not fit each other: {refusal.error}"
    if wrong := _differences(deck, life) or _unlike_delivery(deck, trail):
        return wrong
    return "" if stays == life.stays else "its stays at tables are not what its movements tell"


def _is_told(movement: Movement) -> bool:
    payload = movement.entry.payload
    codes: list[str] = payload.get("decks", [])
    return payload.get("do") == movement.do and movement.deck.code in codes


def _lived(trail: Trail, places: Places) -> Life:
    life = Life(Custody(), [], None)
    for movement in trail:
        after = custody.step(life.custody, as_rules(movement, places))
        stays = _stayed(life, after, movement.entry.at)
        store = places.get(after.code)
        pit = store.pit_id if store else None
        life = Life(after, stays, life.pit if after.place is Place.TABLE else pit)
    return life


def _stayed(life: Life, after: Custody, at: datetime) -> list[Span]:
    was_there, is_there = life.custody.stage in ON_TABLE, after.stage in ON_TABLE
    if is_there and not was_there:
        return [*life.stays, (after.code, at, None)]
    if was_there and not is_there:
        *earlier, (table, since, _) = life.stays
        return [*earlier, (table, since, at)]
    return life.stays


def as_rules(movement: Movement, places: Places) -> rules.Movement:
    """A movement as the rules took it then, read from its entry."""
    entry, to = movement.entry, str(movement.entry.payload.get("to", ""))
    is_table = movement.do in STEPS and Place.TABLE in STEPS[movement.do].goes_to
    store = places.get(to)
    place = Place.TABLE if is_table else Place(store.what) if store else Place.NOWHERE
    return rules.Movement(
        do=movement.do,
        at=entry.at,
        by=entry.person.badge if entry.person else "",
        job=entry.duty.job if entry.duty else "",
        second=entry.second_person.badge if entry.second_person else "",
        second_job=entry.second_duty.job if entry.second_duty else "",
        place=place,
        code=to,
        facts=movement.facts,
    )


def _differences(deck: Deck, life: Life) -> str:
    row, told = deck.custody, life.custody
    pairs = {name: (getattr(row, name), getattr(told, name)) for name in Custody._fields}
    pairs |= {"held": (deck.held, told.held), "pit": (deck.pit_id, life.pit)}
    wrong = [
        f"{in_words(name)} is {stands or 'nothing'}, should be {tells or 'nothing'}"
        for name, (stands, tells) in pairs.items()
        if stands != tells
    ]
    return "; ".join(wrong)


def _unlike_delivery(deck: Deck, trail: Trail) -> str:
    """Its lot, its back and its set, as the entry of its delivery tells them."""
    entry, facts = trail[0].entry, trail[0].facts
    if deck.lot.entry_id != entry.position:
        return f"it is of lot {deck.lot}, and came with another"
    if any(getattr(deck.lot, name) != told for name, told in facts.items()):
        return f"its lot {deck.lot} is not what was received"
    if deck.back != facts["back"]:
        return f"its back is {deck.back}, should be {facts['back']}"
    if deck.set_number not in (None, _set_of(deck, entry.payload["decks"], facts)):
        return f"it is in set {deck.set_number}, to which it never belonged"
    return ""


def _set_of(deck: Deck, codes: list[str], facts: dict[str, int]) -> int | None:
    """By its place in the delivery. A set that was opened has none: its store's log tells of it."""
    here = codes.index(deck.code)
    place = here - facts["singles"]
    return None if place < 0 else number_of(codes[here - place % facts["set_size"]])
