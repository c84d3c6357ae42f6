"""Tables as machines are told of them: numbers, codes and badges instead of our row numbers."""

from typing import Any

from tables.rules.table import DeckAt, Need
from tables.selectors.machines import Standing

Json = dict[str, Any]


def table_json(one: Standing) -> Json:
    """`length` is what `seen` of the next deed should say; `needs` is what must be mended first."""
    table, around, fold = one.table, one.around, one.work.fold
    return {
        "number": table.number,
        "game": table.game,
        "pit": table.pit.code,
        "phase": table.phase,
        "since": table.since,
        "length": table.length,
        "dealing": fold.method or table.method,
        "positions": table.positions,
        "seats": list(around.seated),
        "in_round": list(around.in_round),
        "round": table.shown.get("round_id") if around.in_round else None,
        "dealer": around.dealer or None,
        "floorperson": around.floorperson or None,
        "cards": _cards(one),
        "decks": [_deck(one, deck) for deck in fold.decks],
        "removed": list(around.removed),
        "carried_cents": table.carried_cents,
        "rules": dict(one.rules),
        "legal": list(one.work.legal),
        "needs": [_need(need) for need in one.lacks],
    }


def _cards(one: Standing) -> Json:
    """What is played with, and how many players look at it before it is washed."""
    demands = one.game.demands
    return {"kind": demands.deck, "count": demands.deck_size, "seen_by": demands.sees}


def _deck(one: Standing, deck: DeckAt) -> Json:
    clock = one.clocks.get(deck.code)
    return {
        "code": deck.code,
        "back": deck.back,
        "stage": one.around.stage(deck.code),
        "due": clock.due if clock else None,
        "state": clock.state if clock else None,
        "is_spread": deck.is_spread,
        "is_washed": deck.is_washed,
        "is_shuffled": deck.is_shuffled,
        "is_prepared": deck.is_prepared,
    }


def _need(need: Need) -> Json:
    """`name` is for programs: a need of one deck is followed by its code, `spread:D00000018`."""
    why = need.refusal
    assert why, "only what is not done is told"
    return {
        "name": need.name,
        "words": need.words,
        "who": list(need.who),
        "message": why.error,
        "clause": str(why.clause or ""),
        "reading": str(why.reading or ""),
        "remedy": why.remedy,
    }
