"""The words of the game, its deck, how a table opens, shuffle and cut."""

from games.engine.law import section

word = section("19:47-25.1 ", "definition")
deck = section("19:47-25.2", "deck")
opening = section("19:47-25.3", "opening")
shuffle = section("19:47-25.4", "shuffle")

DEFINITIONS = (
    word(
        '"Ante"',
        "enforce",
        "The wager that buys a hand, down before any card is dealt.",
        "mandatory_wagers ante_limits",
    ),
    word(
        '"Community card"',
        "compute",
        "Five cards lie unseen as a cross; three in a line are part of a hand.",
        "deal axis ranking",
    ),
    word('"Fold"', "compute", "A seat gives its hand up instead of raising.", "fold", "X3"),
    word(
        '"Hand"',
        "compute",
        "Two cards of one's own with the three of the line that was picked.",
        "axis compare ranking",
        "X2",
    ),
    word(
        '"Raise"',
        "enforce",
        "Two more wagers of an ante each, made while three cards still lie unseen.",
        "play",
        "X3",
    ),
    word('"Rank"', "compute", "Where a card or a hand stands among others.", "ranking", "X5"),
    word(
        '"Round of play"',
        "compute",
        "From the wagers through the deal until all is paid or taken; then it is over.",
        "settle",
    ),
    word('"Stub"', "compute", "The cards that nobody was dealt.", "count_stub"),
    word(
        '"Suit"',
        "display",
        "Spades, hearts, diamonds and clubs, all worth the same.",
        "ranking rulebook",
        "X5",
    ),
    word(
        '"Three-card wager"',
        "compute",
        "A wager by choice on one's two cards with the tip of the cross away from the dealer.",
        "wager three_card_pays",
        "X1",
    ),
)

DECK = (
    deck(
        "(a)",
        "record",
        "One deck with equal backs is in play, and one solid cover card.",
        "one_deck uniform_backs accessories rulebook",
    ),
    deck(
        "(b)",
        "enforce",
        "Only a table with a shuffler may take turns with a second deck.",
        "second_deck",
        "A3",
    ),
    deck("(b)1", "record", "Either of two decks is fit to be the only one.", "both_whole"),
    deck("(b)2", "enforce", "Two decks have backs of two colours.", "two_colours"),
    deck(
        "(b)3",
        "enforce",
        "The shuffler works on one deck while the table plays the other.",
        "one_in_shuffler",
    ),
    deck("(b)4", "enforce", "The decks take turns, round by round.", "take_turns"),
    deck("(b)5", "record", "The rack never holds cards of both decks.", "one_deck_in_rack"),
)

OPENING = (
    opening(
        "(a)",
        "record",
        "A deck is received and inspected, or comes inspected and mixed.",
        "receive_cards",
    ),
    opening(
        "(b)",
        "record",
        "The first player finds the verified cards face up, suit by suit.",
        "spread_for_players",
    ),
    opening(
        "(c)",
        "record",
        "Once looked at, the cards are washed face down and shuffled.",
        "wash_and_shuffle",
    ),
    opening("(d)", "record", "Two decks are opened one apart from the other.", "each_deck_apart"),
)

SHUFFLE = (
    shuffle(
        "(a)",
        "enforce",
        "Every round starts with cards mixed by hand, by a device or beforehand.",
        "shuffle",
        "A5",
    ),
    shuffle("(b)", "enforce", "How the cards were mixed tells what comes next.", "shuffle cut"),
    shuffle(
        "(b)1", "enforce", "A device's shuffle is dealt as it is, without a cut.", "shuffle cut"
    ),
    shuffle("(b)2", "enforce", "Cards mixed by hand or beforehand are cut before the deal.", "cut"),
    shuffle("(c)", "enforce", "It is the dealer who cuts.", "cut"),
    shuffle("(c)1", "record", "One hand is enough to cut, in four steps.", "cut rulebook"),
    shuffle("(c)1.i", "record", "The cover card is laid before the deck.", "rulebook"),
    shuffle("(c)1.ii", "enforce", "No fewer than ten cards come off the top, onto it.", "cut"),
    shuffle("(c)1.iii", "record", "The cards left over go on top of those.", "rulebook"),
    shuffle("(c)1.iv", "record", "The cover card moves to the rack.", "rulebook"),
    shuffle("(c)2", "enforce", "No card is dealt before the cut that is due.", "cut deal"),
    shuffle(
        "(d)",
        "record",
        "A supervisor who doubts a cut may have it made again before the deal.",
        "recut",
    ),
    shuffle(
        "(e)",
        "record",
        "At an idle table the cards lie spread, and are shown, washed and shuffled anew.",
        "idle_again rulebook",
        "A7",
    ),
)
