"""What the game asks of its table: the felt, and what it says of odds and raises.

The felt says it: this layout has no clause that lets a sign speak instead. The places of the board
and of the dealer's hand are not in its list, but the deal puts cards there.
"""

from typing import Any

from games.engine.house_state import DEALT
from games.engine.table import LICENSEE, house_terms
from games.rules.heads_up_holdem.pay import ROWS
from games.rules.heads_up_holdem.play import FLOP, MOST_TIMES, RIVER
from inventory.rules.cards import STANDARD
from tables.rules.demands import Demands, Element, Fact, Sign, Statement
from tables.rules.facts import paid

AT = "13:69E-1.13Z"
STREETS = {DEALT: "Before the flop", FLOP: "After the flop", RIVER: "After the river"}

ELEMENTS = (
    Element("licensee", LICENSEE, f"{AT}(b)1", at_seat=False),
    Element("ante", "Betting area for the ante", f"{AT}(b)2"),
    Element("raise", "Betting area for the raise, right behind the ante", f"{AT}(b)3"),
    Element("odds", "Betting area for odds: right of the ante, in line with it", f"{AT}(b)4.i"),
    Element("trips_plus", "Betting area for trips plus: in front of the ante", f"{AT}(b)4.ii"),
    Element(
        "pocket_bonus",
        "Betting area for the pocket bonus: right of trips plus, in front of odds",
        f"{AT}(b)4.iii",
    ),
    Element("board", "Place of the community cards", "13:69F-39.9(c)", at_seat=False),
    Element("dealer_hand", "Place of the dealer's cards", "13:69F-39.7(d)", at_seat=False),
)


def _pays(wager: str, title: str) -> Statement:
    def tells(rules: Any) -> tuple[Fact, ...]:
        return paid(wager, rules.tables[wager], ROWS)

    name, words = f"{wager}_pays", f"{title} pays:"
    return Statement(name, f"What {title.lower()} pays", words, f"{AT}(b)5", Sign.NEVER, tells)


def raises(rules: Any) -> tuple[Fact, ...]:
    return tuple(
        Fact(f"raise.{street}", most, f"{STREETS[street]}: {_times(most)}")
        for street, most in MOST_TIMES.items()
    )


def _times(most: int) -> str:
    *others, last = map(str, range(1, most + 1))
    return f"{', '.join(others)} or {last} times the ante" if others else f"{last} time the ante"


STATEMENTS = (
    _pays("odds", "Odds"),
    _pays("bad_beat", "Bad beat"),
    _pays("trips_plus", "Trips plus"),
    _pays("pocket_bonus", "Pocket bonus"),
    Statement(
        "raises",
        "Which raises are allowed",
        "One raise in a round:",
        f"{AT}(b)6",
        Sign.NEVER,
        raises,
    ),
)

TABLE = Demands(
    game="heads_up_holdem",
    deck=STANDARD.name,
    deck_size=STANDARD.size,
    sees=1,
    positions_place=f"{AT}(a)",
    submission_place=f"{AT}(b)",
    elements=ELEMENTS,
    statements=STATEMENTS,
    terms=house_terms(),
    odds_place="13:69F-39.11(a)",
    words=ROWS,
    silent="The list of what the felt shows has no place for the community cards and the dealer's "
    "hand. Both lie there in play, so both are asked for.",
)
