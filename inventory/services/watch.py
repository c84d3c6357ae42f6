"""Who follows decks to their tables. A table is only a name here; whoever knows tables watches.

Everything about one table waits in one line: first the watchers' own rows, then the name itself,
then decks, then devices. So a table never opens while its deck is being removed.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any, NamedTuple, Protocol

from django.db import connection

from casino.lib.law import Refuse
from casino.models import Entry
from inventory.models import Deck


class Ruled(NamedTuple):
    """What the game of a table asks of its decks, and how it cites its own clauses."""

    kind: str
    refuse: Refuse


class Crossing(NamedTuple):
    """A deck that came to a table or left it; the name of no table is empty."""

    deck: Deck
    was_at: str
    is_at: str


class Watch(Protocol):
    def lock(self, tables: set[str]) -> None:
        """Its own rows of these tables, ahead of decks and devices."""

    def ruled(self, table: str) -> Ruled | None:
        """None where it knows no such table."""

    def before(self, order: Any, decks: Sequence[Deck], now: datetime) -> None:
        """All is locked: refuse what the tables do not take."""

    def after(self, order: Any, moved: Sequence[Crossing], entry: Entry) -> None:
        """All is written: write what follows, in the same transaction."""


# Filled once, when the apps load.
WATCHES: list[Watch] = []


def lock_tables(tables: Iterable[str]) -> None:
    """Until the transaction ends nobody else brings a deck or a device to these tables, or takes
    one away."""
    names = {table for table in tables if table}
    for watch in WATCHES if names else ():
        watch.lock(names)
    with connection.cursor() as cursor:
        for name in sorted(names):
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 69))", [name])


def ruled_at(table: str) -> Ruled | None:
    return next(filter(None, (watch.ruled(table) for watch in WATCHES)), None)
