"""Layers of what the seats have put in: the main pot and side pots, and who wins which."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from games.engine.law import honours


class Prize(NamedTuple):
    """One pot: what lies between two levels of wagering, and who contests it."""

    amount: int
    contestants: tuple[int, ...]
    low: int
    high: int
    winner: int = 0


@honours("side_pots")
def layers(
    put: Mapping[int, int], contesting: Collection[int], low: int = 0, top: int = 0
) -> list[Prize]:
    """Between `low` and `top`, from the lowest up. Those who are out top up what they reached."""
    top = top or max(put.values())
    levels = sorted({min(put[seat], top) for seat in contesting})
    pots = []
    for level in levels:
        high = top if level == levels[-1] else level
        amount = sum(min(cents, high) - low for cents in put.values() if cents > low)
        inside = tuple(seat for seat in sorted(contesting) if put[seat] >= level)
        pots.append(Prize(amount, inside, low, high))
        low = high
    return pots


def award(pots: list[Prize], seat: int) -> list[Prize]:
    """Every pot that nobody has won and this seat contests is its own; single ones theirs."""
    return [pot if pot.winner else pot._replace(winner=_winner(pot, seat)) for pot in pots]


def _winner(pot: Prize, seat: int) -> int:
    if seat in pot.contestants:
        return seat
    return pot.contestants[0] if len(pot.contestants) == 1 else 0


def without(pots: list[Prize], seat: int, put: Mapping[int, int]) -> list[Prize]:
    """A seat has forfeited while others play on: the unwon pots are layered anew."""
    unwon = [pot for pot in pots if not pot.winner]
    left = {s for pot in unwon for s in pot.contestants} - {seat}
    anew = layers(put, left, unwon[0].low, unwon[-1].high)
    return sorted([pot for pot in pots if pot.winner] + award(anew, 0), key=lambda pot: pot.low)


def unwon_by(pots: list[Prize]) -> set[int]:
    """Who still plays for something."""
    return {seat for pot in pots if not pot.winner for seat in pot.contestants}


@honours("commission")
def commission(amount: int, basis_points: int, unit: int) -> int:
    """Rounded down, to whole units: the cap is "no more than"."""
    return amount * basis_points // 10_000 // unit * unit
