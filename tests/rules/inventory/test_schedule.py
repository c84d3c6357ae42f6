"""When a deck must leave its table, and when it must be destroyed."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from casino.lib.law import Clause, Refused
from games.catalogue import GAMES
from inventory.rules import law
from inventory.rules.deck import Custody, Stage
from inventory.rules.schedule import (
    Periods,
    change_due,
    clock,
    destroy_clock,
    destroy_due,
    refuse_overdue,
)

HOUR = timedelta(hours=1)
AT = datetime(2026, 11, 18, 10, tzinfo=UTC)
PERIODS = Periods(24 * HOUR, 4 * HOUR, 8 * HOUR, HOUR / 4, 48 * HOUR, 72 * HOUR, 120 * HOUR)
DRAGON = GAMES["dragon_poker"].law


def refusal(method, used, periods=PERIODS, refuse=law.refuse):
    with pytest.raises(Refused) as no:
        refuse_overdue(AT, method, periods, AT + used, refuse)
    return no.value


@pytest.mark.parametrize(
    ("method", "hours"), [("hand", 4), ("manual_shoe", 8), ("automated_shoe", 8)]
)
def test_the_way_of_dealing_decides(method, hours):
    assert change_due(AT, method, PERIODS) == AT + hours * HOUR


def test_no_setting_goes_beyond_the_longest_of_all():
    periods = PERIODS._replace(any_deck=3 * HOUR)
    assert change_due(AT, "hand", periods) == AT + 3 * HOUR
    assert change_due(AT, "manual_shoe", periods) == AT + 3 * HOUR


def test_another_method_counts_from_the_same_opening():
    now = AT + 5 * HOUR
    assert clock(change_due(AT, "manual_shoe", PERIODS), now, PERIODS.warning) == "ok"
    assert clock(change_due(AT, "hand", PERIODS), now, PERIODS.warning) == "overdue"


def test_the_clock_warns_and_then_says_overdue():
    due = AT + HOUR
    states = [clock(due, AT + minutes * HOUR / 60, HOUR / 4) for minutes in (44, 45, 59, 60, 90)]
    assert states == ["ok", "soon", "soon", "overdue", "overdue"]


def test_hours_are_those_that_pass_when_summer_time_ends():
    opened = datetime(2026, 11, 1, 0, 30, tzinfo=ZoneInfo("America/New_York"))
    assert change_due(opened, "hand", PERIODS) - opened.astimezone(UTC) == 4 * HOUR


@pytest.mark.clause("dragon_poker", "13:69E-1.18(g)")
@pytest.mark.parametrize("method", ["manual_shoe", "automated_shoe"])
def test_no_round_with_a_deck_used_for_a_day(method):
    periods = PERIODS._replace(from_shoe=30 * HOUR)
    refuse_overdue(AT, method, periods, AT + 24 * HOUR - HOUR / 60, DRAGON.refuse)
    no = refusal(method, 24 * HOUR, periods, DRAGON.refuse)
    assert no.clause == Clause("13:69E-1.18(g)", "dragon_poker")
    assert no.error == "This deck has been used for 24 hours, the longest allowed"
    assert no.reading == law.A6


@pytest.mark.clause("dragon_poker", "13:69E-1.18(g)2")
def test_no_round_from_the_hand_with_a_deck_used_for_four_hours():
    refuse_overdue(AT, "hand", PERIODS, AT + 4 * HOUR - HOUR / 60, DRAGON.refuse)
    no = refusal("hand", 4 * HOUR, refuse=DRAGON.refuse)
    assert no.clause == Clause("13:69E-1.18(g)2", "dragon_poker")
    assert no.remedy == "Remove it and bring another deck"


@pytest.mark.parametrize("game", sorted(set(GAMES) - {"dragon_poker"}))
def test_the_other_games_are_held_to_the_same_by_the_rule_for_all(game):
    refuse = GAMES[game].law.refuse
    no = refusal("hand", 4 * HOUR, refuse=refuse)
    assert (no.clause, no.reading) == (law.CHANGE_BY_HAND, law.A6)
    assert refusal("manual_shoe", 8 * HOUR, refuse=refuse).clause == law.CHANGE


def test_half_hours_are_told():
    periods = PERIODS._replace(by_hand=HOUR * 3 / 2)
    assert "for 1:30 hours" in refusal("hand", 2 * HOUR, periods).error


def collected(**more):
    return Custody(stage=Stage.COLLECTED, clock_from=AT, **more)


def test_used_cards_are_destroyed_in_time():
    assert destroy_due(collected(), PERIODS) == AT + 72 * HOUR
    told = [destroy_clock(collected(), AT + hours * HOUR, PERIODS) for hours in (47, 48, 71, 72)]
    assert told == ["ok", "soon", "soon", "overdue"]


def test_after_a_hold_another_time_runs():
    released = collected(is_released=True)
    assert destroy_due(released, PERIODS) == AT + 120 * HOUR
    told = [destroy_clock(released, AT + hours * HOUR, PERIODS) for hours in (95, 96, 120)]
    assert told == ["ok", "soon", "overdue"]


@pytest.mark.parametrize("custody", [Custody(), collected(holds={"house": "under inquiry"})])
def test_no_time_runs_before_collection_or_during_a_hold(custody):
    assert destroy_due(custody, PERIODS) is None
    assert destroy_clock(custody, AT + 999 * HOUR, PERIODS) is None


def test_a_warning_later_than_the_limit_is_none():
    periods = PERIODS._replace(destroy_warning=100 * HOUR)
    assert destroy_clock(collected(), AT + 71 * HOUR, periods) == "ok"
