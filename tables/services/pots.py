"""What a difference in a carried pot does to its table: it waits until people have settled it."""

from typing import Any

from casino.models import Entry
from tables.models import Table
from tables.rules import opening
from tables.rules.table import Deed
from tables.services.deeds import write


def miss_pot(table: Table, *, entry: Entry) -> None:
    """Another count was reported. The table is locked by whoever calls."""
    _follow(table, "miss_pot", entry)


def settle_pot(table: Table, *, carried_cents: int, entry: Entry) -> None:
    """From now on the account is what was counted."""
    table.carried_cents = carried_cents
    table.save(update_fields=["carried_cents"])
    _follow(table, "settle_pot", entry)


def _follow(table: Table, do: str, entry: Entry) -> None:
    facts: dict[str, Any] = entry.payload["facts"]
    after = opening.step(table.fold, Deed(do, entry.at, facts=facts))
    write(table, do, after, entry)
