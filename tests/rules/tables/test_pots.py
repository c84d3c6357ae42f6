"""A carried pot is counted by two whenever play stops or begins; a difference stops everything."""

from datetime import timedelta

import pytest

from tables.rules.closing import needs_to_close
from tables.rules.needs import Glance, Level, Patience, calls
from tables.rules.opening import step
from tables.rules.pots import needs_of_pot, needs_while_idle
from tables.rules.readiness import deck_for_round
from tables.rules.table import Phase
from tests.rules.tables.floors import NOON, OPENING, around, at, deed, opened, refuse_of, refused

GAMES = {"deuce_of_the_dragon": "13:69F-41.10(l)", "ultimate_8": "13:69F-42.10(l)"}
MIXED = ("spread", "wash", "shuffle")
EMPTY = {"seated": (), "decks": (), "fitted": ()}
SHUT = (*OPENING, "open", "begin_close", "take_deck", "keep_pot", "count_closer", "close")

each_game = pytest.mark.parametrize("game", GAMES)


def carries(game, **more):
    return around(game, **{"carried_cents": 500, **more})


def resting(*more):
    return opened("go_idle", *MIXED, *more)


def fails(refusal, game):
    """Refused by the game's own clause, and with something that can be done."""
    return refusal is not None and refusal.clause.place == GAMES[game] and bool(refusal.remedy)


@each_game
@pytest.mark.clause(duty="idle_pot")
def test_play_resumes_when_the_pot_was_covered_and_counted_again(game):
    waits = carries(game)
    assert fails(refused(resting(), "resume", waits, game), game)
    assert "never counted" in refused(resting(), "uncover_pot", waits, game).error
    covered = resting("cover_pot")
    assert fails(refused(covered, "resume", waits, game), game)
    assert fails(refused(covered, "uncover_pot", waits, game, cents=499), game)
    assert refused(covered, "uncover_pot", waits, game) is None
    counted = step(covered, deed("uncover_pot"))
    assert [need.is_done for need in needs_while_idle(counted, waits, refuse_of(game))] == [True]
    assert refused(counted, "resume", waits, game) is None
    playing = step(counted, deed("resume"))
    assert (playing.phase, playing.is_pot_covered, playing.is_pot_counted) == (
        Phase.OPEN,
        False,
        False,
    )


@each_game
def test_who_rests_again_counts_again(game):
    again = resting("cover_pot", "uncover_pot", "resume", "go_idle", *MIXED)
    assert fails(refused(again, "resume", carries(game), game), game)


@each_game
def test_a_table_opens_with_the_pot_that_was_sealed(game):
    closed, waits = at(*SHUT), carries(game)
    assert (closed.phase, closed.is_pot_kept, closed.pot_seal) == (Phase.CLOSED, True, "S-1")
    ready = closed
    for do in OPENING:
        ready = step(ready, deed(do))
    refusal = refused(ready, "open", waits, game)
    assert fails(refusal, game)
    assert ("S-1" in refusal.error, refusal.reading.number) == (True, "P26")
    other = refused(ready, "uncover_pot", waits, game, seal="S-2")
    assert fails(other, game)
    assert fails(refused(ready, "uncover_pot", waits, game, seal=""), game)
    assert fails(refused(ready, "uncover_pot", waits, game, cents=600), game)
    assert refused(ready, "uncover_pot", waits, game) is None
    counted = step(ready, deed("uncover_pot"))
    assert (counted.is_pot_kept, counted.pot_seal) == (False, "")
    assert refused(counted, "open", waits, game) is None


def test_an_opening_given_up_leaves_the_pot_in_custody():
    game = "ultimate_8"
    table, left = at(*SHUT, "begin", "begin_close"), carries(game, **EMPTY)
    assert refused(table, "close", left, game) is None
    taken_out = at(*SHUT, "begin", "uncover_pot", "begin_close")
    assert fails(refused(taken_out, "close", left, game), game)


def test_without_a_pot_nothing_is_counted():
    game = "deuce_of_the_dragon"
    assert refused(resting(), "resume", around(game), game) is None
    assert "No pot" in refused(resting("cover_pot"), "uncover_pot", around(game), game).error
    assert needs_of_pot(resting(), around(game), refuse_of(game)) == []


@each_game
def test_nothing_goes_on_over_a_difference(game):
    waits = carries(game)
    for table, do in (
        (step(resting("cover_pot", "uncover_pot"), deed("miss_pot")), "resume"),
        (step(at(*OPENING, "uncover_pot"), deed("miss_pot")), "open"),
        (at(*OPENING, "open", "miss_pot", "pause"), "continue"),
    ):
        refusal = refused(table, do, waits, game)
        assert fails(refusal, game)
        assert "shift manager" in refusal.remedy
        settled = step(table, deed("settle_pot"))
        assert refused(settled, do, waits, game) is None
    with pytest.raises(Exception, match="differs from its account"):
        deck_for_round(opened("miss_pot"), waits, refuse_of(game))


@each_game
def test_no_table_closes_over_a_difference_though_the_pot_is_sealed(game):
    """What was reported is what lies there: lid and seal go on that."""
    left = carries(game, **EMPTY)
    table = at(*OPENING, "open", "begin_close", "take_deck", "count_closer", "miss_pot")
    assert fails(refused(table, "keep_pot", left, game), game)
    assert refused(table, "keep_pot", left, game, cents=400) is None
    kept = step(table, deed("keep_pot", cents=400))
    lacks = [n.name for n in needs_to_close(kept, left, refuse_of(game)) if not n.is_done]
    assert lacks == ["difference"]
    assert fails(refused(kept, "close", left, game), game)
    settled = step(kept, deed("settle_pot"))
    assert refused(settled, "close", carries(game, **EMPTY, carried_cents=400), game) is None


@pytest.mark.parametrize("phase", ["begin", "close"])
def test_a_difference_outlasts_closing_and_opening(phase):
    table = at(*SHUT, "miss_pot", *(("begin",) if phase == "begin" else ()))
    assert table.pot_found == 400


@each_game
def test_the_board_calls_for_whoever_can_settle(game):
    waits = Patience(*[timedelta(minutes=10)] * 3)
    looked = Glance(opened("miss_pot"), carries(game), NOON, waits, refuse_of(game))
    assert [(call.level, call.name) for call in calls(looked)] == [(Level.NOW, "difference")]
    settled = looked._replace(table=opened("miss_pot", "settle_pot"))
    assert calls(settled) == []
