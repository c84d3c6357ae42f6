"""Decks come to a table and leave it: the table's own history follows the deck's, in one act."""

from collections.abc import Sequence
from datetime import datetime

from casino.lib.law import Refused
from casino.models import Duty, Entry
from inventory.models import Deck
from inventory.rules.deck import ON_TABLE, in_words
from inventory.rules.law import ISSUE
from inventory.services import custody
from inventory.services.watch import Crossing, Ruled
from tables.catalogue import game_of
from tables.models import Table
from tables.rules import opening
from tables.rules.readiness import needs_of_deck
from tables.rules.table import Deed, Phase, refuse_first
from tables.selectors.around import around_of
from tables.selectors.floor import find_table, has_tables, locked_tables
from tables.services import deeds


class TablesFollowDecks:
    """Registered with the card room: whichever door moves a deck, its table knows at once."""

    def lock(self, tables: set[str]) -> None:
        locked_tables(tables)

    def ruled(self, table: str) -> Ruled | None:
        found = find_table(table)
        game = game_of(found.game) if found else None
        return Ruled(game.demands.deck, game.refuse) if game else None

    def before(self, order: custody.Order, decks: Sequence[Deck], now: datetime) -> None:
        if order.do == "deliver":
            _refuse_delivery(find_table(order.to), order, decks)
        for deck in decks if order.do in ("play", "deal_from") else ():
            if table := find_table(deck.table):
                _BEFORE[order.do](table, deck, order, now)

    def after(self, order: custody.Order, moved: Sequence[Crossing], entry: Entry) -> None:
        for deck, was_at, is_at in moved:
            if was_at:
                _follow("take_deck", was_at, {"deck": deck.code}, entry)
            if is_at:
                facts = {"deck": deck.code, "back": deck.back, "is_prepared": bool(deck.sealed)}
                _follow("bring_deck", is_at, facts, entry)


def _refuse_delivery(table: Table | None, order: custody.Order, decks: Sequence[Deck]) -> None:
    """A house that has set up no table yet runs its card room by names alone."""
    if table is None and not has_tables():
        return
    if table is None or table.retired_at:
        raise Refused(f"There is no table {order.to[:20]}", remedy="Choose a table of the floor")
    if table.phase in (Phase.CLOSED, Phase.CLOSING):
        raise Refused(
            f"{table} is {table.phase}: it takes no decks",
            opening.SUPERVISION,
            remedy="Begin to open it first",
        )
    for deck in decks:
        if deck.pit_id != table.pit_id:
            raise Refused(
                f"{deck} lies in {deck.pit}, {table} stands in {table.pit}",
                ISSUE,
                remedy="Carry the deck to the stand of that pit first",
            )
    _refuse_method(table, str(order.facts.get("method", "")))


def _refuse_method(table: Table, method: str) -> None:
    if method != table.fold.method:
        how = in_words(table.fold.method)
        raise game_of(table.game).refuse(
            "device_off_first",
            f"At {table} cards are dealt {'from the hand' if how == 'hand' else f'from the {how}'}",
            remedy="Deal this deck in the same way, or change it for the whole table",
        )


def _refuse_other_way(table: Table, deck: Deck, order: custody.Order, now: datetime) -> None:
    _refuse_method(table, str(order.facts.get("method", "")))


def _refuse_unready(table: Table, deck: Deck, order: custody.Order, now: datetime) -> None:
    """No deck is played with that was not shown, washed and shuffled, whoever asks for it."""
    at_table = table.fold.deck(deck.code)
    if at_table:
        around, refuse = around_of(table, now), game_of(table.game).refuse
        refuse_first(needs_of_deck(at_table, around, refuse))


_BEFORE = {"play": _refuse_unready, "deal_from": _refuse_other_way}


def _follow(do: str, number: str, facts: dict[str, object], entry: Entry) -> None:
    table = find_table(number)
    if table is None or (do == "take_deck" and not table.fold.deck(str(facts["deck"]))):
        return  # from before this table was set up
    after = opening.step(table.fold, Deed(do, entry.at, facts=facts))
    deeds.write(table, do, after, entry)


@deeds.effect_of("open", "resume", "continue", "shuffle")
def play_ready_decks(table: Table, deed: Deed, by: Duty, now: datetime) -> None:
    """Decks that are ready are put in play, once the table is open; one in play stays so."""
    if table.phase != Phase.OPEN:
        return
    codes = Deck.objects.filter(table=table.number, stage="verified").order_by("code")
    around, refuse = around_of(table, now), game_of(table.game).refuse
    ready = [
        code
        for code in codes.values_list("code", flat=True)
        if (deck := table.fold.deck(code))
        and all(need.is_done for need in needs_of_deck(deck, around, refuse))
    ]
    if ready:
        custody.move_within(custody.Order("play", ready), by=by, now=now)


@deeds.effect_of("change_method")
def deal_decks_otherwise(table: Table, deed: Deed, by: Duty, now: datetime) -> None:
    """The decks' clocks follow the way they are dealt, at once."""
    there = Deck.objects.filter(table=table.number, stage__in=ON_TABLE)
    if codes := list(there.order_by("code").values_list("code", flat=True)):
        facts = {"method": deed.facts["method"]}
        custody.move_within(custody.Order("deal_from", codes, facts=facts), by=by, now=now)
