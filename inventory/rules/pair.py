"""The decks of one table: one, or two that take turns while a shuffler works.

A table's game passes the `refuse` of its own law, so that its own clause is cited.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from casino.lib.law import Refuse, honours
from inventory.rules import law
from inventory.rules.deck import Stage

READY = (Stage.VERIFIED, Stage.IN_PLAY)
MOST = 2


class TableDeck(NamedTuple):
    """A deck at a table, as far as the other deck and the game care."""

    code: str
    kind: str
    back: str
    stage: str = Stage.AT_TABLE


@honours("one_deck", "second_deck", "both_whole", "two_colours")
def refuse_decks(
    decks: Sequence[TableDeck], kind: str, *, shuffler: bool, refuse: Refuse = law.refuse
) -> None:
    """Whether these decks may be at one table whose game wants decks of this kind."""
    for deck in decks:
        if deck.kind != kind:
            error = f"Deck {deck.code} is a {deck.kind} deck: this game plays with a {kind} deck"
            duty = "one_deck" if len(decks) == 1 else "both_whole"
            raise refuse(duty, error, remedy=f"Bring a {kind} deck")
    if len(decks) > MOST:
        raise refuse("one_deck", f"A table has no more than {MOST} decks", remedy="Remove one")
    if len(decks) == MOST:
        _refuse_second(decks, shuffler=shuffler, refuse=refuse)


def _refuse_second(decks: Sequence[TableDeck], *, shuffler: bool, refuse: Refuse) -> None:
    if not shuffler:
        raise refuse(
            "second_deck",
            "A second deck needs a shuffler that works",
            reading=law.A3,
            remedy="Fix a shuffler to the table, or remove one deck",
        )
    one, other = decks
    if one.back == other.back:
        error = f"Both decks have {one.back} backs"
        raise refuse("two_colours", error, remedy="Bring a deck with backs of another colour")


@honours("one_deck", "both_whole", "one_in_shuffler", "take_turns")
def refuse_round(
    playing: str,
    decks: Sequence[TableDeck],
    *,
    in_shuffler: str = "",
    last: str = "",
    refuse: Refuse = law.refuse,
) -> None:
    """Before a round with the deck `playing`; `last` is the deck of the round before."""
    _refuse_unready(playing, decks, refuse)
    if len(decks) < MOST:
        return
    other = next(deck.code for deck in decks if deck.code != playing)
    if in_shuffler != other:
        raise refuse(
            "one_in_shuffler",
            f"While {playing} is played with, {other} is in the shuffler",
            remedy=f"Put {other} into the shuffler",
        )
    if playing == last:
        error = f"{playing} was played with in the round before"
        raise refuse("take_turns", error, remedy=f"It is the turn of {other}")


def _refuse_unready(playing: str, decks: Sequence[TableDeck], refuse: Refuse) -> None:
    duty = "one_deck" if len(decks) < MOST else "both_whole"
    if playing not in [deck.code for deck in decks]:
        raise refuse(duty, f"Deck {playing} is not at this table", remedy="Scan the deck")
    for deck in decks:
        if deck.stage not in READY:
            error = f"Deck {deck.code} was not yet inspected and verified"
            raise refuse(duty, error, remedy="Inspect and verify it first")


@honours("take_turns")
def next_deck(decks: Sequence[TableDeck], last: str = "") -> str:
    """The deck of the next round: with two, the one that rested."""
    return next((deck.code for deck in decks if deck.code != last), last)


@honours("one_deck_in_rack")
def refuse_rack(rack: Iterable[str], card_of: str, refuse: Refuse = law.refuse) -> None:
    """Before a card of the deck `card_of` goes into a rack that holds cards of these decks."""
    for code in rack:
        if code != card_of:
            error = f"The discard rack holds cards of {code}"
            raise refuse("one_deck_in_rack", error, remedy="Empty the rack first")


@honours("second_deck")
def must_go(decks: Sequence[TableDeck], playing: str, *, shuffler: bool) -> tuple[str, ...]:
    """Once the shuffler has left, the deck that is not played with goes, by the next round (A3)."""
    if shuffler or len(decks) < MOST:
        return ()
    return tuple(deck.code for deck in decks if deck.code != playing)
