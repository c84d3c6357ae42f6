"""Something went wrong in a round: what may be said now, what the rule says, what follows.

Rules are pure: what would happen is found by doing it to a state that nobody keeps.
"""

from typing import Any, NamedTuple

from casino.lib.law import Refused
from games.engine import fold
from games.engine.law import Provision
from games.selectors.irregularities import Irregularity, irregularities_of
from games.selectors.rulebook import Book, book

STUB = "stub"
STUB_DUTY = "count_stub"
FATES = {
    "": ("kept", "ok", "The deck stays in play, as it lies."),
    "reshuffle": ("reshuffled", "info", "All cards come in and are shuffled again."),
    "remove": (
        "removed",
        "act",
        "The deck leaves the table and is held. No round is dealt until another is in play.",
    ),
}


class Rule(NamedTuple):
    """A clause in our own words, and the readings that it rests on."""

    place: str
    words: str
    readings: tuple[str, ...]


class Outcome(NamedTuple):
    """What an action would do to the round, or why it would be refused."""

    action: dict[str, Any]
    refusal: Refused | None = None
    status: str = fold.OPEN
    seats: tuple[tuple[int, int, int], ...] = ()  # seat, staked, handed back
    deck: str = ""
    is_right: bool = False  # a stub that has as many cards as it should

    @property
    def is_void(self) -> bool:
        return self.status == fold.VOID

    @property
    def fate(self) -> tuple[str, str, str]:
        return FATES[self.deck]

    @property
    def back(self) -> int:
        return sum(back for _, _, back in self.seats)


def book_of(state: Any) -> Book:
    known = book(state.game.code)
    assert known, "a game that is played is known"
    return known


def choices_now(state: Any) -> list[Irregularity]:
    """Only what the rules would accept at this moment; a wrong stub comes last."""
    offers = fold.legal(state)
    kinds = [kind for offer in offers for kind in _kinds(offer)]
    known = {one.kind: one for one in irregularities_of(book_of(state))}
    stub = [stub_of(state)] if any(offer["do"] == STUB_DUTY for offer in offers) else []
    return [_plain(known[kind]) for kind in kinds] + stub


def _plain(one: Irregularity) -> Irregularity:
    """The rulebook says "None: …" where nothing follows; whoever decides reads the rest."""
    words = one.effect.removeprefix("None: ")
    return one._replace(effect=words[:1].upper() + words[1:])


def _kinds(offer: dict[str, Any]) -> list[str]:
    return list(offer["kind"]) if offer["do"] == "irregularity" else []


def stub_of(state: Any) -> Irregularity:
    return Irregularity(
        STUB,
        "The stub has the wrong number of cards",
        "Once all cards are out",
        "Void: every wager of the round goes back. The deck leaves the table, unless the cards "
        "were misdealt",
        state.law.cited.get(STUB_DUTY, ""),
    )


def choice_with(state: Any, kind: str) -> Irregularity | None:
    """Of all that this game knows, accepted now or not."""
    known = [*map(_plain, irregularities_of(book_of(state))), stub_of(state)]
    return next((one for one in known if one.kind == kind), None)


def rule_of(state: Any, place: str) -> Rule | None:
    found: Provision | None = next((p for p in state.law.provisions if p.place == place), None)
    return Rule(place, found.summary, found.readings) if found else None


def action_for(kind: str, cards: int | None = None, *, misdealt: bool = False) -> dict[str, Any]:
    if kind != STUB:
        return {"do": "irregularity", "kind": kind}
    return {"do": STUB_DUTY, "cards": cards, **({"misdealt": True} if misdealt else {})}


def outcome_of(state: Any, action: dict[str, Any]) -> Outcome:
    try:
        after = fold.step(state, action)
    except Refused as refusal:
        return Outcome(action, refusal)
    result = fold.result(after)
    if after.status == fold.OPEN:
        return Outcome(action, is_right=after.counted and action["do"] == STUB_DUTY)
    seats = tuple((int(s), one["staked"], one["returned"]) for s, one in result["seats"].items())
    return Outcome(action, None, after.status, seats, result["deck"])
