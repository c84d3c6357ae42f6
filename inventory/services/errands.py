"""What follows from the card room's acts, read from the log like everything that follows."""

from datetime import datetime

from casino.models import Alert, Entry
from casino.services.alerts import raise_alert
from casino.services.outbox import errand_of
from inventory.rules.holds import SUSPICION
from inventory.rules.movements import REASONS, SUSPECT
from inventory.selectors.decks import deck_with


@errand_of("miss_seal")
def alert_of_missing_seal(entry: Entry, now: datetime) -> None:
    number = entry.thing.removeprefix("seal:")
    _alarm(f"Seal {number} is missing: look for it, and for what it may close", entry, now)


@errand_of("count_seals")
def alert_of_seal_count(entry: Entry, now: datetime) -> None:
    counted, register = entry.payload["counted"], entry.payload["register"]
    if counted != register:
        _alarm(f"{counted} seals counted, {register} in the register", entry, now)


@errand_of("report_discrepancy")
def alert_of_discrepancy(entry: Entry, now: datetime) -> None:
    deck = entry.payload["deck"]
    _alarm(f"Card discrepancy in {deck}: hold it, and tell the Division", entry, now)


@errand_of("deck_remove")
def alert_of_suspect_deck(entry: Entry, now: datetime) -> None:
    """Unless the report is written by now."""
    reason = entry.payload["facts"].get("reason")
    for code in entry.payload["decks"] if reason in SUSPECT else ():
        deck = deck_with(code)
        if deck and SUSPICION in deck.holds:
            words = f"{code} was removed ({REASONS[reason].lower()}): report the discrepancy"
            _alarm(words, entry, now, thing=f"deck:{code}")


@errand_of("deck_miss")
def alert_of_missing_deck(entry: Entry, now: datetime) -> None:
    """One alarm for what was missed at once: a count may miss many."""
    first, *others = entry.payload["decks"]
    more = f" and {len(others)} others are" if others else " is"
    note = entry.payload["facts"].get("note", "")
    _alarm(f"{first}{more} missing: look for it at once. {note}", entry, now)


def _alarm(words: str, entry: Entry, now: datetime, thing: str = "") -> None:
    raise_alert(
        need=Alert.Need.NOW,
        words=words,
        thing=thing or entry.thing,
        pit=entry.pit,
        entry=entry,
        now=now,
    )
