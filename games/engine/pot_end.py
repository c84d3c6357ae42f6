"""Going out, winning the main pot, and playing on for side pots."""

from games.engine.law import honours
from games.engine.pot_state import DECIDED, PLAYING_ON, Pot
from games.engine.pots import award, layers, unwon_by, without


@honours("forfeit")
def leave(state: Pot, seat: int) -> Pot:
    """Folded or forfeited: the hand is gone, what was wagered stays."""
    gone = state._replace(out=state.out | {seat})
    return gone._replace(special=state.game.note_out(gone, seat))


@honours("main_pot", "side_pots", "special_pot")
def decide(state: Pot, winner: int) -> Pot:
    """The main pot has its winner. Side pots that have none are played on for."""
    prizes = award(layers(state.put, state.still_in), winner)
    earned = state.game.earns(state.special, winner)
    return _go_on(state._replace(prizes=tuple(prizes), earned=earned))


def next_winner(state: Pot, seat: int) -> Pot:
    return _go_on(state._replace(prizes=tuple(award(list(state.prizes), seat))))


def forfeit_playing_on(state: Pot, seat: int) -> Pot:
    gone = state._replace(out=state.out | {seat})
    return _go_on(gone._replace(prizes=tuple(without(list(state.prizes), seat, state.put))))


def _go_on(state: Pot) -> Pot:
    playing = unwon_by(list(state.prizes))
    if not playing:
        return state._replace(phase=DECIDED, pending=(), turn=0)
    pending = tuple(seat for seat in state.pending if seat in playing)
    return state._replace(phase=PLAYING_ON, pending=pending)
