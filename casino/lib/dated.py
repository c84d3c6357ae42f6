"""Settings that hold from a date: what may be set, and which value holds at a moment.

A period that the law, or the house, may change is data: each has a default, where that comes from
and how sure we are of it. A change never takes hold in the past, so what was judged stays judged.
"""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from casino.lib.law import Refused


class Sure(StrEnum):
    """How well the default is known."""

    SEEN = "text seen"
    PARTLY = "partly seen"
    SISTER = "sister state"
    TRADE = "trade practice"


class Dated(NamedTuple):
    """`words` say what it is for, `unit` is one of the value's ("hour"); bounds are included."""

    name: str
    title: str
    words: str
    default: int
    unit: str
    source: str
    sure: Sure
    least: int
    most: int
    group: str

    def in_words(self, value: int) -> str:
        return f"{value:,} {self.unit}{'' if value == 1 else 's'}"


class Change(NamedTuple):
    """A value somebody set; `number` tells two changes to the same moment apart."""

    value: int
    effective_at: datetime
    number: int


# Filled once, when the apps load: each declares its own.
DECLARED: dict[str, Dated] = {}


def declare(*settings: Dated) -> None:
    for setting in settings:
        assert DECLARED.get(setting.name, setting) == setting, f"{setting.name} means two things"
        assert setting.least <= setting.default <= setting.most, setting.name
        DECLARED[setting.name] = setting


def in_force(changes: Iterable[Change], at: datetime) -> Change | None:
    """The newest change that has taken hold; of two to the same moment, the one made later."""
    held = [change for change in changes if change.effective_at <= at]
    return max(held, key=lambda c: (c.effective_at, c.number), default=None)


def refuse_change(
    setting: Dated, value: int, *, effective_at: datetime, now: datetime, changes: Iterable[Change]
) -> None:
    """Refuse what lies in the past, out of bounds, or changes nothing at that moment."""
    if effective_at < now:
        raise Refused(
            "A setting cannot change in the past",
            remedy="Let it hold from now, or from a later day",
        )
    if not setting.least <= value <= setting.most:
        raise Refused(
            f"{setting.title}: {setting.in_words(value)} is out of bounds",
            remedy=f"From {setting.in_words(setting.least)} to {setting.in_words(setting.most)}",
        )
    held = in_force(changes, effective_at)
    if value == (held.value if held else setting.default):
        raise Refused(
            f"{setting.in_words(value).capitalize()} is what holds at that moment anyway",
            remedy="Change the value or the moment",
        )
