"""Clause by clause: what honours it, which tests prove it, and what is still missing."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from games.catalogue import GAMES
from games.engine.law import DONE_BY, Provision
from games.selectors.evidence import ANY_GAME, Proof, proofs, reach

# What the rules engine is about. The other topics are open until the parts that honour them stand.
DUE = (
    "definition",
    "shuffle",
    "ranking",
    "wagers",
    "dealing",
    "stub",
    "play",
    "settlement",
    "pots",
    "payout",
    "irregularity",
)
# Duties that a page does: rules may not know pages, so they are named here. A test looks them up.
PAGES: Mapping[str, str] = {"rulebook": "games.views.game_rules"}


class Compliance(NamedTuple):
    """One clause, and how we stand with it."""

    game: str
    provision: Provision
    honoured_by: tuple[str, ...]
    tests: tuple[str, ...]
    undone: tuple[str, ...]  # duties that nothing does

    @property
    def is_due(self) -> bool:
        return self.provision.topic in DUE

    @property
    def is_met(self) -> bool:
        return not self.gaps()

    def gaps(self) -> list[str]:
        undone = [f"nothing does the duty {duty}" for duty in self.undone]
        if self.provision.kind == "none":
            return undone + (
                [] if self.provision.reason else ["asks nothing, but without a reason"]
            )
        missing = {"honoured by nothing": self.honoured_by, "proved by no test": self.tests}
        return undone + [gap for gap, found in missing.items() if not found]

    def as_json(self) -> dict[str, Any]:
        place, topic, kind, summary, _, readings, _ = self.provision
        return {
            "game": self.game,
            "clause": place,
            "topic": topic,
            "kind": kind,
            "summary": summary,
            "readings": list(readings),
            "honoured_by": list(self.honoured_by),
            "tests": list(self.tests),
        }


def compliance(game: str = "", topic: str = "") -> list[Compliance]:
    """In the order of the catalogue, and of the clauses in their text."""
    tests = _by_clause(proofs())
    return [
        _row(code, provision, tests)
        for code, known in GAMES.items()
        if game in ("", code)
        for provision in known.law.provisions
        if topic in ("", provision.topic)
    ]


def _row(game: str, provision: Provision, tests: Mapping[Any, list[str]]) -> Compliance:
    by_duty = {duty: _done_by(game, duty) for duty in provision.duties}
    honoured_by = dict.fromkeys(name for names in by_duty.values() for name in names)
    shown = [(game, provision.place), *((ANY_GAME, duty) for duty in provision.duties)]
    proved = dict.fromkeys(test for place in shown for test in tests.get(place, ()))
    undone = tuple(duty for duty, names in by_duty.items() if not names)
    return Compliance(game, provision, tuple(honoured_by), tuple(proved), undone)


def _done_by(game: str, duty: str) -> list[str]:
    """Functions that this game really rests on: the other family of games has its own."""
    modules = reach(f"games.rules.{game}")
    done = [
        name
        for name in DONE_BY.get(duty, ())
        if any(name.startswith(f"{module}.") for module in modules)
    ]
    return [*done, PAGES[duty]] if duty in PAGES else done


def _by_clause(found: Iterable[Proof]) -> dict[tuple[str, str], list[str]]:
    tests: dict[tuple[str, str], list[str]] = {}
    for game, place, test in found:
        tests.setdefault((game, place), []).append(test)
    return tests


def unknown_places() -> list[Proof]:
    """Tests that name a clause nobody has."""
    places = {(code, p.place) for code, game in GAMES.items() for p in game.law.provisions}
    places |= {(ANY_GAME, duty) for duty in (*DONE_BY, *PAGES)}
    return [proof for proof in proofs() if proof[:2] not in places]
