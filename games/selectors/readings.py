"""The register of readings: every one, the games it holds for, and the clauses that rest on it."""

import re
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from casino.lib.law import Reading
from games.catalogue import GAMES
from games.engine.readings import EVERY_GAME, POT_GAMES

SETTING = re.compile(r"\s*Setting: (?P<name>[\w, ]+)\.$")
GROUPS = {"A": "Every game", "P": "Games for a pot"}


class Entry(NamedTuple):
    """One reading as the register shows it."""

    number: str
    place: str
    reason: str
    setting: str
    games: tuple[str, ...]

    @property
    def group(self) -> str:
        return self.number[:1]


def part_of(code: str, part: str) -> Any:
    """A module in a game's folder, or None: a game is its folder, whoever added it."""
    name = f"{GAMES[code].options.__module__}.{part}"
    try:
        return import_module(name)
    except ModuleNotFoundError as missing:
        if missing.name != name:
            raise
        return None


def _of_game(code: str) -> tuple[Reading, ...]:
    own = getattr(part_of(code, "readings"), "READINGS", ())
    return (*EVERY_GAME, *own)


@cache
def register() -> tuple[Entry, ...]:
    """By number: those of every game, of the games for a pot, then each game's own."""
    readings: dict[str, Reading] = {r.number: r for r in (*EVERY_GAME, *POT_GAMES)}
    games: dict[str, list[str]] = {number: [] for number in readings}
    for code in GAMES:
        for reading in _of_game(code):
            readings.setdefault(reading.number, reading)
            holds_for = games.setdefault(reading.number, [])
            if code not in holds_for:
                holds_for.append(code)
    return tuple(_entry(readings[number], tuple(games[number])) for number in readings)


def _entry(reading: Reading, games: tuple[str, ...]) -> Entry:
    found = SETTING.search(reading.reason)
    reason = SETTING.sub("", reading.reason)
    named = found["name"] if found else ""
    return Entry(
        reading.number, reading.place, reason, getattr(reading, "setting", "") or named, games
    )


def readings_for(code: str) -> tuple[Entry, ...]:
    return tuple(entry for entry in register() if code in entry.games)


@cache
def numbers() -> frozenset[str]:
    return frozenset(entry.number for entry in register())


@cache
def resting_on(number: str) -> dict[str, tuple[str, ...]]:
    """Game → the places of its clauses that rest on this reading."""
    found = {
        code: tuple(p.place for p in game.law.provisions if number in p.readings)
        for code, game in GAMES.items()
    }
    return {code: places for code, places in found.items() if places}
