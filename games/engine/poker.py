"""Ordinary poker: five cards, the best five of seven, three cards. Higher tuples are better."""

from collections.abc import Iterable

from games.engine.law import honours
from inventory.rules.cards import RANKS

VALUE = {rank: value for value, rank in enumerate(RANKS, 2)}
HIGH_CARD, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS, STRAIGHT_FLUSH = range(9)
KINDS = (
    "high_card",
    "one_pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
)
Rank = tuple[int, tuple[int, ...]]


@honours("ranking")
def best(cards: tuple[str, ...]) -> Rank:
    """The rank of the best five of five, six or seven cards."""
    counts: dict[int, int] = {}
    suits: dict[str, list[int]] = {}
    for card in cards:
        value, suit = VALUE[card[0]], card[1]
        counts[value] = counts.get(value, 0) + 1
        suits.setdefault(suit, []).append(value)
    for values in suits.values():
        if len(values) >= 5:
            return _flush(values)
    return _sets(counts, _straight(counts))


def _flush(values: list[int]) -> Rank:
    """With five of a suit among seven cards there is neither a full house nor four of a kind."""
    high = _straight(values)
    if high:
        return (STRAIGHT_FLUSH, (high,))
    return (FLUSH, tuple(sorted(values, reverse=True)[:5]))


def _straight(values: Iterable[int]) -> int:
    """The high card of the best straight, or 0; an ace is also a one."""
    bits = 0
    for value in values:
        bits |= 1 << value
    if bits & 1 << 14:
        bits |= 2
    run = bits & bits << 1 & bits << 2 & bits << 3 & bits << 4
    return run.bit_length() - 1 if run else 0


def _sets(counts: dict[int, int], straight: int) -> Rank:
    order = sorted(counts, key=lambda value: (counts[value], value), reverse=True)
    first, second = counts[order[0]], counts[order[1]]
    if first == 4:
        return (QUADS, (order[0], max(order[1:])))
    if first == 3 and second >= 2:
        return (FULL_HOUSE, (order[0], order[1]))
    if straight:
        return (STRAIGHT, (straight,))
    if first == 3:
        return (TRIPS, (order[0], *order[1:3]))
    if first == 2 and second == 2:
        return (TWO_PAIR, (order[0], order[1], max(order[2:])))
    if first == 2:
        return (PAIR, (order[0], *order[1:4]))
    return (HIGH_CARD, tuple(order[:5]))


def name(rank: Rank) -> str:
    if rank == (STRAIGHT_FLUSH, (14,)):
        return "royal_flush"
    return KINDS[rank[0]]


@honours("three_card_ranking")
def three(cards: tuple[str, ...]) -> str:
    """The name of a three-card hand: the ace is high or low in a straight, never in the middle."""
    values = sorted(VALUE[card[0]] for card in cards)
    kinds = len(set(values))
    if kinds < 3:
        return "three_of_a_kind" if kinds == 1 else "one_pair"
    flush = cards[0][1] == cards[1][1] == cards[2][1]
    straight = values[2] - values[0] == 2 or values == [2, 3, 14]
    if straight:
        return "straight_flush" if flush else "straight"
    return "flush" if flush else "high_card"
