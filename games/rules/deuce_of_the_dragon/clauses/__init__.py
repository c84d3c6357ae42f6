"""All clauses of the game, in our own words, and the duties that honour them."""

from games.engine.law import Law
from games.rules.deuce_of_the_dragon.clauses.cards import CARDS
from games.rules.deuce_of_the_dragon.clauses.dealing import DEALING
from games.rules.deuce_of_the_dragon.clauses.definitions import DEFINITIONS
from games.rules.deuce_of_the_dragon.clauses.play import PLAY
from games.rules.deuce_of_the_dragon.clauses.table import TABLE

CLAUSES = (*TABLE, *DEFINITIONS, *CARDS, *DEALING, *PLAY)

CITED = {
    "seats": "13:69E-1.13AA(a)",
    "shuffle": "13:69F-41.4(a)",
    "order": "13:69F-41.4(a)",
    "cut": "13:69F-41.4(c)",
    "recut": "13:69F-41.4(d)",
    "hand_needs_device": "13:69F-41.8(b)1",
    "wager": "13:69F-41.6(e)",
    "unit": "13:69F-41.6(a)",
    "collect_antes": "13:69F-41.6(b)",
    "antes": "13:69F-41.6(b)",
    "options": "13:69F-41.6(b)",
    "paytables": "13:69F-41.10(j)",
    "button": "13:69F-41.7(d)",
    "deal": "13:69F-41.7(e)",
    "cards": "13:69F-41.5(f)",
    "count_stub": "13:69F-41.7(g)",
    "over": "13:69F-41.10(a)",
    "betting_round": "13:69F-41.10(a)",
    "interval": "13:69F-41.10(e)",
    "turn": "13:69F-41.10(c)",
    "check": '13:69F-41.1 "Check"',
    "bet": "13:69F-41.10(d)",
    "call": '13:69F-41.1 "Call"',
    "raise": '13:69F-41.1 "Raise"',
    "bet_limits": "13:69F-41.6(c)",
    "all_in": "13:69F-41.6(d)",
    "fold": "13:69F-41.12(c)",
    "forfeit": "13:69F-41.11(h)",
    "pattern": "13:69F-41.5(c)",
    "beat": "13:69F-41.10(e)",
    "settle": "13:69F-41.10(j)",
    "pot_count": "13:69F-41.10(k)",
    "commission": "13:69F-41.10(k)",
    "face_up_card": "13:69F-41.12(a)4",
    "wrong_number_of_cards": "13:69F-41.7(g)2",
    "improper_shuffle": "13:69F-41.12(a)1",
    "misdeal": "13:69F-41.12(a)2",
    "cards_missing_or_added": "13:69F-41.12(b)",
    "shuffler_jam": "13:69F-41.12(d)",
    "shuffler_count_wrong": "13:69F-41.9(h)",
    "void": "13:69F-41.12(a)",
    "raise_limits": "13:69F-41.6(c)",
}

LAW = Law("deuce_of_the_dragon", CLAUSES, CITED)
