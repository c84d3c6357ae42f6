"""What the dealer's hands do leaves no trace in a round: it is told in the rulebook."""

import pytest

from games.rules.heads_up_holdem.clauses import LAW
from games.selectors.rulebook import topics


@pytest.mark.clause(
    "heads_up_holdem",
    '13:69F-39.1 "Cover card"',
    "13:69F-39.4(c)1.i",
    "13:69F-39.4(c)1.iii",
    "13:69F-39.4(c)1.iv",
    "13:69F-39.7(c)",
    "13:69F-39.8(b)2",
    "13:69F-39.8(b)2.i",
    "13:69F-39.8(b)2.ii",
)
def test_work_of_the_hands_is_told_in_the_rulebook():
    told = {clause.place for topic in topics(LAW) for clause in topic.clauses}
    by_hand = {clause.place for clause in LAW.provisions if clause.duties == ("rulebook",)}
    assert by_hand == {
        "13:69F-39.4(c)1.i",
        "13:69F-39.4(c)1.iii",
        "13:69F-39.4(c)1.iv",
        "13:69F-39.7(c)",
        "13:69F-39.8(b)2",
        "13:69F-39.8(b)2.i",
        "13:69F-39.8(b)2.ii",
    }
    assert {*by_hand, '13:69F-39.1 "Cover card"'} <= told
