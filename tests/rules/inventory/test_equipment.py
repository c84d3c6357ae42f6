"""Devices: each by itself, and what a table must have."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.lib.law import Clause, Refused
from games.catalogue import GAMES
from inventory.rules import equipment, law
from inventory.rules.equipment import (
    BOXES,
    DEVICE_STEPS,
    SHOES,
    DeviceMove,
    Fixture,
    State,
    What,
    ends,
    fold,
    legal,
    refuse_boxes,
    refuse_fit,
    refuse_left_out,
    refuse_method,
    refuse_uninspected,
    step,
)
from inventory.rules.provisions import PROVISIONS

AT = datetime(2026, 11, 18, 10, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
BY = {
    "register": "pit_boss",
    "retire": "pit_boss",
    "jam": "dealer",
    "suspect": "dealer",
}
FACTS = {
    "register": {"what": "shuffler", "maker": "Shufflers", "model": "S1"},
    "suspect": {"note": "scratched lock"},
    "retire": {"note": "worn out"},
}
each_game = pytest.mark.parametrize("game", GAMES)


def move(do, was=None, **changes):
    was = was or Fixture()
    at = (was.moved_at or AT) + MINUTE
    given = {"at": at, "job": BY.get(do, "floorperson"), "facts": FACTS.get(do, {})}
    if do == "fix":
        given |= {"table": "HU-01", "side": "left" if was.what in BOXES else ""}
    return DeviceMove(do, by="1001", **{**given, **changes})


def device(what, *dos):
    was = step(Fixture(), move("register", facts={**FACTS["register"], "what": what}))
    for do in dos:
        was = step(was, move(do, was))
    return was


def fitted(*sorts):
    """Devices fixed to a table and inspected; boxes hang left and right in turn."""
    boxes = iter(("left", "right"))
    return [
        Fixture(what, State.FIXED, "HU-01", next(boxes) if what in BOXES else "", inspected_at=AT)
        for what in sorts
    ]


def refused(was, do, **changes):
    with pytest.raises(Refused) as no:
        step(was, move(do, was, **changes))
    return no.value


def cites(game, duty, question, *arguments):
    """The clause that this game's refusal cites; its own, where it has one for the duty."""
    own = GAMES[game].law
    with pytest.raises(Refused) as no:
        question(*arguments, own.refuse)
    place = own.cited.get(duty)
    assert no.value.clause == (Clause(place, game) if place else law.CITED[duty])
    assert no.value.remedy
    return no.value


# -- each device


def test_a_device_goes_from_the_shelf_to_a_table_and_back():
    was = device("manual_shoe", "fix")
    assert (was.stage, was.table) == (State.FIXED, "HU-01")
    was = step(was, move("inspect", was))
    assert was.inspected_at == was.moved_at
    was = step(was, move("take_off", was))
    assert (was.stage, was.table, was.inspected_at) == (State.OFF, "", None)
    was = step(was, move("lock_away", was))
    assert (was.stage, was.length) == (State.LOCKED, 5)


@pytest.mark.parametrize(
    ("what", "dos", "wanted"),
    [
        ("manual_shoe", (), "lock_away fix suspect retire"),
        ("manual_shoe", ("fix",), "inspect take_off suspect"),
        ("shuffler", ("fix",), "inspect take_off jam suspect"),
        ("shuffler", ("fix", "jam"), "clear inspect take_off suspect"),
        ("shuffler", ("fix", "take_off"), "lock_away fix suspect retire"),
        ("shuffler", ("fix", "jam", "take_off"), "clear lock_away fix suspect retire"),
        ("shuffler", ("fix", "suspect"), "take_off jam"),
        ("shuffler", ("suspect",), "lock_away retire"),
        ("drop_box", ("fix",), "take_off suspect"),
        ("inspector", (), "lock_away suspect retire"),
        ("shuffler", ("retire",), ""),
    ],
)
def test_what_may_be_done_next(what, dos, wanted):
    was = device(what, *dos)
    assert list(legal(was)) == wanted.split()
    for do in DEVICE_STEPS:
        if do in wanted.split():
            assert step(was, move(do, was)).length == was.length + 1
        else:
            assert refused(was, do).clause is not None


@given(st.sampled_from(What), st.lists(st.integers(0, 20), max_size=15))
def test_a_device_is_the_fold_of_its_moves(what, choices):
    moves = [move("register", facts={**FACTS["register"], "what": what})]
    was = step(Fixture(), moves[0])
    for choice in choices:
        offered = legal(was)
        if not offered:
            break
        moves.append(move(offered[choice % len(offered)], was))
        was = step(was, moves[-1])
        assert (was.stage is State.FIXED) == bool(was.table)
        assert not (was.side and was.what not in BOXES)
    assert fold(moves) == was
    assert was.length == len(moves)


@pytest.mark.parametrize("do", DEVICE_STEPS)
def test_nobody_else_does_it(do):
    ways = [("shuffler",), ("shuffler", "fix"), ("shuffler", "fix", "jam")]
    was = Fixture() if do == "register" else next(d for w in ways if do in legal(d := device(*w)))
    no = refused(was, do, job="surveillance")
    assert no.clause == law.SEGREGATION
    assert no.remedy.startswith("Ask for: ")


@pytest.mark.parametrize("fact", ["what", "maker", "model"])
def test_registration_asks_for_what_is_on_the_plate(fact):
    no = refused(Fixture(), "register", facts={**FACTS["register"], fact: ""})
    assert no.error == f"The {fact} is missing"


def test_wrong_moves_are_refused_with_the_next_one():
    no = refused(device("manual_shoe"), "inspect")
    assert no.error == "This device is registered; it must be fixed for this"
    assert no.remedy == "The next step: it is locked away"
    assert refused(Fixture(), "fix").error.startswith("This device was never registered")
    assert refused(device("shuffler", "retire"), "fix").remedy == "Register another one"
    assert refused(Fixture(), "register", facts={**FACTS["register"], "what": "lamp"})
    with pytest.raises(Refused, match="no move 'polish'"):
        step(Fixture(), DeviceMove("polish", AT))


def test_time_does_not_run_back():
    was = device("shuffler", "fix")
    assert "cannot lie before" in refused(was, "inspect", at=AT).error


def test_a_box_has_a_side_and_nothing_else_has():
    assert refused(device("drop_box"), "fix", side="").clause == law.BOXES
    assert refused(device("drop_box"), "fix", side="behind").clause == law.BOXES
    assert refused(device("shuffler"), "fix", side="left").clause == law.BOXES
    assert refused(device("shuffler"), "fix", table="").error == "Say which table"


def test_a_device_that_was_tampered_with_stays_off_tables():
    was = device("shuffler", "fix", "suspect", "take_off")
    assert refused(was, "fix").clause == law.TAMPERING
    with pytest.raises(Refused) as no:
        refuse_uninspected([device("shuffler", "fix", "suspect")], AT)
    assert no.value.clause == law.TAMPERING


def test_every_clause_of_a_device_is_known():
    assert {rule.clause.place for rule in DEVICE_STEPS.values()} <= PROVISIONS.keys()
    assert {clause.place for clause in law.CITED.values()} <= PROVISIONS.keys()


# -- all of a table


@pytest.mark.clause(duty="boxes")
@each_game
def test_drop_box_and_tip_box_hang_on_either_side_of_the_dealer(game):
    drop, tip = fitted("drop_box", "tip_box")
    refuse_boxes([drop, tip])
    refuse_boxes([drop._replace(side="right"), tip._replace(side="left")])
    for wrong in ([], [drop], [tip], [drop, tip._replace(side="left")]):
        cites(game, "boxes", refuse_boxes, wrong)
    refuse_fit("tip_box", "right", [drop])
    cites(game, "boxes", refuse_fit, "tip_box", "left", [drop])
    cites(game, "boxes", refuse_fit, "drop_box", "right", [drop])


@pytest.mark.clause(duty="shoe_secured")
@pytest.mark.parametrize("shoe", SHOES)
@each_game
def test_a_shoe_is_secured_to_the_open_table_and_locked_away_afterwards(game, shoe):
    refuse_method(shoe, fitted(shoe))
    cites(game, "shoe_secured", refuse_method, shoe, [])
    refuse_left_out(fitted("shuffler", "drop_box"))
    cites(game, "shoe_secured", refuse_left_out, fitted(shoe))
    assert device(shoe, "fix", "take_off", "lock_away").stage is State.LOCKED


@pytest.mark.clause(duty="hand_dealing")
@each_game
def test_the_game_may_be_dealt_from_the_hand_where_a_shuffler_works(game):
    (shuffler,) = fitted("shuffler")
    refuse_method("hand", [shuffler])
    for without in ([], [shuffler._replace(is_jammed=True)]):
        no = cites(game, "hand_needs_device", refuse_method, "hand", without)
        assert no.reading == law.A3
    with pytest.raises(Refused) as no:
        refuse_method("slingshot", [shuffler], GAMES[game].law.refuse)
    assert no.value.clause.place == "13:69E-1.19(b)1"


@pytest.mark.clause(duty="shuffler")
@each_game
def test_a_shuffler_may_stand_beside_the_shoe(game):
    both = fitted("manual_shoe", "shuffler")
    refuse_fit("shuffler", "", both[:1])
    refuse_method("manual_shoe", both)
    refuse_uninspected(both, AT)
    cites(game, "shuffler", refuse_fit, "shuffler", "", both)
    cites(game, "shuffler", refuse_uninspected, both, AT + MINUTE)
    fresh = [both[0], both[1]._replace(inspected_at=None)]
    cites(game, "shuffler", refuse_uninspected, fresh, AT)


@pytest.mark.clause(duty="device_off_first")
@each_game
def test_a_device_is_taken_off_before_another_way_is_used(game):
    at_table = fitted("automated_shoe", "shuffler")
    cites(game, "device_off_first", refuse_method, "hand", at_table)
    cites(game, "device_off_first", refuse_method, "manual_shoe", at_table)
    refuse_method("hand", at_table[1:])
    jammed = [at_table[0]._replace(is_jammed=True)]
    cites(game, "device_off_first", refuse_method, "automated_shoe", jammed)


def test_with_the_shuffler_hand_dealing_and_the_second_deck_end():
    assert ends(fitted("shuffler"), "hand", 2) == ()
    assert ends([], "hand", 2) == ("hand_dealing", "second_deck")
    assert ends([], "hand", 1) == ("hand_dealing",)
    assert ends(fitted("manual_shoe"), "manual_shoe", 2) == ("second_deck",)
    assert ends([], "manual_shoe", 1) == ()
    assert equipment.shuffler_works(fitted("shuffler"))
