"""Holds stand beside each other: each has an author, and ends by itself."""

import pytest

from inventory.rules import law
from inventory.rules.custody import legal
from inventory.rules.deck import Stage
from tests.rules.inventory.life import (
    CHIEF,
    OFFICER,
    SPOILED,
    TO_PLAY,
    TO_SECURITY,
    deck,
    do,
    later,
    refused,
    situation,
)

AGENT = {"by": "agent", "job": "regulator"}
WITH_AGENT = {"second": "agent", "second_job": "regulator"}
REPORTED = {"reason": "Card discrepancy CDR-1", "report": "CDR-1"}
CLOSED = {"hold": "report CDR-1", "report": "CDR-1"}


def held_by_division(was):
    return do(was, "hold", reason="Case 7", **AGENT)


def test_two_holds_of_the_house_are_two():
    was = do(situation("held in play"), "hold", reason="another inquiry")
    assert was.holds == {"house": "under inquiry", "house 2": "another inquiry"}
    was = do(was, "release")
    assert was.held == "another inquiry"
    assert do(was, "hold").holds == {"house": "under inquiry", "house 2": "another inquiry"}


def test_holds_are_not_doubled_and_not_ended_twice():
    assert "held already" in refused(situation("held in play"), "hold").error
    assert refused(situation("in play"), "release").error == "This deck is not held"
    no = refused(situation("held in play"), "release", hold="division")
    assert (no.clause, no.remedy) == (law.EXAMINATION, "It is held by: house")


def test_a_hold_of_the_division_needs_its_signature():
    was = held_by_division(situation("collected"))
    no = refused(was, "release", hold="division", second=OFFICER, second_job=OFFICER)
    assert no.error == "What the Division holds is released by the Division alone"
    assert do(was, "release", hold="division", **WITH_AGENT).held == ""
    second = do(was, "hold", reason="Case 8", **AGENT)
    assert refused(second, "release", hold="division 2").remedy == "Its agent signs too"


def test_closing_a_report_lifts_its_own_hold_only():
    was = do(held_by_division(situation("collected")), "hold", **REPORTED)
    after = do(was, "release", **CLOSED)
    assert after.holds == {"division": "Case 7"}
    assert (after.clock_from, after.is_released) == (None, False)
    free = do(after, "release", hold="division", **WITH_AGENT)
    assert (free.clock_from, free.is_released) == (later(after), True)


def test_the_hold_of_a_report_ends_with_the_report_alone():
    was = do(situation("collected"), "hold", **REPORTED)
    assert refused(was, "release", hold="report CDR-1").remedy == "Close report CDR-1"
    assert refused(was, "release", hold="report CDR-1", report="CDR-2").clause == law.EXAMINATION


def test_a_suspect_deck_is_let_go_by_a_report_alone():
    was = situation("removed as suspect")
    assert "release" not in legal(was)
    assert refused(was, "release", hold="suspicion").remedy.startswith("Report the discrepancy")
    mixed = do(was, "hold")
    assert refused(mixed, "release", hold="suspicion").clause == law.EXAMINATION
    assert do(do(was, "hold", **REPORTED), "release", **CLOSED).held == ""


def test_a_report_written_first_stands_for_the_removal_too():
    was = do(do(situation("in play"), "hold", **REPORTED), "remove", reason="wrong_count")
    assert list(was.holds) == ["report CDR-1"]
    again = deck(*TO_PLAY, ("hold", REPORTED), ("release", CLOSED))
    assert list(do(again, "remove", reason="wrong_count").holds) == ["suspicion"]


# -- counts


def test_after_a_report_the_examination_finds_what_it_told():
    was = do(situation("collected"), "hold", **REPORTED)
    released = do(was, "release", difference=-1, **CLOSED)
    for cards in (50, 52):
        assert refused(released, "examine", cards=cards).clause == law.EXAMINATION
    assert do(released, "examine", cards=51).stage is Stage.CLEARED


@pytest.mark.parametrize("cards", [0, 51, 53])
def test_a_hold_that_ended_does_not_excuse_the_count(cards):
    no = refused(situation("released"), "examine", cards=cards)
    assert no.error == f"{cards} cards: a standard deck holds 52"


def test_a_wrong_count_of_a_held_deck_is_kept_and_clears_nothing():
    was = situation("held by security")
    short = do(was, "examine", cards=51)
    assert (short.length, short.stage) == (was.length + 1, Stage.COLLECTED)
    assert refused(do(short, "release"), "destroy").clause == law.DESTRUCTION


def test_a_deck_that_gave_cards_away_has_as_many_fewer():
    was = deck(*SPOILED, "donate", "envelope", "collect")
    assert was.given == 2
    assert do(was, "examine", cards=50).stage is Stage.CLEARED
    for cards in (49, 51, 52):
        assert "this one should hold 50" in refused(was, "examine", cards=cards).error


# -- found again


def test_a_deck_that_was_found_plays_no_more_and_is_examined():
    was = do(deck(*TO_PLAY[:-1], "miss"), "find")
    assert was.held == "Found again, to be examined"
    assert refused(was, "play").remedy == "Remove it, seal it and let security examine it"
    assert "release" not in legal(was)
    for what in ("remove", "envelope", "collect"):
        was = do(was, what)
    assert was.clock_from is None
    cleared = do(was, "examine")
    assert (cleared.held, cleared.clock_from) == ("", later(was))


def test_a_cleared_deck_that_was_away_is_examined_again():
    was = do(deck(*TO_SECURITY, "examine", "miss"), "find")
    assert was.stage is Stage.COLLECTED
    assert do(do(was, "examine"), "destroy").stage is Stage.DESTROYED


def test_a_hold_outlives_the_examination_of_a_found_deck():
    was = do(deck(*TO_SECURITY, "hold", "miss"), "find")
    assert do(was, "examine").holds == {"house": "under inquiry"}
    assert do(do(was, "examine"), "release", by=CHIEF).clock_from
