"""Games against the house: how a round starts, what may be done now, and what it came to."""

from collections.abc import Mapping
from typing import Any

from games.engine.fold import OPEN, VOID, Family, Setup
from games.engine.house_legal import legal
from games.engine.house_state import House, HouseGame, Payment
from games.engine.options import Options, read_dealing, read_seats
from games.engine.result import open_seats, seats_of


def start(game: HouseGame, given: Mapping[str, Any]) -> House:
    asked = Options(given, game.law)
    dealing = read_dealing(given.get("dealing"), game.law)
    seats = read_seats(given.get("seats"), game.law, least=1)
    rounds = asked.number("rounds_since_count", 0)
    rules = game.options(asked.group("rules"))
    return House(game, Setup(dealing, seats, rules, rounds_since_count=rounds))


def result(state: House) -> dict[str, Any]:
    stakes = _stakes(state)
    if state.status == OPEN:
        return {"status": OPEN, "seats": open_seats(_sums(stakes))}
    if state.status == VOID:
        wagers = {
            seat: {name: _told(cents, "returned", cents) for name, cents in placed.items()}
            for seat, placed in stakes.items()
        }
        return _house(state, stakes, wagers)
    paid, hands = state.game.pay(state)
    wagers = {
        seat: {
            name: _paid(cents, paid[seat][name], state.coupons.get(seat, 0) * (name == "ante"))
            for name, cents in placed.items()
        }
        for seat, placed in stakes.items()
    }
    return {**_house(state, stakes, wagers), "hands": hands}


def _stakes(state: House) -> dict[int, dict[str, int]]:
    """Every wager of every seat, the raise among them."""
    name = state.game.raise_name
    raised = {seat: {name: cents} for seat, cents in state.raises.items()}
    return {seat: {**placed, **raised.get(seat, {})} for seat, placed in state.wagers.items()}


def _sums(stakes: Mapping[int, Mapping[str, int]]) -> dict[int, int]:
    return {seat: sum(placed.values()) for seat, placed in stakes.items()}


def _paid(stake: int, payment: Payment, coupon: int) -> dict[str, Any]:
    if payment.outcome == "win":
        return _told(stake, "win", stake + payment.won + coupon)
    return _told(stake, payment.outcome, stake if payment.outcome == "push" else 0)


def _told(stake: int, outcome: str, returned: int) -> dict[str, Any]:
    return {"staked": stake, "outcome": outcome, "returned": returned}


def _house(state: House, stakes: Any, wagers: dict[int, dict[str, Any]]) -> dict[str, Any]:
    staked = _sums(stakes)
    returned = {s: sum(told["returned"] for told in w.values()) for s, w in wagers.items()}
    return {
        "status": state.status,
        "house_net": sum(staked.values()) - sum(returned.values()),
        "seats": seats_of(staked, returned),
        "wagers": {str(seat): wagers[seat] for seat in sorted(wagers)},
        "deck": "remove" if state.remove_deck else "reshuffle",
    }


FAMILY = Family(start, result, legal)
