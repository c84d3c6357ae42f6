"""The table, its felt, its cards, and how it opens."""

from games.engine.law import section

layout = section("13:69E-1.13Z", "layout")
sign = section("13:69E-1.13Z", "signage")
equipment = section("13:69E-1.13Z", "equipment")
deck = section("13:69F-39.2", "deck")
opening = section("13:69F-39.3", "opening")

LAYOUT = (
    layout("(a)", "enforce", "The dealer faces one side of the table, which seats six at most."),
    layout("(b)", "record", "A drawing to scale and a photograph go to the Division beforehand."),
    layout("(b)1", "record", "The felt names the licensee."),
    layout("(b)2", "record", "Each seat has a place for its ante."),
    layout("(b)3", "record", "The raise has its place right behind the ante."),
    layout("(b)4", "record", "The other three wagers each have a place of their own."),
    layout("(b)4.i", "record", "Odds lie beside the ante, on its right."),
    layout("(b)4.ii", "record", "Trips plus lies in front of the ante."),
    layout("(b)4.iii", "record", "The pocket bonus lies in front of odds, beside trips plus."),
    sign("(b)5", "display", "The felt tells what odds, bad beat and both bonuses pay."),
    sign("(b)6", "display", "The felt tells how much may be raised, and when.", readings="H1"),
    equipment("(c)", "record", "Drop box and tip box hang on either side of the dealer."),
)

CARDS = (
    deck("(a)", "record", "One deck with equal backs is in play, and one solid cover card."),
    deck("(b)", "enforce", "Only a table with a shuffler may take turns with a second deck."),
    deck("(b)1", "record", "Either of two decks is fit to be the only one."),
    deck("(b)2", "enforce", "Two decks have backs of two colours."),
    deck("(b)3", "enforce", "The shuffler works on one deck while the table plays the other."),
    deck("(b)4", "enforce", "The decks take turns, round by round."),
    deck("(b)5", "record", "The rack never holds cards of both decks."),
    opening("(a)", "record", "A deck that comes to the table is received and inspected first."),
    opening("(b)", "record", "The first player finds the verified cards face up, suit by suit."),
    opening("(c)", "record", "Once looked at, the cards are washed face down and shuffled."),
    opening("(d)", "record", "Two decks are opened one apart from the other, before play."),
)
