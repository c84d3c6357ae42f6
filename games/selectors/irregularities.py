"""What happens when something goes wrong at the table, told by the function that does it."""

from typing import Any, NamedTuple

from games.engine.law import DONE_BY
from games.engine.pot_round import IRREGULARITIES
from games.selectors.rulebook import Book, words_of

VOID = "Void: every wager of the round goes back, and the cards are shuffled again"
REMOVED = "Void: every wager of the round goes back, and the deck leaves the table"
KIND_WORDS = {
    "face_up_card": "A card lies face up in the deck",
    "wrong_number_of_cards": "A hand has the wrong number of cards",
    "card_drawn_in_error": "A card is drawn in error, unseen",
    "dealer_card_exposed": "A card of the dealer is exposed",
    "improper_shuffle": "The shuffle was not proper",
    "wrong_start": "The deal began at the wrong seat",
    "position_skipped": "A position was left out",
    "shoe_jam": "The automated shoe jams",
    "shuffler_jam": "The shuffler jams",
    "shuffler_count_wrong": "The shuffler counts a wrong number",
    "cards_missing_or_added": "Cards are missing, or there are too many",
}
# Function → until when it counts, and what follows.
EFFECTS = {
    "one_face_up_card_goes_unused": (
        "Until all cards are dealt",
        "The first such card is put aside, unused, and the stub is one shorter. A second one: "
        + VOID.lower(),
    ),
    "face_up_card_voids": ("Until the first decision", VOID),
    "found_before_the_bets": (
        "Until the first bet; later a hand that is wrong forfeits",
        VOID,
    ),
    "drawn_card_is_used": ("At any time", "None: it is used as the next card"),
    "wrong_number_of_cards": ("At any time", VOID),
    "dealer_card_exposed": ("Until the dealer's cards are turned", VOID),
    "improper_shuffle": ("Once the cards are dealt; before that they are shuffled again", VOID),
    "misdeal": ("Until two seats have wagered since the deal; later play goes on", VOID),
    "shoe_jam": ("With an automated shoe", VOID),
    "shuffler_jam": (
        "Before the deal",
        "That shuffle does not count: the cards are shuffled again",
    ),
    "shuffler_count_wrong": ("Before the deal, with a counting shuffler", REMOVED),
    "cards_missing_or_added": ("Once the cards are dealt", REMOVED),
}


class Irregularity(NamedTuple):
    kind: str
    title: str
    when: str
    effect: str
    place: str


def irregularities_of(book: Book) -> list[Irregularity]:
    known = IRREGULARITIES if book.is_pot else book.game.irregularities
    return [_told(book, kind, function) for kind, function in known.items()]


def _told(book: Book, kind: str, function: Any) -> Irregularity:
    when, effect = EFFECTS.get(function.__name__, ("", (function.__doc__ or "").strip()))
    return Irregularity(
        kind, words_of(kind, KIND_WORDS), when, effect, _place(book, kind, function)
    )


def _place(book: Book, kind: str, function: Any) -> str:
    """The clause of the kind itself, or of another duty that the function does."""
    own = f"{function.__module__}.{function.__qualname__}"
    duties = [kind, *(duty for duty, done in DONE_BY.items() if own in done)]
    return next((book.law.cited[duty] for duty in duties if duty in book.law.cited), "")
