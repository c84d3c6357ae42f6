"""The one way in which a round goes on: judge each action by the rules, then append what holds.

Every door ends here. Actions that arrive together are committed together, in one statement that
also checks what may have changed meanwhile; each is still accepted or refused on its own.
"""

from collections.abc import Sequence, Set

import structlog
from django.db import DatabaseError

from casino.lib import live
from casino.lib.law import NotAllowed, Outdated, Refused
from casino.services.log import record_closed_door
from games.engine import fold
from games.engine.procedure import PRESHUFFLED
from games.models import Action, Round, thing_of
from games.selectors.rounds import Folded, keep, known, present
from games.services.appending import Written, append
from games.services.ending import end_round
from games.services.soundness import Unsound, refuse_unsound
from games.services.standing import ACT, admitted, refuse_acting, refuse_standing
from games.services.submission import Answer, Judged, Submission
from inventory.rules.law import A5

REFUSALS_A_MINUTE, REFUSALS_MOST = 60, 5_000
LONGEST_ROUND = 1_000
_refused: dict[int, tuple[int, int]] = {}  # duty → minute, how many of its refusals were kept
_log = structlog.get_logger(__name__)


def submit(asked: Submission) -> Answer:
    return write([asked])[0]


def write(batch: Sequence[Submission]) -> list[Answer]:
    """An answer for each, in their order. None of them can harm another."""
    try:
        judged = _judge_all(batch)
        written = append([one for one in judged if _goes_in_bulk(one)])
    except DatabaseError as error:
        if len(batch) == 1:
            return [_failed(batch[0], error)]
        _log.exception("batch_failed", actions=len(batch))
        return [answer for asked in batch for answer in write([asked])]
    answers = [_answer(one, written) for one in judged]
    live.nudge()
    return answers


class Failed(Refused):
    """Not refused by any rule: something went wrong here, and nothing was done."""


def _failed(asked: Submission, error: Exception) -> Answer:
    _log.error("action_failed", round=asked.round, error=repr(error), exc_info=error)
    return Answer(asked.index, Failed("Something went wrong here", remedy="Send it again"))


def _goes_in_bulk(one: Judged) -> bool:
    """What moves a pot or a deck as well has a transaction of its own, with its table locked."""
    if one.refusal:  # of the first kinds nothing is kept: they say nothing of the game
        is_other = isinstance(one.refusal, Outdated | NotAllowed | Unsound | Failed)
        return not is_other and _may_be_kept(one.asked)
    return not one.ends_apart


def _may_be_kept(asked: Submission) -> bool:
    """Refusals of one person in one minute: beyond some, they would only fill the log."""
    minute = int(asked.now.timestamp()) // 60
    was, count = _refused.get(asked.by.pk, (minute, 0))
    if len(_refused) > REFUSALS_MOST:
        _refused.clear()
    _refused[asked.by.pk] = (minute, count + 1 if was == minute else 1)
    return was != minute or count < REFUSALS_A_MINUTE


def _judge_all(batch: Sequence[Submission]) -> list[Judged]:
    """Each on top of those before it."""
    now = max(asked.now for asked in batch)
    may_act = admitted({(asked.round, asked.by.pk) for asked in batch}, now)
    ahead: dict[int, Judged] = {}
    return [_judge(asked, ahead, may_act) for asked in batch]


def _judge(asked: Submission, ahead: dict[int, Judged], may_act: Set[tuple[int, int]]) -> Judged:
    """What the rules say, as far as this process knows the round."""
    try:
        refuse_unsound(asked)
        if (asked.round, asked.by.pk) not in may_act:
            refuse_acting(asked.round, asked.by, asked.now)
        before = ahead.get(asked.round)
        was = _standing(asked, before)
        if asked.index != was.length:
            raise Outdated(f"The round has {was.length} actions", remedy="Look at the table again")
        _refuse_prepared(asked, was)
        after = Folded(was.length + 1, fold.step(was.state, asked.action), was.setup)
        _refuse_endless(after)
    except Refused as refusal:
        return Judged(asked, refusal=refusal)
    except Exception as error:
        return Judged(asked, refusal=_failed(asked, error).refusal)
    is_over = after.state.status != fold.OPEN
    result = fold.result(after.state) if is_over else None
    judged = Judged(asked, after, result, follows=before is not None)
    ahead[asked.round] = judged
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


def _answer(one: Judged, written: Written) -> Answer:
    asked = one.asked
    if isinstance(one.refusal, Outdated):
        return again_or_late(asked)
    if isinstance(one.refusal, NotAllowed):
        record_closed_door(one.refusal, ACT, by=asked.by, now=asked.now, route="round")
    if one.refusal or one.after is None:
        return Answer(asked.index, one.refusal)
    if (thing_of(asked.round), asked.index) in written:
        return _kept(one)
    return _end(one) if one.result else _explain(asked)


def _end(one: Judged) -> Answer:
    try:
        end_round(one)
    except Outdated:
        return again_or_late(one.asked)
    except Refused as refusal:
        return Answer(one.asked.index, refusal)
    except Exception as error:  # the others of its batch are written: theirs is another answer
        return _failed(one.asked, error)
    return _kept(one)


def _kept(one: Judged) -> Answer:
    """It is in the log: known from now on."""
    assert one.after
    keep(one.asked.round, one.after)
    return Answer(one.after.length, result=one.result)


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
