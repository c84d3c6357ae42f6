"""The only list of games."""

from collections.abc import Mapping
from typing import Any

from games.rules import (
    deuce_of_the_dragon,
    double_cross_poker,
    dragon_poker,
    heads_up_holdem,
    ultimate_8,
)

GAMES: Mapping[str, Any] = {
    game.code: game
    for game in (
        deuce_of_the_dragon.GAME,
        ultimate_8.GAME,
        heads_up_holdem.GAME,
        double_cross_poker.GAME,
        dragon_poker.GAME,
    )
}
