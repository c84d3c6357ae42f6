"""The ace pot goes to the winner of the main pot who has discarded the ace of spades."""

from games.engine.law import honours
from games.engine.pot_state import Played, Pot

NOBODY = 0
ACE = "As"


@honours("ace_pot")
def note_discard(state: Pot, seat: int, played: Played) -> int:
    discarder: int = seat if ACE in played.cards else state.special
    return discarder


def note_out(state: Pot, seat: int) -> int:
    discarder: int = state.special
    return discarder


def earns(discarder: int, winner: int) -> bool:
    return discarder == winner
