"""Who may act in a round, and whether its table plays at all."""

from collections.abc import Iterable
from datetime import datetime
from json import dumps

from casino.lib.law import NotAllowed, Outdated, Refused
from casino.lib.sql import ask
from casino.models import Duty, Job
from casino.policy import ACTS, ONE_JOB_A_SHIFT, SEGREGATION, require
from games.models import Round
from tables.models import Table
from tables.rules.opening import SUPERVISION
from tables.rules.table import Phase
from tables.selectors.staff import works_at

ACT = "round_action"
BIGGEST = 2**63 - 1  # of the numbers that the database can compare
JOBS = ", ".join(f"'{job}'" for job in sorted(ACTS[ACT].jobs))  # type: ignore[arg-type]
# Who may act in a round, in the database's words: of a duty `d`, a table `t`, and what is `asked`.
# No value stands in it as a parameter: PostgreSQL would plan anew for each, which takes longer than
# to run it.
MAY_ACT = f"""d.ended_at IS NULL AND d.taken_at <= asked.now AND d.until > asked.now
        AND d.job IN ({JOBS})
        AND (d.pit_id IS NULL OR d.pit_id = t.pit_id)
        AND (d.job <> 'dealer' OR EXISTS (
            SELECT FROM tables_assignment a
            WHERE a.table_id = t.id AND a.duty_id = d.id AND a.until IS NULL))"""
ADMITTED = f"""
SELECT asked.round, asked.duty
FROM json_to_recordset(%(asked)s) AS asked(round bigint, duty bigint, now timestamptz)
JOIN games_round r ON r.id = asked.round
JOIN tables_table t ON t.id = r.table_id
JOIN casino_duty d ON d.id = asked.duty
WHERE {MAY_ACT}
"""  # noqa: S608  (put together of our own constants)


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
    if not ask("SELECT 1 FROM casino_duty WHERE id = %(duty)s AND ended_at IS NULL", duty=by.pk):
        raise NotAllowed("Your duty has ended", ONE_JOB_A_SHIFT, remedy="Take a duty again")


def admitted(asked: Iterable[tuple[int, int]], now: datetime) -> set[tuple[int, int]]:
    """Of these rounds and duties, which may act. Asked before the rules are: whoever may not act
    learns nothing of the cards by trying."""
    told = [
        {"round": number, "duty": duty, "now": now.isoformat()}
        for number, duty in asked
        if number <= BIGGEST
    ]
    return {(number, duty) for number, duty in ask(ADMITTED, asked=dumps(told))}


def refuse_acting(number: int, by: Duty, now: datetime) -> None:
    """Why somebody is not admitted, said in words."""
    row = Round.objects.select_related("table__pit").filter(pk=number).first()
    if row is None:
        raise Outdated(f"There is no round {number}")
    require(by, ACT, now=now, pit=row.table.pit)
    refuse_ended(by)
    refuse_stranger(row.table, by)


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
