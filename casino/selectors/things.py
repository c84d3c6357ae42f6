"""What people call a thing, where the number that the log has for it is not what they say."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from casino.models import Entry


class Called(NamedTuple):
    """How things of one kind are called, and how the thing is found that is called so."""

    names: Callable[[Sequence[str]], Mapping[str, str]]
    find: Callable[[str], str]


CALLED: dict[str, Called] = {}  # by kind; filled once, when the apps load


def call(entries: Sequence[Entry]) -> Sequence[Entry]:
    """Each with what its thing is called, only in memory: one query a kind, however many."""
    for kind, called in CALLED.items():
        its = [entry for entry in entries if entry.thing.startswith(f"{kind}:")]
        names = called.names([_number(entry) for entry in its]) if its else {}
        for entry in its:
            entry.called = names.get(_number(entry), "")  # type: ignore[attr-defined]
    return entries


def _number(entry: Entry) -> str:
    return entry.thing.partition(":")[2]


def thing_called(words: str) -> str:
    """Empty where nothing is called so."""
    return next(filter(None, (called.find(words) for called in CALLED.values())), "")
