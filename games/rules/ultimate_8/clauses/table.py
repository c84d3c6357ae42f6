"""The table, its equipment, its decks and its opening."""

from games.engine.law import Provision

TABLE = (
    Provision(
        "13:69E-1.13BB(a)",
        "layout",
        "enforce",
        "At most six seats facing the dealer. The Division has a scaled drawing and a colour "
        "photograph before a layout is used.",
    ),
    Provision("13:69E-1.13BB(b)", "layout", "record", "What the felt must show at least."),
    Provision(
        "13:69E-1.13BB(b)1",
        "layout",
        "record",
        "The casino's own name, or the one it trades under.",
    ),
    Provision("13:69E-1.13BB(b)2", "layout", "record", "Every seat has a spot for the main ante."),
    Provision(
        "13:69E-1.13BB(b)3",
        "layout",
        "record",
        "Every seat has three spots more: a bet's place for each of the three betting rounds.",
    ),
    Provision(
        "13:69E-1.13BB(b)4",
        "layout",
        "record",
        "A marked place towards the middle gathers the main antes and what is bet after them.",
    ),
    Provision(
        "13:69E-1.13BB(b)5",
        "layout",
        "record",
        "A marked place towards the middle is the ace pot's.",
    ),
    Provision(
        "13:69E-1.13BB(b)6",
        "layout",
        "record",
        "In the middle a button shows which of the three betting rounds is being played.",
    ),
    Provision(
        "13:69E-1.13BB(b)7",
        "signage",
        "display",
        "Three sentences are printed on the felt, where no sign says them instead.",
    ),
    Provision(
        "13:69E-1.13BB(b)7.i",
        "signage",
        "display",
        "The felt says who wins: the first without cards.",
        readings=("P10",),
    ),
    Provision(
        "13:69E-1.13BB(b)7.ii",
        "signage",
        "display",
        "The felt says that the better suit decides between patterns of one value.",
        readings=("P5", "P25"),
    ),
    Provision(
        "13:69E-1.13BB(b)7.iii",
        "signage",
        "display",
        "The felt lists the suits in their order.",
        readings=("P6",),
    ),
    Provision(
        "13:69E-1.13BB(c)",
        "signage",
        "display",
        "A sign says what the felt leaves out, and in every case which share of a pot is taken.",
        readings=("P16",),
    ),
    Provision(
        "13:69E-1.13BB(d)",
        "equipment",
        "record",
        "The drop box and the tip box hang on the dealer's side, one to each hand.",
    ),
    Provision(
        "13:69E-1.19(b)",
        "equipment",
        "record",
        "This game too is dealt from a shoe, fastened while the table is open and locked in "
        "otherwise.",
    ),
    Provision(
        "13:69E-1.19(b)1",
        "equipment",
        "record",
        "This game too may be dealt from the hand, where its own rules are kept.",
    ),
    Provision(
        "13:69E-1.19(c)",
        "equipment",
        "record",
        "This game too may use a shuffling device beside its shoe.",
    ),
    Provision(
        "13:69F-42.2(a)",
        "deck",
        "record",
        "One deck with one kind of back, a cutting card and a cover card, neither to be taken "
        "for a card of the deck.",
    ),
    Provision(
        "13:69F-42.2(b)",
        "deck",
        "enforce",
        "Only beside a shuffling device may there be a second deck; five conditions follow.",
        readings=("A3",),
    ),
    Provision(
        "13:69F-42.2(b)1",
        "deck",
        "record",
        "Either deck for itself is as a single one would have to be.",
    ),
    Provision("13:69F-42.2(b)2", "deck", "enforce", "Their backs have different colours."),
    Provision(
        "13:69F-42.2(b)3", "deck", "enforce", "While one is played with, the device has the other."
    ),
    Provision(
        "13:69F-42.2(b)4", "deck", "enforce", "They take turns: each is used for every other round."
    ),
    Provision(
        "13:69F-42.2(b)5", "deck", "record", "In the discard rack lies never more than one of them."
    ),
    Provision(
        "13:69F-42.3(a)",
        "opening",
        "record",
        "The dealer receives the decks as the general rules want it, and then as the section "
        "on shuffling does.",
        readings=("A6",),
    ),
    Provision(
        "13:69F-42.3(b)",
        "opening",
        "record",
        "Inspected and verified, the cards are spread open by suit and rank before the first "
        "two players.",
    ),
    Provision(
        "13:69F-42.3(c)",
        "opening",
        "record",
        "When two players have looked at them, each deck is washed, stacked and shuffled alone.",
    ),
    Provision(
        "13:69F-42.3(d)",
        "opening",
        "record",
        "With a device and two decks, all of the opening is done for either deck alone.",
    ),
)
