"""How the game is played, told to people who deal it and watch it."""

from games.engine.guide import FOR_A_POT, Guide, Hand, Ranking, Stake, Step, at, beats
from games.engine.pot_state import BETTING_ROUNDS, HAND, POSITIONS
from games.engine.procedure import CUT_AT_LEAST
from games.rules.deuce_of_the_dragon.patterns import RANKS, SUITS
from inventory.rules.cards import STANDARD

CHAPTER = "13:69F-41."
STUB = STANDARD.size - HAND * POSITIONS


def _hand(item: int, name: str, text: str, cards: str) -> Hand:
    return Hand(name, text, tuple(cards.split()), f"{CHAPTER}5(c){item}")


STEPS = (
    Step(
        "Shuffle and cut",
        "Before the first round, and again after each, the dealer shuffles by hand or with a "
        "device. What a device has shuffled is dealt as it comes. Cards shuffled by hand, "
        f"or before they came to the table, are cut by the dealer: at least {CUT_AT_LEAST} cards.",
        at(CHAPTER, "4(a)", "4(b)1", "4(b)2", "4(c)1.ii"),
        ("A3", "A5"),
    ),
    Step(
        "Two antes",
        "Everybody who plays puts up the main ante, and half of it again for the deuce pot. When "
        "all of them are down, and not before, the dealer gathers them into the two pots. No card "
        "is dealt until that is done.",
        at(CHAPTER, "6(b)", "7(b)", "7(c)"),
        ("A8", "P19"),
    ),
    Step(
        "The deal",
        f"{HAND} cards face down to each of the {POSITIONS} positions, empty ones too, clockwise "
        "from the seat that has the player button. The button moves one seat on after the round.",
        at(CHAPTER, "7(d)", "7(e)", "8(e)", "9(e)"),
        ("P7", "P23", "P24"),
    ),
    Step(
        "The stub",
        f"{STUB} cards are left over. They are counted face down before anybody bets; a wrong "
        "number ends the round. Then the hands of empty positions are taken away unseen.",
        at(CHAPTER, "7(g)", "7(g)2", "7(h)", "9(h)"),
        ("A4", "P22"),
    ),
    Step(
        "First betting",
        "The seat with the button bets or checks. Clockwise the others check, call, raise or fold, "
        "until all who are left have called the last wager or have no chips any more. What nobody "
        "called goes back to the one who wagered it.",
        at(CHAPTER, "10(d)", "6(c)", "6(d)"),
        ("P7", "P11", "P12", "P13"),
    ),
    Step(
        "First discards",
        "The seat that was to open the betting leads with any pattern, or passes. Over a pattern "
        "that lies there, each seat in turn lays a higher one, or passes; who has passed may come "
        "in again once somebody else has played. When nobody goes over it, the interval is done, "
        "and whoever laid the last pattern opens the next betting.",
        at(CHAPTER, "10(c)", "10(e)"),
        ("P1", "P5", "P8", "P9"),
    ),
    Step(
        f"The same again, until betting round {BETTING_ROUNDS}",
        "Betting and discards take turns. After the last betting the discards go on, interval "
        "after interval, until somebody has no card left.",
        at(CHAPTER, "10(f)", "10(g)", "10(h)", "10(i)"),
        ("P9",),
    ),
    Step(
        "The deuce button",
        "Whoever discards the deuce of hearts, alone or inside a pattern, gets the deuce button. "
        "Four of a kind laid straight over a single deuce takes it with a better claim: as long as "
        "that seat plays, only another such four of a kind moves it. A fold gives it up.",
        at(CHAPTER, '1 "Deuce button"', "5(e)", "10(c)"),
        ("P17",),
    ),
    Step(
        "All-in, and side pots",
        "A seat whose chips are gone bets no more, but goes on discarding. It plays for what it "
        "paid into; the rest lies in side pots among the others. If the seat that went out has no "
        "share in a side pot, those who have play on for it, without betting.",
        at(CHAPTER, '1 "All-in"', '1 "Side pot"', "10(j)"),
        ("P12", "P14", "P15"),
    ),
    Step(
        "Who wins",
        "The main pot goes to the first seat to discard its eighth card, or to the last one left "
        "when all others have folded. If that seat has the deuce button, the deuce pot is its own "
        "as well.",
        at(CHAPTER, "10(a)1", "10(a)2", "10(j)"),
        ("P10", "P17"),
    ),
    Step(
        "Count, verify, pay",
        "The dealer counts the main pot, a supervisor verifies it, the commission goes into the "
        "table inventory. Side pots are paid first, then the main pot, then the deuce pot.",
        at(CHAPTER, "10(j)", "10(k)"),
        ("P16",),
    ),
    Step(
        "A deuce pot that nobody won",
        "It stays on the table and grows with the next antes. When play stops it is counted by the "
        "dealer, verified by a supervisor, and covered with the lid.",
        at(CHAPTER, "10(l)"),
        ("P17", "P26"),
    ),
)

PATTERNS = Ranking(
    "Patterns",
    "A discard is exactly one of these patterns, with no loose card. A higher kind beats every "
    "lower one, however many cards it has. Within a kind the higher high card wins, then its suit.",
    (
        _hand(1, "four_of_a_kind", "All four of one rank.", "7h 7d 7c 7s"),
        _hand(2, "straight_flush", "3 to 8 in sequence, of one suit.", "6d 5d 4d"),
        _hand(3, "flush", "3 to 8 of one suit that are no sequence.", "Kc 9c 8c 4c"),
        _hand(4, "straight", "3 to 8 in sequence, suits mixed.", "2s Ah Kc"),
        _hand(5, "two_three_of_a_kind", "Two ranks, three of each.", "9h 9d 9s 4h 4c 4s"),
        _hand(6, "three_of_a_kind", "Three of one rank.", "Qh Qc Qs"),
        _hand(7, "four_pair", "Two of a rank, four times.", "Kh Kd Jc Js 8h 8c 3d 3s"),
        _hand(8, "three_pair", "Two of a rank, three times.", "Ah Ad Tc Ts 6h 6c"),
        _hand(9, "two_pair", "Two of a rank, twice.", "Jh Jd 5c 5s"),
        _hand(10, "one_pair", "Two of one rank.", "Ac As"),
        _hand(11, "single", "One card. The deuce of hearts is the highest of all.", "2h"),
    ),
    at(CHAPTER, "5(c)", "5(d)2", "5(d)3", "5(f)"),
    ("P1", "P2", "P3", "P4", "P5"),
    (
        beats("2h", "2d", "Equal ranks: hearts over diamonds, clubs and spades."),
        beats("9h 9s", "9d 9c", "Equal pairs: the one with the highest suit."),
        beats("Ks Qd Jh", "Th 9c 8d 7s 6h", "Equal kinds: the high card, not the length."),
        beats("5s 4s 3s", "2h Ad Kc", "A higher kind beats any lower one."),
        beats(
            "Ah Ad Qh Qs 9c 9d",
            "Kd Kc Ks Kh 3d 3s",
            "Four of a rank may be two of the pairs: three pair, by its high card.",
        ),
    ),
)

STAKES = (
    Stake(
        "ante",
        "Main ante",
        "From everybody, before the deal.",
        "Goes into the main pot.",
        at(CHAPTER, "6(b)", "7(b)1"),
    ),
    Stake(
        "deuce",
        "Deuce ante",
        "From everybody, before the deal: half of the main ante.",
        "Goes into the deuce pot, which carries over until it is won.",
        at(CHAPTER, "6(b)", "7(b)2"),
    ),
    Stake(
        "bet",
        "Bets and raises",
        "In turn, in each betting round.",
        "Go into the main pot and its side pots; what nobody calls goes back.",
        at(CHAPTER, "6(c)", "10(b)"),
    ),
)

GUIDE = Guide(
    name="Deuce of the Dragon",
    family=FOR_A_POT,
    decides="First to discard all eight cards takes the main pot; with the deuce button, "
    "the deuce pot too.",
    emblem="2h Ah Kh",
    steps=STEPS,
    ranks=tuple(rank + "h" for rank in reversed(RANKS)),
    suits="".join(reversed(SUITS)),
    order_text="The deuce is the highest card, the three the lowest. In a sequence aces and deuces "
    "stand at either end: K-A-2 and A-2-3 are sequences, K-A-2-3 is none.",
    order_places=at(CHAPTER, "5(a)", "5(b)", "5(d)2", "5(d)3"),
    rankings=(PATTERNS,),
    stakes=STAKES,
    words={"single": "Single card", "two_three_of_a_kind": "Two three-of-a-kind"},
    takes="A commission of at most {most} of the main pot, and the same of the deuce pot when it "
    "is won. Side pots and uncalled wagers pay none. It is rounded down.",
    takes_places=at(CHAPTER, "10(k)"),
)
