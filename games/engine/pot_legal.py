"""What may be done now in a round for a pot."""

from typing import Any

from games.engine import betting, discarding, pot_round
from games.engine.offers import (
    Offer,
    allowed,
    before_the_deal,
    choice,
    face_down,
    span,
    stub,
)
from games.engine.pot_state import BETTING, DISCARDING, HAND, PLAYING_ON, Pot


def legal(state: Pot) -> list[Offer]:
    cutters = ("dealer", "player") if state.game.players_cut else ("dealer",)
    return [
        *before_the_deal(state, pot_round, cutters),
        *_antes(state),
        *_deal(state),
        *stub(state, pot_round),
        *_bets(state),
        *_discards(state),
        *_forfeits(state),
        *_settle(state),
        *choice(
            "irregularity",
            "kind",
            pot_round.IRREGULARITIES,
            lambda kind: pot_round.irregularity(state, kind),
        ),
    ]


def _antes(state: Pot) -> list[Offer]:
    if state.closed:
        return []
    amount = span(0, None, state.setup.rules.unit)
    antes: list[Offer] = [
        {"do": "wager", "seat": seat, "on": on, "amount": amount}
        for seat in state.setup.seats
        for on in ("ante", state.game.special_pot)
    ]
    collect = [{"do": "collect_antes"}] if allowed(pot_round.collect_antes, state) else []
    return antes + collect


def _deal(state: Pot) -> list[Offer]:
    hands = {seat: face_down(HAND) for seat in state.setup.seats}
    if not allowed(pot_round.deal, state, hands):
        return []
    return [{"do": "deal", "hands": {str(seat): HAND for seat in hands}}]


def _bets(state: Pot) -> list[Offer]:
    seat = state.turn
    if state.phase != BETTING or not allowed(betting.fold, state, seat):
        return []
    unit, limits = state.setup.rules.unit, betting.bounds(state)
    increment = span(-(-limits.least // unit) * unit, limits.most or None, unit)
    offers: list[Offer] = [
        {"do": do, "seat": seat}
        for do, act in (("check", betting.check), ("call", betting.call))
        if allowed(act, state, seat)
    ]
    if allowed(betting.bet, state, seat, limits.least):
        offers.append({"do": "bet", "seat": seat, "amount": increment})
    if allowed(betting.raise_by, state, seat, limits.least):
        offers.append({"do": "raise", "seat": seat, "by": increment})
    offers.append({"do": "all_in", "seat": seat, "amount": span(0, _most_all_in(state), unit)})
    return [*offers, {"do": "fold", "seat": seat}]


def _most_all_in(state: Pot) -> int | None:
    owed, most = betting.owed(state, state.turn), betting.bounds(state).most
    if not betting.may_raise(state, state.turn):
        return owed
    return owed + most if most else None


def _discards(state: Pot) -> list[Offer]:
    if state.phase not in (DISCARDING, PLAYING_ON):
        return []
    seat = discarding.turn(state)
    beat: Any = list(state.last.cards) if state.last else []
    held = len(state.hands[seat])
    return [
        {"do": "discard", "seat": seat, "cards": held, "beat": beat},
        {"do": "pass", "seat": seat},
    ]


def _forfeits(state: Pot) -> list[Offer]:
    if not state.phase:
        return []
    return [{"do": "forfeit", "seat": seat} for seat in sorted(pot_round.contesting(state))]


def _settle(state: Pot) -> list[Offer]:
    if not allowed(pot_round.settle, state, {}):
        return []
    return [{"do": "settle", "counted": pot_round.held(state)}]
