"""What the game asks of its table: five betting areas, and what patrons read of play and odds."""

from typing import Any

from games.engine.table import LICENSEE, house_terms
from games.rules.dragon_poker.pay import ANTE_BONUS, DRAGON_BET, ROWS
from inventory.rules.cards import DRAGON
from tables.rules.demands import Demands, Element, Fact, Statement, Tells
from tables.rules.facts import Pays, paid

AT = "13:69E-1.13BB"
ODDS_SIGN = f"{AT}(d)"
WAGERS = {
    "ante": "Betting area for the ante",
    "ante_bonus": "Betting area for the ante bonus",
    "three_card_bonus": "Betting area for the three-card bonus",
    "dragon_bet": "Betting area for the dragon bet",
    "play": "Betting area for the play wager",
}

ELEMENTS = (
    Element("licensee", LICENSEE, f"{AT}(b)1", at_seat=False),
    *(Element(name, words, f"{AT}(b)2") for name, words in WAGERS.items()),
)


def _fixed(wager: str, table: Pays) -> Tells:
    def tells(rules: Any) -> tuple[Fact, ...]:
        return paid(wager, table, ROWS)

    return tells


def _three_card_bonus(rules: Any) -> tuple[Fact, ...]:
    return paid("three_card_bonus", rules.tables["three_card_bonus"], ROWS)


def _pays(wager: str, title: str, tells: Tells) -> Statement:
    name, words = f"{wager}_pays", f"{title} pays:"
    what = f"What the {title.lower()} pays"
    return Statement(name, what, words, f"{AT}(b)3", tells=tells, sign_place=ODDS_SIGN)


PRINTED = (
    _pays("ante_bonus", "Ante bonus", _fixed("ante_bonus", ANTE_BONUS)),
    _pays("three_card_bonus", "Three-card bonus", _three_card_bonus),
    _pays("dragon_bet", "Dragon bet", _fixed("dragon_bet", DRAGON_BET)),
)
STATEMENTS = (
    Statement(
        "play_equals_ante",
        "Play equals ante",
        "The play wager must be as large as the ante.",
        f"{AT}(b)2",
        sign_place=f"{AT}(c)",
    ),
    *PRINTED,
    Statement(
        "even_pays",
        "What ante and play pay",
        "A hand better than the dealer's pays:",
        ODDS_SIGN,
        tells=_fixed("even", {"ante": (1, 1), "play": (1, 1)}),
        unless=tuple(one.name for one in PRINTED),
    ),
)

TABLE = Demands(
    game="dragon_poker",
    deck=DRAGON.name,
    deck_size=DRAGON.size,
    sees=1,
    positions_place=f"{AT}(a)",
    submission_place=f"{AT}(a)1",
    elements=ELEMENTS,
    statements=STATEMENTS,
    terms=house_terms(),
    odds_place="13:69F-42.11(a)",
    words=ROWS,
)
