"""Comparing hands, and what each wager comes to."""

from games.engine import poker
from games.engine.house_state import LOSE, PUSH, House, Payment
from games.engine.law import honours
from games.engine.paytable import PayTable, to_one, winnings

ODDS: PayTable = {
    **to_one(royal_flush=500, straight_flush=50, four_of_a_kind=10, full_house=3, straight=1),
    "flush": (3, 2),
}
BAD_BEAT = to_one(straight_flush=500, four_of_a_kind=25, full_house=6, flush=5, straight=4)
_TOP = {"royal_flush": 100, "straight_flush": 40, "four_of_a_kind": 30, "three_of_a_kind": 3}


def _trips_plus(full_house: int, flush: int, straight: int) -> PayTable:
    return to_one(**_TOP, full_house=full_house, flush=flush, straight=straight)


def _pocket(aces: int, pair: int) -> PayTable:
    return to_one(aces=aces, ace_face_suited=20, ace_face=10, pair=pair)


TABLES = {
    "odds": {1: ODDS},
    "bad_beat": {1: BAD_BEAT},
    "trips_plus": {
        1: _trips_plus(9, 7, 4),
        2: _trips_plus(8, 6, 5),
        3: _trips_plus(8, 7, 4),
        4: _trips_plus(7, 6, 5),
    },
    "pocket_bonus": {1: _pocket(30, 5), 2: _pocket(25, 5), 3: _pocket(30, 4)},
}
# Rows whose names do not speak for themselves.
ROWS = {
    "aces": "Pair of aces",
    "ace_face_suited": "Ace with king, queen or jack, one suit",
    "ace_face": "Ace with king, queen or jack",
    "pair": "Any other pair",
}


@honours("settle")
def pay(state: House) -> tuple[dict[int, dict[str, Payment]], dict[str, str]]:
    dealer = poker.best(state.dealer + state.board)
    paid, hands = {}, {"dealer": poker.name(dealer)}
    for seat, placed in state.wagers.items():
        tables, hole = state.setup.rules.tables, state.hands[seat]
        if seat in state.folded:
            paid[seat] = {"ante": LOSE, "odds": LOSE}
        else:
            own = poker.best(hole + state.board)
            hands[str(seat)] = poker.name(own)
            paid[seat] = _main(state, seat, own, dealer)
        if "trips_plus" in placed:
            row = poker.name(poker.best(hole + state.board))
            paid[seat]["trips_plus"] = _bonus(placed["trips_plus"], tables["trips_plus"], row)
        if "pocket_bonus" in placed:
            table = tables["pocket_bonus"]
            paid[seat]["pocket_bonus"] = _bonus(placed["pocket_bonus"], table, pocket(hole))
    return paid, hands


@honours("compare", "qualify", "raise_pays", "odds_pay", "bad_beat_pays")
def _main(state: House, seat: int, own: poker.Rank, dealer: poker.Rank) -> dict[str, Payment]:
    ante, raised, tables = state.wagers[seat]["ante"], state.raises[seat], state.setup.rules.tables
    qualifies = dealer[0] >= poker.PAIR
    if own == dealer:
        return {"ante": PUSH, "raise": PUSH, "odds": PUSH}
    if own > dealer:
        odds = _bonus(ante, tables["odds"], poker.name(own), otherwise=PUSH)
        won = Payment("win", ante) if qualifies else PUSH
        return {"ante": won, "raise": Payment("win", raised), "odds": odds}
    odds = _bonus(ante, tables["bad_beat"], poker.name(own))
    return {"ante": LOSE if qualifies else PUSH, "raise": LOSE, "odds": odds}


@honours("pocket_bonus_pays")
def pocket(hole: tuple[str, ...]) -> str:
    """The row of two hole cards; a pair or an ace with a face card pays."""
    first, second = hole
    if first[0] == second[0]:
        return "aces" if first[0] == "A" else "pair"
    if {first[0], second[0]} in ({"A", "K"}, {"A", "Q"}, {"A", "J"}):
        return "ace_face_suited" if first[1] == second[1] else "ace_face"
    return ""


@honours("trips_plus_pays")
def _bonus(stake: int, table: PayTable, row: str, otherwise: Payment = LOSE) -> Payment:
    return Payment("win", winnings(stake, table[row])) if row in table else otherwise
