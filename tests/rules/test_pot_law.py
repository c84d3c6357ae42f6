"""The pot games: every refusal has its clause, and golden rounds cite the one that fits best."""

import inspect
import re
from collections import Counter

import pytest

from casino.lib.law import DONE_BY
from games.catalogue import GAMES
from games.engine import (
    betting,
    discarding,
    fold,
    options,
    pot,
    pot_forms,
    pot_round,
    procedure,
)
from games.engine.readings import EVERY_GAME, POT_GAMES
from games.engine.transcript import replay
from games.rules import deuce_of_the_dragon, ultimate_8
from games.rules.deuce_of_the_dragon import readings as deuce_readings
from games.rules.ultimate_8 import readings as ultimate_readings
from tests.rules.golden import rounds

MODULES = (betting, discarding, fold, options, pot, pot_forms, pot_round, procedure)
LAWS = {
    deuce_of_the_dragon.GAME.law: (166, deuce_readings.READINGS),
    ultimate_8.GAME.law: (160, ultimate_readings.READINGS),
}
ROUNDS = [one for one in rounds() if one[0] in ("deuce_of_the_dragon", "ultimate_8")]
every_law = pytest.mark.parametrize("law", LAWS, ids=lambda law: law.game)


@every_law
def test_all_clauses_of_the_game_are_listed_once(law):
    assert len(law.provisions) == LAWS[law][0]
    assert max(Counter(provision.place for provision in law.provisions).values()) == 1


@every_law
def test_every_duty_is_done_by_some_code_or_shown_in_the_rulebook(law):
    asked = {duty for provision in law.provisions for duty in provision.duties}
    assert asked - DONE_BY.keys() == {"rulebook"}


@every_law
def test_every_refusal_of_the_engine_has_a_clause_to_cite(law):
    source = "".join(inspect.getsource(module) for module in MODULES)
    duties = set(re.findall(r'refuse\(\s*"([a-z_]+)",', source))
    assert len(duties) > 30
    assert duties <= law.cited.keys()


@every_law
def test_clauses_rest_on_readings_of_this_game_only(law):
    own = {reading.number for reading in LAWS[law][1]}
    asked = {number for provision in law.provisions for number in provision.readings}
    assert asked <= own <= {reading.number for reading in (*EVERY_GAME, *POT_GAMES)}


@pytest.mark.clause("deuce_of_the_dragon", "13:69F-41.10(a)", "13:69F-41.6(e)")
@pytest.mark.clause("ultimate_8", "13:69F-42.10(a)", "13:69F-42.6(e)")
@pytest.mark.parametrize(
    ("game", "given", "expected"), ROUNDS, ids=[f"{one[0]} {one[2]['id']}" for one in ROUNDS]
)
def test_refusals_cite_the_clause_that_fits(game, given, expected):
    told = replay(given, GAMES[game])
    cited = [(refusal["action"], refusal["clause"]) for refusal in told.get("refused", [])]
    assert cited == [(one["action"], one["clause"]) for one in expected.get("refused", [])]
    assert told.get("clause") == expected.get("clause")
