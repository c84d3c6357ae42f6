"""The table, its felt, its cards, and how it opens."""

from games.engine.law import section

layout = section("13:69E-1.13Z", "layout")
sign = section("13:69E-1.13Z", "signage")
equipment = section("13:69E-1.13Z", "equipment")
deck = section("13:69F-39.2", "deck")
opening = section("13:69F-39.3", "opening")

LAYOUT = (
    layout(
        "(a)",
        "enforce",
        "The dealer faces one side of the table, which seats six at most.",
        "six_positions seats",
    ),
    layout(
        "(b)",
        "record",
        "A drawing to scale and a photograph go to the Division beforehand.",
        "layout_submitted layout_elements",
    ),
    layout("(b)1", "record", "The felt names the licensee.", "layout_elements"),
    layout("(b)2", "record", "Each seat has a place for its ante.", "layout_elements"),
    layout("(b)3", "record", "The raise has its place right behind the ante.", "layout_elements"),
    layout(
        "(b)4",
        "record",
        "The other three wagers each have a place of their own.",
        "layout_elements",
    ),
    layout("(b)4.i", "record", "Odds lie beside the ante, on its right.", "layout_elements"),
    layout("(b)4.ii", "record", "Trips plus lies in front of the ante.", "layout_elements"),
    layout(
        "(b)4.iii",
        "record",
        "The pocket bonus lies in front of odds, beside trips plus.",
        "layout_elements",
    ),
    sign(
        "(b)5",
        "display",
        "The felt tells what odds, bad beat and both bonuses pay.",
        "layout_statements",
    ),
    sign(
        "(b)6",
        "display",
        "The felt tells how much may be raised, and when.",
        "layout_statements",
        readings="H1",
    ),
    equipment("(c)", "record", "Drop box and tip box hang on either side of the dealer.", "boxes"),
)

CARDS = (
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
    opening(
        "(a)",
        "record",
        "A deck that comes to the table is received and inspected first.",
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
    opening(
        "(d)",
        "record",
        "Two decks are opened one apart from the other, before play.",
        "each_deck_apart",
    ),
)
