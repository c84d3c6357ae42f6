"""What games of one family ask of their tables alike."""

from collections.abc import Iterable
from typing import Any

from inventory.rules.cards import STANDARD
from tables.rules.demands import Demands, Element, Fact, Sign, Statement, Term, Unit
from tables.rules.facts import commission
from tables.rules.words import listed

SUIT_WORDS = {"s": "spades", "h": "hearts", "d": "diamonds", "c": "clubs"}
LICENSEE = "The name of the licensee, or the one it trades under"
_SHARED = (
    Term("unit", "Unit of wagers", Unit.MONEY),
    Term("counting_shuffler", "Counting shuffler", Unit.YES, is_told=False),
)


def house_terms(limit_place: str = "") -> tuple[Term, ...]:
    return (
        Term("least", "Least ante", Unit.MONEY),
        Term("most", "Highest ante", Unit.MONEY),
        Term("tables", "Pays", Unit.ODDS),
        Term("payout_limit", "Payout limit of a hand", Unit.MONEY, limit_place),
        *_SHARED,
    )


def pot_terms(pot: str) -> tuple[Term, ...]:
    return (
        Term("ante", "Main ante", Unit.MONEY),
        Term("pot_ante", f"{pot.capitalize()} ante", Unit.MONEY),
        Term("no_limit", "Betting without limit", Unit.YES),
        Term("table_max", "Table maximum", Unit.MONEY),
        Term("commission_bp", "Commission", Unit.PERCENT),
        Term("commission_unit", "Commission rounded down to", Unit.MONEY),
        Term("equal_length", "Only patterns of equal length compare", Unit.YES),
        *_SHARED,
    )


def suits_in_words(suits: Iterable[str]) -> str:
    return listed([SUIT_WORDS[suit] for suit in suits])


def equal_patterns(place: str, sign_place: str) -> Statement:
    return Statement(
        "equal_patterns",
        "Which of two equal patterns is higher",
        "Patterns of the same value: the one with the higher suit is higher, in the discards and "
        "at the end.",
        place,
        sign_place=sign_place,
    )


def suit_order(suits: Iterable[str], place: str, sign_place: str) -> Statement:
    """`suits`: the highest first."""
    words = f"Suits, from the highest down: {suits_in_words(suits)}."
    return Statement("suit_order", "Order of the suits", words, place, sign_place=sign_place)


def commission_sign(pot: str, place: str) -> Statement:
    """Both pots pay it when they are won, at one rate."""

    def tells(rules: Any) -> tuple[Fact, ...]:
        return (commission("main", rules.commission_bp), commission(pot, rules.commission_bp))

    words = "Commission taken when a pot is won:"
    return Statement("commission", "Commission", words, place, Sign.ALWAYS, tells)


def betting_areas(place: str) -> Element:
    words = "Three betting areas, one for each betting round"
    return Element("betting_areas", words, place)


def pot_demands(game: str, pot: str, **own: Any) -> Demands:
    return Demands(
        game=game,
        deck=STANDARD.name,
        deck_size=STANDARD.size,
        sees=2,
        accessories=("cutting card", "cover card"),
        terms=pot_terms(pot),
        exact_positions=True,
        **own,
    )
