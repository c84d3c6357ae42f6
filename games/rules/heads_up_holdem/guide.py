"""How the game is played, told to people who deal it and watch it."""

from games.engine.guide import (
    AGAINST_THE_HOUSE,
    POKER_RANKS,
    Guide,
    Pay,
    Ranking,
    Stake,
    Step,
    at,
    beats,
    poker_hands,
)
from games.engine.house_state import COUNT_EVERY, DEALT
from games.engine.procedure import CUT_AT_LEAST
from games.rules.heads_up_holdem.pay import ROWS, TABLES
from games.rules.heads_up_holdem.play import FLOP, MOST_TIMES, RIVER

CHAPTER = "13:69F-39."

STEPS = (
    Step(
        "Shuffle and cut",
        "By hand or by device, before play begins and after each round. The dealer cuts what no "
        f"device has shuffled, at least {CUT_AT_LEAST} cards deep.",
        at(CHAPTER, "4(a)", "4(b)1", "4(b)2", "4(c)1.ii"),
        ("A3", "A5"),
    ),
    Step(
        "Wagers",
        "To play is to place an ante and an odds wager of the same amount. Trips plus and pocket "
        "bonus may be added. With the call of “No more bets” all of them stand.",
        at(CHAPTER, "6(b)", "6(c)", "6(d)", "10(b)"),
        ("A8",),
    ),
    Step(
        "The deal",
        "Two cards face down to every player with a wager, and two to the dealer, under a cover "
        "card. Five cards belong to all: a shoe that deals by itself lays them down first, "
        "otherwise they come as they are needed.",
        at(CHAPTER, "7(b)", "7(d)", "8(c)", "9(c)", "10(c)"),
        ("H0", "H8"),
    ),
    Step(
        "Before the flop",
        f"Each player looks at two cards and raises, by one to {MOST_TIMES[DEALT]} times the ante, "
        "or checks. There is one raise a round: who has raised is done deciding.",
        at(CHAPTER, "10(a)", "10(d)"),
        ("H0", "H1"),
    ),
    Step(
        "The flop",
        "Three of the common cards are turned. Who has not raised may raise now, by at most "
        f"{MOST_TIMES[FLOP]} times the ante, or check again.",
        at(CHAPTER, "10(e)", "10(f)"),
        ("H1",),
    ),
    Step(
        "Turn and river",
        "The last two are turned together. Who has still not raised raises "
        f"{MOST_TIMES[RIVER]} ante, or folds and gives up ante and odds. Bonus wagers stay on the "
        "table after a fold.",
        at(CHAPTER, "10(g)", "10(h)"),
        ("H1", "H5"),
    ),
    Step(
        "Showdown",
        "The dealer's cards are shown. Best five of seven: two of one's own and the five in the "
        "middle, for the dealer and for each player.",
        at(CHAPTER, "10(i)"),
        ("H7",),
    ),
    Step(
        "Does the dealer qualify?",
        "With less than a pair the dealer does not: every ante that has not folded is a push, "
        "whoever is better. Raise and odds are decided by the hands all the same.",
        at(CHAPTER, "11(b)1"),
        ("H2",),
    ),
    Step(
        "Who wins",
        "The better hand: ante and raise win 1 to 1, and odds are paid from a straight up. "
        "Even hands push. With a losing hand the odds wager is still paid from a straight up, by "
        "the bad beat table.",
        at(CHAPTER, "11(b)2", "11(b)3", "11(b)4", "11(b)5", "11(c)", "11(d)", "11(e)", "11(f)"),
        ("H3", "H4"),
    ),
    Step(
        "The stub",
        "Once all common cards are out the remaining cards are counted, in one round of "
        f"{COUNT_EVERY} at the least, before anything is settled. A wrong number voids the round.",
        at(CHAPTER, "7(f)", "7(f)2", "7(g)"),
        ("A4",),
    ),
)

HANDS = Ranking(
    "Hands",
    "Ordinary poker. Hands of one kind are compared card by card from the top; suits never decide.",
    poker_hands(
        {
            "royal_flush": f"{CHAPTER}5(b)1",
            "straight_flush": f"{CHAPTER}5(b)2",
            "four_of_a_kind": f"{CHAPTER}5(b)3",
            "full_house": f"{CHAPTER}5(b)4",
            "flush": f"{CHAPTER}5(b)5",
            "straight": f"{CHAPTER}5(b)6",
            "three_of_a_kind": f"{CHAPTER}5(b)7",
            "two_pair": f"{CHAPTER}5(b)8",
            "one_pair": f"{CHAPTER}5(b)9",
            "high_card": f"{CHAPTER}5(c)",
        }
    ),
    at(CHAPTER, "5(b)", "5(c)"),
    ("H7",),
    (
        beats("As Ah Kd 9c 5s", "Ad Ac Qd Jc Ts", "Equal pairs: the next card, and so on."),
        beats("6c 5d 4h 3s 2c", "5c 4d 3h 2s Ac", "With an ace below the two it counts as one."),
        beats("Ks Kh Kd 2c 2s", "Qs Qh Qd Ac As", "Full houses: the three count before the two."),
    ),
)

STAKES = (
    Stake(
        "ante",
        "Ante",
        "Mandatory, before the deal.",
        "1 to 1 when the player wins and the dealer has a pair or better; a push when the dealer "
        "has less.",
        at(CHAPTER, "6(c)", "10(b)", "11(b)1", "11(b)2"),
    ),
    Stake(
        "odds",
        "Odds",
        "Mandatory, before the deal: exactly the ante.",
        "By its table when the player wins, by the bad beat table when the player loses; below a "
        "straight it pushes with a win and is lost with a defeat.",
        at(CHAPTER, "6(c)", "11(b)5", "11(c)", "11(e)", "11(f)"),
    ),
    Stake(
        "raise",
        "Raise",
        f"Once, in whole antes: up to {MOST_TIMES[DEALT]} before the flop, {MOST_TIMES[FLOP]} on "
        f"it, {MOST_TIMES[RIVER]} after the river.",
        "1 to 1.",
        at(CHAPTER, "10(d)", "10(f)", "10(h)", "11(b)5"),
    ),
    Stake(
        "trips_plus",
        "Trips plus",
        "Optional, before the deal.",
        "By its table, for the best five of seven, whatever becomes of the rest.",
        at(CHAPTER, "6(d)", "11(g)"),
    ),
    Stake(
        "pocket_bonus",
        "Pocket bonus",
        "Optional, before the deal.",
        "By its table, for the player's own two cards, whatever becomes of the rest.",
        at(CHAPTER, "6(d)", "11(i)"),
    ),
)

PAYS = (
    Pay(
        "Odds",
        TABLES["odds"],
        "When the player wins. With any other winning hand, and with a tie, the odds wager pushes.",
        at(CHAPTER, "11(b)5", "11(c)", "11(d)"),
    ),
    Pay(
        "Odds, bad beat",
        TABLES["bad_beat"],
        "When the player loses. Any other losing hand loses the odds wager too.",
        at(CHAPTER, "11(e)", "11(f)"),
    ),
    Pay(
        "Trips plus",
        TABLES["trips_plus"],
        "Any other hand loses.",
        at(CHAPTER, "11(g)"),
    ),
    Pay(
        "Pocket bonus",
        TABLES["pocket_bonus"],
        "Any other two cards lose.",
        at(CHAPTER, "11(i)"),
    ),
)

GUIDE = Guide(
    name="Heads Up Hold'em",
    family=AGAINST_THE_HOUSE,
    decides="Best five of two own and five common cards, against the dealer's best five.",
    emblem="Ah Ks",
    steps=STEPS,
    ranks=POKER_RANKS,
    order_text="The ace is the highest card; it may also begin a straight that ends at five. Suits "
    "are equal.",
    order_places=at(CHAPTER, "5(a)"),
    rankings=(HANDS,),
    stakes=STAKES,
    pays=PAYS,
    words=ROWS,
)
