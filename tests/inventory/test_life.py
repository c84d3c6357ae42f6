"""The usual life of a deck, and what the log and the stores say of it afterwards."""

import pytest

from casino.models import Entry
from inventory.models import Deck, Stock, StoreLine
from inventory.selectors.decks import decks_at, trail
from tests.inventory.cards import LIFE, bring, do, make_lot

pytestmark = pytest.mark.django_db


def test_a_deck_goes_from_the_carton_to_the_shredder():
    code = make_lot().decks.first().code
    deck = bring(code, "destroy")
    assert deck.stage == "destroyed"
    assert deck.store is None
    steps = trail(deck)
    assert [movement.do for movement in steps] == ["receive", "store", *LIFE]
    assert [movement.index for movement in steps] == list(range(len(LIFE) + 2))
    assert all(movement.entry.clause for movement in steps)


def test_the_stores_hold_what_is_not_elsewhere():
    lot = make_lot()
    bring(lot.decks.first().code, "destroy")
    held = {row.store.code: row.singles for row in Stock.objects.select_related("store")}
    assert held == {"primary": 3, "stand-1": 0, "security": 0}
    assert StoreLine.objects.count() == 6


def test_a_table_knows_its_deck_at_a_moment():
    deck = bring(make_lot().decks.first().code, "play")
    put = Entry.objects.get(act="deck_deliver").at
    do("remove", deck.code)
    gone = Entry.objects.get(act="deck_remove").at
    assert decks_at("HU-01", put) == [deck]
    assert decks_at("HU-01", gone) == []
    assert decks_at("HU-02", put) == []


def test_a_set_moves_whole_and_is_opened_by_the_table():
    lot = make_lot(singles=0, sets=2, set_size=2, invoiced_singles=0, invoiced_sets=2)
    first, other = lot.decks.order_by("pk")[:2]
    do("issue", first.code, other.code)
    do("deliver", first.code)
    stand = Stock.objects.get(store__code="stand-1")
    assert (stand.singles, stand.sets) == (1, 0)
    assert not Deck.objects.filter(pk__in=[first.pk, other.pk], set_number__isnull=False)
