"""What a golden round refuses cites the clause that was thought of, not merely some clause."""

import pytest

from games.catalogue import GAMES
from games.engine.transcript import replay
from tests.rules.golden import FOLDER, lines

GAME = "heads_up_holdem"
ROUNDS = list(
    zip(lines(FOLDER / f"{GAME}.jsonl"), lines(FOLDER / f"{GAME}.expected.jsonl"), strict=True)
)


@pytest.mark.parametrize(("given", "expected"), ROUNDS, ids=[given["name"] for given, _ in ROUNDS])
def test_refusal_cites_the_clause_in_question(given, expected):
    told = replay(given, GAMES[GAME])
    assert told.get("clause") == expected.get("clause")
    cited = [(refusal["action"], refusal["clause"]) for refusal in told.get("refused", ())]
    assert cited == [(r["action"], r["clause"]) for r in expected.get("refused", ())]
