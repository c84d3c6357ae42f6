"""What machines are answered: codes, badges and jobs instead of our row numbers."""

from datetime import datetime
from typing import Any

from casino.models import Duty, Entry, User
from inventory.api.inputs import needs_of
from inventory.forms.moves import MOVES
from inventory.rules.custody import legal
from inventory.rules.movements import STEPS
from inventory.selectors.schedule import clock_of, destroy_clock_of, periods_at

SAME = ("code", "kind", "back", "stage", "place", "table", "method", "sealed", "reason", "held")

Json = dict[str, Any]


def deck_json(deck: Any) -> Json:
    """Where a deck stands. `length` is what `seen` of the next movement should say."""
    return {name: getattr(deck, name) for name in SAME} | {
        "lot": deck.lot.number,
        "set": deck.set_number,
        "store": deck.store.code if deck.store else "",
        "pit": deck.pit.code if deck.pit else "",
        "holds": deck.holds,
        "is_missing": deck.is_missing,
        "opened_at": deck.opened_at,
        "moved_at": deck.moved_at,
        "length": deck.length,
    }


def passport_json(deck: Any, now: datetime) -> Json:
    """The deck, its clocks, and what may be done with it next, the usual step first."""
    periods = periods_at(now)
    steps = [do for do in legal(deck.custody) if do in MOVES]
    return deck_json(deck) | {
        "change": _clock(clock_of(deck, now, periods)),
        "destroy": _clock(destroy_clock_of(deck, now, periods)),
        "next": [step_json(do) for do in steps],
    }


def _clock(clock: Any) -> Json | None:
    return {"due": clock.due, "state": clock.state} if clock else None


def step_json(do: str) -> Json:
    rule = STEPS[do]
    return {
        "do": do,
        "words": rule.words,
        "clause": str(rule.clause),
        "to": [place.value for place in rule.goes_to],
        "facts": needs_of(rule),
        "signers": [sorted(group) for group in rule.signers],
    }


def movement_json(movement: Any) -> Json:
    """One step of a deck, with those who signed it, its seal and its clause."""
    entry, facts = movement.entry, movement.facts
    return {
        "index": movement.index,
        "do": movement.do,
        "at": entry.at,
        "gaming_day": entry.gaming_day,
        "by": signer_json(entry.person, entry.duty),
        "second": signer_json(entry.second_person, entry.second_duty),
        "to": entry.payload.get("to", ""),
        "table": entry.table,
        "seal": facts.get("seal", ""),
        "label": facts.get("label", ""),
        "facts": facts,
        "clause": entry.clause,
        "position": entry.position,
    }


def signer_json(person: User | None, duty: Duty | None) -> Json | None:
    return {"badge": person.badge, "job": duty.job if duty else None} if person else None


def act_json(entry: Entry) -> Json:
    return {
        "at": entry.at,
        "by": signer_json(entry.person, entry.duty),
        "second": signer_json(entry.second_person, entry.second_duty),
        "position": entry.position,
    }


def stay_json(stay: Any) -> Json:
    deck = stay.deck
    return {
        "code": deck.code,
        "kind": deck.kind,
        "back": deck.back,
        "lot": deck.lot.number,
        "since": stay.during.lower,
        "until": stay.during.upper,
    }


def lot_json(lot: Any, stages: dict[str, int]) -> Json:
    same = ("number", "vendor", "invoice", "kind", "back", "design", "singles", "sets", "set_size")
    more = ("invoiced_singles", "invoiced_sets", "cartons")
    return {name: getattr(lot, name) for name in (*same, *more)} | {
        "received": act_json(lot.entry),
        "stages": stages,
    }


def seal_json(seal: Any, container: Any) -> Json:
    closes = container and {
        "label": container.label,
        "what": container.what,
        "deck": container.deck.code,
    }
    return {
        "number": seal.number,
        "state": seal.state,
        "received": act_json(seal.received),
        "changed": act_json(seal.changed) if seal.changed else None,
        "closes": closes,
    }
