"""What may be set at a table, as the game tells it: the form of a proposal is made of these.

An option is found by its name in what the game reads; a name with dots lies deeper:
"paytables.trips_plus".
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from casino.lib.law import Clause
from tables.rules.words import money, odds, percent


class Kind(StrEnum):
    MONEY = "money"  # in cents; typed in dollars
    PERCENT = "percent"  # in basis points; typed in percent
    ODDS = "odds"  # [3, 2]; typed as "3 to 2"
    YES = "yes"
    ONE_OF = "one of"


class Choice(NamedTuple):
    """One option of a game: `bounds` say how far it may go, by which clause and reading."""

    name: str
    title: str
    kind: Kind
    default: Any
    bounds: str = ""
    clause: Clause | None = None
    readings: tuple[str, ...] = ()
    one_of: tuple[tuple[Any, str], ...] = ()  # value and words
    may_be_empty: bool = False  # nothing set is a setting too
    group: str = ""

    def value_in(self, options: Mapping[str, Any]) -> Any:
        found: Any = options
        for part in self.name.split("."):
            if not isinstance(found, Mapping) or part not in found:
                return self.default
            found = found[part]
        return found

    def in_words(self, options: Mapping[str, Any]) -> str:
        return self.told(self.value_in(options))

    def told(self, value: Any) -> str:
        if value is None:
            return "none"
        if self.kind is Kind.ONE_OF:
            return next((words for one, words in self.one_of if one == value), str(value))
        return str(_TELL[self.kind](value))


_TELL: Mapping[Kind, Any] = {
    Kind.MONEY: money,
    Kind.PERCENT: percent,
    Kind.ODDS: lambda pays: odds((pays[0], pays[1])),
    Kind.YES: lambda value: "yes" if value else "no",
}


def nest(given: Mapping[str, Any]) -> dict[str, Any]:
    """Options as a game reads them, from what was set by name; what is empty is left out."""
    options: dict[str, Any] = {}
    for name, value in given.items():
        if value is None:
            continue
        *path, last = name.split(".")
        inner = options
        for part in path:
            inner = inner.setdefault(part, {})
        inner[last] = value
    return options
