"""What rounds do to their table: who takes part, what the board shows, what the pot holds."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from casino.models import Duty
from tables.models import Table
from tables.rules.table import Deed
from tables.services.deeds import effect_of


def begin_round(table: Table, *, seats: Sequence[int], shown: dict[str, Any]) -> None:
    """The table is locked by whoever calls."""
    table.in_round, table.shown = list(seats), {**table.shown, **shown}
    table.save(update_fields=["in_round", "shown"])


def end_round(table: Table, *, carried_cents: int, shown: dict[str, Any]) -> None:
    table.in_round, table.shown = [], {**table.shown, **shown}
    table.carried_cents = carried_cents
    table.save(update_fields=["in_round", "shown", "carried_cents"])


@effect_of("begin")
def forget_rounds(table: Table, deed: Deed, by: Duty, now: datetime) -> None:
    """Play commences anew: the button lies before the first player, and no stub is counted yet."""
    table.shown = {}
    table.save(update_fields=["shown"])
