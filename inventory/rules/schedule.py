"""Two clocks of a deck: when it must leave its table, and when it must be destroyed.

Hours are settings with dates, so they are passed in. Nothing here is stored: a clock is read from
the moment it runs from.
"""

from datetime import UTC, datetime, timedelta
from typing import Literal, NamedTuple

from casino.lib.law import Refuse, honours
from inventory.rules import law
from inventory.rules.deck import Custody

Clock = Literal["ok", "soon", "overdue"]
BY_HAND = "hand"


class Periods(NamedTuple):
    any_deck: timedelta  # the longest any deck is used
    by_hand: timedelta  # … when dealt from the hand
    from_shoe: timedelta  # … when dealt from a shoe, manual or automated
    warning: timedelta  # how long before a change the board warns
    destroy_warning: timedelta  # after collection
    destroy_limit: timedelta  # after collection
    after_release: timedelta  # after the end of a hold, instead


@honours("change_schedule", "change_by_hand")
def change_due(opened_at: datetime, method: str, periods: Periods) -> datetime:
    """Counted from when the deck was opened and placed; each of two decks has its own clock.

    The way it is dealt now decides, so a change of method is felt at once.
    """
    longest = periods.by_hand if method == BY_HAND else periods.from_shoe
    return _later(opened_at, min(longest, periods.any_deck))


def _later(at: datetime, period: timedelta) -> datetime:
    """Hours that pass: a wall clock skips or repeats one when summer time begins or ends."""
    return at.astimezone(UTC) + period


def clock(due: datetime, now: datetime, warning: timedelta) -> Clock:
    if now >= due:
        return "overdue"
    return "soon" if now >= due - warning else "ok"


@honours("change_schedule", "change_by_hand")
def refuse_overdue(
    opened_at: datetime,
    method: str,
    periods: Periods,
    now: datetime,
    refuse: Refuse = law.refuse,
) -> None:
    """Before a round: no round begins with a deck whose time is over."""
    due = change_due(opened_at, method, periods)
    if clock(due, now, periods.warning) != "overdue":
        return
    used = due - opened_at.astimezone(UTC)
    shorter = method == BY_HAND and used < periods.any_deck
    raise refuse(
        "change_by_hand" if shorter else "change_schedule",
        f"This deck has been used for {_hours(used)} hours, the longest allowed",
        reading=law.A6,
        remedy="Remove it and bring another deck",
    )


def _hours(period: timedelta) -> str:
    minutes = int(period.total_seconds()) // 60
    return f"{minutes // 60}" if minutes % 60 == 0 else f"{minutes // 60}:{minutes % 60:02}"


def destroy_due(custody: Custody, periods: Periods) -> datetime | None:
    """None while nothing runs: not yet collected, held, or gone."""
    if custody.clock_from is None or custody.held:
        return None
    limit = periods.after_release if custody.is_released else periods.destroy_limit
    return _later(custody.clock_from, limit)


def destroy_clock(custody: Custody, now: datetime, periods: Periods) -> Clock | None:
    """Warns as long before the limit as after a collection; past it, the limit is broken."""
    due = destroy_due(custody, periods)
    ahead = max(periods.destroy_limit - periods.destroy_warning, timedelta())
    return None if due is None else clock(due, now, ahead)
