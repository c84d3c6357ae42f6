"""Recognising what was discarded, and what beats what, given an order of ranks and suits."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from games.engine.law import honours


class Pattern(NamedTuple):
    """Compared from left to right: kind, rank of the high card, its suit."""

    kind: int
    high: int
    suit: int
    size: int
    name: str

    @honours("beat")
    def beats(self, other: "Pattern", *, equal_length: bool) -> bool:
        if self.kind == other.kind and equal_length and self.size != other.size:
            return False
        return self[:3] > other[:3]


class Order(NamedTuple):
    """A game's order: ranks and suits from low to high, kinds from low to high, its sequences."""

    ranks: Mapping[str, int]
    suits: Mapping[str, int]
    kinds: Mapping[str, int]
    sequences: Mapping[frozenset[str], int]  # ranks of a sequence → the rank of its high end
    longest: int  # sequence or flush
    sets: Callable[[Sequence[int]], str]  # how many of each rank, most first → kind of set or ""
    royal: int = 0  # high end of a suited sequence that makes it royal; 0: this game has none


def order_of(ranks: str, suits: str, kinds: Sequence[str]) -> tuple[dict[str, int], ...]:
    return tuple(
        {name: place for place, name in enumerate(names, 1)} for names in (ranks, suits, kinds)
    )


def sequences(
    line: str, lengths: Iterable[int], ranks: Mapping[str, int]
) -> dict[frozenset[str], int]:
    """Every run along the line; what stands at both of its ends does not wrap around."""
    return {
        frozenset(line[start : start + length]): ranks[line[start + length - 1]]
        for length in lengths
        for start in range(len(line) - length + 1)
    }


@honours("pattern")
def recognise(cards: Sequence[str], order: Order) -> Pattern | None:
    """The highest pattern that is exactly these cards, or None."""
    counts: dict[str, int] = {}
    for card in cards:
        counts[card[0]] = counts.get(card[0], 0) + 1
    if len(counts) == len(cards) > 2:
        return _run(cards, order)
    kind = order.sets(sorted(counts.values(), reverse=True))
    if not kind:
        return None
    high = max(counts, key=lambda rank: (_weight(counts[rank], kind), order.ranks[rank]))
    return _pattern(kind, high, cards, order)


def _weight(count: int, kind: str) -> int:
    """In four of a kind and one card the four decide; elsewhere every set counts the same."""
    return count if kind == "four_of_a_kind_plus_one" else 0


def _run(cards: Sequence[str], order: Order) -> Pattern | None:
    """Cards of different ranks: a straight, a flush, or both."""
    if len(cards) > order.longest:
        return None
    suited = len({card[1] for card in cards}) == 1
    end = order.sequences.get(frozenset(card[0] for card in cards))
    if end is None:
        if not suited:
            return None
        return _pattern("flush", max(cards, key=lambda c: order.ranks[c[0]])[0], cards, order)
    high = next(card[0] for card in cards if order.ranks[card[0]] == end)
    if not suited:
        return _pattern("straight", high, cards, order)
    return _pattern("royal_flush" if end == order.royal else "straight_flush", high, cards, order)


def _pattern(kind: str, high: str, cards: Sequence[str], order: Order) -> Pattern:
    suit = max(order.suits[card[1]] for card in cards if card[0] == high)
    return Pattern(order.kinds[kind], order.ranks[high], suit, len(cards), kind)
