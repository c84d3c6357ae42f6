"""Table, deck and devices: N.J.A.C. 13:69E as this game amends it."""

from games.engine.law import Provision

CLAUSES = (
    Provision(
        "13:69E-1.13BB(a)",
        "layout",
        "enforce",
        "The table seats at most six players, facing the dealer across the layout.",
    ),
    Provision(
        "13:69E-1.13BB(a)1",
        "layout",
        "record",
        "Before a layout is used the Division has received its scale drawing and a "
        "colour photograph.",
    ),
    Provision(
        "13:69E-1.13BB(b)",
        "layout",
        "record",
        "What every layout of this game must show at the least.",
    ),
    Provision(
        "13:69E-1.13BB(b)1",
        "layout",
        "record",
        "The layout carries the licensee's name or trade name.",
    ),
    Provision(
        "13:69E-1.13BB(b)2",
        "layout",
        "display",
        "Each position has a spot for every one of the five wagers, and the layout tells "
        "that a play wager equals the ante.",
        readings=("G2",),
    ),
    Provision(
        "13:69E-1.13BB(b)3",
        "signage",
        "display",
        "The layout lists what ante bonus, three-card bonus and dragon bet pay.",
    ),
    Provision(
        "13:69E-1.13BB(c)",
        "signage",
        "display",
        "A layout that does not tell of the play wager's size needs a sign at the table that does.",
        readings=("G2",),
    ),
    Provision(
        "13:69E-1.13BB(d)",
        "signage",
        "display",
        "A layout without the pay tables needs a sign with the odds of every wager.",
    ),
    Provision(
        "13:69E-1.13BB(e)",
        "equipment",
        "record",
        "Drop box and tip box hang on the dealer's side of the table, to the left and "
        "right of the dealer.",
    ),
    Provision(
        "13:69E-1.17A(a)",
        "deck",
        "enforce",
        "The game has a deck of its own, of 53 cards, which the Division has seen.",
    ),
    Provision("13:69E-1.17A(a)1", "deck", "enforce", "The deck holds seven dragons."),
    Provision("13:69E-1.17A(a)1.i", "deck", "enforce", "Red dragons: three."),
    Provision("13:69E-1.17A(a)1.ii", "deck", "enforce", "Blue dragons: three."),
    Provision(
        "13:69E-1.17A(a)1.iii",
        "deck",
        "enforce",
        "Gold dragon: a single one, which is wild.",
        readings=("G1",),
    ),
    Provision("13:69E-1.17A(a)2", "deck", "enforce", "The deck holds seven cards of the phoenix."),
    Provision("13:69E-1.17A(a)3", "deck", "enforce", "The deck holds eight cards of the tiger."),
    Provision("13:69E-1.17A(a)4", "deck", "enforce", "The deck holds nine cards of the panda."),
    Provision("13:69E-1.17A(a)5", "deck", "enforce", "The deck holds ten cards of the monkey."),
    Provision("13:69E-1.17A(a)6", "deck", "enforce", "The deck holds twelve cards of the rabbit."),
    Provision(
        "13:69E-1.17A(b)",
        "ranking",
        "compute",
        "A dragon outranks a phoenix, then come tiger, panda and monkey; the rabbit is lowest.",
        ("ranking",),
        ("G1",),
    ),
    Provision(
        "13:69E-1.17A(c)",
        "ranking",
        "compute",
        "The gold dragon may pass for any character, and where it is taken for a dragon "
        "it is still the gold one.",
        ("ranking", "dragon_bet_pays"),
        ("G1", "G4"),
    ),
    Provision(
        "13:69E-1.18(g)",
        "deck",
        "enforce",
        "Cards opened at a table serve for a day at most, some for less.",
    ),
    Provision(
        "13:69E-1.18(g)2",
        "deck",
        "enforce",
        "Cards dealt from the hand serve for four hours at most.",
    ),
    Provision(
        "13:69E-1.18(n)",
        "deck",
        "record",
        "Security looks through used cards that come back, for marks, damage, and cards "
        "too many or too few.",
    ),
    Provision(
        "13:69E-1.18(n)3.iii",
        "deck",
        "record",
        "Every used card of this game is looked through, not a sample.",
    ),
    Provision(
        "13:69E-1.19(b)",
        "equipment",
        "record",
        "Cards come from a shoe that is fixed to the open table and locked up when it closes.",
    ),
    Provision(
        "13:69E-1.19(b)1",
        "equipment",
        "record",
        "The cards may also be dealt from the hand, where the game's own rules are kept.",
    ),
    Provision(
        "13:69E-1.19(c)",
        "equipment",
        "record",
        "A shuffling device may stand at the table beside the shoe.",
    ),
)
