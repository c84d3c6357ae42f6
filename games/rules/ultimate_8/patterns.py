"""Ranks from the two up to the ace, suits from clubs up to spades, ten patterns."""

from collections.abc import Sequence

from games.engine.patterns import Order, order_of, sequences

LINE = "A23456789TJQKA"  # the ace stands at both ends
RANKS, SUITS, KINDS = order_of(
    "23456789TJQKA",
    "cdhs",
    (
        "single",
        "one_pair",
        "three_of_a_kind",
        "two_pair",
        "straight",
        "flush",
        "four_of_a_kind",
        "four_of_a_kind_plus_one",
        "straight_flush",
        "royal_flush",
    ),
)
_SETS = {
    (1,): "single",
    (2,): "one_pair",
    (2, 2): "two_pair",
    (3,): "three_of_a_kind",
    (4,): "four_of_a_kind",
    (4, 1): "four_of_a_kind_plus_one",
}


def sets(counts: Sequence[int]) -> str:
    return _SETS.get(tuple(counts), "")


ORDER = Order(RANKS, SUITS, KINDS, sequences(LINE, range(3, 6), RANKS), 5, sets, royal=RANKS["A"])
