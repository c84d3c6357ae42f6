"""How the game is played, told to people who deal it and watch it."""

from games.engine.guide import FOR_A_POT, Guide, Hand, Ranking, Stake, Step, at, beats
from games.engine.pot_state import BETTING_ROUNDS, HAND, POSITIONS
from games.engine.procedure import CUT_AT_LEAST
from games.rules.ultimate_8.patterns import RANKS, SUITS
from inventory.rules.cards import STANDARD

CHAPTER = "13:69F-42."
STUB = STANDARD.size - HAND * POSITIONS


def _hand(item: int, name: str, text: str, cards: str) -> Hand:
    return Hand(name, text, tuple(cards.split()), f"{CHAPTER}5(c){item}")


STEPS = (
    Step(
        "Shuffle and cut",
        "The cards are shuffled by hand or by device before the first round and after every one. A "
        "device's shuffle is not cut. Any other is, by the dealer or by a player: at least "
        f"{CUT_AT_LEAST} cards.",
        at(CHAPTER, "4(a)", "4(b)1", "4(b)2"),
        ("A3", "A5"),
    ),
    Step(
        "Two antes",
        "Each player places the main ante and the ace ante: equal, or the main one double, as the "
        "table is set. The dealer gathers them when all are there, and only then deals.",
        at(CHAPTER, "6(b)", "7(b)", "7(c)"),
        ("A8", "P19"),
    ),
    Step(
        "The deal",
        f"Clockwise from the player button every one of the {POSITIONS} positions gets {HAND} "
        "cards face down, whether somebody sits there or not. After the round the button moves on.",
        at(CHAPTER, "7(d)", "7(e)", "8(e)", "9(e)"),
        ("P7", "P23", "P24"),
    ),
    Step(
        "The stub",
        f"The {STUB} cards that remain are counted face down before the first bet. If the number "
        "is wrong the round is void. If it is right, hands at empty positions are cleared unseen.",
        at(CHAPTER, "7(g)", "7(g)2", "7(h)", "9(h)"),
        ("A4", "P22"),
    ),
    Step(
        "First betting",
        "The button's seat opens with a bet or a check, the others follow clockwise: check, call, "
        "raise, fold. All seats together have three raises in a betting round; the opening bet is "
        "none of them. A wager beyond what anybody matched is handed back.",
        at(CHAPTER, "10(d)", "6(c)", "6(d)"),
        ("P7", "P11", "P12", "P13"),
    ),
    Step(
        "First discards",
        "Who was to open may lay any pattern. From then on a seat goes over the last or passes, "
        "and a pass binds only until another seat has played. The interval ends when the turn is "
        "back at the last pattern: its seat opens the next betting.",
        at(CHAPTER, "10(c)", "10(e)"),
        ("P1", "P5", "P8", "P9"),
    ),
    Step(
        f"The same again, until betting round {BETTING_ROUNDS}",
        "A betting round, then discards, and once more. After the last betting there are only "
        "discards, as long as everybody has cards.",
        at(CHAPTER, "10(f)", "10(g)", "10(h)", "10(i)"),
        ("P9",),
    ),
    Step(
        "The ace of spades",
        "The dealer marks the seat that has discarded it with the red button. To hold it is not "
        "enough: only an ace that lies open when the main pot is decided wins the ace pot.",
        at(CHAPTER, "5(e)", "10(c)"),
        ("P18",),
    ),
    Step(
        "All-in, and side pots",
        "With its last chips a seat is all-in: no more betting, but it keeps discarding, for as "
        "much of the pot as it paid. What the others wager beyond goes to side pots; where the "
        "winner of the main pot has no share, those who have play it out among themselves.",
        at(CHAPTER, '1 "All-in"', '1 "Side pot"', "10(j)"),
        ("P12", "P14", "P15"),
    ),
    Step(
        "Who wins",
        "The first seat without a card has won the main pot; or the last seat in, if the others "
        "have folded. Having discarded the ace of spades, it takes the ace pot along.",
        at(CHAPTER, "10(a)1", "10(a)2", "10(j)"),
        ("P10", "P18"),
    ),
    Step(
        "Count, verify, pay",
        "The main pot is counted by the dealer and verified by a supervisor, and the commission "
        "taken out of it. Then side pots are awarded, the main pot, and the ace pot if it was won.",
        at(CHAPTER, "10(j)", "10(k)"),
        ("P16",),
    ),
    Step(
        "An ace pot that nobody won",
        "The next antes are added to it. At an idle table it is counted, verified by a supervisor "
        "and kept in the approved way until somebody plays again.",
        at(CHAPTER, "10(l)"),
        ("P18", "P26"),
    ),
)

PATTERNS = Ranking(
    "Patterns",
    "What is discarded must be one of these and nothing more. A higher kind beats a lower one of "
    "any length. Equal kinds are told apart by the high card, and then by its suit.",
    (
        _hand(1, "royal_flush", "3 to 5 of one suit down from the ace.", "As Ks Qs"),
        _hand(2, "straight_flush", "3 to 5 in sequence, of one suit.", "9d 8d 7d 6d"),
        _hand(3, "four_of_a_kind_plus_one", "Four of one rank, and any card.", "6s 6h 6d 6c Kh"),
        _hand(4, "four_of_a_kind", "Four of one rank.", "Js Jh Jd Jc"),
        _hand(5, "flush", "3 to 5 of one suit that are no sequence.", "Qh 9h 4h"),
        _hand(6, "straight", "3 to 5 in sequence, suits mixed.", "3s 2h Ad"),
        _hand(7, "two_pair", "Two pairs of different ranks.", "Ts Td 4h 4c"),
        _hand(8, "three_of_a_kind", "Three of one rank.", "8s 8h 8c"),
        _hand(9, "one_pair", "Two of one rank.", "Ah Ac"),
        _hand(10, "single", "One card. The ace of spades is the highest of all.", "As"),
    ),
    at(CHAPTER, "5(c)", "5(d)2", "5(d)3", "5(f)"),
    ("P1", "P2", "P3", "P4", "P5"),
    (
        beats("As", "Ah", "Equal ranks: spades over hearts, diamonds and clubs."),
        beats("4s 4c", "4h 4d", "Equal pairs: the one with the highest suit."),
        beats("3c 3d 2h 2s", "Ac Ad Ah", "Two pair stands above three of a kind."),
        beats("Kc Qd Jh", "Th 9c 8d 7s 6h", "Equal kinds: the high card, not the length."),
        beats("4d 3c 2s", "3h 2d As", "A-2-3 is the lowest sequence: there the ace is low."),
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
        "ace",
        "Ace ante",
        "From everybody, before the deal: as much as the main ante, or half of it.",
        "Goes into the ace pot, which carries over until it is won.",
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
    name="Ultimate 8",
    family=FOR_A_POT,
    decides="First to discard all eight cards takes the main pot; having played the ace of spades, "
    "the ace pot too.",
    emblem="As Ks Qs Js Ts",
    steps=STEPS,
    ranks=tuple(rank + "s" for rank in reversed(RANKS)),
    suits="".join(reversed(SUITS)),
    order_text="The ace is the highest card; in a sequence it may also stand below the two. A-2-3 "
    "is the lowest sequence, A-K-Q the highest, and none goes around the corner.",
    order_places=at(CHAPTER, "5(a)", "5(b)", "5(d)2", "5(d)3"),
    rankings=(PATTERNS,),
    stakes=STAKES,
    words={
        "single": "Single card",
        "four_of_a_kind_plus_one": "Four of a kind and one card",
    },
    takes="A commission of at most {most} of the main pot, and the same of the ace pot when it is "
    "won. Side pots and uncalled wagers pay none. It is rounded down.",
    takes_places=at(CHAPTER, "10(k)"),
)
