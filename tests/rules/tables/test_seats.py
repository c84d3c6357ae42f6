"""Positions, staying seated, and removal for conduct."""

import pytest

from casino.lib.law import Refused
from games.catalogue import GAMES
from tables.rules.seats import CONDUCT, broken, refuse_leaving, refuse_seat, removal_notice

POT_GAMES = {"deuce_of_the_dragon": "13:69F-41.11", "ultimate_8": "13:69F-42.11"}
PLACES = {
    "collusion": "(a)",
    "showing": "(g)",
    "talking": "(f)",
    "touching": "(e)",
    "hiding": "(i)",
    "fouling": "(h)",
    "disorder": "(b)",
}
ABOUT = {"table": "DD-01", "game": "Deuce", "seat": 3, "at": "12:00 on 2 March 2026", "by": "F-1"}


@pytest.mark.parametrize("seat", [0, 7, -1])
def test_there_are_as_many_positions_as_the_layout_has(seat):
    with pytest.raises(Refused, match="positions 1 to 6"):
        refuse_seat(seat, 6, (), GAMES["ultimate_8"].law.refuse)
    for free in range(1, 7):
        refuse_seat(free, 6, (), GAMES["ultimate_8"].law.refuse)


def test_nobody_sits_where_somebody_sits():
    with pytest.raises(Refused, match="taken"):
        refuse_seat(2, 6, {2}, GAMES["ultimate_8"].law.refuse)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.clause("deuce_of_the_dragon", "13:69F-41.11(d)")
@pytest.mark.clause("ultimate_8", "13:69F-42.11(d)")
def test_who_takes_part_stays_seated(game):
    with pytest.raises(Refused, match="takes part") as refused:
        refuse_leaving(2, (2, 4), GAMES[game].law.refuse)
    assert refused.value.clause.game == game
    refuse_leaving(3, (2, 4), GAMES[game].law.refuse)


@pytest.mark.parametrize("game", POT_GAMES)
@pytest.mark.parametrize("reason", CONDUCT)
@pytest.mark.clause("deuce_of_the_dragon", "13:69F-41.11(a)", "13:69F-41.11(e)", "13:69F-41.11(f)")
@pytest.mark.clause("deuce_of_the_dragon", "13:69F-41.11(g)", "13:69F-41.11(i)")
@pytest.mark.clause("ultimate_8", "13:69F-42.11(a)", "13:69F-42.11(e)", "13:69F-42.11(f)")
@pytest.mark.clause("ultimate_8", "13:69F-42.11(g)", "13:69F-42.11(i)")
def test_each_reason_names_the_rule_it_breaks(game, reason):
    assert broken(reason, GAMES[game].law.refuse).clause.place == POT_GAMES[game] + PLACES[reason]


def test_a_removal_has_a_reason():
    with pytest.raises(Refused, match="Say why"):
        broken("dislike", GAMES["ultimate_8"].law.refuse)


@pytest.mark.clause("deuce_of_the_dragon", "13:69F-41.11(b)")
@pytest.mark.clause("ultimate_8", "13:69F-42.11(b)")
def test_the_division_is_told_of_what_touches_the_game():
    notice = removal_notice("collusion", **ABOUT)
    assert all(str(fact) in notice for fact in ABOUT.values())
    assert removal_notice("disorder", **ABOUT) == ""
