"""The readings this game rests on: all those of the pot games but the one on the deuce button."""

from casino.lib.law import Reading
from games.engine.readings import EVERY_GAME, POT_GAMES

DEUCE_BUTTON = "P17"
READINGS: tuple[Reading, ...] = (
    *EVERY_GAME,
    *(reading for reading in POT_GAMES if reading.number != DEUCE_BUTTON),
)
