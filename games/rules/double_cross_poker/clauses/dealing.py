"""Wagers, and dealing from shoe, hand and automated shoe."""

from games.engine.law import section

wager = section("19:47-25.6", "wagers")
shoe, shoe_stub = section("19:47-25.7", "dealing"), section("19:47-25.7", "stub")
hand, hand_stub = section("19:47-25.8", "dealing"), section("19:47-25.8", "stub")
machine, machine_stub = section("19:47-25.9", "dealing"), section("19:47-25.9", "stub")

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
        "Who wagers sits at the table, and stays for the round once dealt in.",
        "wager seats stay_seated",
    ),
    wager(
        "(c)",
        "enforce",
        "Once no more bets is said, wagers stay as they lie, save the raises.",
        "no_more_bets",
    ),
    wager(
        "(d)",
        "enforce",
        "Beside the ante a seat may wager one to a hundred dollars on three cards.",
        "wager wager_limits mandatory_wagers",
        "X1",
    ),
    wager("(e)", "enforce", "How the raises are made is told with the play.", "play", "X3"),
)

MANUAL_SHOE = (
    shoe("(a)", "record", "A fit shoe in its place takes the shuffled stack.", "shuffle rulebook"),
    shoe(
        "(b)",
        "enforce",
        "No card leaves the shoe before the antes lie and no more bets is said.",
        "no_more_bets deal",
    ),
    shoe(
        "(c)", "enforce", "Two hands share the work, clockwise around the table.", "deal rulebook"
    ),
    shoe("(c)1", "record", "Each player gets two cards at once, unseen.", "deal"),
    shoe("(c)2", "record", "The dealer gets two cards at once, unseen.", "deal"),
    shoe(
        "(c)3",
        "record",
        "Then the cross, unseen: three from the dealer's left, then its far and its near tip.",
        "deal",
    ),
    shoe_stub(
        "(d)", "record", "With the cross laid the stub is racked unseen.", "count_stub rulebook"
    ),
    shoe_stub(
        "(e)",
        "enforce",
        "Five rounds never pass without the stub being counted, face down.",
        "count_stub stub_due",
        "A4",
    ),
    shoe_stub("(e)1", "record", "A count that makes the deck whole lets play go on.", "count_stub"),
    shoe_stub(
        "(e)2",
        "compute",
        "A wrong count voids the hands; unless cards were misdealt the deck goes too.",
        "count_stub void cards_missing_or_added",
    ),
    shoe_stub(
        "(f)",
        "enforce",
        "With this shoe alone a counting shuffler spares the count; it can also condemn the deck.",
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
    hand("(b)3", "enforce", "No card is dealt before no more bets is said.", "no_more_bets deal"),
    hand("(c)", "enforce", "The free hand deals clockwise, each card face down.", "deal rulebook"),
    hand("(c)1", "record", "Each player gets two cards at once, unseen.", "deal"),
    hand("(c)2", "record", "The dealer gets two cards at once, unseen.", "deal"),
    hand(
        "(c)3",
        "record",
        "Then the cross, unseen: three from the dealer's left, then its far and its near tip.",
        "deal",
    ),
    hand_stub(
        "(d)", "record", "With the cross laid the stub is racked unseen.", "count_stub rulebook"
    ),
    hand_stub(
        "(e)",
        "enforce",
        "From the hand the stub is counted within five rounds, whatever the shuffler counts.",
        "count_stub stub_due",
        "A4",
    ),
)

AUTOMATED_SHOE = (
    machine(
        "(a)", "record", "A licensee may use an approved shoe that gives stacks of two.", "deal"
    ),
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
        "A stack for each seat with an ante, one for the dealer; the cross is dealt from the hand.",
        "deal",
    ),
    machine_stub(
        "(d)",
        "enforce",
        "With this shoe the stub is counted within five rounds, whatever the shuffler counts.",
        "count_stub stub_due",
        "A4",
    ),
)
