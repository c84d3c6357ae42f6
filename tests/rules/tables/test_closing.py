"""A table closes when nobody and nothing of value is left at it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.catalogue import GAMES
from inventory.rules.equipment import What
from tables.rules.closing import needs_to_close
from tables.rules.opening import CLOSINGS, step
from tables.rules.table import Phase
from tests.rules.tables.floors import (
    BOXES,
    OPENING,
    RED,
    around,
    at,
    deed,
    fixture,
    opened,
    refuse_of,
    refused,
)

EMPTY = {"seated": (), "decks": (), "fitted": (*BOXES, fixture(What.SHUFFLER))}
CLOSING = ("begin_close", "take_deck", "count_closer")


def closing(*dos):
    return at(*OPENING, "open", *dos)


def test_an_emptied_table_closes():
    table, empty = closing(*CLOSING), around(**EMPTY)
    assert all(need.is_done for need in needs_to_close(table, empty, refuse_of()))
    assert refused(table, "close", empty) is None
    after = step(table, deed("close"))
    assert (after.phase, after.decks, after.has_opener) == (Phase.CLOSED, (), False)


@pytest.mark.parametrize(
    ("lack", "dos", "need", "place"),
    [
        ({"seated": (2,)}, CLOSING, "players", "13:69D-1.20"),
        ({}, ("begin_close", "count_closer"), "decks", "13:69E-1.18(k)"),
        ({"removed": (RED,)}, CLOSING, "envelopes", "13:69E-1.18(k)"),
        ({"fitted": (*BOXES, fixture(What.MANUAL_SHOE))}, CLOSING, "devices", "13:69E-1.19(b)"),
        ({"loose": ("SHOE-1",)}, CLOSING, "devices", "13:69E-1.19(b)"),
        ({}, ("begin_close", "take_deck"), "closer", "13:69D-1.20"),
    ],
)
def test_it_does_not_close_with_something_left(lack, dos, need, place):
    table, surroundings = closing(*dos), around(**{**EMPTY, **lack})
    found = needs_to_close(table, surroundings, refuse_of())
    assert [one.name for one in found if not one.is_done] == [need]
    assert refused(table, "close", surroundings).clause.place == place


@pytest.mark.parametrize("game", ["deuce_of_the_dragon", "ultimate_8"])
def test_a_carried_pot_goes_into_custody_first(game):
    carried = around(game, **EMPTY, carried_cents=500)
    table = closing(*CLOSING)
    refusal = refused(table, "close", carried, game)
    assert refusal.reading.number == "P26"
    assert refusal.clause.place.endswith(".10(l)")
    assert refused(table, "keep_pot", carried, game, cents=499)
    assert "seal is missing" in refused(table, "keep_pot", carried, game, seal="").error
    assert refused(table, "keep_pot", carried, game) is None
    assert refused(step(table, deed("keep_pot")), "close", carried, game) is None


def test_an_opening_that_is_given_up_needs_no_closer():
    table = at("begin", "begin_close")
    assert refused(table, "close", around(**EMPTY)) is None


@pytest.mark.parametrize("reason", CLOSINGS)
def test_closing_has_a_reason(reason):
    assert step(opened(), deed("begin_close", reason=reason)).reason == reason
    assert refused(opened(), "begin_close", reason="bored")


def test_nothing_closes_in_a_round():
    assert "round" in refused(opened(), "begin_close", around(in_round=(1,))).error
    assert "round" in refused(closing(*CLOSING), "close", around(**EMPTY, in_round=(1,))).error


@given(
    st.sets(st.sampled_from(["take_deck", "count_closer"])),
    st.fixed_dictionaries(
        {},
        optional={
            "seated": st.just((1,)),
            "removed": st.just((RED,)),
            "loose": st.just(("S-1",)),
        },
    ),
)
def test_no_table_closes_with_any_need_unmet(done, lack):
    table = closing("begin_close", *sorted(done, reverse=True))
    surroundings = around(**{**EMPTY, **lack})
    assert bool(refused(table, "close", surroundings)) == (len(done) < 2 or bool(lack))


def test_every_game_says_by_which_clause_a_shoe_is_locked_away():
    for game in GAMES:
        left = around(game, **{**EMPTY, "fitted": (*BOXES, fixture(What.AUTOMATED_SHOE))})
        assert refused(closing(*CLOSING), "close", left, game).clause
