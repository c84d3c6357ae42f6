"""Deuce of the dragon: who first discards all eight cards takes the pot."""

from collections.abc import Mapping
from typing import Any

from games.engine import pot, pot_forms
from games.engine.pot_state import PotGame, PotRules
from games.rules.deuce_of_the_dragon import special
from games.rules.deuce_of_the_dragon.clauses import LAW
from games.rules.deuce_of_the_dragon.patterns import ORDER
from games.rules.deuce_of_the_dragon.table import TABLE
from inventory.rules.cards import STANDARD


def options(given: Mapping[str, Any]) -> PotRules:
    return pot.read_rules(given, LAW, ratios=(2,), most_commission=500, table_max=False)


GAME = PotGame(
    code="deuce_of_the_dragon",
    deck=STANDARD,
    law=LAW,
    special_pot="deuce",
    most_times=3,
    raises_a_round=0,
    players_cut=False,
    order=ORDER,
    family=pot.FAMILY,
    options=options,
    special=special.NOBODY,
    note_discard=special.note_discard,
    note_out=special.note_out,
    earns=special.earns,
    verbs=pot_forms.VERBS,
    table=TABLE,
)
