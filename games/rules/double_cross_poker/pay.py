"""Comparing hands, and what each wager comes to, up to the payout limit."""

from games.engine import poker
from games.engine.house_state import LOSE, PUSH, House, Payment
from games.engine.law import honours
from games.engine.paytable import PayTable, to_one, winnings
from games.rules.double_cross_poker.play import AXES, FAR

RAISE: PayTable = {
    **to_one(royal_flush=300, straight_flush=50, four_of_a_kind=15, full_house=7, flush=6),
    **to_one(straight=5, three_of_a_kind=3, one_pair=1, high_card=1),
    "two_pair": (3, 2),
}
THREE_CARD = to_one(straight_flush=40, three_of_a_kind=30, straight=6, flush=4, one_pair=1)


@honours("settle", "compare")
def pay(state: House) -> tuple[dict[int, dict[str, Payment]], dict[str, str]]:
    dealer = max(_hand(state, state.dealer, axis) for axis in AXES)
    paid, hands = {}, {"dealer": poker.name(dealer)}
    for seat, placed in state.wagers.items():
        if seat in state.folded:
            paid[seat] = {"ante": LOSE}
        else:
            own = _hand(state, state.hands[seat], state.chosen[seat])
            hands[str(seat)] = poker.name(own)
            paid[seat] = _main(state, seat, own, dealer)
        if "three_card" in placed:
            paid[seat]["three_card"] = _three_card(state, seat)
    return paid, hands


def _hand(state: House, hole: tuple[str, ...], axis: str) -> poker.Rank:
    return poker.best(hole + tuple(state.board[place] for place in AXES[axis]))


@honours("ante_pays", "raise_pays", "payout_limit")
def _main(state: House, seat: int, own: poker.Rank, dealer: poker.Rank) -> dict[str, Payment]:
    """Both raises are one here; the limit cuts what they win, never a stake."""
    if own == dealer:
        return {"ante": PUSH, "raise": PUSH}
    if own < dealer:
        return {"ante": LOSE, "raise": LOSE}
    rules, ante = state.setup.rules, state.wagers[seat]["ante"]
    won = winnings(state.raises[seat], rules.tables["raise"][poker.name(own)])
    return {
        "ante": Payment("win", ante),
        "raise": Payment("win", min(won, max(0, rules.payout_limit - ante))),
    }


@honours("three_card_pays")
def _three_card(state: House, seat: int) -> Payment:
    """Two cards and the far one, if they were exposed in time."""
    if seat not in state.exposed:
        return LOSE
    row = poker.three((*state.hands[seat], state.board[FAR]))
    table = state.setup.rules.tables["three_card"]
    if row not in table:
        return LOSE
    return Payment("win", winnings(state.wagers[seat]["three_card"], table[row]))
