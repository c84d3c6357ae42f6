"""A deck's movements as people tell them: what was done, to where, and what was said of it."""

from collections.abc import Mapping
from typing import Any

from inventory.models import Movement
from inventory.rules.deck import Place, in_words
from inventory.rules.departments import ACCOUNTING, GAMES, SECURITY
from inventory.rules.movements import STEPS
from inventory.rules.words import (
    EXAMINATION_CHECKS,
    FLAWS,
    INSPECTION_CHECKS,
    METHODS_OF_DESTRUCTION,
    REASONS,
)

METHODS = {
    "hand": "from the hand",
    "manual_shoe": "from a manual shoe",
    "automated_shoe": "from an automated shoe",
}
DESTRUCTION = {"shred": "Shredded", "drill": "Drilled through the centre"}
LABELS = {
    "cards": "Cards counted",
    "for": "For",
    "donor": "Card from",
    "face": "Card",
    "to": "To",
}
# What the sentence says already, or what is told with the lot.
SAID = frozenset({"method", "reason", "seal", "label"})
OF_THE_LOT = ("vendor", "invoice")


def words_of(do: str) -> str:
    return STEPS[do].words if do in STEPS else in_words(do)


def department_of(job: str) -> str:
    names = {GAMES: "Games", SECURITY: "Security", ACCOUNTING: "Accounting"}
    return next((name for jobs, name in names.items() if job in jobs), "")


def sentence(movement: Movement, stores: Mapping[str, str]) -> str:
    """ "Delivered to a table: HU-01, from the hand"."""
    facts, to = movement.facts, str(movement.entry.payload.get("to", ""))
    parts = [_place(movement.do, to, stores), *_said(movement.do, facts)]
    told = ", ".join(part for part in parts if part)
    head = words_of(movement.do)
    head = head[:1].upper() + head[1:]
    return f"{head}: {told}" if told else head


def _place(do: str, to: str, stores: Mapping[str, str]) -> str:
    if not to:
        return ""
    at_table = do in STEPS and Place.TABLE in STEPS[do].goes_to
    return f"table {to}" if at_table else stores.get(to, to)


def _said(do: str, facts: Mapping[str, Any]) -> list[str]:
    method, reason = str(facts.get("method", "")), str(facts.get("reason", ""))
    if do == "destroy":
        return [DESTRUCTION.get(method, method).lower()]
    told = [METHODS.get(method, method)]
    told.append(_lower_first(REASONS.get(reason, reason)))
    told.append(f"label {facts['label']}" if facts.get("label") else "")
    told.append(f"seal {facts['seal']}" if facts.get("seal") else "")
    return told


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]


def details(movement: Movement) -> list[tuple[str, str]]:
    """What the sentence does not say, each with its name."""
    facts = movement.facts
    if movement.do == "receive":
        return [(name.capitalize(), str(facts[name])) for name in OF_THE_LOT if facts.get(name)]
    return [
        (LABELS.get(name, in_words(name).capitalize()), _value(movement.do, name, value))
        for name, value in facts.items()
        if name not in SAID and value not in (None, "", [], {})
    ]


def _value(do: str, name: str, value: Any) -> str:
    if name == "checks":
        return _checked(do, value)
    if name == "flaw":
        return FLAWS.get(value, str(value))
    if isinstance(value, Mapping):
        return ", ".join(f"{in_words(key)} {part}" for key, part in value.items())
    return ", ".join(map(str, value)) if isinstance(value, list) else str(value)


def _checked(do: str, names: list[str]) -> str:
    checks = EXAMINATION_CHECKS if do == "examine" else INSPECTION_CHECKS
    return "; ".join(_lower_first(checks.get(name, name)) for name in names)


assert METHODS_OF_DESTRUCTION.keys() == DESTRUCTION.keys()
