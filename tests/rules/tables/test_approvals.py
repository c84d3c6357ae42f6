"""A layout reaches a table by one way only: drawn, reviewed, submitted."""

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from casino.lib.law import Refused
from games.catalogue import GAMES
from tables.rules.approvals import (
    RULES,
    Layout,
    Stage,
    legal,
    may_use,
    missing,
    open_points,
    refuse_use,
    step,
)
from tables.rules.table import Deed
from tests.rules.tables.felts import AUTHOR, NOON, REVIEWER, SUBMISSION, TODAY, done, drawn
from tests.rules.tables.felts import submitted as on_file

GAME = "deuce_of_the_dragon"
DEMANDS = GAMES[GAME].table
every_game = pytest.mark.parametrize("game", GAMES)
FACTS = {"submit": SUBMISSION, "object": {"reason": "Name"}, "withdraw": {"reason": "Old"}}


def refused(function, *args, **kwargs):
    with pytest.raises(Refused) as caught:
        function(*args, **kwargs)
    return caught.value


@every_game
def test_layout_is_drawn_reviewed_submitted_and_approved(game):
    layout = drawn(game)
    assert (layout.version, layout.stage, layout.author) == (1, "drafted", AUTHOR)
    layout = done(layout, game, "review")
    layout = done(layout, game, "submit", **SUBMISSION)
    assert (layout.reference, layout.submitted_on) == ("DGE 26-114", TODAY)
    assert done(layout, game, "approve").stage is Stage.APPROVED


@pytest.mark.clause(duty="layout_submitted")
@every_game
def test_use_begins_with_the_submission(game):
    demands, layout = GAMES[game].table, drawn(game)
    assert not may_use(layout)
    assert refused(refuse_use, layout, demands).clause == demands.clause(demands.submission_place)
    reviewed = done(layout, game, "review")
    assert not may_use(reviewed)
    assert "not submitted" in refused(refuse_use, reviewed, demands).error
    filed = done(reviewed, game, "submit", **SUBMISSION)
    assert may_use(filed)
    refuse_use(filed, demands)
    assert open_points(filed, demands) == []


@pytest.mark.clause(duty="layout_submitted")
@every_game
@pytest.mark.parametrize("picture", ["rendering", "photograph"])
def test_nothing_is_submitted_without_drawing_and_photograph(game, picture):
    demands, layout = GAMES[game].table, drawn(game, **{picture: ""})
    assert picture in refused(done, layout, game, "review").error
    slipped = layout._replace(stage=Stage.REVIEWED, reviewer=REVIEWER)
    refusal = refused(done, slipped, game, "submit", **SUBMISSION)
    assert picture in refusal.error
    assert refusal.clause == demands.clause(demands.submission_place)


@pytest.mark.clause(duty="six_positions")
@every_game
@pytest.mark.parametrize("positions", [0, 7])
def test_more_than_six_positions_are_never_submitted(game, positions):
    demands, layout = GAMES[game].table, drawn(game, positions=positions)
    slipped = layout._replace(stage=Stage.REVIEWED)
    refusal = refused(done, slipped, game, "submit", **SUBMISSION)
    assert refusal.clause == demands.clause(demands.positions_place)


def test_pot_games_have_six_positions_and_house_games_up_to_six():
    few = {game for game in GAMES if missing(drawn(game, positions=5), GAMES[game].table)}
    assert few == {"deuce_of_the_dragon", "ultimate_8"}


@pytest.mark.parametrize("point", [(101, 5), (5, -1), (0.5, 5), (5,)])
def test_point_outside_the_picture_is_refused(point):
    elements = {**drawn(GAME).elements, "main_pot": point}
    assert "outside" in refused(drawn, GAME, elements=elements).error


@pytest.mark.parametrize("point", [None, ()])
def test_ticked_element_is_pointed_to(point):
    elements = {**drawn(GAME).elements, "main_pot": point}
    [open_point] = missing(drawn(GAME, elements=elements), DEMANDS)
    assert open_point.words == "Not pointed to: Main pot, in the middle"


@pytest.mark.parametrize("corner", [(0, 0), (100, 100)])
def test_corners_are_within_the_picture(corner):
    elements = {**drawn(GAME).elements, "main_pot": corner}
    assert missing(drawn(GAME, elements=elements), DEMANDS) == []


def test_nobody_reviews_their_own_layout():
    refusal = refused(done, drawn(GAME), GAME, "review", by=AUTHOR)
    assert "own layout" in refusal.error
    assert refusal.remedy


@pytest.mark.parametrize("fact", ["submitted_on", "reference"])
def test_submission_has_a_date_and_a_reference(fact):
    reviewed = done(drawn(GAME), GAME, "review")
    refusal = refused(done, reviewed, GAME, "submit", **{**SUBMISSION, fact: ""})
    assert fact.replace("_", " ") in refusal.error


def test_submission_of_tomorrow_is_none():
    reviewed = done(drawn(GAME), GAME, "review")
    facts = {**SUBMISSION, "submitted_on": TODAY + timedelta(days=1)}
    assert "once it was made" in refused(done, reviewed, GAME, "submit", **facts).error


@pytest.mark.parametrize("do", ["object", "withdraw"])
def test_objection_and_withdrawal_end_use_and_say_why(do):
    filed = on_file(GAME)
    assert "reason" in refused(done, filed, GAME, do).error
    ended = done(filed, GAME, do, reason="The name is too small")
    assert not may_use(ended)
    [point] = open_points(ended, DEMANDS)
    assert "The name is too small" in point.words


def test_division_may_object_to_what_it_approved():
    approved = done(on_file(GAME), GAME, "approve")
    assert done(approved, GAME, "object", reason="Seen again").stage is Stage.OBJECTED


def test_change_of_a_submitted_layout_is_a_new_version_with_its_own_way():
    filed = on_file(GAME)
    after = done(filed, GAME, "change", by="1003", photograph="p2")
    assert (after.version, after.stage, after.author) == (2, Stage.DRAFTED, "1003")
    assert (after.reviewer, after.reference, after.submitted_on) == ("", "", None)
    assert not may_use(after)
    assert may_use(filed)


def test_author_draws_on_in_the_draft_and_somebody_else_makes_a_version():
    own = done(drawn(GAME), GAME, "change", by=AUTHOR, photograph="p2")
    assert (own.version, own.photograph) == (1, "p2")
    other = done(drawn(GAME), GAME, "change", by=REVIEWER, photograph="p2")
    assert (other.version, other.author) == (2, REVIEWER)


def test_change_that_changes_nothing_is_refused():
    assert refused(done, on_file(GAME), GAME, "change", photograph="p1").error


def test_felt_of_one_game_has_no_elements_of_another():
    refusal = refused(drawn, GAME, elements={"dragon_bet": (1, 1)})
    assert "dragon_bet" in refusal.error


def test_deed_before_the_last_one_and_unknown_deed_are_refused():
    assert "before" in refused(done, drawn(GAME), GAME, "review", minutes=-1).error
    assert refused(done, drawn(GAME), GAME, "burn").error


def test_wrong_stage_is_refused_with_the_next_step():
    refusal = refused(done, drawn(GAME), GAME, "approve")
    assert refusal.error == "This layout is drafted"
    assert refusal.remedy == "Next: review it, by another person"


def test_nothing_but_drawing_is_done_to_what_is_not_drawn():
    assert legal(Layout()) == ("change",)
    assert refused(done, Layout(), GAME, "withdraw", reason="None").error


@pytest.mark.clause(duty="odds_wording")
@pytest.mark.parametrize("game", ["heads_up_holdem", "double_cross_poker", "dragon_poker"])
def test_felt_that_words_odds_with_for_is_not_submitted(game):
    demands = GAMES[game].table
    name = demands.statements[0].name
    said = {**drawn(game).inscriptions, name: "Flush 7 for 1"}
    slipped = drawn(game, inscriptions=said)._replace(stage=Stage.REVIEWED)
    refusal = refused(done, slipped, game, "submit", **SUBMISSION)
    assert "7 for 1" in refusal.error
    assert refusal.clause == demands.clause(demands.odds_place)


def test_open_points_of_a_draft_name_all_that_is_missing_and_the_way_ahead():
    points = open_points(drawn(GAME, photograph="", elements={}), DEMANDS)
    assert len(points) == 1 + len(DEMANDS.elements) + 2
    assert all(point.clause and point.remedy for point in points)


DEEDS = st.lists(
    st.tuples(
        st.sampled_from(sorted(RULES)),
        st.sampled_from(["1001", "1002", "1003"]),
        st.sampled_from(["p1", "p2", ""]),
    ),
    max_size=12,
)


@settings(max_examples=300, deadline=None)
@given(DEEDS)
def test_no_use_without_review_and_submission_and_no_version_goes_back(deeds):
    layout, path = drawn(GAME), []
    for minute, (do, by, photograph) in enumerate(deeds):
        facts = {"photograph": photograph} if do == "change" else FACTS.get(do, {})
        try:
            deed = Deed(do, NOON + timedelta(minutes=minute), by, facts=facts)
            after = step(layout, deed, DEMANDS)
        except Refused:
            assert do not in legal(layout) or do in ("review", "change")
            continue
        assert do in legal(layout)
        assert after.version in (layout.version, layout.version + 1)
        path = [] if do == "change" else [*path, do]
        layout = after
        if may_use(layout):
            assert path[:2] == ["review", "submit"]
            assert layout.reviewer != layout.author
            assert layout.photograph
            assert layout.reference
