"""One table that plays itself, round by round, until it is told to stop."""

import random
from collections.abc import Callable
from dataclasses import dataclass

from simulator.cards import Cards
from simulator.client import Answer, Json
from simulator.doors import Doors, new_key
from simulator.mistakes import Mistakes, Rates
from simulator.notes import Sums, Truth
from simulator.pace import ACTION, BETWEEN_ROUNDS, Pace
from simulator.players import Action, Players
from simulator.upkeep import Upkeep

OPEN = "open"
TRIES_MOST = 4  # so often what nobody understands is tried in another way
WAYS_OUT = ("forfeit", "irregularity", "pass", "fold")


@dataclass(frozen=True, slots=True)
class Evening:
    """What all tables of one run share."""

    seed: int
    rates: Rates
    truth: Truth
    is_over: Callable[[int], bool]  # after so many rounds of a table


class Table:
    def __init__(self, doors: Doors, table: Json, evening: Evening, pace: Pace) -> None:
        self.doors, self.evening, self.pace = doors, evening, pace
        self.rng = random.Random(f"{evening.seed} {doors.number}")
        self.sums = Sums()
        self.cards = Cards(table["cards"]["kind"], table["positions"], self.rng)
        self.players = Players(self.rng, self.cards)
        self.mistakes = Mistakes(self.rng, evening.rates)
        self.upkeep = Upkeep(doors, self.rng, self.sums, evening.truth)
        self.tries = 0

    def run(self) -> None:
        waited = 0
        while not self.evening.is_over(self.sums["rounds"]):
            standing = self.upkeep.open_round()
            if standing is None:
                waited += 1
                self.pace.wait(waited)
                continue
            waited = 0
            self.play(standing)
            self.pace.pause(BETWEEN_ROUNDS)

    # --- one round

    def play(self, standing: Json) -> None:
        setup = standing["setup"]
        self.players.begin(setup["rules"] | self._rules(), setup["seats"])
        self.mistakes.begin()
        self.tries = 0
        while standing["status"] == OPEN:
            self.pace.pause(ACTION)
            standing = self._go_on(standing)
        self.sums["rounds"] += 1
        self.sums["voids"] += standing["status"] == "void"
        if (standing["result"] or {}).get("deck") == "remove":
            self.evening.truth.write("deck removed", **_where(standing), deck=standing["deck"])
            self.upkeep.seal(standing["deck"])

    def _rules(self) -> Json:
        """What was set and what is usual at this table."""
        rules: Json = self.doors.table()["rules"]
        return rules

    def _go_on(self, standing: Json) -> Json:
        view, offers = standing["view"], standing["legal"]
        if not self.cards.agrees(view) or self.tries:
            self.cards.believe(view)
        if mishap := self.mistakes.mishap(standing["length"], offers):
            self.evening.truth.write("mishap", **_where(standing), kind=mishap["kind"])
            return self._submit(standing, mishap)
        action = self._next(standing)
        if not action:
            return self._wait(standing)
        name, wrong = self.mistakes.slip(action, offers)
        if wrong:
            return self._submit(standing, wrong, fault=name)
        return self._submit(standing, action)

    def _next(self, standing: Json) -> Action:
        view, offers = standing["view"], standing["legal"]
        if self.tries >= TRIES_MOST:
            return self._way_out(offers)
        action = self.players.next(view, offers)
        if self.tries == 1 and action.get("do") in ("reveal", "expose"):
            action.pop("cards", None)  # somebody dealt them face up: the house knows them
        if action.get("do") == "count_stub" and self.mistakes.is_short:
            self.evening.truth.write("card lost", **_where(standing))
            action = self.players.count(missing=1)
        return action

    def _way_out(self, offers: list[Json]) -> Action:
        """A round that nobody understands any more is ended by whatever ends it."""
        for do in WAYS_OUT:
            for offer in offers:
                if offer["do"] == do:
                    return self.players.fill(offer)
        return {}

    def _wait(self, standing: Json) -> Json:
        self.pace.wait()
        self.tries += 1
        return self._present(standing)

    def _present(self, standing: Json) -> Json:
        """How it is now; a round that somebody else ended is over."""
        return self.doors.round() or {**standing, "status": "gone", "result": None}

    # --- one action

    def _submit(self, standing: Json, action: Action, fault: str = "") -> Json:
        is_award = action["do"] == "settle" and "counted" in action
        answer = self.doors.act(standing, action, new_key(), signed=is_award)
        if answer.is_ok:
            return self._accepted(answer.body, action)
        if answer.code == "outdated":
            self.sums["outdated"] += 1
            return answer.body.get("round") or self._present(standing)
        return self._refused(standing, action, answer, fault)

    def _accepted(self, standing: Json, action: Action) -> Json:
        self.tries = 0
        self.sums["actions"] += 1
        if action.get("kind") == "face_up_card" and standing["status"] == OPEN:
            self.cards.put_aside()
        return standing

    def _refused(self, standing: Json, action: Action, answer: Answer, fault: str) -> Json:
        self.sums["refusals"] += 1
        told = {"index": standing["length"], "action": action, "said": answer.words}
        self.evening.truth.write(fault or "misjudged", **_where(standing), **told)
        after: Json = answer.body.get("round") or self._present(standing)
        if not fault:
            self.tries += 1
            return self._look_around(after)
        return after

    def _look_around(self, standing: Json) -> Json:
        """Unexpected: the table may be paused, or nobody may be put on it any more."""
        while standing["status"] == OPEN:
            table = self.doors.table()
            if table["phase"] == OPEN and table["dealer"] == self.doors.dealer.badge:
                return standing
            if table["dealer"] is None:
                self.doors.assign("dealer", self.doors.dealer.badge)
            self.pace.wait()
            standing = self._present(standing)
        return standing


def _where(standing: Json) -> Json:
    return {"table": standing["table"], "round": standing["round"]}
