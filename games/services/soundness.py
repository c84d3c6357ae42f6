"""What may be written down at all: an action is small, and holds nothing a database cannot keep."""

from json import dumps
from typing import Any

from games.engine.action import BIGGEST, Malformed
from games.services.submission import Submission

LONGEST, DEEPEST, MOST = 100, 4, 200  # characters of a text, levels, values in all
LONGEST_ACTION = 4_000
KEY_CHARACTERS = 64


class Unsound(Malformed):
    """Refused, and not even kept: the log takes it no more than the round does."""


def refuse_unsound(asked: Submission) -> None:
    """Nothing of a client or a device is trusted: one bad action must not spoil a batch."""
    if type(asked.action) is not dict:
        raise Unsound("An action is an object")
    if not asked.key or len(asked.key) > KEY_CHARACTERS:
        raise Unsound(f"A key of 1 to {KEY_CHARACTERS} characters goes with every action")
    if not _is_text(asked.key) or _count(asked.action, DEEPEST) > MOST:
        raise Unsound("This is no action of any game")
    if len(dumps(asked.action)) > LONGEST_ACTION:
        raise Unsound("This is longer than any action of any game")


def _count(value: Any, depth: int) -> int:
    """How many values there are in it; more than allowed for what cannot be kept."""
    if isinstance(value, dict) and depth:
        keys = all(isinstance(key, str) and _is_text(key) for key in value)
        return 1 + sum(_count(v, depth - 1) for v in value.values()) if keys else MOST + 1
    if isinstance(value, list) and depth:
        return 1 + sum(_count(part, depth - 1) for part in value)
    if value is None or isinstance(value, bool):
        return 1
    if isinstance(value, int):
        return 1 if abs(value) <= BIGGEST else MOST + 1
    return 1 if isinstance(value, str) and _is_text(value) else MOST + 1


def _is_text(text: str) -> bool:
    """No NUL, no half of a character, and not a novel."""
    if "\0" in text or len(text) > LONGEST:
        return False
    return not any("\ud800" <= character <= "\udfff" for character in text)
