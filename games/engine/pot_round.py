"""A round for a pot: antes, the deal, betting rounds and discards in turn, forfeits, the end."""

from collections.abc import Callable, Mapping

from games.engine import betting, discarding, pot_end, procedure
from games.engine.fold import SETTLED, VOID, refuse_contradiction
from games.engine.law import honours
from games.engine.pot_state import (
    BETTING,
    DECIDED,
    DISCARDING,
    HAND,
    PLAYING_ON,
    POSITIONS,
    Pot,
)
from games.engine.pots import unwon_by

# --- before the deal


def _not_dealt(state: Pot) -> None:
    if state.phase:
        raise state.law.refuse("order", "The cards are dealt")


def shuffle(state: Pot, method: str) -> Pot:
    _not_dealt(state)
    before = procedure.shuffle(state.before, method, state.setup.dealing, state.law)
    return state._replace(before=before)


def cut(state: Pot, by: str, cards: int) -> Pot:
    _not_dealt(state)
    game = state.game
    before = procedure.cut(
        state.before, by, cards, game.deck, state.law, players_cut=game.players_cut
    )
    return state._replace(before=before)


@honours("wager", "unit")
def wager(state: Pot, seat: int, on: str, amount: int) -> Pot:
    """Places an ante, or replaces it; 0 takes it back."""
    if state.closed:
        raise state.law.refuse("collect_antes", "The antes are collected")
    if seat not in state.setup.seats:
        raise state.law.refuse("wager", f"Nobody plays at seat {seat}")
    if amount % state.setup.rules.unit:
        raise state.law.refuse("unit", f"Wagers are multiples of {state.setup.rules.unit} cents")
    placed = {**state.wagers.get(seat, {}), on: amount}
    return state._replace(wagers={**state.wagers, seat: placed})


@honours("collect_antes", "antes")
def collect_antes(state: Pot) -> Pot:
    if state.closed:
        raise state.law.refuse("collect_antes", "The antes are collected already")
    rules = state.setup.rules
    both = {"ante": rules.ante, state.game.special_pot: rules.pot_ante}
    for seat in state.setup.seats:
        if state.wagers.get(seat) != both:
            raise state.law.refuse("antes", f"Seat {seat} has not placed exactly both antes")
    return state._replace(closed=True, put=dict.fromkeys(state.setup.seats, rules.ante))


@honours("deal", "cards")
def deal(state: Pot, hands: Mapping[int, tuple[str, ...]]) -> Pot:
    _not_dealt(state)
    if not state.closed:
        raise state.law.refuse("collect_antes", "The antes are collected before the deal")
    if not state.before.may_deal:
        raise state.law.refuse("shuffle", "The cards are not shuffled and cut")
    if hands.keys() != set(state.setup.seats):
        raise state.law.refuse("deal", "Every seat of the round gets a hand, and no other")
    refuse_contradiction(
        state.game.deck, state.law, (card for hand in hands.values() for card in hand)
    )
    dealt = state._replace(hands=hands, head=state.setup.button, special=state.game.special)
    return flow(betting.begin(dealt))


@honours("count_stub")
def count_stub(state: Pot, cards: int, misdealt: bool) -> Pot:
    """All six positions are dealt to, whoever sits there."""
    if not state.phase:
        raise state.law.refuse("count_stub", "The stub is counted after the deal")
    if cards == state.game.deck.size - HAND * POSITIONS:
        return state._replace(counted=True)
    return void(state, remove_deck=not misdealt)


# --- play


def flow(state: Pot) -> Pot:
    """What follows when a betting round or an interval is over."""
    while True:
        if state.phase == BETTING and state.turn == betting.OVER:
            state = discarding.begin(betting.hand_back(state))
        elif state.phase in (DISCARDING, PLAYING_ON) and not state.pending:
            state = _next(state._replace(head=state.last.seat if state.last else state.head))
        else:
            return state


@honours("intervals")
def _next(state: Pot) -> Pot:
    """After the third betting round the interval is repeated until somebody has no card left."""
    if state.phase == PLAYING_ON or betting.is_last(state):
        return discarding.begin(state)
    return betting.begin(state)


def followed(act: Callable[..., Pot]) -> Callable[..., Pot]:
    def acted(state: Pot, *form: object) -> Pot:
        return flow(act(state, *form))

    return acted


@honours("forfeit")
def forfeit(state: Pot, seat: int) -> Pot:
    """A fouled hand or an exposed card: like a fold, at any time, in or out of turn."""
    if not state.phase:
        raise state.law.refuse("forfeit", "No cards are dealt yet")
    if seat not in contesting(state):
        raise state.law.refuse("forfeit", f"Seat {seat} plays for nothing any more")
    if state.phase == PLAYING_ON:
        return pot_end.forfeit_playing_on(state, seat)
    gone = pot_end.leave(state, seat)
    if state.phase == BETTING:
        return betting.go_on(gone, seat) if seat == state.turn else betting.stay(gone)
    if len(gone.still_in) == 1:
        return pot_end.decide(gone, gone.still_in[0])
    return gone._replace(pending=tuple(s for s in gone.pending if s != seat))


def contesting(state: Pot) -> set[int]:
    if state.phase in (PLAYING_ON, DECIDED):
        return unwon_by(list(state.prizes))
    return set(state.still_in)


@honours("settle", "pot_count")
def settle(state: Pot, counted: Mapping[str, int]) -> Pot:
    if state.phase != DECIDED:
        raise state.law.refuse("settle", "The pots have no winner yet")
    should = held(state)
    for name, cents in counted.items():
        if cents != should[name]:
            raise state.law.refuse("pot_count", f"The {name} pot should hold {should[name]} cents")
    return state._replace(status=SETTLED)


def held(state: Pot) -> dict[str, int]:
    """What the dealer must count: the main pot before commission, and the special pot."""
    rules = state.setup.rules
    special = rules.carried + rules.pot_ante * len(state.setup.seats)
    return {"main": state.prizes[0].amount, state.game.special_pot: special}


@honours("void")
def void(state: Pot, *, remove_deck: bool = False) -> Pot:
    """Every wager of the round goes back; the carried pot stays as it was."""
    return state._replace(status=VOID, remove_deck=remove_deck)


# --- irregularities


@honours("irregularity")
def irregularity(state: Pot, kind: str) -> Pot:
    if not state.before.begun:
        raise state.law.refuse("order", "Nothing can go wrong before the first shuffle")
    return IRREGULARITIES[kind](state)


@honours("face_up_card", "wrong_number_of_cards")
def found_before_the_bets(state: Pot) -> Pot:
    if state.bets_begun:
        raise state.law.refuse(
            "face_up_card", "The betting has begun", remedy="A fouled hand forfeits"
        )
    return void(state)


@honours("improper_shuffle")
def improper_shuffle(state: Pot) -> Pot:
    if not state.phase:
        raise state.law.refuse("improper_shuffle", "Shuffle again: no card is dealt yet")
    return void(state)


@honours("misdeal")
def misdeal(state: Pot) -> Pot:
    """A wrong start or a position skipped counts until two seats have put in a wager."""
    if len(state.wagered) >= 2:
        raise state.law.refuse("misdeal", "Two seats have wagered: play goes on")
    return void(state)


def shuffler_jam(state: Pot) -> Pot:
    _not_dealt(state)
    return state._replace(before=procedure.jam(state.before, state.law))


def shuffler_count_wrong(state: Pot) -> Pot:
    _not_dealt(state)
    procedure.count_by_device(state.before, state.setup.rules.counting_shuffler, state.law)
    return void(state, remove_deck=True)


@honours("cards_missing_or_added")
def cards_missing_or_added(state: Pot) -> Pot:
    if not state.phase:
        raise state.law.refuse("cards_missing_or_added", "No card is dealt yet")
    return void(state, remove_deck=True)


IRREGULARITIES: Mapping[str, Callable[[Pot], Pot]] = {
    "face_up_card": found_before_the_bets,
    "wrong_number_of_cards": found_before_the_bets,
    "improper_shuffle": improper_shuffle,
    "wrong_start": misdeal,
    "position_skipped": misdeal,
    "shuffler_jam": shuffler_jam,
    "shuffler_count_wrong": shuffler_count_wrong,
    "cards_missing_or_added": cards_missing_or_added,
}
