"""All 23,426 hands of the deck, counted by kind: the numbers are worked out on paper.

With 7 phoenixes, say, there are C(7,3) natural trips, and C(7,2) more with the gold dragon.
"""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from games.rules.dragon_poker.pay import (
    CHARACTER,
    DIFFERENT,
    DRAGON,
    MONKEY,
    PAIR,
    PANDA,
    PHOENIX,
    RABBIT,
    TIGER,
    TRIPS,
    bonus_row,
    dragons_row,
    name,
    rank,
)
from inventory.rules.cards import DRAGON as DECK

CARDS = [face for face, count in DECK.faces.items() for _ in range(count)]
HANDS = list(combinations(CARDS, 3))
PLAIN = {PHOENIX: 7, TIGER: 8, PANDA: 9, MONKEY: 10, RABBIT: 12}  # without the dragons
RED_OR_BLUE, GOLD = 6, 1


def lower(character):
    return sum(count for other, count in PLAIN.items() if other < character)


@pytest.mark.clause(
    "dragon_poker",
    "13:69F-42.5(c)1",
    "13:69F-42.5(c)2",
    "13:69F-42.5(b)",
    '13:69F-42.1 "Rank"',
)
def test_kinds_of_hand_are_as_many_as_the_deck_gives():
    kinds = Counter((rank(hand)[0], rank(hand)[1][0]) for hand in HANDS)
    assert kinds[TRIPS, DRAGON] == comb(7, 3)
    assert kinds[PAIR, DRAGON] == comb(7, 2) * sum(PLAIN.values())
    for character, count in PLAIN.items():
        assert kinds[TRIPS, character] == comb(count, 3) + comb(count, 2) * GOLD
        others = len(CARDS) - count - GOLD
        assert kinds[PAIR, character] == comb(count, 2) * others + GOLD * count * lower(character)
    different = {character for kind, character in kinds if kind == DIFFERENT}
    assert different == {DRAGON, PHOENIX, TIGER, PANDA}  # the least is panda, monkey, rabbit


@pytest.mark.clause("dragon_poker", "13:69F-42.11(d)")
def test_rows_of_the_three_card_bonus_are_as_many_as_the_deck_gives():
    rows = Counter(bonus_row(rank(hand)) for hand in HANDS)
    assert rows["three_dragons"] == 35
    assert rows["three_phoenix"] == 35 + 21
    assert rows["three_tigers"] == 56 + 28
    assert rows["trips"] == (84 + 36) + (120 + 45) + (220 + 66)
    assert rows["two_dragons"] == 21 * 46
    assert rows["two_phoenix"] == 21 * 45 + 7 * 39
    assert rows["two_tigers"] == 28 * 44 + 8 * 31


@pytest.mark.clause("dragon_poker", "13:69F-42.11(f)", '13:69F-42.1 "Dragon Bet"')
def test_rows_of_the_dragon_bet_are_as_many_as_the_deck_gives():
    rows = Counter(map(dragons_row, HANDS))
    assert rows == {
        "three_red": 1,
        "three_blue": 1,
        "three_with_gold": 15,
        "three_dragons": 18,
        "two_dragons": 21 * 46,
        "gold": comb(46, 2),
        "": RED_OR_BLUE * comb(46, 2) + comb(46, 3),
    }


@pytest.mark.clause("dragon_poker", "13:69F-42.5(b)", "13:69E-1.17A(c)")
def test_gold_dragon_is_never_worse_than_any_card_in_its_place():
    for two in combinations(sorted(DECK.faces), 2):
        if "DG" not in two:
            assert rank((*two, "DG")) == max(rank((*two, face)) for face in DECK.faces)


@pytest.mark.clause("dragon_poker", "13:69F-42.5(a)", "13:69E-1.17A(b)")
def test_characters_rank_from_dragon_to_rabbit():
    order = sorted(("RA", "MO", "PA", "TI", "PH", "DR"), key=CHARACTER.__getitem__)
    assert order == ["RA", "MO", "PA", "TI", "PH", "DR"]
    assert CHARACTER["DR"] == CHARACTER["DB"] == CHARACTER["DG"]


@pytest.mark.clause("dragon_poker", "13:69F-42.5(c)3", "13:69F-42.5(c)4")
def test_order_of_cards_in_a_hand_decides_nothing():
    assert rank(("RA", "PH", "MO")) == rank(("PH", "MO", "RA"))
    assert rank(("PA", "RA", "PA")) == rank(("PA", "PA", "RA"))


def test_hands_have_names():
    assert name(rank(("RA", "DG", "RA"))) == "three rabbits"
    assert name(rank(("PA", "PA", "RA"))) == "pair of pandas"
    assert name(rank(("DR", "PH", "RA"))) == "three different characters"
