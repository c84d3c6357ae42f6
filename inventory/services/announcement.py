"""Surveillance is told before cards are destroyed, so that a camera watches."""

from datetime import datetime

from casino.lib.law import Refused
from casino.models import Duty, Entry
from casino.services.acts import whole
from casino.services.log import record
from inventory.rules.law import DESTRUCTION
from inventory.selectors import destruction as read


def announce(*, place: str, by: Duty, now: datetime) -> Entry:
    with whole("announce_destruction", by=by, now=now):
        waiting = read.to_destroy().count()
        if not waiting:
            raise Refused("No deck waits for its destruction", DESTRUCTION)
        return record(
            "announce_destruction",
            by=by,
            now=now,
            clause=DESTRUCTION,
            place=place,
            waiting=waiting,
        )


def refuse_unannounced(now: datetime) -> None:
    """Whichever door asks: the page of destructions, the deck in hand, or a machine."""
    if read.last_notice(now) is None:
        raise Refused(
            "Surveillance was not told",
            DESTRUCTION,
            remedy="Tell surveillance first, on the page of destructions",
        )
