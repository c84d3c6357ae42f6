"""A whole pit at once: what can be done is done, and each table that waits says for what."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime

from casino.lib.law import Outdated, Refused
from casino.models import Duty
from tables.models import Table
from tables.rules.table import Phase
from tables.selectors.floor import tables_of_floor
from tables.services.deeds import Order, carry_out


@dataclass(slots=True)
class Totals:
    """`waits`: table → the first thing it lacks."""

    done: Counter[str] = field(default_factory=Counter)
    waits: dict[str, Refused] = field(default_factory=dict)
    left_alone: int = 0

    @property
    def words(self) -> str:
        """One line for the top of the page."""
        parts = [f"{count} {self.NAMES[do]}" for do, count in self.done.items()]
        parts += [f"{len(self.waits)} wait"] if self.waits else []
        parts += [f"{self.left_alone} left as they were"] if self.left_alone else []
        return " · ".join(parts) or "No table to do anything with"

    NAMES = {
        "begin": "began to open",
        "open": "opened",
        "begin_close": "began to close",
        "close": "closed",
        "pause": "paused",
    }


def open_pit(*, pit: str, by: Duty, now: datetime) -> Totals:
    """Closed tables begin, in their usual way of dealing; those that lack nothing open."""

    def order(table: Table) -> Order | None:
        if table.phase == Phase.CLOSED:
            return Order("begin", table.number, {"method": table.method}, seen=table.length)
        opening = table.phase == Phase.OPENING
        return Order("open", table.number, seen=table.length) if opening else None

    return _each(pit, order, by, now)


def close_pit(*, pit: str, reason: str, by: Duty, now: datetime) -> Totals:
    """Tables at work begin to close; those that are emptied close."""

    def order(table: Table) -> Order | None:
        if table.phase == Phase.CLOSED:
            return None
        if table.phase == Phase.CLOSING:
            return Order("close", table.number, seen=table.length)
        return Order("begin_close", table.number, {"reason": reason}, seen=table.length)

    return _each(pit, order, by, now)


def pause_pit(*, pit: str, reason: str, note: str = "", by: Duty, now: datetime) -> Totals:
    """An emergency: every table at work stops where it is."""

    def order(table: Table) -> Order | None:
        if table.phase not in (Phase.OPENING, Phase.OPEN, Phase.IDLE):
            return None
        return Order("pause", table.number, {"reason": reason, "note": note})

    return _each(pit, order, by, now)


def _each(pit: str, order_for: Callable[[Table], Order | None], by: Duty, now: datetime) -> Totals:
    """Each table in a transaction of its own: one that is refused holds up no other."""
    totals = Totals()
    for table in tables_of_floor().filter(pit__code=pit):
        order = order_for(table)
        if order is None:
            totals.left_alone += 1
            continue
        try:
            carry_out(order, by=by, now=now)
            totals.done[order.do] += 1
        except (Refused, Outdated) as refusal:
            totals.waits[table.number] = refusal
    return totals
