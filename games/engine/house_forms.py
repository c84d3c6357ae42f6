"""Reading the actions of a round against the house."""

from collections.abc import Mapping
from typing import Any

from games.engine import house_round, procedure
from games.engine.action import (
    Malformed,
    Raw,
    cards_in,
    cards_of,
    flag_in,
    number_in,
    seat_in,
    seat_named,
    word_in,
)
from games.engine.fold import Verb
from games.engine.house_state import HouseGame


def _read_wager(raw: Raw, game: HouseGame) -> tuple[int, str, int, int]:
    on = word_in(raw, "on", game.wagers)
    coupon = number_in(raw, "coupon") if "coupon" in raw else 0
    if "coupon" in raw and on != "ante":
        raise Malformed("A coupon goes with the ante")
    return seat_in(raw), on, number_in(raw, "amount"), coupon


def _read_deal(raw: Raw, game: HouseGame) -> tuple[Any, ...]:
    hands = raw.get("hands")
    if type(hands) is not dict:
        raise Malformed("Hands are told by seat")
    read = {
        seat_named(seat): cards_of(cards, game.deck, count=game.hand_size, hidden=True)
        for seat, cards in hands.items()
    }
    dealer = cards_of(raw.get("dealer"), game.deck, count=game.hand_size, hidden=True)
    board = cards_of(raw["board"], game.deck, hidden=True) if "board" in raw else ()
    if len(board) not in game.board_dealt or ("board" in raw and not board):
        raise Malformed("The board has another number of cards")
    return read, dealer, board


def _read_reveal(raw: Raw, game: HouseGame) -> tuple[Any, ...]:
    what = word_in(raw, "what", tuple(game.reveals))
    cards = cards_in(raw, "cards", game.deck, count=game.reveals[what][0])
    return what, seat_in(raw) if what == "seat" else 0, cards


def _read_nothing(raw: Raw, game: HouseGame) -> tuple[()]:
    return ()


def read_seat(raw: Raw, game: HouseGame) -> tuple[int]:
    return (seat_in(raw),)


VERBS: Mapping[str, Verb] = {
    "shuffle": Verb(
        lambda raw, game: (word_in(raw, "method", procedure.METHODS),), house_round.shuffle
    ),
    "cut": Verb(
        lambda raw, game: (word_in(raw, "by", ("dealer", "player")), number_in(raw, "cards")),
        house_round.cut,
    ),
    "wager": Verb(_read_wager, house_round.wager),
    "no_more_bets": Verb(_read_nothing, house_round.no_more_bets),
    "deal": Verb(_read_deal, house_round.deal),
    "count_stub": Verb(
        lambda raw, game: (number_in(raw, "cards"), flag_in(raw, "misdealt")),
        house_round.count_stub,
    ),
    "reveal": Verb(_read_reveal, house_round.reveal),
    "settle": Verb(_read_nothing, house_round.settle),
    "irregularity": Verb(
        lambda raw, game: (word_in(raw, "kind", tuple(game.irregularities)),),
        house_round.irregularity,
    ),
}
