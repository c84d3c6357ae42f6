"""How hands rank, how a round goes, what it pays, and what can go wrong."""

from games.engine.law import section

rank = section("13:69F-39.5", "ranking")
play, wager = section("13:69F-39.10", "play"), section("13:69F-39.10", "wagers")
dealing, showdown = section("13:69F-39.10", "dealing"), section("13:69F-39.10", "settlement")
sign = section("13:69F-39.11", "signage")
settle, pay = section("13:69F-39.11", "settlement"), section("13:69F-39.11", "payout")
wrong = section("13:69F-39.12", "irregularity")

RANKING = (
    rank(
        "(a)",
        "compute",
        "The ace is above the king, and below the two in a straight that ends with the five.",
        "ranking",
        "H7",
    ),
    rank("(b)", "compute", "Nine kinds of hand, each above the next.", "ranking", "H7"),
    rank("(b)1", "compute", "Royal flush: ten to ace in one suit.", "ranking", "H4 H7"),
    rank("(b)2", "compute", "Straight flush: five in a row in one suit.", "ranking", "H7"),
    rank("(b)3", "compute", "Four of a kind, by the rank of the four.", "ranking", "H7"),
    rank("(b)4", "compute", "Full house: three of one rank on two of another.", "ranking", "H7"),
    rank("(b)5", "compute", "Flush: one suit, not in a row.", "ranking", "H7"),
    rank(
        "(b)6",
        "compute",
        "Straight: five in a row, not all of a suit; nothing runs around the ace.",
        "ranking",
        "H7",
    ),
    rank("(b)7", "compute", "Three of a kind, by the rank of the three.", "ranking", "H7"),
    rank("(b)8", "compute", "Two pairs, by the higher and then the lower.", "ranking", "H7"),
    rank("(b)9", "compute", "One pair, by its rank.", "ranking", "H7"),
    rank(
        "(c)",
        "compute",
        "Alike so far, the next best card decides; alike to the end, nobody wins.",
        "ranking compare",
        "H7",
    ),
)

PLAY = (
    play(
        "(a)", "enforce", "Players look at their cards alone, and raise or check.", "decision", "H1"
    ),
    wager(
        "(b)",
        "enforce",
        "A round opens with equal ante and odds, within the limits of the table.",
        "mandatory_wagers ante_limits",
    ),
    dealing(
        "(c)",
        "record",
        "The five for the middle lie there from the start, or come as they are needed.",
        "deal reveal_flop reveal_turn_and_river",
        "H0 H8",
    ),
    play(
        "(d)",
        "enforce",
        "First street: raise one to three antes, or check.",
        "raise check",
        "H0 H1",
    ),
    play("(e)", "enforce", "All have decided: three cards are turned.", "reveal_flop"),
    play(
        "(f)",
        "enforce",
        "Second street: who has not raised may, one or two antes, or checks.",
        "raise check",
        "H0 H1",
    ),
    play("(g)", "enforce", "All have decided: the last two are turned.", "reveal_turn_and_river"),
    play(
        "(h)",
        "enforce",
        "Last street: one ante, or fold; the bonuses of a folded hand still play.",
        "raise fold",
        "H1 H5",
    ),
    showdown(
        "(i)",
        "compute",
        "With all decided the dealer shows, and each hand is its best five.",
        "reveal_dealer reveal_seat ranking settle",
        "H7",
    ),
)

PAY = (
    sign("(a)", "display", 'Odds are told as "to" or "win", never as "for".', "odds_wording"),
    settle("(b)", "compute", "Each hand is held against the dealer's.", "compare", "H2 H3"),
    settle(
        "(b)1",
        "compute",
        "A dealer without a pair does not qualify: antes come back, the rest plays on.",
        "qualify",
        "H2",
    ),
    settle(
        "(b)2", "compute", "Beating a dealer who qualifies doubles the ante.", "qualify", "H2 H3"
    ),
    settle("(b)3", "compute", "A better dealer takes the ante.", "compare", "H2 H3"),
    settle("(b)4", "compute", "Equal hands leave the ante where it is.", "compare", "H2 H3"),
    pay(
        "(b)5",
        "compute",
        "Winning with a straight or better pays the raise 1 to 1, and odds by their table.",
        "raise_pays odds_pay paytables",
        "H3",
    ),
    settle(
        "(c)",
        "compute",
        "Winning with less pays the raise 1 to 1 and gives odds back.",
        "raise_pays odds_pay",
        "H3",
    ),
    settle("(d)", "compute", "Equal hands leave raise and odds alone.", "compare", "H3"),
    settle(
        "(e)",
        "compute",
        "Losing with less than a straight costs raise and odds.",
        "raise_pays bad_beat_pays",
        "H2 H3",
    ),
    pay(
        "(f)",
        "compute",
        "Losing with a straight or better costs ante and raise, but odds pay as a bad beat.",
        "bad_beat_pays paytables",
        "H3 H4",
    ),
    pay(
        "(g)",
        "compute",
        "Trips plus pays by the table in force, one of four, however the rest ends.",
        "trips_plus_pays paytables",
        "H5",
    ),
    settle(
        "(h)",
        "record",
        "Trips plus may be paid before or after the rest; it comes to the same.",
        "settle trips_plus_pays",
    ),
    pay(
        "(i)",
        "compute",
        "The pocket bonus pays by the table in force, one of three, however the rest ends.",
        "pocket_bonus_pays paytables",
        "H5 H6",
    ),
)

IRREGULARITIES = (
    wrong(
        "(a)",
        "compute",
        "One card found face up is put aside; a second one voids the round.",
        "face_up_card void",
    ),
    wrong(
        "(b)", "record", "A card drawn too early, unseen, is the next one.", "card_drawn_in_error"
    ),
    wrong(
        "(c)", "compute", "A wrong number of cards voids the round.", "wrong_number_of_cards void"
    ),
    wrong(
        "(d)",
        "compute",
        "A dealer's card seen before its time voids the round.",
        "dealer_card_exposed void",
    ),
    wrong(
        "(e)", "enforce", "What a jammed shuffler has done does not count.", "shuffler_jam shuffle"
    ),
    wrong("(f)", "compute", "An automated shoe that fails voids the round.", "shoe_jam void"),
    wrong(
        "(g)",
        "enforce",
        "Another way to shuffle or deal waits until the machine is off the table.",
        "device_off_first hand_needs_device rulebook",
        "A3",
    ),
)
