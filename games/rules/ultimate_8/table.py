"""What the game asks of its table: the felt, what patrons read there, and the signs.

The list of the layout forgets the ace ante and the discards, which the play puts on the felt: those
areas are asked for where they are used.
"""

from games.engine.table import (
    LICENSEE,
    betting_areas,
    commission_sign,
    equal_patterns,
    pot_demands,
    suit_order,
)
from games.rules.ultimate_8.patterns import SUITS
from tables.rules.demands import Element, Statement

AT = "13:69E-1.13BB"
SIGN = f"{AT}(c)"

ELEMENTS = (
    Element("licensee", LICENSEE, f"{AT}(b)1", at_seat=False),
    Element("main_ante", "Betting area for the main ante", f"{AT}(b)2"),
    betting_areas(f"{AT}(b)3"),
    Element("main_pot", "Main pot, towards the middle", f"{AT}(b)4", at_seat=False),
    Element("ace_pot", "Ace pot, towards the middle", f"{AT}(b)5", at_seat=False),
    Element("round_marker", "Marker of the betting round", f"{AT}(b)6", at_seat=False),
    Element("ace_ante", "Betting area for the ace ante", "13:69F-42.7(b)2"),
    Element("discard_areas", "Place for the patterns laid open", "13:69F-42.10(c)"),
)
STATEMENTS = (
    Statement(
        "who_wins",
        "Who wins",
        "The first player without cards wins.",
        f"{AT}(b)7.i",
        sign_place=SIGN,
    ),
    equal_patterns(f"{AT}(b)7.ii", SIGN),
    suit_order(reversed(SUITS), f"{AT}(b)7.iii", SIGN),
    commission_sign("ace", SIGN),
)

TABLE = pot_demands(
    "ultimate_8",
    "ace",
    positions_place=f"{AT}(a)",
    submission_place=f"{AT}(a)",
    elements=ELEMENTS,
    statements=STATEMENTS,
    silent="The list of what the felt shows has no place for the ace ante and none for discards. "
    "Both are used in play, so both are asked for.",
)
