"""What the game asks of its table: the felt, what patrons read there, and the signs."""

from games.engine.table import (
    LICENSEE,
    betting_areas,
    commission_sign,
    equal_patterns,
    pot_demands,
    suit_order,
)
from games.rules.deuce_of_the_dragon.patterns import SUITS
from tables.rules.demands import Element, Statement

AT = "13:69E-1.13AA"
SIGN = f"{AT}(c)"

ELEMENTS = (
    Element("licensee", LICENSEE, f"{AT}(b)1", at_seat=False),
    Element("main_ante", "Betting area for the main ante", f"{AT}(b)2"),
    Element("deuce_ante", "Betting area for the deuce ante", f"{AT}(b)2"),
    betting_areas(f"{AT}(b)3"),
    Element(
        "discard_areas",
        "Three discard areas beside the betting areas, parted by lines",
        f"{AT}(b)4",
    ),
    Element("deuce_pot", "Deuce pot, towards the middle", f"{AT}(b)5", at_seat=False),
    Element("main_pot", "Main pot, in the middle", f"{AT}(b)6", at_seat=False),
    Element("round_marker", "Marker of the betting round", f"{AT}(b)7", at_seat=False),
)
STATEMENTS = (
    Statement(
        "who_wins",
        "Who wins",
        "The first player without cards wins the main pot, and the deuce pot if entitled to it.",
        f"{AT}(b)8.i",
        sign_place=SIGN,
    ),
    equal_patterns(f"{AT}(b)8.ii", SIGN),
    suit_order(reversed(SUITS), f"{AT}(b)8.iii", SIGN),
    Statement(
        "carried_pot",
        "A deuce pot that nobody wins",
        "A deuce pot that is not won stays on the table, and grows round by round until it is.",
        f"{AT}(b)8.iv",
        sign_place=SIGN,
    ),
    commission_sign("deuce", SIGN),
)

TABLE = pot_demands(
    "deuce_of_the_dragon",
    "deuce",
    positions_place=f"{AT}(a)",
    submission_place=f"{AT}(a)1",
    elements=ELEMENTS,
    statements=STATEMENTS,
)
