"""Pay tables of a licensee's own: each row may pay more than its floor, none may pay less."""

import pytest

from casino.lib.law import Refused
from games.rules.double_cross_poker import FLOORS, options

ROWS = [(wager, row, odds) for wager, table in FLOORS.items() for row, odds in table.items()]
PAID = {
    "raise": {
        "royal_flush": (300, 1),
        "straight_flush": (50, 1),
        "four_of_a_kind": (15, 1),
        "full_house": (7, 1),
        "flush": (6, 1),
        "straight": (5, 1),
        "three_of_a_kind": (3, 1),
        "two_pair": (3, 2),
        "one_pair": (1, 1),
        "high_card": (1, 1),
    },
    "three_card": {
        "straight_flush": (40, 1),
        "three_of_a_kind": (30, 1),
        "straight": (6, 1),
        "flush": (4, 1),
        "one_pair": (1, 1),
    },
}


def halves(odds, more=0):
    return [odds[0] * 2 // odds[1] + more, 2]


@pytest.mark.clause("double_cross_poker", "19:47-25.11(b)", "19:47-25.11(c)")
def test_floors_are_the_printed_tables():
    assert FLOORS == PAID


@pytest.mark.clause("double_cross_poker", "19:47-25.11(b)", "19:47-25.11(c)")
@pytest.mark.parametrize(("wager", "row", "odds"), ROWS)
@pytest.mark.parametrize("more", [0, 1])
def test_row_at_or_above_its_floor_is_in_force(wager, row, odds, more):
    rules = options({"odds": {wager: {row: halves(odds, more)}}})
    assert rules.tables[wager][row] == tuple(halves(odds, more))


@pytest.mark.clause("double_cross_poker", "19:47-25.11(b)", "19:47-25.11(c)")
@pytest.mark.parametrize(("wager", "row", "odds"), ROWS)
def test_row_below_its_floor_is_refused(wager, row, odds):
    with pytest.raises(Refused, match="below the floor"):
        options({"odds": {wager: {row: halves(odds, -1)}}})
