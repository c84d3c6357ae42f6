"""Tables for the bench: open, manned, six players each, with rounds written down beforehand."""

import json
import sys
from pathlib import Path
from random import Random
from typing import Any

import django

django.setup()
from django.utils import timezone  # noqa: E402

from casino.models import Duty, Job  # noqa: E402
from games.catalogue import GAMES  # noqa: E402
from games.engine.fold import SETTLED  # noqa: E402
from tables.services import staff  # noqa: E402
from tests.cast import make_duty  # noqa: E402
from tests.inventory.cards import on_duty  # noqa: E402
from tests.processes import session_of  # noqa: E402
from tests.rules.players import Table as Players  # noqa: E402
from tests.tables.play import opened_table, sit  # noqa: E402

GAME = "heads_up_holdem"
SEATS = [1, 2, 3, 4, 5, 6]
ROUNDS = 60  # different ones; tables play them in turn


def rounds() -> list[list[dict[str, Any]]]:
    """Random rounds of six players, each settled; the stub is counted, so that any may follow."""
    found, seed, rng = [], 0, Random(69)
    setup = {"game": GAME, "dealing": "manual_shoe", "seats": SEATS, "rules": {}}
    while len(found) < ROUNDS:
        seed += 1
        players = Players(GAMES[GAME], Random(seed), setup | {"rounds_since_count": 6})
        actions = [_by_hand(action) for _, action in players.play()]
        if players.state.status == SETTLED and not _has(actions, "irregularity"):
            found.append(actions)
    rng.shuffle(found)
    return found


def _by_hand(action: dict[str, Any]) -> dict[str, Any]:
    return {**action, "method": "manual"} if action.get("method") == "preshuffled" else action


def _has(actions: list[dict[str, Any]], do: str) -> bool:
    return any(action["do"] == do for action in actions)


def tables(count: int) -> list[dict[str, str]]:
    """Each with a dealer of its own, signed on."""
    made = []
    for number in range(1, count + 1):
        table = opened_table(f"HU-{number:03}", GAME)
        sit(table, 3, 4, 5, 6)
        dealer: Duty = make_duty(Job.DEALER, f"B-{number:03}")
        for role, duty in (("dealer", dealer), ("floorperson", _floorperson(number // 6))):
            by, now = on_duty(Job.PIT_BOSS), timezone.now()
            staff.assign(number=table.number, duty=duty, role=role, by=by, now=now)
        made.append({"table": table.number, "key": session_of(dealer.person)})
    return made


def _floorperson(number: int) -> Duty:
    badge = f"F-{number:03}"
    found = Duty.objects.filter(person__badge=badge).first()
    return found or make_duty(Job.FLOORPERSON, badge)


def watchers(count: int) -> list[str]:
    """Sessions that watch the whole house; a session has few lines of its own."""
    people = [make_duty(Job.SURVEILLANCE, f"W-{n:03}") for n in range(-(-count // 8))]
    return [session_of(duty.person) for duty in people]


if __name__ == "__main__":
    count, dashboards, path = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    told = {"tables": tables(count), "watchers": watchers(dashboards), "rounds": rounds()}
    Path(path).write_text(json.dumps(told))
