"""Clause by clause: what honours it, which tests prove it, and what is still missing."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from games.catalogue import GAMES
from games.engine.law import DONE_BY, Provision
from games.selectors.evidence import ANY_GAME, Proof, proofs, reach
from inventory.rules import custody, equipment, pair, schedule
from tables.rules import approvals, notices, opening, seats, signs

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
    "deck",
    "equipment",
    "layout",
    "signage",
    "opening",
    "conduct",
)
# Cards, devices and tables are ruled elsewhere; loaded, these say which duties they do.
GENERAL = (custody, equipment, pair, schedule, approvals, notices, signs, opening, seats)
# Duties that a page or a service does as well: rules may not know them, so they are named here.
SECOND_DECK = ("inventory.services.second_deck.refuse_second_deck",)
OVERDUE = ("inventory.services.schedule.flag_due", "inventory.services.schedule.refuse_overdue")
DEVICES = ("inventory.services.devices.move_device",)
DEALING = ("inventory.services.devices.refuse_dealing",)
TABLES = ("tables.services.deeds.carry_out",)
READY = ("tables.selectors.ready.ready_for_round",)
FOLLOWS = ("tables.services.decks.TablesFollowDecks",)
REMOVAL = ("tables.services.seats.remove_player",)
PAGES: Mapping[str, tuple[str, ...]] = {
    "rulebook": ("games.views.rulebook.game_rules",),
    "second_deck": SECOND_DECK,
    "two_colours": SECOND_DECK,
    "change_schedule": OVERDUE,
    "change_by_hand": OVERDUE,
    "examine": ("inventory.services.custody.move",),
    "boxes": DEVICES,
    "shuffler": DEVICES,
    "shoe_secured": (*DEVICES, *DEALING),
    "hand_dealing": DEALING,
    "device_off_first": DEALING,
    "take_turns": READY,
    "receive_cards": (*TABLES, *FOLLOWS),
    "spread_for_players": TABLES,
    "wash_and_shuffle": TABLES,
    "each_deck_apart": (*TABLES, *FOLLOWS),
    "idle_again": TABLES,
    "idle_pot": TABLES,
    "accessories": TABLES,
    "remove_player": REMOVAL,
    "stay_seated": ("tables.services.seats.leave",),
}


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
    """Functions that this game really rests on: the other family of games has its own.

    Below the games, a function rules the cards and devices of them all.
    """
    modules = reach(f"games.rules.{game}")
    done = [
        name
        for name in DONE_BY.get(duty, ())
        if not name.startswith("games.") or any(name.startswith(f"{module}.") for module in modules)
    ]
    return [*done, *PAGES.get(duty, ())]


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
