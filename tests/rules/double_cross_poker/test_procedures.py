"""What the dealer's hands do leaves no trace in a round: it is told in the rulebook."""

import pytest

from games.catalogue import GAMES
from games.engine.fold import fold, start
from games.rules.double_cross_poker.clauses import LAW
from games.selectors.rulebook import topics
from tests.rules.golden import FOLDER, lines


@pytest.mark.clause(
    "double_cross_poker",
    "19:47-25.4(c)1.i",
    "19:47-25.4(c)1.iii",
    "19:47-25.4(c)1.iv",
    "19:47-25.8(b)2",
    "19:47-25.8(b)2.i",
    "19:47-25.8(b)2.ii",
)
def test_work_of_the_hands_is_told_in_the_rulebook():
    told = {clause.place for topic in topics(LAW) for clause in topic.clauses}
    by_hand = {clause.place for clause in LAW.provisions if clause.duties == ("rulebook",)}
    assert by_hand == {
        "19:47-25.4(c)1.i",
        "19:47-25.4(c)1.iii",
        "19:47-25.4(c)1.iv",
        "19:47-25.8(b)2",
        "19:47-25.8(b)2.i",
        "19:47-25.8(b)2.ii",
    }
    assert by_hand <= told


@pytest.mark.clause("double_cross_poker", "19:47-25.10(h)")
def test_settled_round_still_tells_every_card_that_was_shown():
    rounds = lines(FOLDER / "double_cross_poker.jsonl")
    given = next(r for r in rounds if r["name"].startswith("Two cards each and a cross of five"))
    state, _ = fold(start(GAMES["double_cross_poker"], given), given["actions"])
    assert state.hands == {1: ("9d", "9c")}
    assert state.dealer == ("Kh", "Qc")
    assert state.board == ("9h", "9s", "4d", "2c", "3d")
