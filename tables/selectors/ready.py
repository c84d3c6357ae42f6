"""May a round be dealt at this table now, and with which deck? Asked by whoever opens rounds."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from casino.lib.law import Refused
from inventory.selectors.at_tables import DeckThere
from tables.catalogue import game_of
from tables.models import Table
from tables.rules.readiness import deck_for_round
from tables.rules.table import Around
from tables.selectors.around import AtWork, InForce, read_around


class Ready(NamedTuple):
    """The deck of the next round, or why there is none; and the records that say so."""

    around: Around
    rules: InForce | None
    staff: Mapping[str, AtWork]
    decks: Mapping[str, DeckThere]
    deck: str = ""
    refusal: Refused | None = None

    def __bool__(self) -> bool:
        return self.refusal is None


def ready_for_round(table: Table, now: datetime, *, in_shuffler: str | None = None) -> Ready:
    """Which of two decks is next; that everything of the opening still holds; that no deck is
    overdue, and the device is fine. `table.shown["last_deck"]` names the deck of the round before:
    rounds write it. `in_shuffler` is what the device reports, if it does."""
    around, records = read_around(table, now)
    decks = {deck.code: deck for deck in records.there.decks}
    read = Ready(around, records.rules, records.staff, decks)
    refuse = game_of(table.game).refuse
    try:
        deck = deck_for_round(table.fold, around, refuse, in_shuffler=in_shuffler)
    except Refused as refusal:
        return read._replace(refusal=refusal)
    return read._replace(deck=deck)
