"""What the words of the game mean."""

from games.engine.law import section

word = section("13:69F-39.1 ", "definition")

CLAUSES = (
    word(
        '"Ante"',
        "enforce",
        "Who wants a hand puts up this wager before any card is dealt.",
        "mandatory_wagers ante_limits",
    ),
    word(
        '"Community cards"',
        "compute",
        "Five cards in the middle belong to every hand, the dealer's too.",
        "ranking reveal_flop reveal_turn_and_river",
    ),
    word(
        '"Cover card"',
        "record",
        "A plastic card, green or yellow, helps to cut and hides the last card.",
        "cut rulebook",
    ),
    word(
        '"Burn"',
        "record",
        "A burnt card goes face down to the rack unseen; this game never burns one.",
        "count_stub rulebook",
    ),
    word('"Check"', "enforce", "A seat lets the raise of this street go by.", "check", "H0"),
    word(
        '"Face card"',
        "compute",
        "Kings, queens and jacks are the faces that an ace wants beside it.",
        "pocket_bonus_pays",
        "H6",
    ),
    word(
        '"Flop"', "compute", "The first three cards in the middle, turned together.", "reveal_flop"
    ),
    word(
        '"Fold"',
        "compute",
        "A seat that will not raise leaves; its ante and odds are gone.",
        "fold settle",
        "H5",
    ),
    word(
        '"Hand"',
        "compute",
        "Of the five cards in the middle and two of one's own, the five that rank best.",
        "ranking",
        "H7",
    ),
    word('"Hole Cards"', "compute", "The two cards that only their owner sees.", "deal"),
    word(
        '"Odds Wager"',
        "enforce",
        "Every ante is joined by a second wager of the same amount.",
        "mandatory_wagers",
        "H3",
    ),
    word('"Push"', "compute", "Equal hands: nobody wins, the stake goes back.", "compare", "H3"),
    word(
        '"Play wager"',
        "compute",
        "A name for ante and raise together; what is staked is told in sum.",
        "settle",
    ),
    word(
        '"Pocket Bonus wager"',
        "compute",
        "A wager by choice that the two own cards pair, or are an ace and a face.",
        "wager pocket_bonus_pays",
        "H5 H6",
    ),
    word(
        '"Raise wager"',
        "enforce",
        "One more wager, of so many antes; the longer a seat waits the fewer.",
        "raise",
        "H1",
    ),
    word(
        '"Raise wager"(a)', "enforce", "On two cards alone: one, two or three antes.", "raise", "H1"
    ),
    word('"Raise wager"(b)', "enforce", "With the flop seen: one ante or two.", "raise", "H1"),
    word('"Raise wager"(c)', "enforce", "With all cards seen: a single ante.", "raise", "H1"),
    word('"Rank"', "compute", "Where a card or a hand stands among others.", "ranking", "H7"),
    word(
        '"Round of play"',
        "compute",
        "From wagers and deal through every decision until all is paid; then it is over.",
        "settle",
    ),
    word(
        '"Trips Plus wager"',
        "compute",
        "A wager by choice on three of a kind or better among all seven cards.",
        "wager trips_plus_pays",
        "H5",
    ),
    word(
        '"Turn and River"',
        "compute",
        "The last two cards in the middle, turned together.",
        "reveal_turn_and_river",
    ),
    word('"Stub"', "compute", "The cards that nobody was dealt.", "count_stub"),
    word(
        '"Suit"',
        "display",
        "Clubs, diamonds, hearts and spades, none above another.",
        "ranking rulebook",
        "H7",
    ),
)
