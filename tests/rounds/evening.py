"""Rounds for tests: any game played to its end by the services, action by action."""

from random import Random
from typing import Any
from uuid import uuid4

from django.utils import timezone

from casino.models import Duty, Job
from games.catalogue import GAMES
from games.engine import fold
from games.models import Round
from games.selectors.rounds import present
from games.services.actions import submit
from games.services.opening import open_round
from games.services.submission import Answer, Submission
from tests.inventory.cards import on_duty
from tests.rules.players import Table as Players


def opened(table: Any, by: Duty | None = None) -> Round:
    by = by or on_duty(Job.DEALER)
    return open_round(table=str(table), by=by, now=timezone.now(), key=uuid4().hex)


def ask(row: Round | int, action: dict[str, Any], **changes: Any) -> Submission:
    """As the dealer of the table would send it now."""
    number = row if isinstance(row, int) else row.pk
    told = {
        "round": number,
        "index": present(number).length,
        "key": uuid4().hex,
        "action": action,
        "by": on_duty(Job.DEALER),
        "now": timezone.now(),
    }
    return Submission(**(told | changes))  # type: ignore[arg-type]


def act(row: Round | int, **action: Any) -> Answer:
    return submit(ask(row, action))


def accept(row: Round | int, action: dict[str, Any], **changes: Any) -> Answer:
    answer = submit(ask(row, action, **changes))
    assert answer.refusal is None, (action, str(answer.refusal))
    return answer


def counted(before: Any, action: dict[str, Any]) -> dict[str, Any]:
    """The settling of a pot game, with what the dealer counts."""
    told = fold.result(fold.step(before, action))
    special = before.game.special_pot
    held = told[special]["opening"] + told[special]["antes"]
    return {**action, "counted": {"main": told["pots"][0]["amount"], special: held}}


def plays(row: Round, seed: int = 1) -> Any:
    """The actions of one random round at this table, each ready to be sent."""
    game = GAMES[row.setup["game"]]
    players = Players(game, Random(seed), row.setup)
    for before, action in players.play():
        if action.get("method") == "preshuffled":  # this deck came with its seals unbroken
            action = {**action, "method": "manual"}
        is_award = action["do"] == "settle" and hasattr(game, "special_pot")
        yield counted(before, action) if is_award else action


def play(row: Round, seed: int = 1) -> Answer:
    """To its end; pots are verified by the floorperson."""
    answer = None
    for action in plays(row, seed):
        second = on_duty(Job.FLOORPERSON) if action["do"] == "settle" else None
        answer = accept(row, action, second=second)
    assert answer
    assert answer.result
    return answer
