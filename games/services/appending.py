"""The one statement that writes actions: heads move, entries are appended, ended rounds are left.

It checks once more what may have changed since the rules were asked.
"""

from collections.abc import Sequence
from json import dumps
from typing import Any

from casino.lib.sql import ask
from casino.services.log import house_day
from games.engine import fold
from games.models import thing_of
from games.selectors.rounds import Folded
from games.services.standing import ACT, MAY_ACT
from games.services.submission import Judged
from tables.services.rounds import END_ROUNDS

# The round moves on only if all still holds: its length, its table in play, the duty, the dealer's
# place at this very table. What does not move is explained afterwards, one by one. Tables of
# rounds that end are locked before any round is, as everywhere; one that somebody else holds is
# not waited for: what this statement has read of it may not be true any more by then, and others
# would wait as well.
APPEND = f"""
WITH asked AS (
    SELECT * FROM json_to_recordset(%(heads)s) AS asked(
        round bigint, before int, after int, duty bigint, now timestamptz,
        status text, result jsonb, ended_at timestamptz, shown jsonb)
), locked AS (
    SELECT t.id FROM asked
    JOIN games_round r ON r.id = asked.round
    JOIN tables_table t ON t.id = r.table_id
    WHERE asked.result IS NOT NULL AND t.phase = 'open'
    ORDER BY t.id FOR NO KEY UPDATE OF t SKIP LOCKED
), held AS (
    SELECT r.id, r.table_id, r.deck_id, asked.* FROM asked
    JOIN games_round r ON r.id = asked.round AND r.length = asked.before
    JOIN tables_table t ON t.id = r.table_id
    JOIN casino_duty d ON d.id = asked.duty
    WHERE (SELECT count(*) FROM locked) >= 0 AND r.status = 'open' AND t.phase = 'open'
        AND (asked.result IS NULL OR t.id IN (SELECT id FROM locked))
        AND {MAY_ACT}
    ORDER BY r.id FOR NO KEY UPDATE OF r
), moved AS (
    UPDATE games_round r
    SET length = held.after, status = held.status, result = held.result, ended_at = held.ended_at
    FROM held WHERE r.id = held.id RETURNING r.id
), ended AS (
    SELECT held.* FROM held JOIN moved ON moved.id = held.id WHERE held.result IS NOT NULL
), done AS (
    {END_ROUNDS}
)
INSERT INTO casino_entry (
    at, gaming_day, person_id, duty_id, second_person_id, second_duty_id, act, thing, number,
    "table", pit_id, clause, reading, refused, payload, request_id
)
SELECT e.at, e.gaming_day, e.person, e.duty, e.second_person, e.second_duty, %(act)s, e.thing,
    e.number, t.number, t.pit_id, e.clause, e.reading, e.number IS NULL, e.payload, ''
FROM ROWS FROM (json_to_recordset(%(entries)s) AS (
    round bigint, at timestamptz, gaming_day date, person bigint, duty bigint,
    second_person bigint, second_duty bigint, thing text, number int, clause text, reading text,
    payload jsonb)) WITH ORDINALITY AS e
JOIN games_round r ON r.id = e.round
JOIN tables_table t ON t.id = r.table_id
WHERE e.number IS NULL OR e.round IN (SELECT id FROM moved)
ORDER BY e.ordinality
RETURNING thing, number, position
"""  # noqa: S608  (put together of our own constants)

Written = dict[tuple[str, int], int]  # a round and the number of its action → position in the log


def append(judged: Sequence[Judged], act: str = ACT) -> Written:
    """Write them; which of the accepted ones were really written, and where."""
    if not judged:
        return {}
    rows = ask(
        APPEND,
        heads=dumps(_heads(judged)),
        entries=dumps([_entry(one) for one in judged]),
        act=act,
    )
    return {(thing, number): at for thing, number, at in rows if number is not None}


def _heads(judged: Sequence[Judged]) -> list[dict[str, Any]]:
    """One line a round: from which length to which, by whose duty, and what it came to."""
    runs: dict[int, list[Judged]] = {}
    for one in judged:
        if one.after:
            runs.setdefault(one.asked.round, []).append(one)
    return [_head(run[0], run[-1]) for run in runs.values()]


def _head(first: Judged, last: Judged) -> dict[str, Any]:
    asked, after = last.asked, last.after
    assert after, "only what was accepted moves a round"
    told = {
        "round": asked.round,
        "before": first.asked.index,
        "after": after.length,
        "duty": asked.by.pk,
        "now": asked.now.isoformat(),
        "status": after.state.status,
    }
    if last.result is None:
        return told
    ended = {"result": last.result, "ended_at": asked.now.isoformat(), "shown": _left_behind(after)}
    return told | ended


def _left_behind(after: Folded) -> dict[str, Any]:
    """What the next round begins with, as far as this one knows it. The button moves on after a
    round that was played to its end, not after a void one (reading A2)."""
    setup, state = after.setup, after.state
    since = 0 if state.counted else setup.get("rounds_since_count", 0) + 1
    moves = 0 if state.status == fold.VOID else 1
    return {"button": setup.get("button", 0) + moves, "since_count": since}


def _entry(one: Judged) -> dict[str, Any]:
    asked, refusal, second = one.asked, one.refusal, one.asked.second
    return {
        "round": asked.round,
        "at": asked.now.isoformat(),
        "gaming_day": house_day(asked.now).isoformat(),
        "person": asked.by.person_id,
        "duty": asked.by.pk,
        "second_person": second.person_id if second and one.is_award else None,
        "second_duty": second.pk if second and one.is_award else None,
        "thing": thing_of(asked.round),
        "number": asked.index if one.after else None,
        "clause": str(refusal.clause or "") if refusal else "",
        "reading": str(refusal.reading or "") if refusal else "",
        "payload": _payload(one),
    }


def _payload(one: Judged) -> dict[str, Any]:
    told = {"action": one.asked.action, "key": one.asked.key}
    return {**told, "index": one.asked.index, "error": one.refusal.error} if one.refusal else told
