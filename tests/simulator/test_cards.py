"""The cards of a simulated table: every one of them lies somewhere, and only once."""

import random
from collections import Counter

import pytest

from inventory.rules.cards import DRAGON, STANDARD
from simulator.cards import HIDDEN, KINDS, Cards

HOUSE = {"do": "deal", "hands": {"1": 2, "4": 2}, "dealer": 2, "board": [5]}
POT = {"do": "deal", "hands": {"1": 8, "2": 8, "5": 8}}


def cards(kind="standard"):
    return Cards(kind, 6, random.Random(3))


def view(table, dealer=(), board=(), discards=None):
    """All face down but what is told."""
    seats = {
        seat: {
            "cards": [HIDDEN] * (len(hand) - len((discards or {}).get(seat, ()))),
            "discards": list((discards or {}).get(seat, ())),
        }
        for seat, hand in table.hands.items()
    }
    return {"seats": seats, "dealer": list(dealer), "board": list(board)}


@pytest.mark.parametrize("deck", [STANDARD, DRAGON])
def test_decks_are_what_the_house_thinks_they_are(deck):
    assert KINDS[deck.name] == dict(deck.faces)
    assert len(cards(deck.name).stub) == deck.size


def test_all_is_dealt_face_down_and_nothing_is_lost():
    table = cards()
    action = table.deal(HOUSE)
    told = [*action["hands"]["1"], *action["hands"]["4"], *action["dealer"], *action["board"]]
    assert set(told) == {HIDDEN}
    lie = [*table.hands["1"], *table.hands["4"], *table.dealer, *table.board, *table.stub]
    assert Counter(lie) == Counter(KINDS["standard"])
    assert len(table.stub) == 52 - 4 - 2 - 5


def test_every_position_is_dealt_to_where_the_dealer_plays_no_hand():
    table = cards()
    table.deal(POT)
    assert len(table.stub) == 52 - 6 * 8


def test_a_card_found_face_up_is_not_in_the_stub():
    table = cards()
    table.put_aside()
    table.deal(HOUSE)
    table.put_aside()
    assert len(table.stub) == 52 - 4 - 2 - 5 - 2


def test_the_board_is_turned_from_its_beginning():
    table = cards()
    table.deal(HOUSE)
    offer = {"do": "reveal", "what": "flop", "cards": 3}
    flop = table.turn(offer, view(table, [HIDDEN] * 2, [HIDDEN] * 5))
    rest = table.turn({**offer, "cards": 2}, view(table, [HIDDEN] * 2, [*flop, HIDDEN, HIDDEN]))
    assert [*flop, *rest] == table.board


def test_what_somebody_else_turned_is_believed():
    table = cards()
    table.deal(HOUSE)
    told = view(table, [HIDDEN] * 2, [HIDDEN] * 5)
    assert table.agrees(told)
    strange = [table.hands["1"][0], *table.stub[:2]]  # a card that seat 1 really holds
    told["board"] = [*strange, HIDDEN, HIDDEN]
    assert not table.agrees(told)
    table.believe(told)
    assert table.agrees(told)
    assert table.board[:3] == strange
    lie = [*table.hands["1"], *table.hands["4"], *table.dealer, *table.board, *table.stub]
    assert Counter(lie) == Counter(KINDS["standard"])


def test_a_round_that_others_dealt_is_counted_rightly():
    table, other = cards(), cards()
    other.deal(POT)
    gone = {"2": other.hands["2"][:3]}
    table.believe(view(other, discards=gone))
    assert len(table.stub) == 4
    assert set(gone["2"]) <= set(table.hands["2"])
    assert len(table.held(2, view(other, discards=gone))) == 5
