"""One line in, one line out: a whole round from a file, and what it came to."""

import json
from collections.abc import Mapping
from typing import Any

from casino.lib.law import Refused
from games.engine.fold import fold, result, start
from games.engine.result import cited, refusals

UNREADABLE = "unreadable"


def replay_line(line: str, games: Mapping[str, Any]) -> dict[str, Any]:
    try:
        given = json.loads(line)
    except (ValueError, RecursionError):
        return unreadable("not JSON")
    if type(given) is not dict or type(given.get("actions")) is not list:
        return unreadable("not an object with a list of actions")
    try:
        json.dumps(given.get("id"))
    except (ValueError, RecursionError):
        return unreadable("an id that cannot be told back")
    code = given.get("game")
    if type(code) is not str or code not in games:
        return unreadable(f"no such game: {code!r}")
    return replay(given, games[code])


def unreadable(error: str) -> dict[str, Any]:
    return {"id": None, "status": UNREADABLE, "error": error}


def replay(given: Mapping[str, Any], game: Any) -> dict[str, Any]:
    """The result of a transcript that can be read."""
    known = {"id": given.get("id")}
    try:
        state = start(game, given)
    except Refused as refusal:
        return {**known, "status": "refused", "clause": cited(refusal), "error": refusal.error}
    state, refused = fold(state, given["actions"])
    return {**known, **result(state), "refused": refusals(refused)}
