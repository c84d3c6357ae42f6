"""What acts have in common: whole or nothing, and signed by who may sign."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction

from casino.lib.law import Outdated, Refused
from casino.models import Duty, Pit
from casino.policy import ACTS, ONE_JOB_A_SHIFT, SEGREGATION, jobs_in_words, require
from casino.services.log import record_refusal


@contextmanager
def whole(
    act: str,
    *,
    by: Duty,
    now: datetime,
    second: Duty | None = None,
    thing: str = "",
    pit: Pit | None = None,
) -> Iterator[None]:
    """All of it in one transaction, or nothing but the refusal, which is kept."""
    try:
        with transaction.atomic():
            require(by, act, now=now, pit=pit)
            refuse_second(act, by, second, now)
            yield
    except Outdated:
        raise
    except Refused as refusal:
        record_refusal(refusal, act, by=by, now=now, thing=thing[:80])
        raise


def refuse_second(act: str, by: Duty, second: Duty | None, now: datetime) -> None:
    wanted = ACTS[act].second
    if not wanted:
        return
    if second is None:
        raise Refused("This takes two people", SEGREGATION, remedy="Let the other person sign too")
    if second.person_id == by.person_id:
        raise Refused("Two signatures are two people", SEGREGATION)
    if not second.holds_at(now) or second.job not in wanted:
        raise Refused(
            f"{second.person} is not on duty as one who may sign this",
            ONE_JOB_A_SHIFT,
            remedy=f"It takes: {jobs_in_words(wanted)}",
        )


def refuse_other_pit(act: str, second: Duty | None, pit: Pit | None) -> None:
    """Whoever signs beside somebody of a pit is of that pit too, or of the whole house."""
    if second and ACTS[act].own_pit and second.pit_id and pit and second.pit_id != pit.pk:
        raise Refused(
            f"{second.person} is on duty in {second.pit}, not in {pit}",
            ONE_JOB_A_SHIFT,
            remedy=f"Somebody of {pit} signs",
        )
