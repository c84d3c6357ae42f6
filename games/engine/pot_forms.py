"""Reading the actions of a round for a pot."""

from collections.abc import Mapping
from typing import Any

from games.engine import betting, discarding, pot_round, procedure
from games.engine.action import (
    Malformed,
    Raw,
    cards_of,
    flag_in,
    number_in,
    seat_in,
    seat_named,
    word_in,
)
from games.engine.fold import Verb
from games.engine.pot_round import followed
from games.engine.pot_state import HAND, PotGame


def _read_wager(raw: Raw, game: PotGame) -> tuple[int, str, int]:
    if "coupon" in raw:
        raise Malformed("No coupon is taken in this game")
    on = word_in(raw, "on", ("ante", game.special_pot))
    return seat_in(raw), on, number_in(raw, "amount")


def _read_deal(raw: Raw, game: PotGame) -> tuple[Any, ...]:
    hands = raw.get("hands")
    if type(hands) is not dict:
        raise Malformed("Hands are told by seat")
    if "board" in raw or "dealer" in raw:
        raise game.law.refuse("deal", "Only the seats get cards in this game")
    return (
        {
            seat_named(seat): cards_of(cards, game.deck, count=HAND, hidden=True)
            for seat, cards in hands.items()
        },
    )


def _read_settle(raw: Raw, game: PotGame) -> tuple[dict[str, int]]:
    counted = raw.get("counted", {})
    if type(counted) is not dict or counted.keys() - {"main", game.special_pot}:
        raise Malformed(f"What is counted is main and {game.special_pot}")
    return ({name: number_in(counted, name) for name in counted},)


def _read_discard(raw: Raw, game: PotGame) -> tuple[int, tuple[str, ...]]:
    cards = cards_of(raw.get("cards"), game.deck)
    if not 0 < len(cards) <= HAND:
        raise Malformed("A discard is one to eight cards")
    return seat_in(raw), cards


def _read_seat(raw: Raw, game: PotGame) -> tuple[int]:
    return (seat_in(raw),)


def _read_nothing(raw: Raw, game: PotGame) -> tuple[()]:
    return ()


VERBS: Mapping[str, Verb] = {
    "shuffle": Verb(
        lambda raw, game: (word_in(raw, "method", procedure.METHODS),), pot_round.shuffle
    ),
    "cut": Verb(
        lambda raw, game: (word_in(raw, "by", ("dealer", "player")), number_in(raw, "cards")),
        pot_round.cut,
    ),
    "wager": Verb(_read_wager, pot_round.wager),
    "collect_antes": Verb(_read_nothing, pot_round.collect_antes),
    "deal": Verb(_read_deal, pot_round.deal),
    "count_stub": Verb(
        lambda raw, game: (number_in(raw, "cards"), flag_in(raw, "misdealt")),
        pot_round.count_stub,
    ),
    "check": Verb(_read_seat, followed(betting.check)),
    "bet": Verb(lambda raw, game: (seat_in(raw), number_in(raw, "amount")), followed(betting.bet)),
    "call": Verb(_read_seat, followed(betting.call)),
    "raise": Verb(
        lambda raw, game: (seat_in(raw), number_in(raw, "by")), followed(betting.raise_by)
    ),
    "all_in": Verb(
        lambda raw, game: (seat_in(raw), number_in(raw, "amount")), followed(betting.all_in)
    ),
    "fold": Verb(_read_seat, followed(betting.fold)),
    "discard": Verb(_read_discard, followed(discarding.discard)),
    "pass": Verb(_read_seat, followed(discarding.pass_turn)),
    "forfeit": Verb(_read_seat, followed(pot_round.forfeit)),
    "settle": Verb(_read_settle, pot_round.settle),
    "irregularity": Verb(
        lambda raw, game: (word_in(raw, "kind", tuple(pot_round.IRREGULARITIES)),),
        pot_round.irregularity,
    ),
}
