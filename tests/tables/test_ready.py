"""A table of each game can be brought in order."""

import pytest
from django.utils import timezone

from tables.catalogue import games
from tables.rules.approvals import may_use
from tables.selectors.signs import signs_of
from tests.tables.floor import CODES, ready_table


@pytest.mark.parametrize("game", CODES)
def test_table_of_each_game_is_in_order_after_layout_rules_and_signs(db, game):
    found = signs_of(ready_table(f"{CODES[game]}-01", game), timezone.now())
    assert found.is_known
    assert may_use(found.laying.layout.design)
    assert found.points == []


def test_every_game_is_among_them(db):
    assert {game.code for game in games()} == set(CODES)
