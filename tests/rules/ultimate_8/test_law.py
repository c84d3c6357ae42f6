"""Every refusal has its clause, and golden rounds are refused under the clause that fits best."""

import inspect
import re
from collections import Counter

import pytest

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
from games.engine.law import DONE_BY
from games.engine.readings import EVERY_GAME, POT_GAMES
from games.engine.transcript import replay
from games.rules.ultimate_8.readings import READINGS
from tests.rules.golden import rounds

GAME = "ultimate_8"
LAW = GAMES[GAME].law
MODULES = (betting, discarding, fold, options, pot, pot_forms, pot_round, procedure)
ROUNDS = [(given, expected) for game, given, expected in rounds() if game == GAME]


def test_all_clauses_of_the_game_are_listed_once():
    assert len(LAW.provisions) == 160
    assert max(Counter(provision.place for provision in LAW.provisions).values()) == 1


def test_every_duty_is_done_by_some_code_or_shown_in_the_rulebook():
    asked = {duty for provision in LAW.provisions for duty in provision.duties}
    assert asked - DONE_BY.keys() == {"rulebook"}


def test_every_refusal_of_the_engine_has_a_clause_to_cite():
    source = "".join(inspect.getsource(module) for module in MODULES)
    duties = set(re.findall(r'refuse\(\s*"([a-z_]+)",', source))
    assert len(duties) > 30
    assert duties <= LAW.cited.keys()


def test_clauses_rest_on_readings_of_this_game_only():
    own = {reading.number for reading in READINGS}
    asked = {number for provision in LAW.provisions for number in provision.readings}
    assert asked <= own <= {reading.number for reading in (*EVERY_GAME, *POT_GAMES)}


@pytest.mark.clause(GAME, "13:69F-42.10(a)", "13:69F-42.6(e)")
@pytest.mark.parametrize(
    ("given", "expected"), ROUNDS, ids=[expected["id"] for _, expected in ROUNDS]
)
def test_refusals_cite_the_clause_that_fits(given, expected):
    told = replay(given, GAMES[GAME])
    cited = [(refusal["action"], refusal["clause"]) for refusal in told.get("refused", [])]
    assert cited == [(one["action"], one["clause"]) for one in expected.get("refused", [])]
    assert told.get("clause") == expected.get("clause")
