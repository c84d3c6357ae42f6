"""Reading decks: one by its code, its trail, what lies where, what waits for whom."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db.models import Q, QuerySet

from casino.lib.law import Refused
from inventory.models import Deck, Movement, Stay


def known(code: str, decks: Iterable[Deck]) -> Deck:
    """The deck with this code, of those found; there may be none."""
    deck = next((deck for deck in decks if deck.code == code), None)
    if deck is None:
        raise Refused(f"No deck has the code {code[:20]}", remedy="Scan the label again")
    return deck


def locked_deck(code: str) -> Deck:
    """One deck, and its set with it: whoever moves it in the same transaction locks that too."""
    return known(code, locked_with_sets([code]))


def locked_with_sets(codes: Sequence[str]) -> QuerySet[Deck]:
    """These decks and the others of their sets, which an act may open.

    Locked only later, those would let two people who each take a deck of one set wait for each
    other.
    """
    in_sets = Deck.objects.filter(code__in=codes, set_number__isnull=False)
    sets = set(in_sets.values_list("set_number", flat=True))
    return _locked(Q(code__in=codes) | Q(set_number__in=sets) if sets else Q(code__in=codes))


def _locked(wanted: Q) -> QuerySet[Deck]:
    """Locked alone, then read with their stores.

    In one query, a row that was waited for would be new, but the store joined to it an old one.
    """
    rows = Deck.objects.select_for_update(no_key=True).filter(wanted).order_by("pk")
    numbers = list(rows.values_list("pk", flat=True))
    found = Deck.objects.filter(pk__in=numbers).select_related("store__pit", "pit")
    return found.order_by("pk")


def decks_of_sets(numbers: Iterable[int]) -> list[Deck]:
    return list(_locked(Q(set_number__in=numbers)))


def deck_with(code: str) -> Deck | None:
    return Deck.objects.select_related("lot", "store", "pit").filter(code=code).first()


def trail(deck: Deck) -> list[Movement]:
    """Its whole life, in order; a deck has a few dozen movements."""
    rows = Movement.objects.filter(deck=deck).select_related(
        "entry__person", "entry__second_person", "entry__duty", "entry__second_duty", "deck"
    )
    return list(rows.order_by("index"))


def decks_at(table: str, at: datetime) -> list[Deck]:
    """Which decks were at this table at this moment; the index is over time, for all tables."""
    stays = Stay.objects.filter(during__contains=at, table=table).select_related("deck")
    return [stay.deck for stay in stays.order_by("pk")]
