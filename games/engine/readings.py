"""How the regulations are read where they are silent or at odds: for every game, for pot games."""

from casino.lib.law import Reading
from inventory.rules import law

EVERY_GAME = (
    Reading(
        "A1",
        "13:69F-42, 13:69E-1.13BB",
        "Two proposals use the same numbers, dragon poker and ultimate 8, so a place alone does "
        "not say which text is meant: the game is always named with it.",
    ),
    Reading(
        "A2",
        "x.12",
        "A void round never was: each wager made in it goes back, one that was settled early too. "
        "What an earlier round left in the deuce or ace pot is not of this round and stays, and "
        "the player button stays where it is.",
    ),
    law.A3,
    Reading(
        "A4",
        "x.7, x.8, x.9",
        "Whether a counting machine excuses the stub count is said once for each way of dealing. "
        "What one section says is not carried over to another.",
    ),
    law.A5,
    law.A6,
    Reading(
        "A7",
        "x.4(e)",
        "After a pause the cards are shown and inspected as at an opening: to one player where "
        "the house plays, to two where players play for a pot, although the text speaks of the "
        "first player.",
    ),
    Reading(
        "A8",
        "x.6(a)",
        "The texts let currency lie among the wagers, and then count nothing but chips: cash is "
        "changed before it is bet, and every wager is a multiple of the table's unit. A match "
        "play coupon goes with an ante against the house and is worth no more than it: it wins "
        "even money once, is lost with the ante, and is kept after a push or a void round. "
        "Setting: cash_wagers.",
    ),
    Reading(
        "A9",
        "every section",
        "Nobody guesses what was meant: a card, a seat or an amount the rules do not know is "
        "refused because of its form, without a clause.",
    ),
    Reading(
        "A10",
        "every section",
        "What is wrong for more than one reason is refused for one of them; which one does not "
        "matter, as long as it is true.",
    ),
)

POT_GAMES = (
    Reading(
        "P1",
        "x.5(c), x.5(f)",
        "What is laid down is a pattern and nothing besides; the one card extra is ultimate 8's, "
        "with four of a kind. Cards that could be called two things are the better one, since "
        "the cards speak for themselves. What is no pattern cannot be discarded.",
    ),
    Reading(
        "P2",
        "41.5(d), 42.5(d)",
        "Ranks stand in a line, not in a ring. In deuce of the dragon it begins with ace and two "
        "and ends with ace and two, so king-ace-two is a sequence and king-ace-two-three is not; "
        "in ultimate 8 the ace is at both ends. Three to eight cards in the one, three to five "
        "in the other.",
    ),
    Reading(
        "P3",
        "41.5(c)2-3, 42.5(c)1-2, 42.5(c)5",
        "A suited sequence is a straight flush and never a mere flush. In ultimate 8 it is royal "
        "when the ace is its upper end, whether it has three, four or five cards.",
    ),
    Reading(
        "P4",
        "41.5(c)5-9, 42.5(c)7-8",
        "In deuce of the dragon the two threes are of two ranks, but two of several pairs may be "
        "of one rank, unless the whole is just four of a kind. In ultimate 8 two pair means two "
        "ranks; that it stands above three of a kind is what the list says.",
    ),
    Reading(
        "P5",
        "x.5(c), x.10(c)",
        "The dealer announces suit and high card, so those decide within a kind: first the rank "
        "of the high card, then its suit. Between kinds the kind alone decides. The number of "
        "cards decides nothing, for no text asks for it. In a sequence the "
        "upper end is the high card, in a flush the best card, in sets the best set's best suit "
        "(of the four, where one card comes with them). No card is in two patterns, so there are "
        "no ties. A table may demand equal numbers of cards within a kind. Setting: equal_length.",
    ),
    Reading(
        "P6",
        "x.5(a), x.5(b)",
        "Deuce of the dragon: from the two over ace and king down to the three; hearts, "
        "diamonds, clubs, spades. Ultimate 8: from the ace down to the two; spades, hearts, "
        "diamonds, clubs.",
    ),
    Reading(
        "P7",
        "x.7(e), x.9(e), x.10(e)-(g)",
        "The seat farthest left is the first only when the button lies there: it is the button "
        "that has the first card and the first bet. Later bets are opened by whose pattern was "
        "the last of the interval; if there was none, by the same seat as before. A seat that is "
        "out by then is replaced by the next one clockwise, and one without chips is passed over "
        "in the betting.",
    ),
    Reading(
        "P8",
        "x.10(e), (g), (i)",
        "The opportunity to open counts, not its use: who was to open the bets leads the "
        "discards, all-in or not. If that seat has folded, the next one clockwise leads.",
    ),
    Reading(
        "P9",
        "x.10(e), (g), (i)",
        "Everybody may lay down something or pass, once around; if all pass the interval is "
        "over. What lies there is beaten or passed on, and who has passed may come back after "
        "another pattern. It ends where the last pattern came from; if that seat has forfeited, "
        "its pattern still stands, all others pass on it, and the next seat clockwise follows in "
        "its rights. The third interval is repeated, the last pattern leading, and may be passed "
        "around any number of times.",
    ),
    Reading(
        "P10",
        "x.10(a), (j)",
        "The eighth card decides the main pot wherever it falls, and so does being the last one "
        "left. Nothing is bet after that; only side pots may still be played for.",
    ),
    Reading(
        "P11",
        "x.6(c), x.12(c)",
        "The text gives limits for raises and none for opening bets: both have the same, counted "
        "as what is added. At a limit table one to three antes, or one to twenty in ultimate 8; "
        "without limit one ante or more, in ultimate 8 up to the maximum of the table. Its three "
        "raises are those of all seats in one betting round, and the opening bet is none of "
        "them. Whoever has the turn to bet may fold.",
    ),
    Reading(
        "P12",
        "x.1, x.6(d)",
        "Who cannot pay a call or a least raise puts in all there is. That may go beyond the "
        "call by no more than a raise may, and in ultimate 8 counts as one of the raises. Short "
        "of a full raise it gives those who have acted no new right to raise; below an ante it "
        "opens the betting without being a full bet. Who has nothing says so with zero. A round "
        "of bets in which fewer than two could bet does not take place.",
    ),
    Reading(
        "P13",
        "x.10(k)",
        "A part of a bet that nobody has matched was never at risk. It goes back when the "
        "betting round ends, is in no pot, and pays no commission.",
    ),
    Reading(
        "P14",
        "x.1",
        "Side pots are named and never explained, so they are those of poker: layers of what "
        "each seat has put in, contested by those who have paid the layer in full. Money of "
        "those who left stays where it is, and beyond the last contestant it belongs to the "
        "highest pot. Where the contestants do not change, layers join, and the lowest is the main "
        "one.",
    ),
    Reading(
        "P15",
        "x.10(j)",
        "A side pot is to be paid, but the first without cards may have no share in it. The "
        "game's own measure is kept: of those who contest it, the first to lay down all eight "
        "wins it. They play on without bets, beginning after the seat that went out; a pot with "
        "one contestant needs no play.",
    ),
    Reading(
        "P16",
        "x.10(k)",
        "The commission is a share of the main pot as counted, and of a deuce or ace pot that is "
        "won; side pots are not named and pay nothing. A cap is a cap, so it is rounded down. "
        "That ultimate 8 wants it put away before hands are viewed can only mean those of the "
        "next round.",
    ),
    Reading(
        "P17",
        "41.1, 41.5(e), 41.10(c)",
        "The definition is fuller than the paragraph on play, and governs: the deuce button is "
        "earned by laying down the two of hearts in whatever pattern, or by beating a two on its "
        "own with four of a kind. The latter is the better claim while its holder is in; only "
        "another of the same kind takes it. Who leaves loses the button, and it can be earned "
        "again. The deuce pot needs the button when the main pot finds its winner; what is "
        "laid down in playing on changes nothing.",
    ),
    Reading(
        "P18",
        "42.1, 42.5(e)",
        "Having the ace of spades means having laid it down, as the definition says: the winner "
        "who still holds it does not take the ace pot, nor does it count after the main pot is "
        "decided.",
    ),
    Reading(
        "P19",
        "x.6(b)",
        "Both antes are owed by every seat, and to the cent: in deuce of the dragon two to one, "
        "in ultimate 8 two to one or one to one.",
    ),
    Reading(
        "P20",
        "x.12(a)2-3",
        "The antes are main pot wagers too and lie there before any card, so nothing could ever "
        "be found in time if they counted. What counts is what seats wager after the deal.",
    ),
    Reading(
        "P21",
        "x.11(h)",
        "To forfeit is to fold, but at any moment and whoever has the turn. Wagers already "
        "made stay where they are.",
    ),
    Reading(
        "P22",
        "x.7(g)2, x.12(a)",
        "Found before the first act of betting, a hand with too many or too few cards is a "
        "misdeal. Found later it is a fouled hand, and that seat alone forfeits.",
    ),
    Reading(
        "P23",
        "x.8(b)3, x.8(e)",
        "Dealing from the hand is told twice, as two times four cards and as eight times one. "
        "Every position ends up with eight cards from the button on, so either is recorded. "
        "Setting: hand_deal.",
    ),
    Reading(
        "P24",
        "x.1, x.7(e)",
        "Four cards can only be left if six positions were dealt to, so six are, with or without "
        "a player.",
    ),
    Reading(
        "P25",
        "13:69E-1.13AA(b)8.ii, 13:69E-1.13BB(b)7.ii",
        "The sign sounds as if a suit could win a pot. It tells how patterns of one value "
        "compare; who wins a pot is told in the section on play.",
    ),
    Reading(
        "P26",
        "x.10(l)",
        "Idle tables are provided for, closing ones are not. No table closes before its "
        "carried pot has been counted, checked by a supervisor and put under seal, on record; "
        "with that pot it opens again.",
    ),
)
