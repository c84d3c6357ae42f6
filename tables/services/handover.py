"""A pit is handed over: the sheet as both people read it, kept for good."""

from datetime import datetime

from casino.lib.law import Outdated, Refused
from casino.models import Duty, Pit
from casino.services.acts import whole
from casino.services.log import record
from tables.models import Handover
from tables.selectors.handover import began_at, last_handover, sheet_of

LONGEST = 4000


def hand_over(
    *, pit: Pit, notes: str, by: Duty, second: Duty, now: datetime, seen: int | None = None
) -> Handover:
    """`by` goes, `second` comes. `seen`: the last sheet that whoever asks saw, 0 for none."""
    with whole("hand_over_pit", by=by, second=second, now=now, thing=f"pit:{pit.code}", pit=pit):
        Pit.objects.select_for_update(no_key=True).get(pk=pit.pk)
        if second.pit_id not in (None, pit.pk):
            raise Refused(f"{second.person} is on duty in another pit", remedy="Take a duty here")
        if len(notes) > LONGEST:
            raise Refused(f"Notes have at most {LONGEST} characters", remedy="Make them shorter")
        last = last_handover(pit)
        if seen is not None and seen != (last.pk if last else 0):
            raise Outdated(f"{pit} was handed over meanwhile", remedy="Look at that sheet")
        began = began_at(by, last, now)
        sheet = sheet_of(pit, began, now)
        counts = {section["name"]: len(section["lines"]) for section in sheet}
        entry = record(
            "hand_over_pit",
            by=by,
            second=second,
            now=now,
            thing=f"pit:{pit.code}",
            pit=pit,
            since=began.isoformat(),
            lines=counts,
            notes=notes.strip(),
        )
        return Handover.objects.create(
            pit=pit,
            shift=by.shift,
            began_at=began,
            at=now,
            sheet=sheet,
            notes=notes.strip(),
            entry=entry,
        )
