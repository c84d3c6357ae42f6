"""What the rules of a table come to in words: the facts that felts and signs must tell."""

from collections.abc import Mapping
from fractions import Fraction

from tables.rules.demands import Fact
from tables.rules.words import money, odds, percent

Pays = Mapping[str, tuple[int, int]]  # "3 to 2" is (3, 2)


def paid(name: str, table: Pays, words: Mapping[str, str]) -> tuple[Fact, ...]:
    """A pay table, from what pays most down."""
    rows = sorted(table, key=lambda row: Fraction(*table[row]), reverse=True)
    return tuple(
        Fact(f"{name}.{row}", odds(table[row]), f"{in_words(row, words)} {odds(table[row])}")
        for row in rows
    )


def commission(pot: str, basis_points: int) -> Fact:
    name = f"commission.{pot}"
    return Fact(name, basis_points, f"{percent(basis_points)} of the {pot} pot")


def payout_limit(cents: int) -> Fact:
    return Fact("payout_limit", cents, f"{money(cents)} a hand")


def in_words(name: str, words: Mapping[str, str]) -> str:
    return words.get(name, "") or name.replace("_", " ").capitalize()
