"""The table, its equipment, its decks and its opening."""

from games.engine.law import Provision

TABLE = (
    Provision(
        "13:69E-1.13AA(a)",
        "layout",
        "enforce",
        "At most six seats, on one side; the dealer works from the other.",
    ),
    Provision(
        "13:69E-1.13AA(a)1",
        "layout",
        "record",
        "Before a layout is used the Division has a scaled drawing and a colour photograph of it.",
    ),
    Provision("13:69E-1.13AA(b)", "layout", "record", "What the felt must show at least."),
    Provision(
        "13:69E-1.13AA(b)1",
        "layout",
        "record",
        "The casino's own name, or the one it trades under.",
    ),
    Provision(
        "13:69E-1.13AA(b)2",
        "layout",
        "record",
        "Every seat has two spots: one for the main ante, one for the ante of the deuce pot.",
    ),
    Provision(
        "13:69E-1.13AA(b)3",
        "layout",
        "record",
        "Every seat has three spots more: a bet's place for each of the three betting rounds.",
    ),
    Provision(
        "13:69E-1.13AA(b)4",
        "layout",
        "record",
        "Beside those spots every seat has three areas, divided by lines, for the patterns it "
        "lays open.",
    ),
    Provision(
        "13:69E-1.13AA(b)5",
        "layout",
        "record",
        "A marked place towards the middle is the deuce pot's.",
    ),
    Provision(
        "13:69E-1.13AA(b)6",
        "layout",
        "record",
        "A marked place in the middle gathers the main antes and what is bet after them.",
    ),
    Provision(
        "13:69E-1.13AA(b)7",
        "layout",
        "record",
        "In the middle a button shows which of the three betting rounds is being played.",
    ),
    Provision(
        "13:69E-1.13AA(b)8",
        "signage",
        "display",
        "Four sentences are printed on the felt, where no sign says them instead.",
    ),
    Provision(
        "13:69E-1.13AA(b)8.i",
        "signage",
        "display",
        "The felt says who wins: the first without cards, and who is entitled to the deuce "
        "pot has that too.",
        readings=("P10", "P17"),
    ),
    Provision(
        "13:69E-1.13AA(b)8.ii",
        "signage",
        "display",
        "The felt says that the better suit decides between patterns of one value.",
        readings=("P5", "P25"),
    ),
    Provision(
        "13:69E-1.13AA(b)8.iii",
        "signage",
        "display",
        "The felt lists the suits in their order.",
        readings=("P6",),
    ),
    Provision(
        "13:69E-1.13AA(b)8.iv",
        "signage",
        "display",
        "The felt says that a deuce pot nobody wins stays and grows.",
        readings=("P17",),
    ),
    Provision(
        "13:69E-1.13AA(c)",
        "signage",
        "display",
        "A sign says what the felt leaves out, and in every case which share of the main and "
        "deuce pots is taken.",
        readings=("P16",),
    ),
    Provision(
        "13:69E-1.13AA(d)",
        "equipment",
        "record",
        "The drop box and the tip box hang on the dealer's side, one to each hand.",
    ),
    Provision(
        "13:69E-1.19(b)",
        "equipment",
        "record",
        "A shoe is fastened to the table while it is open, and locked in otherwise.",
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
        "13:69F-41.2(a)",
        "deck",
        "record",
        "One deck with one kind of back, a cutting card and a cover card, neither to be taken "
        "for a card of the deck.",
    ),
    Provision(
        "13:69F-41.2(b)",
        "deck",
        "enforce",
        "Only beside a shuffling device may there be a second deck; five conditions follow.",
        readings=("A3",),
    ),
    Provision(
        "13:69F-41.2(b)1",
        "deck",
        "record",
        "Either deck for itself is as a single one would have to be.",
    ),
    Provision("13:69F-41.2(b)2", "deck", "enforce", "Their backs have different colours."),
    Provision(
        "13:69F-41.2(b)3", "deck", "enforce", "While one is played with, the device has the other."
    ),
    Provision(
        "13:69F-41.2(b)4", "deck", "enforce", "They take turns: each is used for every other round."
    ),
    Provision(
        "13:69F-41.2(b)5", "deck", "record", "In the discard rack lies never more than one of them."
    ),
    Provision(
        "13:69F-41.3(a)",
        "opening",
        "record",
        "The dealer receives the decks as the general rules want it. A paragraph (e) that the "
        "text points to is not there.",
        readings=("A6",),
    ),
    Provision(
        "13:69F-41.3(b)",
        "opening",
        "record",
        "Inspected and verified, the cards are spread open by suit and rank before the first "
        "two players.",
    ),
    Provision(
        "13:69F-41.3(c)",
        "opening",
        "record",
        "When two players have looked at them, each deck is washed, stacked and shuffled "
        "alone. The section meant is 41.4.",
    ),
    Provision(
        "13:69F-41.3(d)",
        "opening",
        "record",
        "With a device and two decks, all of the opening is done for either deck alone.",
    ),
)
