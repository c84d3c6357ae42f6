"""How we read what the rules of double cross poker leave open."""

from casino.lib.law import Reading

READINGS: tuple[Reading, ...] = (
    Reading(
        "X1",
        "19:47-25.10(a)",
        "The three-card hand is a seat's two cards with the far tip of the cross. Showing it is the"
        " seat's choice, and who has not shown by the first decision has lost that wager. The ace"
        " stands at either end of a three-card row, never between king and two: suited, those three"
        " are a plain flush. The wager is over before the decision and depends on nothing after.",
    ),
    Reading(
        "X2",
        "19:47-25.10(g)3",
        "The dealer plays whichever line ranks higher. On equal hands 'the wager' pushes: that is"
        " all three, the ante and both raises.",
    ),
    Reading(
        "X3",
        "19:47-25.11(b)",
        "A win pays the ante 1 to 1 and both raises by the table, a bare high card too. 'No less"
        " than' makes each row a floor, so the settings may name better odds and never worse ones."
        " A fold loses the ante and nothing else.",
    ),
    Reading(
        "X4",
        "19:47-25.11(d)",
        "The limit that (b) calls (c) can only be (d). It holds for what the ante and the raises of"
        " one hand win together; what is too much is taken off the raises, stakes come back whole,"
        " and neither the three-card wager nor a coupon counts. A least ante can win 601 times"
        " itself (1, and twice 300), so the floor is that or $60,000, whichever is more.",
    ),
    Reading(
        "X5",
        "19:47-25.5(b)",
        "Two hands of a kind are not ordered by the text: the custom of poker does it, by the cards"
        " that make the kind and then the others from the top. The ace is low in A-2-3-4-5 alone.",
    ),
)
