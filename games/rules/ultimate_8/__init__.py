"""Ultimate 8: who first discards all eight cards takes the pot; the ace of spades adds another."""

from collections.abc import Mapping
from typing import Any

from games.engine import pot, pot_forms
from games.engine.pot_state import PotGame, PotRules
from games.rules.ultimate_8 import special
from games.rules.ultimate_8.clauses import LAW
from games.rules.ultimate_8.patterns import ORDER
from games.rules.ultimate_8.table import TABLE
from inventory.rules.cards import STANDARD


def options(given: Mapping[str, Any]) -> PotRules:
    return pot.read_rules(given, LAW, ratios=(1, 2), most_commission=1000, table_max=True)


GAME = PotGame(
    code="ultimate_8",
    deck=STANDARD,
    law=LAW,
    special_pot="ace",
    most_times=20,
    raises_a_round=3,
    players_cut=True,
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
