"""Ranks from the three up to the deuce, suits from spades up to hearts, eleven patterns."""

from collections.abc import Sequence

from games.engine.patterns import Order, order_of, sequences

LINE = "A23456789TJQKA2"  # aces and deuces stand at both ends
RANKS, SUITS, KINDS = order_of(
    "3456789TJQKA2",
    "scdh",
    (
        "single",
        "one_pair",
        "two_pair",
        "three_pair",
        "four_pair",
        "three_of_a_kind",
        "two_three_of_a_kind",
        "straight",
        "flush",
        "straight_flush",
        "four_of_a_kind",
    ),
)
_PAIRS = {1: "one_pair", 2: "two_pair", 3: "three_pair", 4: "four_pair"}


def sets(counts: Sequence[int]) -> str:
    """Pairs may be of one rank twice, where the whole is not four of a kind."""
    match counts:
        case [1]:
            return "single"
        case [4]:
            return "four_of_a_kind"
        case [3]:
            return "three_of_a_kind"
        case [3, 3]:
            return "two_three_of_a_kind"
    if any(count % 2 for count in counts):
        return ""
    return _PAIRS[sum(counts) // 2]


ORDER = Order(RANKS, SUITS, KINDS, sequences(LINE, range(3, 9), RANKS), 8, sets)
