"""May a round be dealt at this table now, and with which deck? Asked by whoever opens rounds."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from casino.lib.law import Refused
from inventory.models import Deck
from tables.catalogue import game_of
from tables.models import Assignment, RuleSet, Table
from tables.rules.readiness import deck_for_round
from tables.rules.table import Around
from tables.selectors.around import read_around


class Ready(NamedTuple):
    """The deck of the next round, or why there is none; and the records that say so."""

    around: Around
    rules: RuleSet | None
    staff: Mapping[str, Assignment]
    decks: Mapping[str, Deck]
    deck: str = ""
    refusal: Refused | None = None

    def __bool__(self) -> bool:
        return self.refusal is None


def ready_for_round(table: Table, now: datetime, *, in_shuffler: str | None = None) -> Ready:
    """Which of two decks is next; that everything of the opening still holds; that no deck is
    overdue, and the device is fine. `table.shown["last_deck"]` names the deck of the round before:
    rounds write it. `in_shuffler` is what the device reports, if it does."""
    around, records = read_around(table, now)
    decks = {clock.deck.code: clock.deck for clock in records.decks[table.number]}
    read = Ready(around, records.rules.get(table.pk), records.staff[table.pk], decks)
    refuse = game_of(table.game).refuse
    try:
        deck = deck_for_round(table.fold, around, refuse, in_shuffler=in_shuffler)
    except Refused as refusal:
        return read._replace(refusal=refusal)
    return read._replace(deck=deck)
