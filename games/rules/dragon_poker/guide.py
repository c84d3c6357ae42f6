"""How the game is played, told to people who deal it and watch it."""

from games.engine.guide import AGAINST_THE_HOUSE, Guide, Hand, Pay, Ranking, Stake, Step, at, beats
from games.engine.house_state import COUNT_EVERY
from games.engine.procedure import CUT_AT_LEAST
from games.rules.dragon_poker.pay import ANTE_BONUS, CHARACTER, DRAGON_BET, ROWS, THREE_CARD_BONUS
from inventory.rules.cards import DRAGON

CHAPTER = "13:69F-42."
DECK = "13:69E-1.17A"

STEPS = (
    Step(
        "Shuffle and cut",
        f"The {DRAGON.size} cards are shuffled by hand or by device, before play and after every "
        f"round. Without a device the dealer cuts them, at least {CUT_AT_LEAST} cards.",
        at(CHAPTER, "4(a)", "4(b)1", "4(b)2", "4(c)1.ii"),
        ("A3", "A5"),
    ),
    Step(
        "Wagers",
        "A player places two wagers of one amount, the ante and the ante bonus. Three-card bonus "
        "and dragon bet are free to add. They all stand at “No more bets”.",
        (*at(CHAPTER, '1 "Ante"', '1 "Ante Bonus"', "6(b)"),),
        ("A8", "G2"),
    ),
    Step(
        "The deal",
        "Three cards face down to everybody with ante and ante bonus, clockwise from the dealer's "
        "left, and three to the dealer.",
        at(CHAPTER, "7(b)", "10(a)"),
    ),
    Step(
        "Play or fold",
        "Each player looks at three cards. To play is to place a play wager as high as the ante. A "
        "fold gives up ante and ante bonus; three-card bonus and dragon bet stay where they are, "
        "with the cards.",
        at(CHAPTER, "10(b)", "10(c)", "10(c)1", "10(c)2"),
        ("G2", "G5"),
    ),
    Step(
        "The dealer's hand",
        "When all have decided the dealer shows three cards and sorts them by rank.",
        at(CHAPTER, "10(c)3"),
    ),
    Step(
        "Side wagers first",
        "From the dealer's right, seat by seat, three-card bonus and then dragon bet are paid or "
        "collected. They ask only for the player's own cards.",
        at(CHAPTER, "10(d)", "10(d)1", "10(d)2"),
        ("G3", "G4", "G5"),
    ),
    Step(
        "Who wins",
        "The better three cards: ante and play win 1 to 1, the ante bonus is paid by its table. "
        "The worse hand loses all three, even hands push.",
        at(CHAPTER, "10(d)3", "10(d)4", "10(d)5", "10(d)6", "11(b)"),
        ("G1", "G2"),
    ),
    Step(
        "The stub",
        f"From a shoe, the rest of the deck is counted at least every {COUNT_EVERY} rounds before "
        "the settlement, and a wrong number makes the round void. Dealt from the hand there is no "
        "count to make.",
        at(CHAPTER, "7(e)", "7(e)2", "7(f)", "9(d)"),
        ("A4", "G6"),
    ),
)

HANDS = Ranking(
    "Hands",
    "Three cards. The gold dragon is whatever makes the best of them. Hands that agree in every "
    "character are a tie.",
    (
        Hand(
            "three_alike", "By character: dragons are best.", ("TI", "DG", "TI"), f"{CHAPTER}5(c)1"
        ),
        Hand("two_alike", "By character, then the third.", ("PA", "PA", "MO"), f"{CHAPTER}5(c)2"),
        Hand("all_different", "Card by card from the top.", ("PH", "TI", "RA"), f"{CHAPTER}5(c)3"),
    ),
    at(CHAPTER, "5(c)", "5(c)4"),
    ("G1",),
    (
        beats("RA RA RA", "DR DB PH", "Any three alike beat any two."),
        beats(
            "TI TI PA", "TI DG MO", "Equal pairs: the third card; the gold dragon made the pair."
        ),
        beats("PH TI MO", "PH TI RA", "All different: card by card from the top."),
    ),
)

STAKES = (
    Stake(
        "ante",
        "Ante",
        "Mandatory, before the deal.",
        "1 to 1 with the better hand.",
        at(CHAPTER, '1 "Ante"', "11(b)"),
    ),
    Stake(
        "ante_bonus",
        "Ante bonus",
        "Mandatory, before the deal: exactly the ante.",
        "By its table with the better hand; a better hand below the table pushes.",
        at(CHAPTER, '1 "Ante Bonus"', "11(c)"),
    ),
    Stake(
        "play",
        "Play",
        "To stay in, after looking at the cards: exactly the ante.",
        "1 to 1 with the better hand.",
        at(CHAPTER, '1 "Play"', "10(c)2", "11(b)"),
    ),
    Stake(
        "three_card_bonus",
        "Three-card bonus",
        "Optional, before the deal.",
        "By its table, for the player's own cards.",
        at(CHAPTER, '1 "3 Card Bonus"', "10(d)2", "11(d)"),
    ),
    Stake(
        "dragon_bet",
        "Dragon bet",
        "Optional, before the deal.",
        "By its table, for the dragons the player really holds.",
        at(CHAPTER, '1 "Dragon Bet"', "10(d)2", "11(f)"),
    ),
)

GUIDE = Guide(
    name="Dragon Poker",
    family=AGAINST_THE_HOUSE,
    decides="Three characters against the dealer's three; the gold dragon is wild.",
    emblem="DR DG DB",
    steps=STEPS,
    ranks=tuple(sorted(CHARACTER, key=lambda face: -CHARACTER[face])),
    order_text="Six characters, no suits. The three dragons are of one rank; the gold one also "
    "stands for any other character.",
    order_places=(*at(CHAPTER, "5(a)", "5(b)"), *at(DECK, "(a)", "(b)", "(c)")),
    rankings=(HANDS,),
    stakes=STAKES,
    pays=(
        Pay(
            "Ante bonus",
            {1: ANTE_BONUS},
            "Only with a hand that beats the dealer's. Any other winning hand, and a tie, push.",
            at(CHAPTER, "11(c)"),
        ),
        Pay(
            "Three-card bonus",
            THREE_CARD_BONUS,
            "The gold dragon counts as what helps most. Any other hand loses.",
            at(CHAPTER, "11(d)"),
        ),
        Pay(
            "Dragon bet",
            {1: DRAGON_BET},
            "Here the gold dragon is one dragon, and nothing else. A hand without it and with "
            "fewer than two dragons loses.",
            at(CHAPTER, "11(f)"),
        ),
    ),
    words=ROWS,
)
