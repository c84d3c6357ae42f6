"""Rounds for tests of what is shown afterwards, played through the services."""

from typing import Any
from uuid import uuid4

from casino.models import Duty, Job
from games.models import Round
from games.selectors.rounds import round_of
from games.services.actions import submit
from games.services.opening import open_round
from games.services.submission import Answer, Submission
from tests.inventory.cards import on_duty
from tests.tables.play import now

ANTES = [
    {"do": "wager", "seat": seat, "on": on, "amount": 1000}
    for seat in (1, 2)
    for on in ("ante", "odds")
]
HANDS = {"1": ["As", "Ah"], "2": ["7c", "2d"]}
BEFORE = [
    *ANTES,
    {"do": "shuffle", "method": "manual"},
    {"do": "cut", "by": "dealer", "cards": 26},
    {"do": "no_more_bets"},
]
DEAL = {"do": "deal", "hands": HANDS, "dealer": ["Kd", "9c"]}
PLAY = [
    {"do": "raise", "seat": 1, "times": 2},
    {"do": "check", "seat": 2},
    {"do": "reveal", "what": "flop", "cards": ["Ad", "5h", "Js"]},
    {"do": "check", "seat": 2},
    {"do": "reveal", "what": "turn_river", "cards": ["Kc", "3s"]},
    {"do": "fold", "seat": 2},
]
END = [
    {"do": "reveal", "what": "dealer"},
    {"do": "reveal", "what": "seat", "seat": 1},
    {"do": "settle"},
]
WHOLE = [*BEFORE, DEAL, *PLAY, *END]


def opened(table: Any) -> Round:
    return open_round(table=str(table), by=dealer(), now=now())


def dealer() -> Duty:
    return on_duty(Job.DEALER)


def say(row: Round, index: int, action: dict[str, Any], by: Duty | None = None) -> Answer:
    return submit(Submission(row.pk, index, str(uuid4()), action, by or dealer(), now()))


def act(row: Round, *actions: dict[str, Any]) -> Round:
    """All of them accepted, one after the other."""
    length = fresh(row).length
    for place, action in enumerate(actions):
        answer = say(row, length + place, action)
        assert answer.refusal is None, (action, answer.refusal)
    return fresh(row)


def fresh(row: Round) -> Round:
    found = round_of(row.pk)
    assert found
    return found


def played(table: Any, *actions: dict[str, Any]) -> Round:
    return act(opened(table), *(actions or WHOLE))
