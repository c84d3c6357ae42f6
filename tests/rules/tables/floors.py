"""A table and what is around it, in order unless a test says otherwise; nothing but rules."""

from datetime import UTC, datetime, timedelta

from casino.lib.law import Refused
from games.catalogue import GAMES
from inventory.rules.equipment import Fixture, State, What
from inventory.rules.pair import TableDeck
from tables.rules.opening import check, fold, step
from tables.rules.table import Around, Deed, Table

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
MORNING = NOON - timedelta(hours=6)
SHOES = {"manual_shoe": What.MANUAL_SHOE, "automated_shoe": What.AUTOMATED_SHOE}
RED, BLUE = "D00000018", "D00000026"
FACTS = {
    "begin": {"method": "manual_shoe"},
    "see_accessories": {"accessories": ["cover card", "cutting card"]},
    "count_opener": {"cents": 2_400_000},
    "bring_deck": {"deck": RED, "back": "red"},
    "spread": {"deck": RED, "seen_by": [1, 2]},
    "wash": {"deck": RED},
    "shuffle": {"deck": RED},
    "cover_pot": {"cents": 500},
    "uncover_pot": {"cents": 500, "seal": "S-1"},
    "miss_pot": {"cents": 400},
    "pause": {"reason": "dispute"},
    "continue": {"note": "Settled"},
    "change_method": {"method": "automated_shoe"},
    "take_deck": {"deck": RED},
    "begin_close": {"reason": "order"},
    "keep_pot": {"cents": 500, "seal": "S-1"},
    "count_closer": {"cents": 2_400_000},
}
OPENING = ("begin", "see_accessories", "count_opener", "bring_deck", "spread", "wash", "shuffle")


def deed(do, minutes=0, **facts):
    """By the dealer, with the floorperson."""
    at = NOON + timedelta(minutes=minutes)
    given = {**FACTS.get(do, {}), **facts}
    return Deed(do, at, "D-1", "dealer", "F-1", "floorperson", given)


def at(*dos, **facts):
    return fold(deed(do, minutes, **facts.get(do, {})) for minutes, do in enumerate(dos))


def opened(*more):
    return at(*OPENING, "open", *more)


def fixture(what, side="", **changes):
    known = {"stage": State.FIXED, "table": "HU-01", "side": side, "inspected_at": NOON}
    return Fixture(what=what, **{**known, **changes})


BOXES = (fixture(What.DROP_BOX, "left"), fixture(What.TIP_BOX, "right"))


def devices(method, *more):
    found = (fixture(SHOES[method]),) if method in SHOES else (fixture(What.SHUFFLER),)
    return (*BOXES, *found, *more)


def deck(game, code=RED, back="red", stage="verified"):
    return TableDeck(code, GAMES[game].table.deck, back, stage)


def around(game="heads_up_holdem", method="manual_shoe", **changes):
    """Everything in order."""
    known = {
        "fitted": devices(method),
        "day_began": MORNING,
        "dealer": "D-1",
        "floorperson": "F-1",
        "seated": (1, 2),
        "decks": (deck(game),),
    }
    return Around(GAMES[game].table, **{**known, **changes})


def refuse_of(game="heads_up_holdem"):
    return GAMES[game].law.refuse


def refused(table: Table, do, surroundings=None, game="heads_up_holdem", **facts) -> Refused | None:
    """Why this may not be done, or None."""
    asked = deed(do, 90, **facts)
    try:
        check(table, asked, surroundings or around(game), refuse_of(game))
        step(table, asked)
    except Refused as refusal:
        return refusal
    return None
