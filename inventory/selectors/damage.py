"""Cards that were changed one by one: from which deck, into which, on which day."""

from datetime import date

from inventory.models import Deck, Movement


def cards_given(donor: Deck) -> list[str]:
    """Faces that a reserve deck gave away."""
    rows = Movement.objects.filter(deck=donor, do="donate").select_related("entry", "deck")
    return [move.facts["face"] for move in rows]


def cards_replaced_on(deck: Deck, day: date) -> list[str]:
    rows = Movement.objects.filter(deck=deck, do="replace_card", entry__gaming_day=day)
    return [move.facts["face"] for move in rows.select_related("entry", "deck")]


def reserves_for(deck: Deck) -> list[Deck]:
    """Decks of the same pit that may give it a card, opened ones first."""
    rows = Deck.objects.filter(
        kind=deck.kind,
        back=deck.back,
        lot__design=deck.lot.design,
        stage="issued",
        store__pit=deck.pit_id,
        store__what__in=("reserve", "pit_stand"),
        sealed="",
        held="",
        is_missing=False,
    )
    return list(rows.select_related("store").order_by("-is_spoiled", "store__what", "code")[:6])
