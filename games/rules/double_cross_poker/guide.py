"""How the game is played, told to people who deal it and watch it."""

from games.engine.guide import (
    AGAINST_THE_HOUSE,
    POKER_RANKS,
    Guide,
    Hand,
    Pay,
    Ranking,
    Setting,
    Stake,
    Step,
    at,
    beats,
    poker_hands,
)
from games.engine.house_state import COUNT_EVERY
from games.engine.poker import KINDS
from games.engine.procedure import CUT_AT_LEAST
from games.rules.double_cross_poker import LEAST_PAYOUT_LIMIT, MOST_WON_A_MINIMUM
from games.rules.double_cross_poker.pay import RAISE, THREE_CARD

CHAPTER = "19:47-25."
LIMIT = f"${LEAST_PAYOUT_LIMIT // 100:,}"


def _three(item: int, name: str, text: str, cards: str) -> Hand:
    return Hand(name, text, tuple(cards.split()), f"{CHAPTER}5(c){item}")


STEPS = (
    Step(
        "Shuffle and cut",
        "By hand or by device, before play begins and after each round. A cut, by the dealer and "
        f"of at least {CUT_AT_LEAST} cards, follows every shuffle that no device has made.",
        at(CHAPTER, "4(a)", "4(b)1", "4(b)2", "4(c)1.ii"),
        ("A3", "A5"),
    ),
    Step(
        "Wagers",
        "The ante makes a player. Who has placed one may add a three-card wager. “No more bets” "
        "closes both.",
        at(CHAPTER, "6(b)", "6(c)", "6(d)"),
        ("A8",),
    ),
    Step(
        "The deal",
        "Two cards face down to each player and to the dealer. Then five for everybody, face down, "
        "as a cross: three across from the dealer's left, one beyond the middle card and one on "
        "this side of it.",
        at(CHAPTER, "7(b)", "7(c)1", "7(c)2", "7(c)3", "9(c)"),
    ),
    Step(
        "Two of the cross are turned",
        "The far card and the right one: one of each axis.",
        at(CHAPTER, "10(a)"),
    ),
    Step(
        "The three-card wager",
        "It plays the player's two cards with the far one. Who wants it paid shows the two cards "
        "now; who does not show them before the first decision has lost it. It is settled at once "
        "and has nothing to do with the rest.",
        at(CHAPTER, "10(a)", "11(c)"),
        ("X1",),
    ),
    Step(
        "Play or fold",
        "One after the other from the dealer's left. To play is to say which axis, vertical or "
        "horizontal, and to place two raises along it, each as high as the ante. A fold gives up "
        "the ante.",
        at(CHAPTER, "10(b)", "10(c)", "10(c)1", "10(c)2"),
        ("X3",),
    ),
    Step(
        "The rest of the cross",
        "When the last player has decided, left, centre and near card are turned.",
        at(CHAPTER, "10(d)"),
    ),
    Step(
        "The dealer's hand",
        "The dealer's two cards are shown and laid along the axis that makes the better hand.",
        at(CHAPTER, "10(e)", "10(f)"),
        ("X2",),
    ),
    Step(
        "Who wins",
        "Five cards against five. The better hand wins 1 to 1 on the ante and by the pay table on "
        "both raises; the worse one loses all three; even hands push.",
        at(CHAPTER, "10(g)1", "10(g)2", "10(g)3"),
        ("X2", "X3", "X5"),
    ),
    Step(
        "The stub",
        f"What is left of the deck is counted at least in every {COUNT_EVERY}th round, before the "
        "settlement. If a card is missing or too many, the round is void.",
        at(CHAPTER, "7(e)", "7(e)2", "7(f)", "8(e)", "9(d)"),
        ("A4",),
    ),
)

HANDS = Ranking(
    "Hands",
    "Ordinary poker with five cards: two of one's own, three of the axis. Suits never decide.",
    poker_hands(
        {
            name: f"{CHAPTER}5(b){item}"
            for item, name in enumerate(("royal_flush", *reversed(KINDS)), 1)
        }
    ),
    at(CHAPTER, "5(b)"),
    ("X5",),
    (
        beats("As Ah Kd 9c 5s", "Ad Ac Qd Jc Ts", "Equal pairs: the next card, and so on."),
        beats("6c 5d 4h 3s 2c", "5c 4d 3h 2s Ac", "With an ace below the two it counts as one."),
    ),
)
THREE = Ranking(
    "Three-card hands",
    "For the three-card wager alone. The ace may be high or low, never in the middle.",
    (
        _three(1, "straight_flush", "Three in sequence, of one suit.", "4c 3c 2c"),
        _three(2, "three_of_a_kind", "Three of one rank.", "9s 9h 9d"),
        _three(3, "straight", "Three in sequence.", "Ah Kd Qs"),
        _three(4, "flush", "Three of one suit that are no sequence.", "Kh Ah 2h"),
        _three(5, "one_pair", "Two of one rank.", "5d 5c Js"),
    ),
    at(CHAPTER, "5(c)"),
    ("X1",),
)

STAKES = (
    Stake(
        "ante",
        "Ante",
        "Mandatory, before the deal.",
        "1 to 1 with the better hand.",
        at(CHAPTER, "6(c)", "10(g)3"),
    ),
    Stake(
        "three_card",
        "Three-card wager",
        "Optional, with an ante, before the deal.",
        "By its table, if the cards are shown in time.",
        at(CHAPTER, "6(d)", "10(a)", "11(c)"),
    ),
    Stake(
        "raise",
        "Two raises",
        "To stay in, before the rest of the cross is turned: each exactly the ante.",
        "Both by the raise table, up to the payout limit.",
        at(CHAPTER, "6(e)", "10(c)2", "11(b)"),
    ),
)

GUIDE = Guide(
    name="Double Cross Poker",
    family=AGAINST_THE_HOUSE,
    decides="Two own cards with one axis of the cross, against the dealer's better axis.",
    emblem="Jd Tc 9h",
    steps=STEPS,
    ranks=POKER_RANKS,
    order_text="The ace is the highest card, and the lowest in A-2-3-4-5. Suits are equal.",
    order_places=at(CHAPTER, "5(a)"),
    rankings=(HANDS, THREE),
    stakes=STAKES,
    pays=(
        Pay(
            "Raise, each of the two",
            {1: RAISE},
            "The least that is paid: a house may set better odds, never worse ones.",
            at(CHAPTER, "11(b)"),
        ),
        Pay(
            "Three-card wager",
            {1: THREE_CARD},
            "The least that is paid. Any other three cards lose.",
            at(CHAPTER, "11(c)"),
        ),
    ),
    settings=(
        Setting(
            "Payout limit of one hand",
            LIMIT,
            f"At least {LIMIT}, and at least {MOST_WON_A_MINIMUM} times the least ante: what the "
            "best hand wins on the smallest wagers",
            "payout_limit",
            ("X4",),
        ),
        Setting(
            "Better odds",
            "none",
            "Any row of the raise or three-card table may pay more than its floor, as n to 1 or "
            "n to 2; no row may pay less",
            "paytables",
            ("X3",),
        ),
    ),
    words={"raise": "Raise"},
    figure="cross",
    takes=f"A house may limit what one hand pays, at {LIMIT} or more. The limit is for the "
    "winnings of ante and raises together; the raises are cut, never a stake. The three-card "
    "wager and a coupon stand outside it.",
    takes_places=at(CHAPTER, "11(d)"),
)
