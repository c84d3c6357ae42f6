"""Who sits where: anonymous, at most as many as the layout has positions, and seated to play."""

from collections.abc import Collection
from typing import NamedTuple

from casino.lib.law import Refuse, Refused, honours


class Breach(NamedTuple):
    """What a player did against the rules of conduct, and the duty that it broke."""

    words: str
    duty: str
    is_told: bool = True  # to the Division, at once


# Why a player is asked to leave the game.
CONDUCT = {
    "collusion": Breach("Helping another player, or passing information", "play_alone"),
    "showing": Breach("Showing cards to others at the table", "show_no_cards"),
    "talking": Breach("Talking or signalling out of turn", "speak_in_turn"),
    "touching": Breach("Touching or looking at cards before the stub is racked", "hands_off"),
    "hiding": Breach("Keeping cards out of sight", "cards_in_sight"),
    "fouling": Breach("Fouling hands again and again", "forfeit"),
    "disorder": Breach("Disorder", "remove_player", is_told=False),
}


@honours("six_positions")
def refuse_seat(seat: int, positions: int, taken: Collection[int], refuse: Refuse) -> None:
    if not 1 <= seat <= positions:
        raise refuse("six_positions", f"This table has positions 1 to {positions}")
    if seat in taken:
        raise refuse("six_positions", f"Position {seat} is taken", remedy="Choose another")


@honours("stay_seated")
def refuse_leaving(seat: int, in_round: Collection[int], refuse: Refuse) -> None:
    """Taking part in a round means staying seated until it is over."""
    if seat in in_round:
        raise refuse(
            "stay_seated",
            f"Position {seat} takes part in the round",
            remedy="Fold the hand, or wait until the round is settled",
        )


@honours(
    "play_alone", "show_no_cards", "speak_in_turn", "hands_off", "cards_in_sight", "remove_player"
)
def broken(reason: str, refuse: Refuse) -> Refused:
    """The rule of conduct that this reason breaks, as the game has it."""
    if reason not in CONDUCT:
        error = "Say why the player is removed"
        raise refuse("remove_player", error, remedy="Choose one of the reasons")
    return refuse(CONDUCT[reason].duty, CONDUCT[reason].words)


@honours("remove_player")
def removal_notice(reason: str, *, table: str, game: str, seat: int, at: str, by: str) -> str:
    """What the Division is told at once, drafted; empty when it need not be told."""
    breach = CONDUCT[reason]
    if not breach.is_told:
        return ""
    return (
        f"At {at}, at table {table} ({game}), the player at position {seat} was removed from the "
        f"game on reasonable suspicion. What was seen: {breach.words.lower()}. Decided by {by}. "
        f"The round and its record are kept for inspection."
    )
