"""The one way in which a round goes on: judge each action by the rules, then append what holds.

Every door ends here. Actions that arrive together are committed together, in one statement that
also checks what may have changed meanwhile; each is still accepted or refused on its own.
"""

from collections.abc import Sequence
from json import dumps
from typing import Any, NamedTuple

import structlog
from django.db import DatabaseError, connection
from psycopg import Cursor

from casino.lib import live
from casino.lib.law import NotAllowed, Outdated, Refused
from casino.models import Job
from casino.policy import ACTS
from casino.services.log import house_day, record_closed_door
from games.engine import fold
from games.engine.procedure import PRESHUFFLED
from games.models import Action, Round, thing_of
from games.selectors.rounds import Folded, keep, known, present
from games.services.ending import end_round
from games.services.soundness import Unsound, refuse_unsound
from games.services.standing import ACT, refuse_acting, refuse_standing
from games.services.submission import Answer, Submission
from inventory.rules.law import A5

REFUSALS_A_MINUTE, REFUSALS_MOST = 60, 5_000
LONGEST_ROUND = 1_000
JOBS = [str(job) for job in ACTS[ACT].jobs]  # type: ignore[union-attr]
_refused: dict[int, tuple[int, int]] = {}  # duty → minute, how many of its refusals were kept
_log = structlog.get_logger(__name__)


class Judged(NamedTuple):
    asked: Submission
    after: Folded | None = None
    refusal: Refused | None = None


def submit(asked: Submission) -> Answer:
    return write([asked])[0]


def write(batch: Sequence[Submission]) -> list[Answer]:
    """An answer for each, in their order. None of them can harm another."""
    ahead: dict[int, Judged] = {}
    judged = [_judge(asked, ahead) for asked in batch]
    try:
        moved = _append([one for one in judged if _goes_in_bulk(one)])
    except DatabaseError as error:
        if len(batch) == 1:
            return [_failed(batch[0], error)]
        _log.exception("batch_failed", actions=len(batch))
        return [answer for asked in batch for answer in write([asked])]
    answers = [_answer(one, moved) for one in judged]
    live.nudge()
    return answers


class Failed(Refused):
    """Not refused by any rule: something went wrong here, and nothing was done."""


def _failed(asked: Submission, error: Exception) -> Answer:
    _log.error("action_failed", round=asked.round, error=repr(error), exc_info=error)
    return Answer(asked.index, Failed("Something went wrong here", remedy="Send it again"))


def _goes_in_bulk(one: Judged) -> bool:
    """What ends a round moves more than the round, and has a transaction of its own."""
    if one.refusal:  # of the first kinds nothing is kept: they say nothing of the game
        is_other = isinstance(one.refusal, Outdated | NotAllowed | Unsound | Failed)
        return not is_other and _may_be_kept(one.asked)
    return one.after is not None and one.after.state.status == fold.OPEN


def _may_be_kept(asked: Submission) -> bool:
    """Refusals of one person in one minute: beyond some, they would only fill the log."""
    minute = int(asked.now.timestamp()) // 60
    was, count = _refused.get(asked.by.pk, (minute, 0))
    if len(_refused) > REFUSALS_MOST:
        _refused.clear()
    _refused[asked.by.pk] = (minute, count + 1 if was == minute else 1)
    return was != minute or count < REFUSALS_A_MINUTE


def _judge(asked: Submission, ahead: dict[int, Judged]) -> Judged:
    """What the rules say, as far as this process knows the round."""
    try:
        refuse_unsound(asked)
        refuse_acting(asked.round, asked.by, asked.now)
        was = _standing(asked, ahead.get(asked.round))
        if asked.index != was.length:
            raise Outdated(f"The round has {was.length} actions", remedy="Look at the table again")
        _refuse_prepared(asked, was)
        after = Folded(was.length + 1, fold.step(was.state, asked.action), was.setup)
        _refuse_endless(after)
    except Refused as refusal:
        return Judged(asked, refusal=refusal)
    except Exception as error:
        return Judged(asked, refusal=_failed(asked, error).refusal)
    ahead[asked.round] = judged = Judged(asked, after)
    return judged


def _standing(asked: Submission, before: Judged | None) -> Folded:
    """What is known, unless the sender knows better: another process may have gone on.

    One batch moves a round for one duty only: the statement asks of one whether it may.
    """
    if before and before.after:
        if before.asked.by.pk != asked.by.pk:
            raise Outdated("Somebody else was quicker", remedy="Look at the table again")
        return before.after
    was = known(asked.round)
    if was is None or was.length != asked.index:
        try:
            was = present(asked.round)
        except Round.DoesNotExist:
            raise Outdated(f"There is no round {asked.round}") from None
    return was


def _refuse_endless(after: Folded) -> None:
    """No round that somebody wants to end is longer; what ends it is always let through."""
    if after.length > LONGEST_ROUND and after.state.status == fold.OPEN:
        raise Refused(
            f"A round has at most {LONGEST_ROUND} actions", remedy="Settle it, or void it"
        )


def _refuse_prepared(asked: Submission, was: Folded) -> None:
    if asked.action.get("method") == PRESHUFFLED and not was.setup.get("prepared"):
        raise was.state.law.refuse(
            "shuffle",
            "These cards were not shuffled beforehand, or they were dealt since",
            reading=A5,
            remedy="Shuffle them at the table",
        )


# The round moves on only if all still holds: its length, its table in play, the duty, the dealer's
# place at this very table. What does not move is explained afterwards, one by one.
APPEND = """
WITH asked AS (
    SELECT * FROM json_to_recordset(%(heads)s) AS asked(
        round bigint, before int, after int, duty bigint, is_dealer bool)
), held AS (
    SELECT r.id, asked.after FROM asked
    JOIN games_round r ON r.id = asked.round AND r.length = asked.before
    JOIN tables_table t ON t.id = r.table_id
    JOIN casino_duty d ON d.id = asked.duty
    WHERE r.status = 'open' AND t.phase = 'open' AND d.ended_at IS NULL AND d.until > %(now)s
        AND d.job = ANY(%(jobs)s)
        AND (d.pit_id IS NULL OR d.pit_id = t.pit_id)
        AND (NOT asked.is_dealer OR EXISTS (
            SELECT FROM tables_assignment a WHERE a.table_id = t.id AND a.duty_id = d.id
                AND a.until IS NULL))
    ORDER BY r.id FOR NO KEY UPDATE OF r
), moved AS (
    UPDATE games_round r SET length = held.after FROM held WHERE r.id = held.id RETURNING r.id
)
INSERT INTO casino_entry (
    at, gaming_day, person_id, duty_id, act, thing, number, "table", pit_id, clause, reading,
    refused, payload, request_id
)
SELECT e.at, e.gaming_day, e.person, e.duty, %(act)s, e.thing, e.number, t.number, t.pit_id,
    e.clause, e.reading, e.number IS NULL, e.payload, ''
FROM ROWS FROM (json_to_recordset(%(entries)s) AS (
    round bigint, at timestamptz, gaming_day date, person bigint, duty bigint, thing text,
    number int, clause text, reading text, payload jsonb)) WITH ORDINALITY AS e
JOIN games_round r ON r.id = e.round
JOIN tables_table t ON t.id = r.table_id
WHERE e.number IS NULL OR e.round IN (SELECT id FROM moved)
ORDER BY e.ordinality
RETURNING thing, number
"""


def _append(judged: Sequence[Judged]) -> set[tuple[str, int]]:
    """Write them in one statement; which of the accepted ones were really written.

    Prepared once a connection, and bound by the server: to plan it takes longer than to run it.
    """
    if not judged:
        return set()
    told = {
        "heads": dumps(_heads(judged)),
        "entries": dumps([_entry(one) for one in judged]),
        "now": max(one.asked.now for one in judged),
        "act": ACT,
        "jobs": JOBS,
    }
    connection.ensure_connection()
    with connection.wrap_database_errors, Cursor(connection.connection) as cursor:
        cursor.execute(APPEND, told, prepare=True)
        return {(thing, number) for thing, number in cursor.fetchall() if number is not None}


def _heads(judged: Sequence[Judged]) -> list[dict[str, Any]]:
    """One line a round: from which length to which, and by whose duty."""
    runs: dict[int, list[Submission]] = {}
    for one in judged:
        if one.after:
            runs.setdefault(one.asked.round, []).append(one.asked)
    return [
        {
            "round": number,
            "before": run[0].index,
            "after": run[-1].index + 1,
            "duty": run[-1].by.pk,
            "is_dealer": run[-1].by.job == Job.DEALER,
        }
        for number, run in runs.items()
    ]


def _entry(one: Judged) -> dict[str, Any]:
    asked, refusal = one.asked, one.refusal
    return {
        "round": asked.round,
        "at": asked.now.isoformat(),
        "gaming_day": house_day(asked.now).isoformat(),
        "person": asked.by.person_id,
        "duty": asked.by.pk,
        "thing": thing_of(asked.round),
        "number": asked.index if one.after else None,
        "clause": str(refusal.clause or "") if refusal else "",
        "reading": str(refusal.reading or "") if refusal else "",
        "payload": _payload(one),
    }


def _payload(one: Judged) -> dict[str, Any]:
    told = {"action": one.asked.action, "key": one.asked.key}
    return {**told, "index": one.asked.index, "error": one.refusal.error} if one.refusal else told


def _answer(one: Judged, moved: set[tuple[str, int]]) -> Answer:
    asked = one.asked
    if isinstance(one.refusal, Outdated):
        return again_or_late(asked)
    if isinstance(one.refusal, NotAllowed):
        record_closed_door(one.refusal, ACT, by=asked.by, now=asked.now, route="round")
    if one.refusal or one.after is None:
        return Answer(asked.index, one.refusal)
    if one.after.state.status != fold.OPEN:
        return end(asked, one.after)
    if (thing_of(asked.round), asked.index) in moved:
        keep(asked.round, one.after)
        return Answer(one.after.length)
    return _explain(asked)


def end(asked: Submission, after: Folded) -> Answer:
    try:
        result = end_round(asked, after)
    except Outdated:
        return again_or_late(asked)
    except Refused as refusal:
        return Answer(asked.index, refusal)
    except Exception as error:  # the others of its batch are written: theirs is another answer
        return _failed(asked, error)
    keep(asked.round, after)
    return Answer(after.length, result=result)


def again_or_late(asked: Submission) -> Answer:
    """The place is taken: by the same act sent twice, which is answered as before, or another."""
    row = Round.objects.filter(pk=asked.round).first()
    if row is None:
        return Answer(0, Refused(f"There is no round {asked.round}"))
    there = Action.objects.of(asked.round).filter(number=asked.index).first()
    if there and _is_same(there, asked):
        is_last = row.length == asked.index + 1
        return Answer(asked.index + 1, result=row.result if is_last else None, is_repeated=True)
    words = "is over" if not row.is_open else f"has {row.length} actions by now"
    late = Outdated(f"The round {words}", remedy="Look at the table again, then do what comes next")
    return Answer(row.length, late)


def _is_same(there: Action, asked: Submission) -> bool:
    told = (there.raw, there.payload["key"], there.person_id)
    return told == (asked.action, asked.key, asked.by.person_id)


def _explain(asked: Submission) -> Answer:
    """Why the round did not move, found out at leisure."""
    row = Round.objects.select_related("table__pit").get(pk=asked.round)
    if row.length != asked.index or not row.is_open:
        return again_or_late(asked)
    try:
        refuse_standing(row, asked.by, asked.now)
    except Refused as refusal:
        return Answer(row.length, refusal)
    return Answer(row.length, Outdated("Somebody else was quicker", remedy="Try again"))
