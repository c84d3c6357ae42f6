"""Corrections of a round that is over: an entry of their own, linked to it; the original stays."""

from collections.abc import Mapping
from datetime import datetime

from casino.lib.law import Clause, Refused
from casino.models import Duty, Entry
from casino.policy import require
from casino.services.acts import refuse_other_pit, whole
from casino.services.log import record
from games.models import Round

ACT = "correct_round"
RECORDS = Clause("13:69D-1.12(a)1")
MOST_CENTS = 10**12
LONGEST = 500


def correct(
    *,
    round: int,
    reason: str,
    seats: Mapping[int, int],
    by: Duty,
    second: Duty | None,
    now: datetime,
    key: str = "",
) -> Entry:
    """`seats`: what each is handed; below 0 what is collected from it. Two people sign.

    The same key again gives the same correction again.
    """
    thing = f"round:{round}"
    with whole(ACT, by=by, second=second, now=now, thing=thing):
        rows = Round.objects.select_for_update(no_key=True, of=("self",))
        row = rows.select_related("table__pit").filter(pk=round).first()
        if row is None:
            raise Refused(f"There is no round {round}")
        require(by, ACT, now=now, pit=row.table.pit)
        refuse_other_pit(ACT, second, row.table.pit)
        if key and (again := _corrected_before(row, by, key)):
            return again
        _refuse_correction(row, reason, seats)
        return record(
            ACT,
            by=by,
            second=second,
            now=now,
            thing=thing,
            table=row.table.number,
            pit=row.table.pit,
            reason=reason.strip(),
            seats={str(seat): cents for seat, cents in sorted(seats.items()) if cents},
            house=-sum(seats.values()),
            key=key,
        )


def _corrected_before(row: Round, by: Duty, key: str) -> Entry | None:
    mine = Entry.objects.filter(thing=row.thing, act=ACT, person=by.person_id, refused=False)
    return mine.filter(payload__key=key).first()


def _refuse_correction(row: Round, reason: str, seats: Mapping[int, int]) -> None:
    if row.is_open:
        raise Refused("The round is not over", RECORDS, remedy="Take the last action back instead")
    if not reason.strip() or len(reason) > LONGEST:
        raise Refused("Say why, in a few words", RECORDS)
    if strangers := set(seats) - set(row.setup["seats"]):
        raise Refused(f"Nobody played at seat {min(strangers)}", RECORDS)
    if not any(seats.values()) or any(abs(cents) > MOST_CENTS for cents in seats.values()):
        raise Refused("Say what which seat is handed, or what is collected from it", RECORDS)
