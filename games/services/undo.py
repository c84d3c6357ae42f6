"""Taking back the last action of a round that is not over: by the same person, and soon."""

from datetime import datetime, timedelta

from django.db import transaction

from casino.lib.law import Clause, Outdated, Refused
from casino.models import Duty
from casino.services.acts import whole
from casino.services.log import record
from games.engine.fold import OPEN
from games.models import Action, Round
from games.selectors.rounds import UNDO, present
from games.services.actions import again_or_late
from games.services.soundness import refuse_unsound
from games.services.standing import refuse_standing
from games.services.submission import Answer, Submission

WITHIN = timedelta(minutes=1)
ACT = "undo_action"
RECORDS = Clause("13:69D-1.12(a)1")


def undo(*, round: int, index: int, key: str, by: Duty, now: datetime) -> Answer:
    """What was taken back stays in the log, and so does the taking back: it is an action, too."""
    asked = Submission(round, index, key, {"do": UNDO}, by, now)
    try:
        refuse_unsound(asked)
        with whole(ACT, by=by, now=now, thing=f"round:{round}"), transaction.atomic():
            _undo_within(asked)
    except Outdated:
        return again_or_late(asked)
    except Refused as refusal:
        return Answer(index, refusal)
    return Answer(present(round).length)


def _undo_within(asked: Submission) -> None:
    rows = Round.objects.select_for_update(no_key=True, of=("self",)).select_related("table__pit")
    row = rows.filter(pk=asked.round).first()
    if row is None:
        raise Refused(f"There is no round {asked.round}")
    if row.length != asked.index or row.status != OPEN:
        raise Outdated("Somebody else was quicker")
    refuse_standing(row, asked.by, asked.now, ACT)
    last = _last_effective(row)
    _refuse_late(last, asked)
    record(
        ACT,
        by=asked.by,
        now=asked.now,
        thing=row.thing,
        nth=asked.index,
        table=row.table.number,
        pit=row.table.pit,
        action=asked.action,
        key=asked.key,
        undoes=last.number if last else None,
    )
    row.length += 1
    row.save(update_fields=["length"])


def _last_effective(row: Round) -> Action | None:
    """The action that counts last; what was taken back before does not."""
    kept: list[Action] = []
    for action in Action.objects.of(row.pk):
        if action.raw["do"] == UNDO:
            kept.pop()
        else:
            kept.append(action)
    return kept[-1] if kept else None


def _refuse_late(last: Action | None, asked: Submission) -> None:
    if last is None:
        raise Refused("Nothing was done in this round yet", RECORDS)
    if last.person_id != asked.by.person_id:
        raise Refused(
            "Only who did it takes it back", RECORDS, remedy="Ask them, or void the round"
        )
    if asked.now - last.at > WITHIN:
        raise Refused(
            "It was done more than a minute ago",
            RECORDS,
            remedy="Go on; after the round a pit boss corrects it",
        )
