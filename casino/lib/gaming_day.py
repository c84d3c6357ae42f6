"""Which gaming day a moment belongs to: the house's own 24 hours, rarely midnight to midnight."""

from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo


def gaming_day(at: datetime, *, starts: time, zone: ZoneInfo) -> date:
    """The day that began at the last `starts` o'clock on the house's wall clock."""
    local = at.astimezone(zone)
    return local.date() if local.time() >= starts else local.date() - timedelta(days=1)


def end_of(day: date, *, starts: time, zone: ZoneInfo) -> datetime:
    """When the gaming day is over: at the same o'clock of the next day, however long the night."""
    return datetime.combine(day + timedelta(days=1), starts, zone)
