"""What every movement of a deck asks for: a stage, people, facts, a place, and its time."""

import pytest

from casino.lib.law import Refused
from inventory.rules import law
from inventory.rules.custody import legal, step
from inventory.rules.deck import GONE, Place
from inventory.rules.movements import STEPS
from tests.rules.inventory.life import (
    BOOKS,
    BOSS,
    CHIEF,
    DEALER,
    FLOOR,
    MINUTE,
    OFFICER,
    SHIFT,
    SITUATIONS,
    USUAL,
    movement,
    refused,
    right,
    situation,
)

NEXT = {  # what is usually done next
    "new": "receive",
    "received": "store",
    "in the primary store": "issue",
    "in the secondary store": "store",
    "at the stand": "deliver",
    "in reserve": "deliver",
    "at the workplace": "pre_shuffle",
    "sealed at the workplace": "carry",
    "sealed at the stand": "deliver",
    "sealed in the primary store": "issue",
    "sealed at the table": "break_seal",
    "unsealed": "play",
    "opened reserve": "envelope",
    "opened reserve, sealed": "collect",
    "at the table": "inspect",
    "inspected": "verify",
    "verified": "play",
    "in play": "remove",
    "held in play": "remove",
    "missing": "find",
    "held and missing": "find",
    "removed": "envelope",
    "removed as suspect": "envelope",
    "enveloped": "collect",
    "collected": "examine",
    "held by security": "examine",
    "released": "examine",
    "cleared": "destroy",
    "held after examination": "release",
    "destroyed": "",
    "cancelled": "",
    "surrendered": "",
}


def test_every_movement_is_told_here():
    assert STEPS.keys() == USUAL.keys()
    assert NEXT.keys() == SITUATIONS.keys()


@pytest.mark.parametrize("name", SITUATIONS)
def test_the_usual_next_step_comes_first(name):
    assert next(iter(legal(situation(name))), "") == NEXT[name]


@pytest.mark.parametrize("name", SITUATIONS)
def test_what_is_offered_is_accepted_and_all_else_refused(name):
    was = situation(name)
    for what in STEPS:
        if what in legal(was):
            assert step(was, right(what, was)).length == was.length + 1
        else:
            with pytest.raises(Refused):
                step(was, right(what, was))


@pytest.mark.parametrize("what", STEPS)
def test_every_movement_is_offered_somewhere_and_refused_somewhere(what):
    offered = [what in legal(situation(name)) for name in SITUATIONS]
    assert any(offered)
    assert not all(offered)


def test_wrong_step_names_the_clause_and_the_next_step():
    no = refused(situation("at the table"), "play")
    assert no.error == "This deck is at a table; it must be verified for this"
    assert no.clause == law.INSPECTION
    assert no.remedy == "The next step: it is inspected by the dealer"
    assert refused(situation("in play"), "receive").error.endswith("it must be new for this")


def test_there_is_no_other_movement():
    with pytest.raises(Refused, match="no movement 'lend'"):
        step(situation("in play"), movement("play")._replace(do="lend"))


@pytest.mark.parametrize("name", ["destroyed", "cancelled", "surrendered"])
def test_what_is_gone_stays_gone(name):
    was = situation(name)
    assert was.stage in GONE
    assert (was.place, was.code, was.held, was.clock_from) == (Place.NOWHERE, "", "", None)
    assert refused(was, "find").error.endswith("its life is over")


# -- who signs


@pytest.mark.parametrize("what", [what for what, rule in STEPS.items() if rule.signers])
def test_nobody_else_signs(what):
    was = next(situation(name) for name in SITUATIONS if what in legal(situation(name)))
    for job in ("surveillance", "administrator", ""):
        no = refused(was, what, job=job, second_job="surveillance")
        assert no.error.startswith("This takes ")
        assert no.clause in (STEPS[what].clause, law.STORE_LOG)


@pytest.mark.parametrize("what", [what for what, rule in STEPS.items() if len(rule.signers) == 2])
def test_two_signatures_are_those_of_two_people_in_either_order(what):
    was = next(situation(name) for name in SITUATIONS if what in legal(situation(name)))
    given = right(what, was)
    turned = given._replace(
        by=given.second, job=given.second_job, second=given.by, second_job=given.job
    )
    assert step(was, turned).length == was.length + 1
    alone, twice = given._replace(second="", second_job=""), given._replace(second=given.by)
    for wrong, error in ((alone, "takes two people"), (twice, "are two people")):
        with pytest.raises(Refused, match=error):
            step(was, wrong)


@pytest.mark.parametrize(
    ("what", "by", "second"),
    [
        ("receive", SHIFT, FLOOR),  # both of casino games
        ("receive", OFFICER, BOOKS),  # none of casino games
        ("store", OFFICER, CHIEF),
        ("issue", BOSS, OFFICER),  # below shift manager
        ("issue", SHIFT, BOSS),
        ("pre_shuffle", FLOOR, BOSS),  # no dealer
        ("pre_shuffle", DEALER, OFFICER),
        ("break_seal", FLOOR, OFFICER),
        ("envelope", DEALER, OFFICER),  # no supervisor
        ("destroy", SHIFT, FLOOR),  # no security
        ("release", OFFICER, SHIFT),  # no security manager
        ("return", FLOOR, OFFICER),
        ("replace_card", FLOOR, DEALER),
        ("donate", FLOOR, DEALER),
        ("find", SHIFT, FLOOR),
    ],
)
def test_the_wrong_two_do_not_sign(what, by, second):
    was = next(situation(name) for name in SITUATIONS if what in legal(situation(name)))
    signed = {"by": by, "job": by, "second": second, "second_job": second}
    assert refused(was, what, **signed).error.startswith("This takes ")


@pytest.mark.parametrize(
    ("what", "job"),
    [
        ("deliver", DEALER),
        ("inspect", FLOOR),
        ("verify", DEALER),
        ("play", OFFICER),
        ("collect", BOSS),
        ("examine", SHIFT),
        ("deal_from", DEALER),
        ("carry", FLOOR),
        ("surrender", SHIFT),
    ],
)
def test_a_second_signature_does_not_stand_in_for_the_first(what, job):
    was = next(situation(name) for name in SITUATIONS if what in legal(situation(name)))
    usual = USUAL[what][0]
    no = refused(was, what, by=job, job=job, second=usual, second_job=usual)
    assert no.error.startswith("This takes ")


# -- facts and places


@pytest.mark.parametrize("what", [what for what, rule in STEPS.items() if rule.needs])
def test_every_fact_is_asked_for(what):
    was = next(situation(name) for name in SITUATIONS if what in legal(situation(name)))
    for fact in STEPS[what].needs:
        for nothing in (None, "", [], ()):
            assert refused(was, what, **{fact: nothing}).error.endswith("is missing")


@pytest.mark.parametrize("value", [7, True, ["a"], {"a": 1}, "x" * 201, 2.5])
def test_fact_that_cannot_be_read_is_refused(value):
    no = refused(situation("at the stand"), "deliver", method=value)
    assert no.error == "The method cannot be read"


@pytest.mark.parametrize(
    ("fact", "value"),
    [
        *(("cards", wrong) for wrong in ("52", True, -1, 1000)),
        *(("checks", wrong) for wrong in ("complete", {"complete": 1}, [["complete"]], 3)),
    ],
)
def test_count_and_ticks_that_cannot_be_read_are_refused(fact, value):
    assert "cannot be read" in refused(situation("at the table"), "inspect", **{fact: value}).error


@pytest.mark.parametrize("what", [what for what, rule in STEPS.items() if rule.goes_to])
def test_a_deck_goes_nowhere_else(what):
    was = next(situation(name) for name in SITUATIONS if what in legal(situation(name)))
    for place in set(Place) - set(STEPS[what].goes_to):
        no = refused(was, what, place=place, code="elsewhere")
        assert no.error.startswith("This goes to: ")


def test_time_does_not_run_back():
    was = situation("verified")
    step(was, movement("play", was.moved_at))
    with pytest.raises(Refused, match="cannot lie before") as no:
        step(was, movement("play", was.moved_at - MINUTE))
    assert no.value.clause == law.STORE_LOG
