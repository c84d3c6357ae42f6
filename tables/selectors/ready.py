"""May a round be dealt at this table now, and with which deck? Asked by whoever opens rounds."""

from datetime import datetime
from typing import NamedTuple

from casino.lib.law import Refused
from tables.catalogue import game_of
from tables.models import Table
from tables.rules.readiness import deck_for_round
from tables.selectors.around import around_of


class Ready(NamedTuple):
    """The deck of the next round, or why there is none."""

    deck: str = ""
    refusal: Refused | None = None

    def __bool__(self) -> bool:
        return self.refusal is None


def ready_for_round(table: Table, now: datetime, *, in_shuffler: str | None = None) -> Ready:
    """Which of two decks is next; that everything of the opening still holds; that no deck is
    overdue, and the device is fine. `table.shown["last_deck"]` names the deck of the round before:
    rounds write it. `in_shuffler` is what the device reports, if it does."""
    around, refuse = around_of(table, now), game_of(table.game).refuse
    try:
        return Ready(deck_for_round(table.fold, around, refuse, in_shuffler=in_shuffler))
    except Refused as refusal:
        return Ready(refusal=refusal)
