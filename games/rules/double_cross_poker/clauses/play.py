"""How hands rank, how a round goes, what it pays, and what can go wrong."""

from games.engine.law import section

rank = section("19:47-25.5", "ranking")
play, settle = section("19:47-25.10", "play"), section("19:47-25.10", "settlement")
sign, pay = section("19:47-25.11", "signage"), section("19:47-25.11", "payout")
wrong = section("19:47-25.12", "irregularity")

RANKING = (
    rank(
        "(a)",
        "compute",
        "The ace is above the king, or below the two before 3-4-5; no suit is above another.",
        "ranking",
        "X5",
    ),
    rank("(b)", "compute", "Ten kinds of hand, each above the next.", "ranking compare", "X5"),
    rank("(b)1", "compute", "Royal flush: ten to ace in one suit.", "ranking", "X5"),
    rank("(b)2", "compute", "Straight flush: five in a row in one suit.", "ranking", "X5"),
    rank("(b)3", "compute", "Four of a kind.", "ranking", "X5"),
    rank("(b)4", "compute", "Full house: three of one rank, two of another.", "ranking", "X5"),
    rank("(b)5", "compute", "Flush: all of one suit.", "ranking", "X5"),
    rank("(b)6", "compute", "Straight: five in a row, of more than one suit.", "ranking", "X5"),
    rank("(b)7", "compute", "Three of a kind.", "ranking", "X5"),
    rank("(b)8", "compute", "Two pairs.", "ranking", "X5"),
    rank("(b)9", "compute", "One pair.", "ranking", "X5"),
    rank(
        "(b)10",
        "compute",
        "High card: nothing of the kind, so the best card counts.",
        "ranking",
        "X5",
    ),
    rank("(c)", "compute", "Five kinds of three-card hand pay.", "three_card_ranking", "X1"),
    rank("(c)1", "compute", "Three in a row in one suit.", "three_card_ranking", "X1"),
    rank("(c)2", "compute", "Three of one rank.", "three_card_ranking", "X1"),
    rank(
        "(c)3",
        "compute",
        "Three in a row, of more than one suit, and never around the ace.",
        "three_card_ranking",
        "X1",
    ),
    rank("(c)4", "compute", "Three of a suit, not in a row.", "three_card_ranking", "X1"),
    rank("(c)5", "compute", "Two of one rank.", "three_card_ranking", "X1"),
)

PLAY = (
    play(
        "(a)",
        "enforce",
        "The far and the right card are turned; who shows a paying three-card hand is paid now.",
        "reveal_first expose three_card_pays",
        "X1",
    ),
    play(
        "(b)",
        "enforce",
        "With the three-card wagers done each seat decides, its cards face down and untouched.",
        "expose play",
        "X1",
    ),
    play("(c)", "enforce", "Clockwise, one seat after the other folds or plays.", "play fold"),
    play("(c)1", "compute", "A fold costs the ante.", "fold settle", "X3"),
    play(
        "(c)2",
        "enforce",
        "To play is to pick a line of the cross and lay two wagers of an ante along it.",
        "play axis",
        "X3",
    ),
    play("(d)", "enforce", "After the last decision the other three are turned.", "reveal_rest"),
)

SETTLEMENT = (
    settle(
        "(e)",
        "compute",
        "The dealer shows, and takes the better line.",
        "reveal_dealer compare",
        "X2",
    ),
    settle(
        "(f)",
        "display",
        "Players' hands are turned next, the other way round.",
        "reveal_seat rulebook",
    ),
    settle("(g)", "compute", "Each hand plays the line it picked.", "compare axis", "X2 X5"),
    settle("(g)1", "compute", "It is held against the dealer's better hand.", "compare", "X5"),
    settle("(g)2", "compute", "A lower hand loses the ante and both raises.", "compare settle"),
    settle(
        "(g)3",
        "compute",
        "A higher one doubles the ante and wins the raises by the table; equal ones push.",
        "ante_pays raise_pays compare",
        "X2 X3",
    ),
    settle(
        "(h)",
        "record",
        "Cards are picked up so that every hand could be laid out again.",
        "settle rulebook",
    ),
)

PAY = (
    sign("(a)", "display", 'Odds are told as "to" or "win", never as "for".', "odds_wording"),
    pay(
        "(b)",
        "compute",
        "Each raise pays by the hand it wins with, at these odds or better.",
        "raise_pays paytables",
        "X3 X4",
    ),
    pay(
        "(c)",
        "compute",
        "Three cards pay by their kind, at these odds or better.",
        "three_card_pays paytables",
        "X1",
    ),
    pay(
        "(d)",
        "enforce",
        "What one hand wins may be limited, but not below a floor. The limit is on the felt or a "
        "sign, and nobody learns of a lower one too late.",
        "payout_limit payout_limit_sign lower_limit_notice",
        "X4",
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
        "(c)",
        "compute",
        "A hand or a cross with a wrong number of cards voids the round.",
        "wrong_number_of_cards void",
    ),
    wrong(
        "(d)", "enforce", "What a jammed shuffler has done does not count.", "shuffler_jam shuffle"
    ),
    wrong("(e)", "compute", "An automated shoe that fails voids the round.", "shoe_jam void"),
    wrong(
        "(f)",
        "enforce",
        "Another way to shuffle or deal waits until the machine is off the table.",
        "device_off_first hand_needs_device rulebook",
        "A3",
    ),
)
