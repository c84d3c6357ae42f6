"""Every golden round comes to what was worked out for it, and says which clauses it shows."""

from collections import Counter
from importlib import import_module

import pytest

from games.catalogue import GAMES
from games.engine.readings import EVERY_GAME
from games.engine.transcript import replay
from tests.rules.golden import compared, rounds

ROUNDS = rounds()
each_round = pytest.mark.parametrize(
    ("game", "given", "expected"),
    ROUNDS,
    ids=[f"{game}: {given['name']}" for game, given, _ in ROUNDS],
)


def places(game):
    return {provision.place for provision in GAMES[game].law.provisions}


def readings(game):
    own = import_module(f"games.rules.{game}.readings").READINGS
    return {reading.number for reading in (*EVERY_GAME, *own)}


@each_round
def test_round_comes_to(game, given, expected):
    assert compared(replay(given, GAMES[game])) == compared(expected)


@each_round
def test_round_names_clauses_and_readings_that_exist(game, given, expected):
    assert given["game"] == game
    assert given["clauses"]
    assert set(given["clauses"]) <= places(game)
    assert set(given["readings"]) <= readings(game)


@each_round
def test_every_refusal_cites_a_clause_of_the_game_or_is_about_the_form(game, given, expected):
    told = replay(given, GAMES[game])
    cited = {
        refusal["clause"] for refusal in [*told.get("refused", ()), told] if refusal.get("clause")
    }
    assert cited <= {f"{game} {place}" for place in places(game)}


@pytest.mark.parametrize("game", GAMES)
def test_names_of_rounds_are_unique(game):
    names = Counter(given["name"] for of, given, _ in ROUNDS if of == game)
    assert names
    assert [name for name, count in names.items() if count > 1] == []
