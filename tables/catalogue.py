"""What tables know of games: each game registers itself when the application starts.

Tables never import games; a game brings what its table must look like and by which clause.
"""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from casino.lib.law import Refuse
from tables.rules.choices import Choice
from tables.rules.demands import Demands


class TableGame(NamedTuple):
    code: str
    name: str
    demands: Demands
    refuse: Refuse
    read_options: Callable[[Mapping[str, Any]], Any]  # refuses what the game forbids
    describe_options: Callable[[], tuple[Choice, ...]]  # what may be set, in order


_KNOWN: dict[str, TableGame] = {}


def register(game: TableGame) -> None:
    _KNOWN[game.code] = game


def game_of(code: str) -> TableGame:
    return _KNOWN[code]


def games() -> list[TableGame]:
    return list(_KNOWN.values())
