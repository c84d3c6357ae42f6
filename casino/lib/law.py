"""The words every rule speaks: a clause, a reading of one, and a refusal that cites them."""

from dataclasses import dataclass


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
