"""Games for a pot: their settings, how a round starts, what it came to."""

from collections.abc import Mapping
from typing import Any

from games.engine.fold import OPEN, VOID, Family, Setup
from games.engine.law import Law, honours
from games.engine.options import Options, read_dealing, read_seats
from games.engine.pot_legal import legal
from games.engine.pot_state import Pot, PotGame, PotRules
from games.engine.pots import commission
from games.engine.result import open_seats, seats_of

BETTING_LIMITS = ("limit", "no_limit")


@honours("button")
def start(game: PotGame, given: Mapping[str, Any]) -> Pot:
    asked = Options(given, game.law)
    dealing = read_dealing(given.get("dealing"), game.law)
    seats = read_seats(given.get("seats"), game.law, least=2)
    button = asked.number("button", 0)
    if button not in seats:
        raise game.law.refuse("button", "The player button lies at a seat that takes part")
    return Pot(game, Setup(dealing, seats, game.options(asked.group("rules")), button))


@honours("commission", "antes", "bet_limits")
def read_rules(
    given: Mapping[str, Any],
    law: Law,
    *,
    ratios: tuple[int, ...],
    most_commission: int,
    table_max: bool,
) -> PotRules:
    """`ratios`: how many times the special pot's ante the main ante may be."""
    asked = Options(given, law)
    asked.paytables({})
    asked.refuse_odds()
    unit = asked.unit()
    ante, pot_ante = asked.number("ante", 1000, least=1), asked.number("pot_ante", 500, least=1)
    if ante % unit or pot_ante % unit:
        raise asked.refuse(f"Antes are multiples of {unit} cents", "unit")
    if ante not in [ratio * pot_ante for ratio in ratios]:
        raise asked.refuse("The antes are not in the ratio the rules give", "antes")
    rate = asked.number("commission_bp", 500)
    if rate > most_commission:
        raise asked.refuse(
            f"The commission is at most {most_commission} basis points", "commission"
        )
    no_limit = asked.word("betting", BETTING_LIMITS) == "no_limit"
    return PotRules(
        unit,
        ante,
        pot_ante,
        no_limit,
        _table_max(asked, ante) if table_max and no_limit else 0,
        rate,
        asked.number("commission_unit", 100, least=1),
        asked.number("carried", 0),
        asked.flag("equal_length"),
        asked.flag("counting_shuffler"),
    )


def _table_max(asked: Options, ante: int) -> int:
    if asked.given.get("table_max") is None:
        return 0
    most = asked.number("table_max", 0)
    if most < ante:
        raise asked.refuse("table_max is at least the ante", "bet_limits")
    return most


def result(state: Pot) -> dict[str, Any]:
    if state.status == OPEN:
        return {"status": OPEN, "seats": open_seats(_staked(state))}
    if state.status == VOID:
        return _void(state)
    rules = state.setup.rules
    pots = [_told(place, prize, rules) for place, prize in enumerate(state.prizes)]
    special = _special(state)
    returned = dict.fromkeys(state.setup.seats, 0) | dict(state.back)
    for pot in [*pots, special]:
        if pot["won_by"]:
            returned[pot["won_by"]] += pot["paid"]
    return {
        "status": state.status,
        "house_net": sum(pot["commission"] for pot in [*pots, special]),
        "seats": seats_of(_staked(state), returned),
        "pots": pots,
        state.game.special_pot: special,
        "deck": "reshuffle",
    }


def _staked(state: Pot) -> dict[int, int]:
    """All of it: antes, wagers, and what came back uncalled."""
    if not state.closed:
        return {seat: sum(placed.values()) for seat, placed in state.wagers.items()}
    ante = state.setup.rules.pot_ante
    return {s: ante + cents + state.back.get(s, 0) for s, cents in state.put.items()}


def _told(place: int, prize: Any, rules: PotRules) -> dict[str, Any]:
    """Only the main pot pays commission."""
    taken = 0 if place else commission(prize.amount, rules.commission_bp, rules.commission_unit)
    return {
        "name": f"side_{place}" if place else "main",
        "amount": prize.amount,
        "commission": taken,
        "won_by": prize.winner,
        "paid": prize.amount - taken,
    }


def _special(state: Pot) -> dict[str, Any]:
    rules = state.setup.rules
    antes = rules.pot_ante * len(state.setup.seats)
    held = rules.carried + antes
    taken = commission(held, rules.commission_bp, rules.commission_unit) if state.earned else 0
    return {
        "opening": rules.carried,
        "antes": antes,
        "won_by": state.prizes[0].winner if state.earned else None,
        "commission": taken,
        "paid": held - taken if state.earned else 0,
        "carried": 0 if state.earned else held,
    }


def _void(state: Pot) -> dict[str, Any]:
    staked, carried = _staked(state), state.setup.rules.carried
    return {
        "status": VOID,
        "house_net": 0,
        "seats": seats_of(staked, staked),
        state.game.special_pot: {
            "opening": carried,
            "antes": 0,
            "won_by": None,
            "commission": 0,
            "paid": 0,
            "carried": carried,
        },
        "deck": "remove" if state.remove_deck else "reshuffle",
    }


FAMILY = Family(start, result, legal)
