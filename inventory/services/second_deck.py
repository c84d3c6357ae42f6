"""Decks of one table beside each other: asked when one more is delivered to it."""

from inventory.models import Deck
from inventory.rules import law
from inventory.rules.equipment import shuffler_works
from inventory.rules.pair import TableDeck, refuse_decks
from inventory.selectors.devices import dealt_at, fitted
from inventory.services.watch import ruled_at


def refuse_second_deck(table: str, coming: list[Deck]) -> None:
    """Two decks only where a shuffler works and their backs differ; of the kind the game plays.

    Cited is the game's own clause; of a table whose game nobody knows, 13:69E-1.19(c).
    """
    decks = [TableDeck(d.code, d.kind, d.back, d.stage) for d in (*dealt_at(table), *coming)]
    known = ruled_at(table)
    refuse_decks(
        decks,
        known.kind if known else coming[0].kind,
        shuffler=shuffler_works(fitted(table)),
        refuse=known.refuse if known else law.refuse,
    )
