"""What is cited for a duty of a table where the game's own text is silent."""

from casino.lib.law import Clause, Reading, Refused
from inventory.rules import law as cards

LAYOUT = Clause("13:69E-1.13")
NOTICE = Clause("13:69F-8.3")
OPENING = Clause("13:69E-1.18(f)")
A7 = Reading(
    "A7",
    "x.4(e)",
    "After a time without play the cards are shown, washed and shuffled as at the opening: one "
    "player looks at them in a game against the house, two in a game for a pot.",
)
P26 = Reading(
    "P26",
    "41.10(l), 42.10(l)",
    "Nothing says what becomes of a carried pot when its table closes: it is counted by the "
    "dealer, verified by a supervisor and sealed, and the table opens with it again.",
)
CITED: dict[str, Clause | None] = {
    "six_positions": LAYOUT,
    "layout_submitted": LAYOUT,
    "layout_elements": LAYOUT,
    "layout_statements": LAYOUT,
    "signs_posted": LAYOUT,
    "notice": NOTICE,
    "receive_cards": OPENING,
    "spread_for_players": OPENING,
    "wash_and_shuffle": OPENING,
    "each_deck_apart": OPENING,
    "idle_again": OPENING,
    "accessories": cards.CARDS,
    "idle_pot": Clause("13:69D-1.20"),
    # Conduct is told by the games for a pot; elsewhere the house's own order is all there is.
    "play_alone": None,
    "remove_player": None,
    "stay_seated": LAYOUT,
    "hands_off": None,
    "speak_in_turn": None,
    "show_no_cards": None,
    "cards_in_sight": None,
    "forfeit": None,
    "odds_wording": None,  # a game for a pot pays no odds, and says nothing of their wording
}


def refuse(duty: str, error: str, *, reading: Reading | None = None, remedy: str = "") -> Refused:
    if duty not in CITED:
        return cards.refuse(duty, error, reading=reading, remedy=remedy)
    return Refused(error, CITED[duty], reading=reading, remedy=remedy)
