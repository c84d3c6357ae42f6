"""The rules for cards, devices and keys of every game, in our own words, with how sure we are.

Not every paragraph could be read. Where a sister state's text or the practice of the trade stands
in for it, this says so, and what depends on it is a setting where it is a number.
"""

from typing import NamedTuple

from casino.lib.dated import Sure

RECEIPT, STORES, TABLE = "Receipt", "Stores, logs and keys", "To the table"
CHANGE, AFTER, PREPARED = "Changing cards", "After play", "Pre-shuffled cards"
DEVICES, PEOPLE, CARDS = "Devices and boxes", "People", "The cards"


class General(NamedTuple):
    """One provision that holds whatever the game; `source` tells where it was read."""

    place: str
    topic: str
    summary: str
    sure: Sure
    source: str = ""
    readings: tuple[str, ...] = ()


_ALL = (
    General("13:69E-1.17", CARDS, "Cards of a deck are alike in size, shape and back, and the backs give nothing away. A deck is whole: 52 cards in four suits, or what its own game says. Decks come in packages that show when they were opened, and a sealed set is not split.", Sure.SISTER, "58 Pa. Code 603a.15; COMAR 36.05.02.15"),
    General("13:69E-1.18(a)", RECEIPT, "Two people receive a delivery, one of casino games and one of security or accounting. They write down how many decks came, and lock them in. Surplus lies in a secondary store, and passes through the primary one before it goes to a pit.", Sure.SEEN),
    General("13:69E-1.18(b)", STORES, "Every store has its own log, and counts single decks and sets apart.", Sure.SEEN),
    General("13:69E-1.18(b)1", STORES, "The log shows what was received, taken out and returned, each with its date and the signatures of those who took part.", Sure.SEEN),
    General("13:69E-1.18(b)2", STORES, "Every day decks are reconciled: given out, destroyed or cancelled, returned, on open tables for more than 24 hours, and in reserve.", Sure.SEEN),
    General("13:69E-1.18(b)3", STORES, "At least every three months somebody who does not handle decks counts them all. A difference from the log is reported.", Sure.PARTLY, "its opening; the period in 205 CMR 146.49(2)(g) and 13:69E-1.16(b)3"),
    General("13:69E-1.19B(b)", STORES, "A store outside the cage has two locks. Security has the key of one; that of the other is with casino games, and with nobody there below a shift manager.", Sure.PARTLY, "the rule for tiles; the one for cards was not readable"),
    General("13:69E-1.18(c)", TABLE, "Before a gaming day, and when needed, a shift manager and a security officer take decks out of the primary store for the pits, some more for the reserve. Unopened decks come back the same way.", Sure.PARTLY, "COMAR 36.05.02.16C"),
    General("13:69E-1.18(c)2", TABLE, "Decks may go to be inspected and shuffled ahead of play instead.", Sure.PARTLY, "as 13:69E-1.18A(b)1 refers to it"),
    General("13:69E-1.18(f)", TABLE, "At the table the dealer sorts the deck to prove it whole, and looks at every back; then the floorperson verifies that. What is unfit is replaced and sealed for security.", Sure.PARTLY, "the games' own texts; COMAR 36.05.02.16F and G"),
    General("13:69E-1.18(g)", CHANGE, "Cards that were opened and placed on a table are changed within 24 hours, counted from then; a shoe and other games have shorter times.", Sure.SEEN, "", ("A6",)),
    General("13:69E-1.18(g)2", CHANGE, "Cards dealt from the hand are changed within 4 hours.", Sure.SEEN, "it names two of our five games", ("A6",)),
    General("13:69E-1.18(k)", AFTER, "Cards that leave play, damaged cards and reserve decks whose seal is broken go into a clear sealed envelope with table, date, time and signatures, and stay locked up in the pit until security collects and signs for them, at least once a gaming day. Any sign of tampering takes the whole deck off the table.", Sure.SISTER, "COMAR 36.05.02.16G to M"),
    General("13:69E-1.18(n)", AFTER, "Security examines used cards and reserve cards with broken seals: for tampering, marks, changes, cards too many or too few. A finding is reported at once, and the cards are kept as evidence.", Sure.SEEN, "what follows a finding: COMAR 36.05.02.16N(9)"),
    General("13:69E-1.18(n)3.iii", AFTER, "For the games it lists all cards are examined, and no sample taken.", Sure.SEEN, "it names two of our five games", ("A6",)),
    General("13:69E-1.18(o)", AFTER, "Examined cards that nobody holds are destroyed or cancelled soon after their collection: shredded, or drilled through the centre, before a witness.", Sure.TRADE, "the time is a setting; the way: COMAR 36.05.02.16P"),
    General("13:69E-1.18(p)", AFTER, "Where they are destroyed, surveillance sees it.", Sure.SISTER, "COMAR 36.05.02.16P"),
    General("13:69E-1.18A(a)", PREPARED, "Cards may be inspected and shuffled ahead of play, in the house or by a licensed vendor.", Sure.SEEN),
    General("13:69E-1.18A(b)", PREPARED, "In the house it is done at a closed table or another approved place, by a dealer, and verified by a supervisor who has no open table then. Surveillance records it and keeps the recording for seven days. At the table the seal is broken before the dealer, and the cards are cut.", Sure.SEEN, "the container and its seal: COMAR 36.05.02.16R", ("A5",)),
    General("13:69E-1.18A(b)1", PREPARED, "Each batch is done on its own, and holds the decks that a game needs.", Sure.SEEN),
    General("13:69E-1.18A(b)2", PREPARED, "The dealer looks at every back, then shuffles by hand or by machine.", Sure.SEEN),
    General("13:69E-1.18A(b)4", PREPARED, "An approved machine proves that no card is missing or extra, and prints a receipt with its maker, model and serial number and the dealer.", Sure.PARTLY, "its first two items"),
    General("13:69E-1.13", DEVICES, "The section on each game's table (1.13Z, 1.13AA, 1.13BB) puts a drop box and a tip box on the dealer's side, one to the left and one to the right.", Sure.SEEN, "double cross poker's own section was not among our texts"),
    General("13:69E-1.19(b)", DEVICES, "Cards are dealt from a shoe that is secured to the table while it is open, and locked away otherwise.", Sure.SEEN),
    General("13:69E-1.19(b)1", DEVICES, "Games on its list may be dealt from the hand, as their own rules say.", Sure.SEEN, "", ("A3",)),
    General("13:69E-1.19(c)", DEVICES, "Games on its list may use an automatic shuffler beside the shoe. Shoes and shufflers are looked at every gaming day before cards go in, and one that does not work is taken off before another way is used.", Sure.PARTLY, "its conditions: COMAR 36.05.02.17; the change of method: the games' own texts"),
    General("13:69E-1.20(c)", DEVICES, "Any sign that equipment was tampered with goes to the Division at once, and security secures the thing.", Sure.SEEN),
    General("13:69D-1.11(b)", PEOPLE, "Nobody has two functions that would let them both make an error and hide it.", Sure.PARTLY, "its opening"),
    General("13:69D-1.12(a)3", PEOPLE, "Everybody does the one job they were assigned for the shift.", Sure.SEEN),
    General("13:69A-1.2(a)", PEOPLE, "Everybody who works in these jobs has a current registration.", Sure.SEEN),
)  # fmt: skip

PROVISIONS = {provision.place: provision for provision in _ALL}


def topics() -> dict[str, list[General]]:
    found: dict[str, list[General]] = {}
    for provision in _ALL:
        found.setdefault(provision.topic, []).append(provision)
    return found
