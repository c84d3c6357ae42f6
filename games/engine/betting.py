"""One betting round: whose turn it is, how much may be wagered, when it is over."""

from typing import NamedTuple

from games.engine import pot_end
from games.engine.law import honours
from games.engine.pot_state import BETTING, BETTING_ROUNDS, Pot
from games.engine.procedure import AUTOMATED_SHOE, DEVICE

OVER = 0  # nobody's turn


class Bounds(NamedTuple):
    """Of a bet, or of the increment of a raise; `most` 0 is without limit."""

    least: int
    most: int

    def hold(self, amount: int) -> bool:
        return self.least <= amount and (not self.most or amount <= self.most)


@honours("bet_limits")
def bounds(state: Pot) -> Bounds:
    rules, game = state.setup.rules, state.game
    if rules.no_limit:
        return Bounds(rules.ante, rules.table_max)
    return Bounds(rules.ante, rules.ante * game.most_times)


def able(state: Pot) -> tuple[int, ...]:
    """Who can still bet."""
    gone = state.out | state.all_in
    return tuple(seat for seat in state.setup.seats if seat not in gone)


def owed(state: Pot, seat: int) -> int:
    return state.level - state.street.get(seat, 0)


def may_raise(state: Pot, seat: int) -> bool:
    """Not who has acted since the last full bet or raise, and not after the last raise allowed."""
    most = state.game.raises_a_round
    return seat not in state.acted and not (state.level and most and state.raises >= most)


def must_count(state: Pot) -> bool:
    setup = state.setup
    machine = setup.rules.counting_shuffler and state.before.method == DEVICE
    return not state.counted and not (setup.dealing == AUTOMATED_SHOE and machine)


@honours("betting_round", "first_to_act")
def begin(state: Pot) -> Pot:
    """The next betting round; it is over at once when fewer than two seats could bet."""
    fresh = state._replace(
        phase=BETTING,
        betting_round=state.betting_round + 1,
        head=_in_place_of(state, state.head),
        street={},
        level=0,
        raises=0,
        acted=frozenset(),
        last=None,
    )
    can = able(fresh)
    if len(can) < 2:
        return fresh._replace(turn=OVER)
    opener = fresh.head if fresh.head in can else _next_of(fresh, fresh.head, can)
    return fresh._replace(turn=opener)


def _in_place_of(state: Pot, seat: int) -> int:
    """This seat, or the next one clockwise still in."""
    return seat if seat not in state.out else _next_of(state, seat, state.still_in)


def _next_of(state: Pot, seat: int, among: tuple[int, ...]) -> int:
    return next(other for other in state.clockwise(seat) if other in among)


@honours("turn")
def refuse_turn(state: Pot, seat: int) -> None:
    if state.phase != BETTING:
        raise state.law.refuse("betting_round", "There is no betting now")
    if must_count(state):
        raise state.law.refuse("count_stub", "The stub is counted before the first bet")
    if seat != state.turn:
        raise state.law.refuse("turn", f"It is the turn of seat {state.turn}")


@honours("check")
def check(state: Pot, seat: int) -> Pot:
    refuse_turn(state, seat)
    if owed(state, seat):
        raise state.law.refuse("check", "There is a wager to call")
    return _acted(state, seat)


@honours("bet")
def bet(state: Pot, seat: int, amount: int) -> Pot:
    refuse_turn(state, seat)
    if state.level:
        raise state.law.refuse("bet", "There is a wager already: call, raise or fold")
    _refuse_amount(state, amount)
    return _raised(state, seat, amount, amount)


@honours("call")
def call(state: Pot, seat: int) -> Pot:
    refuse_turn(state, seat)
    if not owed(state, seat):
        raise state.law.refuse("call", "There is no wager to call")
    return _acted(_put(state, seat, owed(state, seat)), seat)


@honours("raise", "raise_limits")
def raise_by(state: Pot, seat: int, by: int) -> Pot:
    refuse_turn(state, seat)
    if not state.level:
        raise state.law.refuse("raise", "There is no wager to raise")
    if not may_raise(state, seat):
        raise state.law.refuse("raise_limits", f"Seat {seat} may not raise any more")
    _refuse_amount(state, by)
    counted = state._replace(raises=state.raises + 1)
    return _raised(counted, seat, owed(state, seat) + by, by)


def _refuse_amount(state: Pot, amount: int) -> None:
    least, most = limits = bounds(state)
    if amount % state.setup.rules.unit:
        raise state.law.refuse("unit", f"Wagers are multiples of {state.setup.rules.unit} cents")
    if not limits.hold(amount):
        raise state.law.refuse("bet_limits", f"From {least} to {most or 'any number of'} cents")


@honours("all_in")
def all_in(state: Pot, seat: int, amount: int) -> Pot:
    """All the chips a seat has left: a call for less, a call, or a raise short or full."""
    refuse_turn(state, seat)
    if amount % state.setup.rules.unit:
        raise state.law.refuse("unit", f"Wagers are multiples of {state.setup.rules.unit} cents")
    over = amount - owed(state, seat)
    gone = state._replace(all_in=state.all_in | {seat})
    if over <= 0:
        return _acted(_put(gone, seat, amount), seat)
    if not may_raise(state, seat):
        raise state.law.refuse("all_in", "No more than the call is open to this seat")
    most = bounds(state).most
    if most and over > most:
        raise state.law.refuse("bet_limits", f"At most {most} cents above the call")
    counted = gone._replace(raises=state.raises + bool(state.level))
    return _raised(counted, seat, amount, over)


@honours("fold")
def fold(state: Pot, seat: int) -> Pot:
    refuse_turn(state, seat)
    return go_on(pot_end.leave(state, seat)._replace(bets_begun=True), seat)


def _put(state: Pot, seat: int, cents: int) -> Pot:
    if not cents:
        return state
    return state._replace(
        put={**state.put, seat: state.put[seat] + cents},
        street={**state.street, seat: state.street.get(seat, 0) + cents},
        wagered=state.wagered | {seat},
    )


def _raised(state: Pot, seat: int, cents: int, increment: int) -> Pot:
    """A full bet or raise opens the betting to everybody again; a short one does not."""
    full = increment >= state.setup.rules.ante
    put = _put(state, seat, cents)._replace(level=state.level + increment)
    return _acted(put._replace(acted=frozenset()) if full else put, seat)


def _acted(state: Pot, seat: int) -> Pot:
    return go_on(state._replace(acted=state.acted | {seat}, bets_begun=True), seat)


@honours("betting_over")
def go_on(state: Pot, seat: int) -> Pot:
    """The turn goes to the next seat that has something to say; if none has, betting is over."""
    if len(state.still_in) == 1:
        return pot_end.decide(hand_back(state), state.still_in[0])
    can = able(state)
    owing = [other for other in can if owed(state, other) > 0]
    if len(can) < 2 and not owing:
        return state._replace(turn=OVER)
    for other in state.clockwise(seat):
        if other in can and (other not in state.acted or other in owing):
            return state._replace(turn=other)
    return state._replace(turn=OVER)


def stay(state: Pot) -> Pot:
    """Somebody left out of turn: the turn stays, unless there is nothing left to say."""
    if len(state.still_in) > 1 and (len(able(state)) > 1 or owed(state, state.turn) > 0):
        return state
    return go_on(state, state.turn)


@honours("uncalled")
def hand_back(state: Pot) -> Pot:
    """What nobody else has matched goes back; those who are out count as matching."""
    top = max(state.still_in, key=lambda seat: state.street.get(seat, 0))
    others = [cents for seat, cents in state.street.items() if seat != top]
    uncalled = state.street.get(top, 0) - max(others, default=0)
    if uncalled <= 0:
        return state
    return state._replace(
        put={**state.put, top: state.put[top] - uncalled},
        back={**state.back, top: state.back.get(top, 0) + uncalled},
        street={**state.street, top: state.street[top] - uncalled},
    )


def is_last(state: Pot) -> bool:
    return state.betting_round == BETTING_ROUNDS
