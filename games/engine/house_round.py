"""A round against the house: bets close, cards are dealt, seats decide, hands are shown."""

from collections.abc import Mapping

from games.engine import procedure
from games.engine.fold import SETTLED, VOID, refuse_contradiction, uncover
from games.engine.house_state import COUNT_EVERY, DEALT, SHOWDOWN, House, Irregularity
from games.engine.law import honours
from inventory.rules.cards import HIDDEN

# --- before the deal


def _not_dealt(state: House) -> None:
    if state.stage:
        raise state.law.refuse("order", "The cards are dealt")


def shuffle(state: House, method: str) -> House:
    _not_dealt(state)
    before = procedure.shuffle(state.before, method, state.setup.dealing, state.law)
    return state._replace(before=before)


def cut(state: House, by: str, cards: int) -> House:
    _not_dealt(state)
    deck = state.game.deck
    return state._replace(
        before=procedure.cut(state.before, by, cards, deck, state.law, players_cut=False)
    )


@honours("wager", "unit", "coupon")
def wager(state: House, seat: int, on: str, amount: int, coupon: int) -> House:
    """Places a wager, or replaces it; 0 takes it back."""
    if state.closed:
        raise state.law.refuse("no_more_bets", "No more bets: the wagers stand")
    if seat not in state.setup.seats:
        raise state.law.refuse("wager", f"Nobody plays at seat {seat}")
    _refuse_amount(state, on, amount, coupon)
    placed = {name: cents for name, cents in state.wagers.get(seat, {}).items() if name != on}
    if amount:
        placed[on] = amount
    wagers = {other: known for other, known in state.wagers.items() if other != seat}
    coupons = {other: c for other, c in state.coupons.items() if other != seat or on != "ante"}
    if placed:
        wagers[seat] = placed
    if coupon:
        coupons[seat] = coupon
    return state._replace(wagers=wagers, coupons=coupons)


@honours("wager_limits")
def _refuse_amount(state: House, on: str, amount: int, coupon: int) -> None:
    unit = state.setup.rules.unit
    if amount % unit or coupon % unit:
        raise state.law.refuse("unit", f"Wagers are multiples of {unit} cents")
    if coupon > amount:
        raise state.law.refuse("coupon", "A match play coupon is at most the ante")
    least, most = state.game.wager_limits.get(on, (0, amount))
    if amount and not least <= amount <= most:
        raise state.law.refuse("wager_limits", f"{on} takes from {least} to {most} cents")


@honours("no_more_bets", "mandatory_wagers", "ante_limits")
def no_more_bets(state: House) -> House:
    if state.closed:
        raise state.law.refuse("no_more_bets", "The bets are closed already")
    if not state.wagers:
        raise state.law.refuse("no_more_bets", "Nobody has wagered")
    for seat, placed in state.wagers.items():
        _refuse_wagers(state, seat, placed)
    return state._replace(closed=True)


def _refuse_wagers(state: House, seat: int, placed: Mapping[str, int]) -> None:
    rules, ante = state.setup.rules, placed.get("ante", 0)
    if not ante:
        raise state.law.refuse("mandatory_wagers", f"Seat {seat} has wagered without an ante")
    if not rules.least <= ante <= rules.most:
        raise state.law.refuse("ante_limits", f"The ante of seat {seat} is out of the limits")
    for name in state.game.matching:
        if placed.get(name) != ante:
            raise state.law.refuse("mandatory_wagers", f"Seat {seat}: {name} must equal the ante")


# --- the deal


@honours("deal", "cards")
def deal(
    state: House,
    hands: Mapping[int, tuple[str, ...]],
    dealer: tuple[str, ...],
    board: tuple[str, ...],
) -> House:
    _not_dealt(state)
    if not state.closed:
        raise state.law.refuse("no_more_bets", "Bets are still open", remedy="No more bets, first")
    if not state.before.may_deal:
        raise state.law.refuse("shuffle", "The cards are not shuffled and cut")
    if hands.keys() != state.wagers.keys():
        raise state.law.refuse("deal", "Every seat that has wagered gets a hand, and no other")
    dealt = state._replace(stage=DEALT, hands=hands, dealer=dealer, board=board)
    refuse_contradiction(state.game.deck, state.law, dealt.cards())
    return dealt


@honours("count_stub")
def count_stub(state: House, cards: int, misdealt: bool) -> House:
    if not state.stage or len(state.board) < state.game.board_size:
        raise state.law.refuse("count_stub", "The stub is counted when all cards are out")
    dealt = sum(1 for _ in state.cards()) + state.before.unused
    if cards == state.game.deck.size - dealt:
        return state._replace(counted=True)
    return void(state, remove_deck=not misdealt)


@honours("stub_due")
def must_count(state: House) -> bool:
    """Whether the stub must still be counted before this round is settled."""
    game, setup = state.game, state.setup
    if state.counted or setup.rounds_since_count < COUNT_EVERY - 1:
        return False
    machine = setup.rules.counting_shuffler and state.before.method == procedure.DEVICE
    excused = machine and setup.dealing in game.machine_excuses
    return not excused and setup.dealing not in game.never_counted


# --- the end


def decides(state: House, seat: int) -> bool:
    """Whether this hand still decides a wager."""
    return seat not in state.folded or any(
        name in state.wagers[seat] for name in state.game.side_bets
    )


def reveal(state: House, what: str, seat: int, cards: tuple[str, ...] | None) -> House:
    if not state.stage:
        raise state.law.refuse("order", "No card is dealt yet")
    _, turn = state.game.reveals[what]
    turned: House = turn(state, seat, cards) if what == "seat" else turn(state, cards)
    refuse_contradiction(state.game.deck, state.law, turned.cards())
    return turned


@honours("reveal_dealer")
def reveal_dealer(state: House, cards: tuple[str, ...] | None, *, after: str) -> House:
    """The dealer's cards, once every seat has decided in the last stage."""
    if state.stage != after or state.game.deciders(state):
        raise state.law.refuse("reveal_dealer", "The dealer's cards are turned after all decisions")
    return state._replace(dealer=uncover(state.dealer, cards, state.law), stage=SHOWDOWN)


@honours("reveal_seat")
def reveal_seat(state: House, seat: int, cards: tuple[str, ...] | None) -> House:
    if state.stage != SHOWDOWN:
        raise state.law.refuse("reveal_seat", "Hands are turned after the dealer's")
    if seat not in state.hands or seat in state.shown or not decides(state, seat):
        raise state.law.refuse("reveal_seat", f"The hand of seat {seat} decides nothing any more")
    hand = uncover(state.hands[seat], cards, state.law)
    return state._replace(hands={**state.hands, seat: hand}, shown=state.shown | {seat})


@honours("settle")
def settle(state: House) -> House:
    if state.stage != SHOWDOWN:
        raise state.law.refuse("settle", "The dealer's hand is not shown yet")
    if any(HIDDEN in hand for seat, hand in state.hands.items() if decides(state, seat)):
        raise state.law.refuse("settle", "A hand that decides something is still face down")
    if must_count(state):
        raise state.law.refuse("count_stub", "The stub must be counted in this round")
    return state._replace(status=SETTLED)


@honours("void")
def void(state: House, *, remove_deck: bool = False) -> House:
    """All hands are void: every wager goes back."""
    return state._replace(status=VOID, remove_deck=remove_deck)


# --- irregularities


def irregularity(state: House, kind: str) -> House:
    if not state.before.begun:
        raise state.law.refuse("order", "Nothing can go wrong before the first shuffle")
    return state.game.irregularities[kind](state)


@honours("face_up_card")
def one_face_up_card_goes_unused(state: House) -> House:
    """The first card found face up is put aside; with the second the hands are void."""
    if state.stage and len(state.board) == state.game.board_size:
        raise state.law.refuse("face_up_card", "The dealing is over")
    if state.before.unused:
        return void(state)
    return state._replace(before=state.before._replace(unused=1))


@honours("face_up_card")
def face_up_card_voids(state: House) -> House:
    if state.raises or state.folded:
        raise state.law.refuse("face_up_card", "Seats have decided already")
    return void(state)


@honours("card_drawn_in_error")
def drawn_card_is_used(state: House) -> House:
    return state


@honours("wrong_number_of_cards")
def wrong_number_of_cards(state: House) -> House:
    return void(state)


@honours("shoe_jam")
def shoe_jam(state: House) -> House:
    if state.setup.dealing != procedure.AUTOMATED_SHOE:
        raise state.law.refuse("shoe_jam", "No automated shoe is in use")
    return void(state)


def shuffler_jam(state: House) -> House:
    _not_dealt(state)
    return state._replace(before=procedure.jam(state.before, state.law))


def shuffler_count_wrong(state: House) -> House:
    _not_dealt(state)
    procedure.count_by_device(state.before, state.setup.rules.counting_shuffler, state.law)
    return void(state, remove_deck=True)


@honours("cards_missing_or_added")
def cards_missing_or_added(state: House) -> House:
    if not state.stage:
        raise state.law.refuse("cards_missing_or_added", "No card is dealt yet")
    return void(state, remove_deck=True)


IRREGULARITIES: Mapping[str, Irregularity] = {
    "card_drawn_in_error": drawn_card_is_used,
    "wrong_number_of_cards": wrong_number_of_cards,
    "shoe_jam": shoe_jam,
    "shuffler_jam": shuffler_jam,
    "shuffler_count_wrong": shuffler_count_wrong,
    "cards_missing_or_added": cards_missing_or_added,
}
