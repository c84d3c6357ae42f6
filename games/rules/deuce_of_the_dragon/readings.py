"""The readings this game rests on: all those of the pot games but the one on the ace."""

from casino.lib.law import Reading
from games.engine.readings import EVERY_GAME, POT_GAMES

ACE_POT = "P18"
READINGS: tuple[Reading, ...] = (
    *EVERY_GAME,
    *(reading for reading in POT_GAMES if reading.number != ACE_POT),
)
