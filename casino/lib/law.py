"""The words every rule speaks: a clause, a reading of one, and a refusal that cites them.

Code that several games share honours their clauses by the name of a duty: a function says which it
does, a game says which of its clauses is cited for it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
DONE_BY: dict[str, list[str]] = {}  # duty → the functions that do it


def honours(*duties: str) -> Callable[[F], F]:
    """Says that this function does these duties, whichever game's clauses ask for them."""

    def register(function: F) -> F:
        for duty in duties:
            DONE_BY.setdefault(duty, []).append(f"{function.__module__}.{function.__qualname__}")
        return function

    return register


@dataclass(frozen=True, slots=True)
class Clause:
    """A place in the regulations; two games claim the same chapter, so theirs name the game."""

    place: str
    game: str = ""

    def __str__(self) -> str:
        return f"{self.game} {self.place}".strip()


@dataclass(frozen=True, slots=True)
class Reading:
    """How we read what a clause leaves open, and why."""

    number: str
    place: str
    reason: str

    def __str__(self) -> str:
        return self.number


class Refused(Exception):
    """Somebody asked for what may not be done: what, why, and what can be done instead."""

    def __init__(
        self,
        error: str,
        clause: Clause | None = None,
        *,
        reading: Reading | None = None,
        remedy: str = "",
    ) -> None:
        super().__init__(error)
        self.error = error
        self.clause = clause
        self.reading = reading
        self.remedy = remedy


class NotAllowed(Refused):
    """Refused because of who asks, not because of what is asked."""


class Outdated(Refused):
    """Somebody else changed the thing after this person last saw it."""


class Refuse(Protocol):
    """Makes a refusal for a duty, citing the clause that whoever is asked has for it."""

    def __call__(
        self, duty: str, error: str, *, reading: Reading | None = None, remedy: str = ""
    ) -> Refused: ...
