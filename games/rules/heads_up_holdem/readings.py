"""How we read what the rules of heads up hold'em leave open."""

from casino.lib.law import Reading

READINGS: tuple[Reading, ...] = (
    Reading(
        "H0",
        '13:69F-39.1 "Check"',
        "A check lets one street go by, not the round: the play itself asks a seat that checked"
        " again. From a manual shoe or the hand the own cards come first and the middle when it is"
        " needed; an automated shoe gives the middle first. 39.10(c) knows both.",
    ),
    Reading(
        "H1",
        '13:69F-39.1 "Raise wager"',
        "'Equal to but no more than' is put right by the play: a raise is so many whole antes, up"
        " to three before the flop, two on it, one at the end, and a seat raises once a round.",
    ),
    Reading(
        "H2",
        "13:69F-39.11(b)1",
        "A dealer below a pair can still hold the better hand. The first item comes first: the ante"
        " is handed back, whoever is ahead, while raise and odds go by the hands.",
    ),
    Reading(
        "H3",
        "13:69F-39.11(b)5",
        "Ahead, the raise pays 1 to 1 and odds their table from a straight up, below it they push."
        " Level, ante, raise and odds push. Behind, ante (but for H2) and raise are lost, and odds"
        " pay as a bad beat from a straight up, below it they are lost too.",
    ),
    Reading(
        "H4",
        "13:69F-39.11(f)",
        "Nothing beats a royal flush, so that row never pays. The drafter's question in brackets"
        " changes nothing: one bad beat table is printed, and that is the one in force.",
    ),
    Reading(
        "H5",
        "13:69F-39.11(g)",
        "Trips plus looks at the best five of seven cards, the pocket bonus at two. Neither asks"
        " how the rest ends, nor whether the seat folded: the play says so of the pocket bonus, and"
        " 'regardless' says it of trips plus.",
    ),
    Reading(
        "H6",
        "13:69F-39.11(i)",
        "One sentence would have all but ace and face lose; the sentence before it, the definition"
        " and the pay table pay pairs as well, and they prevail.",
    ),
    Reading(
        "H7",
        "13:69F-39.5(c)",
        "Hands of a kind are ordered as in any poker: by the cards that make the kind, then by the"
        " others from the top. Suits order nothing.",
    ),
    Reading(
        "H8",
        "13:69F-39.9(c)",
        "A shoe of two-card stacks cannot give the five in the middle as one stack. Whatever the"
        " shoe does, the deal records what came: five there, and two for each.",
    ),
)
