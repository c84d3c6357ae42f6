"""How shared code honours the clauses of every game: by the name of a duty.

A game lists all its clauses, each with the duties that honour it. The engine's functions say which
duty they do. So a refusal cites the game's own clause, and a clause knows the functions behind it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from casino.lib.law import DONE_BY, Clause, Reading, Refused, honours
from tables.rules import law as general

__all__ = ("DONE_BY", "Law", "Provision", "honours", "section")


class Provision(NamedTuple):
    """One clause of a game, in our own words, and the duties that honour it."""

    place: str
    topic: str
    kind: str  # enforce, compute, record, display, none
    summary: str
    duties: tuple[str, ...] = ()
    readings: tuple[str, ...] = ()
    reason: str = ""  # why a clause of kind none asks nothing of the system


def section(start: str, topic: str) -> Callable[..., Provision]:
    """Writes the clauses of one section on one topic, each by where in it it stands."""

    def at(place: str, kind: str, summary: str, duties: str = "", readings: str = "") -> Provision:
        done, read = tuple(duties.split()), tuple(readings.split())
        return Provision(start + place, topic, kind, summary, done, read)

    return at


class Law:
    """All clauses of one game, and which of them is cited for each duty."""

    def __init__(
        self, game: str, provisions: Sequence[Provision], cited: Mapping[str, str]
    ) -> None:
        self.game, self.provisions = game, provisions
        places = {provision.place for provision in provisions}
        assert places.issuperset(cited.values()), set(cited.values()) - places
        first = {d: p.place for p in reversed(provisions) for d in reversed(p.duties)}
        self.cited = {**first, **cited}

    def refuse(
        self, duty: str, error: str, *, reading: Reading | None = None, remedy: str = ""
    ) -> Refused:
        """The game's own clause; where its text is silent, the rule for all games."""
        if duty not in self.cited:
            return general.refuse(duty, error, reading=reading, remedy=remedy)
        return Refused(error, Clause(self.cited[duty], self.game), reading=reading, remedy=remedy)
