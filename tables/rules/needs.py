"""What a table needs of somebody now: the pit board is sorted by it.

Nothing is kept: a need is read from how the table stands, and is over when that is mended.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from casino.lib.law import Clause, Refuse
from inventory.rules import law as cards
from inventory.rules.deck import in_words
from tables.rules.opening import PAUSES
from tables.rules.pots import needs_of_difference, needs_while_idle
from tables.rules.table import Around, Phase, Table
from tables.rules.words import money

SUPERVISION = Clause("13:69D-1.12(a)1")


class Level(StrEnum):
    NOW = "now"
    SOON = "soon"
    INFO = "info"


RANKS = {level: rank for rank, level in enumerate(Level)}
AT_WORK = (Phase.OPENING, Phase.OPEN, Phase.IDLE, Phase.PAUSED)
IN_PLAY = (Phase.OPEN, Phase.IDLE, Phase.PAUSED)


class Call(NamedTuple):
    """One need: `at` is since when, or, of something that falls due, when."""

    level: Level
    name: str
    words: str
    clause: Clause | None = None
    remedy: str = ""
    at: datetime | None = None
    thing: str = ""  # what it is about, when not the table itself; "pot" is the table's own


class DeckTime(NamedTuple):
    """The clock of a deck at the table."""

    code: str
    opened: datetime
    due: datetime
    state: str  # ok, soon, overdue
    clause: Clause | None = None


class Patience(NamedTuple):
    """How long the house waits before it calls somebody."""

    idle: timedelta
    dealer: timedelta
    deck: timedelta  # before a change is due


class Glance(NamedTuple):
    """Everything the board looks at, of one table at one moment."""

    table: Table
    around: Around
    now: datetime
    patience: Patience
    refuse: Refuse
    decks: tuple[DeckTime, ...] = ()
    dealer_since: datetime | None = None
    proposed_at: datetime | None = None  # rules that wait for somebody's decision
    changes_at: datetime | None = None  # rules that are approved and will hold


def calls(glance: Glance) -> list[Call]:
    """What is needed, the most urgent first; the order within a level is that of this module."""
    found = [call for ask in _ASKED for call in ask(glance)]
    return sorted(found, key=lambda call: RANKS[call.level])


def turns_at(glance: Glance) -> datetime | None:
    """The next moment at which time alone changes what is needed."""
    patience, table = glance.patience, glance.table
    moments = [deck.due - patience.deck for deck in glance.decks]
    moments += [deck.due for deck in glance.decks]
    if glance.dealer_since:
        moments.append(glance.dealer_since + patience.dealer)
    if table.phase is Phase.IDLE and table.since:
        moments.append(table.since + patience.idle)
    if glance.changes_at:
        moments.append(glance.changes_at)
    return min((moment for moment in moments if moment > glance.now), default=None)


def _pause(glance: Glance) -> Iterator[Call]:
    table = glance.table
    if table.phase is Phase.PAUSED:
        words = PAUSES.get(table.reason, table.reason)
        remedy = "Settle it, then let the table go on"
        yield Call(Level.NOW, "pause", f"Paused: {_lower(words)}", remedy=remedy, at=table.since)


def _devices(glance: Glance) -> Iterator[Call]:
    if glance.table.phase is Phase.CLOSED:
        return
    for device in glance.around.fitted:
        name = in_words(device.what).capitalize()
        if device.is_suspect:
            remedy = "Take it off, and call security"
            yield Call(
                Level.NOW, "tampering", f"{name}: signs of tampering", cards.SHUFFLER, remedy
            )
        elif device.is_jammed:
            remedy = "Clear it, or take the device off and shuffle by hand"
            yield Call(Level.NOW, "jam", f"{name} jammed", cards.SHUFFLER, remedy, device.moved_at)


def _decks(glance: Glance) -> Iterator[Call]:
    for deck in glance.decks:
        if deck.state == "overdue":
            words = f"Deck {deck.code} is past its time"
            yield Call(
                Level.NOW, "deck", words, deck.clause, "Change the deck", deck.due, _thing(deck)
            )
        elif deck.state == "soon":
            words = f"Deck {deck.code} must change"
            yield Call(
                Level.SOON, "deck", words, deck.clause, "Ask for a deck", deck.due, _thing(deck)
            )


def _thing(deck: DeckTime) -> str:
    return f"deck:{deck.code}"


def _cards(glance: Glance) -> Iterator[Call]:
    for code in glance.around.held:
        yield Call(Level.NOW, "held", f"Deck {code} is held: nobody plays with it")
    for code in glance.around.removed:
        remedy = "Seal it, sign it, and let security collect it"
        yield Call(Level.SOON, "envelope", f"Deck {code} is in no envelope yet", None, remedy)


def _approvals(glance: Glance) -> Iterator[Call]:
    """A table that is open with a false sign misleads whoever sits there."""
    if glance.table.phase not in AT_WORK:
        return
    level = Level.NOW if glance.table.phase in IN_PLAY else Level.SOON
    around = glance.around
    for name, why in (("layout", around.layout), ("rules", around.rules), ("signs", around.signs)):
        if why:
            yield Call(level, name, why.error, why.clause, why.remedy)
            return  # signs follow rules, and rules the layout: one is mended at a time


def _staff(glance: Glance) -> Iterator[Call]:
    if glance.table.phase not in AT_WORK:
        return
    if not glance.around.dealer:
        yield Call(Level.SOON, "dealer", "Nobody deals here", SUPERVISION, "Put a dealer on it")
    if not glance.around.floorperson:
        remedy = "Put a floorperson on it"
        yield Call(Level.SOON, "floorperson", "Nobody watches it", SUPERVISION, remedy)
    began = glance.dealer_since
    if began and glance.now - began >= glance.patience.dealer:
        remedy = "Send the next dealer"
        yield Call(Level.SOON, "push", "The dealer has dealt too long", None, remedy, began)


def _pot(glance: Glance) -> Iterator[Call]:
    """Whatever the table does: a difference waits for people until it is settled."""
    for need in needs_of_difference(glance.table, glance.refuse):
        if need.refusal:
            why = need.refusal
            yield Call(Level.NOW, "difference", why.error, why.clause, why.remedy, thing="pot")


def _idle(glance: Glance) -> Iterator[Call]:
    """Nobody plays: a pot that waits there is covered at once, a table that waits costs people."""
    table, around = glance.table, glance.around
    if table.phase is Phase.OPEN and not around.seated and not around.in_round:
        remedy = "Report it without play: the cards are spread, a pot is covered"
        yield Call(Level.SOON, "empty", "Nobody sits here", None, remedy)
    if table.phase is not Phase.IDLE:
        return
    for need in needs_while_idle(table, around, glance.refuse):
        if need.refusal:
            words = f"Pot of {money(around.carried_cents)} is not under its lid"
            why = need.refusal
            yield Call(Level.NOW, "lid", words, why.clause, why.remedy, table.since)
    if table.since and glance.now - table.since >= glance.patience.idle:
        yield Call(
            Level.SOON, "idle", "No play", None, "Call for players, or close it", table.since
        )


def _closed(glance: Glance) -> Iterator[Call]:
    if glance.table.phase is Phase.CLOSED:
        for serial in glance.around.loose:
            remedy = "Lock it away"
            yield Call(
                Level.SOON, "loose", f"Device {serial} is not locked away", cards.SHUFFLER, remedy
            )


def _changes(glance: Glance) -> Iterator[Call]:
    if glance.proposed_at:
        words, remedy = "New rules wait for a decision", "Another person approves, or turns down"
        yield Call(Level.INFO, "proposal", words, None, remedy, glance.proposed_at)
    if glance.changes_at and glance.changes_at > glance.now:
        words, remedy = "New rules take hold", "Change the signs with them"
        yield Call(Level.INFO, "change", words, None, remedy, glance.changes_at)


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:]


_ASKED = (
    _pause,
    _pot,
    _devices,
    _decks,
    _cards,
    _approvals,
    _idle,
    _staff,
    _closed,
    _changes,
)
