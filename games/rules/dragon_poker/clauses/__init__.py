"""All clauses of the game, in our own words, and the duties that honour them."""

from games.engine.law import Law
from games.rules.dragon_poker.clauses import dealing, equipment, play, preparation

CLAUSES = equipment.CLAUSES + preparation.CLAUSES + dealing.CLAUSES + play.CLAUSES
CITED = {
    "seats": "13:69E-1.13BB(a)",
    "cards": "13:69E-1.17A(a)",
    "mandatory_wagers": '13:69F-42.1 "Ante Bonus"',
    "ante_limits": '13:69F-42.1 "Ante"',
    "shuffle": "13:69F-42.4(a)",
    "cut": "13:69F-42.4(c)",
    "options": "13:69F-42.6(a)",
    "unit": "13:69F-42.6(a)",
    "coupon": "13:69F-42.6(a)",
    "no_more_bets": "13:69F-42.6(b)",
    "wager": "13:69F-42.6(c)",
    "count_stub": "13:69F-42.7(e)",
    "cards_missing_or_added": "13:69F-42.7(e)2",
    "shuffler_count_wrong": "13:69F-42.7(f)",
    "hand_needs_device": "13:69F-42.8(b)1",
    "deal": "13:69F-42.10(a)",
    "order": "13:69F-42.10(a)",
    "play": "13:69F-42.10(c)",
    "fold": "13:69F-42.10(c)",
    "reveal_dealer": "13:69F-42.10(c)3",
    "settle": "13:69F-42.10(d)",
    "reveal_seat": "13:69F-42.10(d)1",
    "over": "13:69F-42.10(e)",
    "paytables": "13:69F-42.11(d)",
    "face_up_card": "13:69F-42.12(a)",
    "card_drawn_in_error": "13:69F-42.12(a)",
    "wrong_number_of_cards": "13:69F-42.12(b)",
    "void": "13:69F-42.12(b)",
    "shuffler_jam": "13:69F-42.12(c)",
    "shoe_jam": "13:69F-42.12(d)",
}
LAW = Law("dragon_poker", CLAUSES, CITED)
