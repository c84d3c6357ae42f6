"""The clauses that cards and devices are refused by. `provisions.py` tells each in plain words."""

from casino.lib.law import Clause, Reading, Refused

CARDS = Clause("13:69E-1.17")
DRAGON_DECK = Clause("13:69E-1.17A(a)", "dragon_poker")
RECEIPT = Clause("13:69E-1.18(a)")
STORE_LOG = Clause("13:69E-1.18(b)")
DAILY = Clause("13:69E-1.18(b)2")
INVENTORY = Clause("13:69E-1.18(b)3")
ISSUE = Clause("13:69E-1.18(c)")
INSPECTION = Clause("13:69E-1.18(f)")
CHANGE = Clause("13:69E-1.18(g)")
CHANGE_BY_HAND = Clause("13:69E-1.18(g)2")
REMOVAL = Clause("13:69E-1.18(k)")
EXAMINATION = Clause("13:69E-1.18(n)")
DESTRUCTION = Clause("13:69E-1.18(o)")
PREPARED = Clause("13:69E-1.18A(b)")
RECEIPT_OF_MACHINE = Clause("13:69E-1.18A(b)4")
BOXES = Clause("13:69E-1.13")
SHOE = Clause("13:69E-1.19(b)")
BY_HAND = Clause("13:69E-1.19(b)1")
SHUFFLER = Clause("13:69E-1.19(c)")
TAMPERING = Clause("13:69E-1.20(c)")
KEYS = Clause("13:69E-1.19B(b)")
SEGREGATION = Clause("13:69D-1.11(b)")

A3 = Reading(
    "A3",
    "x.4(c)2, x.8(b)1",
    "The list of ways to deal after a cut names the hand, but the section on hand dealing "
    "wants a device, and the special rule is the stronger: cards are dealt from the hand "
    "only after a device has shuffled them. Without the device there is neither hand dealing "
    "nor a second deck from the next round on.",
)
A5 = Reading(
    "A5",
    "x.4(a), 13:69E-1.18(r)",
    "The paragraph on pre-shuffled cards is now 1.18A. Such cards need no spreading and "
    "washing, but that holds for their first shuffle alone; a round cannot know which shuffle "
    "it is, so the procedures of the table see to it.",
)
A6 = Reading(
    "A6",
    "13:69E-1.18(g), (n)",
    "The lists of games are older than these five. No deck is used for more than 24 hours, "
    "and in all five games one dealt from the hand for no more than 4; every used card of "
    "all five is inspected. For shoes 8 hours are usual. Setting: change_from_shoe.",
)

# What is cited for a duty where no game is asked, or the game's own text is silent.
CITED = {
    "whole_deck": CARDS,
    "change_schedule": CHANGE,
    "change_by_hand": CHANGE_BY_HAND,
    "examine_all": EXAMINATION,
    "one_deck": CARDS,
    "second_deck": SHUFFLER,
    "both_whole": CARDS,
    "two_colours": CARDS,
    "one_in_shuffler": SHUFFLER,
    "take_turns": SHUFFLER,
    "one_deck_in_rack": SHUFFLER,
    "boxes": BOXES,
    "shoe_secured": SHOE,
    "hand_dealing": BY_HAND,
    "hand_needs_device": BY_HAND,
    "shuffler": SHUFFLER,
    "device_off_first": SHUFFLER,
}


def refuse(duty: str, error: str, *, reading: Reading | None = None, remedy: str = "") -> Refused:
    return Refused(error, CITED[duty], reading=reading, remedy=remedy)
