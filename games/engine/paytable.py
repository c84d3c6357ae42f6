"""Pay tables as data, and winnings in whole cents."""

from collections.abc import Mapping

Odds = tuple[int, int]  # "3 to 2" is (3, 2)
PayTable = Mapping[str, Odds]


def to_one(**rows: int) -> PayTable:
    return {name: (odds, 1) for name, odds in rows.items()}


def winnings(stake: int, odds: Odds) -> int:
    """What a wager wins beside its stake, rounded down to the cent (units of 50 leave nothing)."""
    return stake * odds[0] // odds[1]


def at_least(odds: Odds, floor: Odds) -> bool:
    return odds[0] * floor[1] >= floor[0] * odds[1]
