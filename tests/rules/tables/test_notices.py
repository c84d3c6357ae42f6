"""A change of rules: told in time, in order, and never in the middle of a round."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.lib.law import Refused
from games.catalogue import GAMES
from tables.rules.notices import (
    Given,
    Moment,
    Notice,
    Version,
    changes,
    earliest,
    in_force,
    notice_clause,
    notice_text,
    refuse_change,
)
from tests.rules.tables.felts import NOON, rules_of

CROSS, DEUCE, HEADS = "double_cross_poker", "deuce_of_the_dragon", "heads_up_holdem"
HALF_HOUR = timedelta(minutes=30)
TOLD, USUAL = Given(NOON, NOON), Notice()
YESTERDAY = NOON - timedelta(days=1)


def found(game, before, after):
    demands = GAMES[game].table
    return changes(rules_of(game, **before), rules_of(game, **after), demands)


def asked(game, before, after, *, at=NOON, seated=3, told=TOLD, notice=USUAL, now=NOON):
    versions = [Version(1, YESTERDAY, rules_of(game, **before))]
    moment = Moment(now, seated, told, notice)
    return refuse_change(versions, rules_of(game, **after), at, moment, GAMES[game].table)


def refusal(*args, **kwargs):
    with pytest.raises(Refused) as caught:
        asked(*args, **kwargs)
    return caught.value


@pytest.mark.parametrize(
    ("game", "before", "after", "told"),
    [
        (CROSS, {}, {"min": 1000}, ["raised Least ante: $10, was $5"]),
        (HEADS, {}, {"max": 50_000}, ["lowered Highest ante: $500, was $1,000"]),
        (DEUCE, {}, {"commission_bp": 450}, ["lowered Commission: 4.5 %, was 5 %"]),
        (
            DEUCE,
            {},
            {"betting": "no_limit"},
            ["changed Betting without limit: yes, was no"],
        ),
        (
            "ultimate_8",
            {"betting": "no_limit"},
            {"betting": "no_limit", "table_max": 50_000},
            ["raised Table maximum: $500, was none"],
        ),
        (
            HEADS,
            {},
            {"paytables": {"pocket_bonus": 2}},
            ["lowered Pays, pocket bonus, pair of aces: 25 to 1, was 30 to 1"],
        ),
        (
            CROSS,
            {},
            {"odds": {"raise": {"two_pair": [2, 1]}}},
            ["raised Pays, raise, two pair: 2 to 1, was 3 to 2"],
        ),
        (DEUCE, {}, {"carried": 5000}, []),
    ],
)
def test_changes_are_found_and_told_in_words(game, before, after, told):
    assert [f"{one.way} {one.words}" for one in found(game, before, after)] == told


def test_change_with_patrons_waits_thirty_minutes_after_sign_and_announcement():
    assert "30 minutes" in refusal(DEUCE, {}, {"commission_bp": 400}).error
    at = NOON + HALF_HOUR
    assert asked(DEUCE, {}, {"commission_bp": 400}, at=at)
    late = Given(NOON, NOON + timedelta(minutes=1))
    refused = refusal(DEUCE, {}, {"commission_bp": 400}, at=at, told=late, now=late.announced_at)
    assert str(refused.clause) == "13:69F-8.3"


@pytest.mark.parametrize(
    ("told", "words"),
    [(Given(None, NOON), "No sign"), (Given(NOON, None), "Nobody announced")],
)
def test_change_with_patrons_is_posted_and_announced(told, words):
    later = NOON + 2 * HALF_HOUR
    assert words in refusal(DEUCE, {}, {"commission_bp": 400}, at=later, told=told).error


def test_change_at_an_empty_table_is_free():
    assert asked(DEUCE, {}, {"commission_bp": 400}, seated=0, told=Given())


@pytest.mark.clause(duty="lower_limit_notice")
@pytest.mark.parametrize("seated", [0, 4])
def test_lower_payout_limit_always_gives_notice(seated):
    before, after = {"payout_limit": 8_000_000}, {"payout_limit": 6_000_000}
    refused = refusal(CROSS, before, after, seated=seated, told=Given())
    assert str(refused.clause) == "double_cross_poker 19:47-25.11(d)"
    assert asked(CROSS, before, after, seated=seated, at=NOON + HALF_HOUR)


@pytest.mark.clause(duty="lower_limit_notice")
def test_higher_payout_limit_at_an_empty_table_is_free():
    before, after = {"payout_limit": 6_000_000}, {"payout_limit": 8_000_000}
    assert asked(CROSS, before, after, seated=0, told=Given())


def test_house_may_have_another_notice_set():
    notice = Notice(minutes=10, announcement=False)
    told = Given(NOON, None)
    at = NOON + timedelta(minutes=10)
    assert asked(DEUCE, {}, {"commission_bp": 400}, at=at, told=told, notice=notice)


def test_what_patrons_do_not_see_needs_no_notice():
    [change] = found(DEUCE, {}, {"counting_shuffler": True})
    assert notice_clause([change], Moment(NOON, 6), GAMES[DEUCE].table) is None
    assert asked(DEUCE, {}, {"counting_shuffler": True}, told=Given()) == (change,)


def test_nothing_different_and_the_past_are_refused():
    assert refusal(DEUCE, {}, {"commission_bp": 500}).error == "Nothing is different"
    past = NOON - timedelta(minutes=1)
    assert "past" in refusal(DEUCE, {}, {"commission_bp": 400}, at=past, seated=0).error


def test_change_never_takes_hold_before_one_that_was_decided():
    later = Version(2, NOON + HALF_HOUR, rules_of(DEUCE, commission_bp=400))
    versions = [Version(1, YESTERDAY, rules_of(DEUCE)), later]
    after, moment = rules_of(DEUCE, commission_bp=300), Moment(NOON, 0)
    with pytest.raises(Refused, match="Version 2"):
        refuse_change(versions, after, NOON, moment, GAMES[DEUCE].table)


def test_first_rules_of_a_table_change_nothing():
    assert refuse_change([], rules_of(DEUCE), NOON, Moment(NOON, 0), GAMES[DEUCE].table) == ()


def test_round_ends_with_the_rules_it_began_with():
    old, new = Version(1, YESTERDAY, "old"), Version(2, NOON, "new")
    after = NOON + timedelta(minutes=3)
    assert in_force([old, new], after) == new
    assert in_force([old, new], after, round_began=NOON - timedelta(minutes=1)) == old
    assert in_force([old, new], NOON) == new
    assert in_force([new], YESTERDAY) is None


def test_notice_tells_what_changes_and_when():
    text = notice_text(found(CROSS, {}, {"min": 1000}), "8:30 pm")
    assert text == "From 8:30 pm at this table:\nLeast ante: $10, was $5"


RATES = st.lists(st.integers(0, 500), min_size=1, max_size=6)
MINUTES = st.lists(st.integers(0, 200), min_size=6, max_size=6)


@given(RATES, MINUTES, st.integers(0, 2), st.integers(0, 300))
def test_rules_in_force_never_go_back(rates, minutes, seated, later):
    """Whatever is asked for, and when: a later moment never has an earlier version."""
    versions = [Version(1, YESTERDAY, rules_of(DEUCE))]
    for rate, minute in zip(rates, minutes, strict=False):
        at, after = NOON + timedelta(minutes=minute), rules_of(DEUCE, commission_bp=rate)
        try:
            refuse_change(versions, after, at, Moment(NOON, seated, TOLD), GAMES[DEUCE].table)
        except Refused:
            continue
        versions.append(Version(len(versions) + 1, at, after))
    held = [in_force(versions, NOON + timedelta(minutes=m)).number for m in (0, later, later + 60)]
    assert held == sorted(held)


@given(st.integers(0, 500), st.integers(0, 6), st.integers(0, 60))
def test_earliest_time_is_the_first_that_is_not_refused(rate, seated, minutes):
    change = found(DEUCE, {}, {"commission_bp": rate})
    if not change:
        return
    moment = Moment(NOON, seated, Given(NOON, NOON))
    first, at = earliest(change, moment, GAMES[DEUCE].table), NOON + timedelta(minutes=minutes)
    try:
        asked(DEUCE, {}, {"commission_bp": rate}, at=at, seated=seated)
        is_allowed = True
    except Refused:
        is_allowed = False
    assert is_allowed == (at >= first)
