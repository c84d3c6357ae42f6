"""Side pots and uncalled bets, against a library that knows neither our rules nor our code.

Both play the same betting round; what only one of them allows is left out.
"""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pokerkit import (
    Automation,
    BettingStructure,
    Deck,
    Opening,
    StandardHighHand,
    State,
    Street,
)

from games.engine.fold import fold, start, step
from games.engine.pot_state import BETTING
from games.engine.pots import layers
from games.rules.ultimate_8 import GAME
from tests.rules.players import accepts

ANTE, UNIT = 1000, 100
DEALER_DOES = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.CARD_BURNING,
    Automation.HOLE_DEALING,
)


def our_table(seats, button):
    given = {
        "dealing": "automated_shoe",
        "seats": seats,
        "button": button,
        "rules": {"ante": ANTE, "pot_ante": 500, "betting": "no_limit"},
    }
    antes = [
        {"do": "wager", "seat": seat, "on": on, "amount": amount}
        for seat in seats
        for on, amount in (("ante", ANTE), ("ace", 500))
    ]
    state, refused = fold(
        start(GAME, given),
        [
            {"do": "shuffle", "method": "device"},
            *antes,
            {"do": "collect_antes"},
            {"do": "deal", "hands": {str(seat): ["??"] * 8 for seat in seats}},
            {"do": "count_stub", "cards": 4},
        ],
    )
    assert refused == []
    return state


def their_table(chips):
    """The same antes, no blinds, one betting round before the next street."""
    first = street(hole_dealing_statuses=(False, False), board_dealing_count=0)
    second = street(hole_dealing_statuses=(), board_dealing_count=3)
    return State(
        DEALER_DOES,
        Deck.STANDARD,
        (StandardHighHand,),
        (first, second),
        BettingStructure.NO_LIMIT,
        ante_trimming_status=True,
        raw_antes=ANTE,
        raw_blinds_or_straddles=(0,) * len(chips),
        bring_in=0,
        raw_starting_stacks=tuple(ANTE + cents for cents in chips),
        player_count=len(chips),
    )


def street(**dealing):
    return Street(
        card_burning_status=False,
        draw_status=False,
        opening=Opening.POSITION,
        min_completion_betting_or_raising_amount=ANTE,
        max_completion_betting_or_raising_count=None,
        **dealing,
    )


class Both:
    """The same seats at both tables, in the order in which they act."""

    def __init__(self, rng):
        self.rng = rng
        seats = sorted(rng.sample(range(1, 7), rng.randint(2, 6)))
        button = rng.choice(seats)
        place = seats.index(button)
        self.seats = seats[place:] + seats[:place]
        self.chips = [rng.randrange(UNIT, 8000, UNIT) for _ in seats]
        self.ours, self.theirs = our_table(seats, button), their_table(self.chips)

    def goes_on(self):
        ours, theirs = self.ours.phase == BETTING, self.theirs.actor_index is not None
        assert ours == theirs
        return ours

    def act(self):
        index = self.theirs.actor_index
        assert self.ours.turn == self.seats[index]
        our_action, do, *amount = self.rng.choice(self.choices(index))
        self.ours = step(self.ours, our_action)
        getattr(self.theirs, do)(*amount)

    def choices(self, index):
        """What both tables allow, in the words of each."""
        seat, left, put = self.seats[index], self.theirs.stacks[index], self.theirs.bets[index]
        owed = max(self.theirs.bets) - put
        bets = [
            ({"do": "bet", "seat": seat, "amount": to}, to) for to in (ANTE, ANTE + 300) if not owed
        ] + [
            ({"do": "raise", "seat": seat, "by": by}, put + owed + by)
            for by in (ANTE, 2 * ANTE)
            if owed
        ]
        bets = [(action, to) for action, to in bets if to - put < left]
        if left > owed:
            bets.append(({"do": "all_in", "seat": seat, "amount": left}, put + left))
        return [*self.calls(seat, owed, left)] + [
            (action, "complete_bet_or_raise_to", to)
            for action, to in bets
            if accepts(self.ours, action) and self.theirs.can_complete_bet_or_raise_to(to)
        ]

    def calls(self, seat, owed, left):
        if owed >= left:
            yield {"do": "all_in", "seat": seat, "amount": left}, "check_or_call"
        else:
            yield {"do": "call" if owed else "check", "seat": seat}, "check_or_call"
        if owed:
            yield {"do": "fold", "seat": seat}, "fold"

    def our_pots(self):
        still_in = [seat for seat in self.seats if seat not in self.ours.out]
        return [(p.amount, set(p.contestants)) for p in layers(self.ours.put, still_in)]

    def their_pots(self):
        return [
            (pot.amount, {self.seats[index] for index in pot.player_indices})
            for pot in self.theirs.pots
        ]

    def our_chips(self):
        return [
            ANTE + chips - self.ours.put[seat]
            for seat, chips in zip(self.seats, self.chips, strict=True)
        ]


def played(seed):
    both = Both(random.Random(seed))
    while both.goes_on():
        both.act()
    return both


@pytest.mark.clause(
    "ultimate_8", '13:69F-42.1 "All-in"', '13:69F-42.1 "Side pot"', "13:69F-42.10(k)"
)
@settings(max_examples=300, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_pots_and_uncalled_bets_are_theirs(seed):
    both = played(seed)
    if sum(both.theirs.statuses) == 1:
        return  # where all others fold they hand back the whole bet; we, what nobody matched
    assert both.our_pots() == both.their_pots()
    assert both.our_chips() == both.theirs.stacks


def test_situations_have_side_pots_folds_and_uncalled_bets():
    rounds = [played(seed) for seed in range(150)]
    assert sum(len(both.our_pots()) > 2 for both in rounds) > 10
    assert sum(bool(both.ours.out) and len(both.our_pots()) > 1 for both in rounds) > 10
    assert sum(bool(both.ours.back) for both in rounds) > 10
