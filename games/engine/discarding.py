"""One discarding interval: who leads, who beats or passes, and when it ends."""

from games.engine import pot_end
from games.engine.law import honours
from games.engine.patterns import recognise
from games.engine.pot_state import DISCARDING, PLAYING_ON, Played, Pot
from games.engine.pots import unwon_by
from inventory.rules.cards import HIDDEN


def playing(state: Pot) -> tuple[int, ...]:
    """Who takes part: all still in, or once the main pot is won those who play on."""
    if state.phase == PLAYING_ON:
        still = unwon_by(list(state.prizes))
        return tuple(seat for seat in state.setup.seats if seat in still)
    return state.still_in


@honours("leader", "interval")
def begin(state: Pot) -> Pot:
    """The seat that was to open the betting leads, or the next one clockwise still in."""
    phase = state.phase if state.phase == PLAYING_ON else DISCARDING
    opened = state._replace(phase=phase, last=None, turn=0)
    return opened._replace(pending=_from(opened, state.head))


def _from(state: Pot, head: int) -> tuple[int, ...]:
    part = playing(state)
    ring = (head, *(seat for seat in state.clockwise(head) if seat != head))
    return tuple(seat for seat in ring if seat in part)


def turn(state: Pot) -> int:
    return state.pending[0]


@honours("turn")
def refuse_turn(state: Pot, seat: int) -> None:
    if state.phase not in (DISCARDING, PLAYING_ON):
        raise state.law.refuse("interval", "There is no discarding now")
    if seat != turn(state):
        raise state.law.refuse("turn", f"It is the turn of seat {turn(state)}")


@honours("pass")
def pass_turn(state: Pot, seat: int) -> Pot:
    refuse_turn(state, seat)
    return state._replace(pending=state.pending[1:])


@honours("discard", "pattern", "beat")
def discard(state: Pot, seat: int, cards: tuple[str, ...]) -> Pot:
    refuse_turn(state, seat)
    pattern = recognise(cards, state.game.order)
    if pattern is None:
        raise state.law.refuse("pattern", "These cards are no pattern of this game")
    equal = state.setup.rules.equal_length
    if state.last and not pattern.beats(state.last.pattern, equal_length=equal):
        raise state.law.refuse("beat", "This does not beat the last pattern")
    played = Played(seat, pattern, cards)
    others = tuple(s for s in _from(state, seat) if s != seat)
    after = state._replace(
        hands={**state.hands, seat: _take(state, seat, cards)},
        discards={**state.discards, seat: state.discards.get(seat, ()) + cards},
        pending=others,
    )
    if state.phase != PLAYING_ON:
        after = after._replace(special=state.game.note_discard(state, seat, played))
    return _played(after._replace(last=played), seat)


def _take(state: Pot, seat: int, cards: tuple[str, ...]) -> tuple[str, ...]:
    """The hand without these cards; one that lay hidden must be known nowhere else."""
    left = list(state.hands[seat])
    for card in cards:
        if card in left:
            left.remove(card)
        elif HIDDEN in left and not _known(state, card) and cards.count(card) == 1:
            left.remove(HIDDEN)
        else:
            raise state.law.refuse("cards", f"Seat {seat} cannot hold {card}")
    return tuple(left)


def _known(state: Pot, card: str) -> bool:
    return any(card in hand for hand in state.hands.values()) or any(
        card in gone for gone in state.discards.values()
    )


def _played(state: Pot, seat: int) -> Pot:
    if state.hands[seat]:
        return state
    won = pot_end.next_winner if state.phase == PLAYING_ON else pot_end.decide
    return won(state, seat)
