"""Who may act in a round, and whether its table plays at all."""

from datetime import datetime, timedelta

from casino.lib.law import NotAllowed, Outdated, Refused
from casino.models import Duty, Job
from casino.policy import ONE_JOB_A_SHIFT, SEGREGATION, require
from games.models import Round
from tables.models import Table
from tables.rules.opening import SUPERVISION
from tables.rules.table import Phase
from tables.selectors.staff import works_at

ACT = "round_action"
KEPT, KEPT_FOR = 5_000, timedelta(seconds=5)
_may_act: dict[tuple[int, int], datetime] = {}


def refuse_standing(row: Round, by: Duty, now: datetime, act: str = ACT) -> None:
    """What the statement that appends actions asks as well, said in words."""
    require(by, act, now=now, pit=row.table.pit)
    refuse_ended(by)
    if row.table.phase != Phase.OPEN:
        raise Refused(
            f"{row.table} is {row.table.phase}: nothing is played",
            SUPERVISION,
            remedy="A supervisor lets it go on",
        )
    refuse_stranger(row.table, by)


def refuse_ended(by: Duty) -> None:
    """A socket knows the duty as it was when it was opened; the database knows whether it ended."""
    if not Duty.objects.filter(pk=by.pk, ended_at=None).exists():
        raise NotAllowed("Your duty has ended", ONE_JOB_A_SHIFT, remedy="Take a duty again")


def refuse_acting(number: int, by: Duty, now: datetime) -> None:
    """Before the rules are asked: whoever may not act learns nothing of the cards by trying.

    Kept for a few seconds, since it is asked for every action; what is accepted is asked again
    when it is written.
    """
    held_until = _may_act.get((number, by.pk))
    if held_until and now < held_until and by.holds_at(now):
        return
    row = Round.objects.select_related("table__pit").filter(pk=number).first()
    if row is None:
        raise Outdated(f"There is no round {number}")
    require(by, ACT, now=now, pit=row.table.pit)
    refuse_ended(by)
    refuse_stranger(row.table, by)
    if len(_may_act) > KEPT:
        _may_act.clear()
    _may_act[number, by.pk] = now + KEPT_FOR


def refuse_stranger(table: Table, by: Duty) -> None:
    """Dealers deal at their own table; supervisors of the pit may help at any."""
    if by.job == Job.DEALER and not works_at(table, by):
        raise stranger(table)


def stranger(table: Table) -> NotAllowed:
    return NotAllowed(
        f"You do not deal at {table}",
        SEGREGATION,
        remedy="A floorperson puts you on the table",
    )
