"""Which value of a dated setting holds at a moment, and what may be changed."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from casino.lib.dated import DECLARED, Change, Dated, Sure, declare, in_force, refuse_change
from casino.lib.law import Refused
from inventory.rules import periods

NOON = datetime(2026, 11, 18, 12, tzinfo=ZoneInfo("UTC"))
HOUR = timedelta(hours=1)
HAND = periods.CHANGE_BY_HAND


def change(value, hours, number=1):
    return Change(value, NOON + hours * HOUR, number)


def test_the_newest_change_that_has_taken_hold_counts():
    changes = [change(6, -2, 1), change(5, -1, 2), change(3, 1, 3)]
    assert in_force(changes, NOON).value == 5
    assert in_force(changes, NOON + HOUR).value == 3
    assert in_force(changes, NOON - 3 * HOUR) is None


def test_of_two_to_one_moment_the_later_decision_counts():
    assert in_force([change(6, 0, 8), change(5, 0, 9)], NOON).value == 5


def refused(value, *, hours=0, changes=()):
    with pytest.raises(Refused) as found:
        refuse_change(HAND, value, effective_at=NOON + hours * HOUR, now=NOON, changes=changes)
    return found.value.error


def test_the_past_is_not_changed():
    assert "in the past" in refused(3, hours=-1)


@pytest.mark.parametrize("value", [0, 25])
def test_values_out_of_bounds_are_refused(value):
    assert "out of bounds" in refused(value)


def test_what_holds_anyway_is_no_change():
    assert "holds at that moment anyway" in refused(4)
    assert "holds at that moment anyway" in refused(3, hours=2, changes=[change(3, 1)])


def test_a_change_to_come_is_taken_back_by_another_to_its_moment():
    coming = [change(3, 1)]
    refuse_change(HAND, 4, effective_at=NOON + HOUR, now=NOON, changes=coming)
    assert in_force([*coming, change(4, 1, 2)], NOON + HOUR).value == 4


def test_a_name_means_one_thing():
    with pytest.raises(AssertionError, match="two things"):
        declare(HAND._replace(default=5))
    declare(HAND)
    assert DECLARED["change_by_hand"] is HAND or DECLARED["change_by_hand"] == HAND


@pytest.mark.parametrize("setting", periods.ALL, ids=lambda setting: setting.name)
def test_every_period_tells_its_source_and_how_sure_it_is(setting):
    assert setting.source
    assert isinstance(setting.sure, Sure)
    assert setting.least <= setting.default <= setting.most
    assert len(setting.name) <= 40


def test_values_are_said_with_their_unit():
    words = [Dated.in_words(periods.DESTROY_AFTER_RELEASE, value) for value in (1, 5)]
    assert words == ["1 day", "5 days"]
