"""Shuffle and cut, wagers, and dealing from shoe, hand and automated shoe."""

from games.engine.law import section

shuffle = section("13:69F-39.4", "shuffle")
wager = section("13:69F-39.6", "wagers")
shoe, shoe_stub = section("13:69F-39.7", "dealing"), section("13:69F-39.7", "stub")
hand, hand_stub = section("13:69F-39.8", "dealing"), section("13:69F-39.8", "stub")
machine, machine_stub = section("13:69F-39.9", "dealing"), section("13:69F-39.9", "stub")

SHUFFLE = (
    shuffle(
        "(a)",
        "enforce",
        "Every round starts with cards mixed by hand, by a device or beforehand.",
        "shuffle",
        "A5",
    ),
    shuffle("(b)", "enforce", "How the cards were mixed tells what comes next.", "shuffle cut"),
    shuffle(
        "(b)1", "enforce", "A device's shuffle is dealt as it is, without a cut.", "shuffle cut"
    ),
    shuffle("(b)2", "enforce", "Cards mixed by hand or beforehand are cut before the deal.", "cut"),
    shuffle("(c)", "enforce", "It is the dealer who cuts.", "cut"),
    shuffle("(c)1", "record", "One hand is enough to cut, in four steps.", "cut rulebook"),
    shuffle("(c)1.i", "record", "The cover card is laid before the deck.", "rulebook"),
    shuffle("(c)1.ii", "enforce", "No fewer than ten cards come off the top, onto it.", "cut"),
    shuffle("(c)1.iii", "record", "The cards left over go on top of those.", "rulebook"),
    shuffle("(c)1.iv", "record", "The cover card moves to the rack.", "rulebook"),
    shuffle("(c)2", "enforce", "No card is dealt before the cut that is due.", "cut deal"),
    shuffle(
        "(d)",
        "record",
        "A supervisor who doubts a cut may have it made again before the deal.",
        "recut",
    ),
    shuffle(
        "(e)",
        "record",
        "At an idle table the cards lie spread, and are shown, washed and shuffled anew.",
        "idle_again rulebook",
        "A7",
    ),
)

WAGERS = (
    wager(
        "(a)",
        "enforce",
        "Wagers are chips on their places, and a match play coupon; cash and words are none.",
        "wager unit coupon",
        "A8",
    ),
    wager(
        "(b)",
        "enforce",
        "Once no more bets is said, wagers stay as they lie, save the raise.",
        "no_more_bets",
        "H1",
    ),
    wager(
        "(c)",
        "enforce",
        "Ante and odds go together in one amount; odds touch no other wager.",
        "mandatory_wagers odds_pay",
        "H3",
    ),
    wager(
        "(d)",
        "enforce",
        "How raises and the two bonuses are made is told with the play.",
        "raise wager",
        "H1 H5",
    ),
    wager(
        "(e)",
        "enforce",
        "Who wagers sits at the table, and stays for the round once dealt in.",
        "wager seats stay_seated",
    ),
)

MANUAL_SHOE = (
    shoe("(a)", "record", "A fit shoe takes the stack that was shuffled.", "shuffle rulebook"),
    shoe(
        "(b)",
        "enforce",
        "No card leaves the shoe before no more bets is said.",
        "no_more_bets deal",
    ),
    shoe("(c)", "record", "One hand draws from the shoe, the other lays the card.", "rulebook"),
    shoe("(d)", "enforce", "Clockwise, everybody gets two cards in two turns.", "deal"),
    shoe("(d)1", "record", "A first card for each player, unseen.", "deal", "H0"),
    shoe("(d)2", "record", "A first card for the dealer, unseen and covered.", "deal"),
    shoe("(d)3", "record", "A second card for each player, unseen.", "deal"),
    shoe("(d)4", "record", "A second card for the dealer, unseen and covered.", "deal"),
    shoe_stub(
        "(e)", "record", "With all cards out the stub is racked unseen.", "count_stub rulebook"
    ),
    shoe_stub(
        "(f)",
        "enforce",
        "Five rounds never pass without the stub being counted, face down.",
        "count_stub stub_due",
        "A4",
    ),
    shoe_stub("(f)1", "record", "A count that makes the deck whole lets play go on.", "count_stub"),
    shoe_stub(
        "(f)2",
        "compute",
        "A wrong count voids the hands; unless cards were misdealt the deck goes too.",
        "count_stub void cards_missing_or_added",
    ),
    shoe_stub(
        "(g)",
        "enforce",
        "A shuffler that counts spares the count; if it finds a wrong number the deck goes.",
        "stub_due shuffler_count_wrong",
        "A4",
    ),
)

FROM_THE_HAND = (
    hand("(a)", "record", "A licensee may have the dealer deal from the hand.", "deal"),
    hand("(b)", "enforce", "What dealing from the hand asks for.", "hand_needs_device", "A3"),
    hand("(b)1", "enforce", "A device shuffles what the hand deals.", "hand_needs_device", "A3"),
    hand("(b)2", "record", "The stack lies in one hand of the dealer.", "rulebook"),
    hand("(b)2.i", "record", "It stays in that hand for the round.", "rulebook"),
    hand("(b)2.ii", "record", "It stays in sight, over the chip tray.", "rulebook"),
    hand(
        "(b)3",
        "enforce",
        "No card is dealt before no more bets is said; each is laid face down.",
        "no_more_bets deal",
    ),
    hand("(c)", "enforce", "Clockwise, everybody gets two cards in two turns.", "deal"),
    hand("(c)1", "record", "A first card for each player, unseen.", "deal", "H0"),
    hand("(c)2", "record", "A first card for the dealer, unseen and covered.", "deal"),
    hand("(c)3", "record", "A second card for each player, unseen.", "deal"),
    hand("(c)4", "record", "A second card for the dealer, unseen and covered.", "deal"),
    hand_stub(
        "(d)", "record", "With all cards out the stub is racked unseen.", "count_stub rulebook"
    ),
    hand_stub(
        "(e)",
        "enforce",
        "From the hand too, the stub is counted within five rounds.",
        "count_stub stub_due",
        "A4",
    ),
    hand_stub(
        "(f)",
        "enforce",
        "From the hand too, a counting shuffler spares the count and can condemn the deck.",
        "stub_due shuffler_count_wrong",
        "A4",
    ),
)

AUTOMATED_SHOE = (
    machine("(a)", "record", "A licensee may use a shoe that gives stacks of two.", "deal", "H8"),
    machine("(b)", "enforce", "What dealing from such a shoe asks for.", "shuffle no_more_bets"),
    machine(
        "(b)1", "enforce", "Only shuffled cards are loaded, cut if they must be.", "shuffle cut"
    ),
    machine(
        "(b)2",
        "enforce",
        "The shoe gives nothing before no more bets is said.",
        "no_more_bets deal",
    ),
    machine(
        "(c)",
        "enforce",
        "The five for the middle come first, then a stack for each wagering seat, then the dealer.",
        "deal",
        "H0 H8",
    ),
    machine_stub(
        "(d)", "record", "What the shoe still holds is racked unseen.", "count_stub rulebook"
    ),
    machine_stub(
        "(e)",
        "enforce",
        "With this shoe too, the stub is counted within five rounds.",
        "count_stub stub_due",
        "A4",
    ),
    machine_stub(
        "(f)",
        "enforce",
        "With this shoe too, a counting shuffler spares the count and can condemn the deck.",
        "stub_due shuffler_count_wrong",
        "A4",
    ),
)
