"""What the game asks of its table, as far as its own chapter says.

The section on its layout, 19:46-1.13N, is not among the texts we have. What the felt shows is taken
from the wagers and the cross of this chapter; the payout limit is on the felt or on a sign.
"""

from typing import Any

from games.engine.table import LICENSEE, house_terms
from inventory.rules.cards import STANDARD
from tables.rules.demands import Demands, Element, Fact, Sign, Statement
from tables.rules.facts import paid, payout_limit

LAYOUT = "19:46-1.13N"
AT = "19:47-25."

ELEMENTS = (
    Element("licensee", LICENSEE, LAYOUT, at_seat=False),
    Element("ante", "Betting area for the ante", f'{AT}1 "Ante"'),
    Element("three_card", "Betting area for the three-card wager", f"{AT}6(d)"),
    Element("raises", "Two betting areas for the raises, for either line", f"{AT}10(c)2"),
    Element("cross", "Place of the cross of five cards", f"{AT}7(c)3", at_seat=False),
)


def _pays(wager: str, title: str, place: str) -> Statement:
    def tells(rules: Any) -> tuple[Fact, ...]:
        return paid(wager, rules.tables[wager], {})

    name, words = f"{wager}_pays", f"{title} pays:"
    return Statement(name, f"What {title.lower()} pays", words, place, Sign.FREE, tells)


def limit(rules: Any) -> tuple[Fact, ...]:
    return (payout_limit(rules.payout_limit),)


STATEMENTS = (
    Statement(
        "payout_limit",
        "Payout limit",
        "The most that ante and raises win together:",
        f"{AT}11(d)",
        tells=limit,
    ),
    _pays("raise", "Each raise", f"{AT}11(b)"),
    _pays("three_card", "The three-card wager", f"{AT}11(c)"),
)

TABLE = Demands(
    game="double_cross_poker",
    deck=STANDARD.name,
    deck_size=STANDARD.size,
    sees=1,
    positions_place=f"{AT}6(b)",
    submission_place=LAYOUT,
    elements=ELEMENTS,
    statements=STATEMENTS,
    terms=house_terms(f"{AT}11(d)"),
    odds_place=f"{AT}11(a)",
    silent=f"The section on the layout, {LAYOUT}, is not among our texts. The areas are those that "
    "the chapter's wagers and cards need, and it is submitted as every other game's.",
)
