"""Poker hands, held against an evaluator that was written by others."""

from collections import Counter
from itertools import combinations, pairwise
from random import Random, SystemRandom

import pytest
from phevaluator import evaluate_cards

from games.engine.poker import best, three
from inventory.rules.cards import STANDARD

DECK = tuple(STANDARD.faces)
SEED = SystemRandom().randrange(2**32)
BATCHES, HANDS = 12, 5_000  # of each size: 120,000 hands in all


@pytest.mark.parametrize("batch", range(BATCHES))
@pytest.mark.parametrize("size", [5, 7])
def test_hands_are_ordered_as_another_evaluator_orders_them(size, batch):
    """Sorted by the other's values (1 is best) our ranks fall in step, and tie where they do."""
    rng = Random(f"{SEED} {batch} {size}")
    hands = [tuple(rng.sample(DECK, size)) for _ in range(HANDS)]
    ranked = sorted((evaluate_cards(*hand), hand) for hand in hands)
    for (value, hand), (next_value, next_hand) in pairwise(ranked):
        order = (best(hand) > best(next_hand), best(hand) == best(next_hand))
        assert order == (value < next_value, value == next_value), (
            f"seed {SEED}: {hand} {next_hand}"
        )


def test_three_cards_make_each_kind_as_often_as_counting_says():
    counted = Counter(map(three, combinations(DECK, 3)))
    assert counted == {
        "straight_flush": 12 * 4,
        "three_of_a_kind": 13 * 4,
        "straight": 12 * (4**3 - 4),
        "flush": (13 * 12 * 11 // 6 - 12) * 4,
        "one_pair": 13 * 6 * 48,
        "high_card": (13 * 12 * 11 // 6 - 12) * (4**3 - 4),
    }


def test_order_of_the_cards_does_not_matter():
    hand = ("As", "Ks", "Qs", "Js", "Ts", "Td", "Tc")
    rng = Random(7)
    assert {best(tuple(rng.sample(hand, 7))) for _ in range(50)} == {best(hand)}
