"""Between rounds: whatever the table lacks is mended by those whose work it is."""

import random
from collections.abc import Callable

from simulator.client import Answer, Json, Person
from simulator.doors import Doors, new_key
from simulator.notes import Sums, Truth

AT_WORK = ("open", "idle")
SITS, LEAVES, CHANGES = 0.1, 0.1, 0.2
FEWEST = 2  # players: fewer than two can play no game for a pot
STEPS_MOST = 30
ROLL, FIRST_SEAL = "S{:06}", 4001  # of the demo


class Upkeep:
    """Dealer, floorperson and players, as far as they do not play."""

    def __init__(self, doors: Doors, rng: random.Random, sums: Sums, truth: Truth) -> None:
        self.doors, self.rng, self.sums, self.truth = doors, rng, sums, truth
        self.back, self.next_seal = "", FIRST_SEAL
        self.mended: dict[str, Callable[[Json, str], Answer | None]] = {
            "dealer": self._assign,
            "floorperson": self._assign,
            "inspected": self._inspect_devices,
            "deck": self._bring,
            "checked": self._check,
            "fresh": self._change,
            "spread": self._show,
            "wash": self._show,
            "shuffle": self._show,
        }

    # --- what it lacks

    def make_ready(self) -> Json | None:
        """The table once a round can be dealt there; None if others must do something first."""
        for _ in range(STEPS_MOST):
            table = self.doors.table()
            self.back = next((deck["back"] for deck in table["decks"]), self.back)
            if table["phase"] not in AT_WORK or not self._is_ours(table):
                return None
            if table["in_round"] or (not table["needs"] and table["phase"] == "open"):
                return table
            if not self._step(table):
                return None
        return None

    def _is_ours(self, table: Json) -> bool:
        """Whoever puts another dealer there has the table."""
        return table["dealer"] in (None, self.doors.dealer.badge)

    def _step(self, table: Json) -> bool:
        if not self._has_players(table):
            return self._sit(table)
        if not table["needs"]:
            return self._deed(self.doors.dealer, table, "resume").is_ok
        name, _, code = table["needs"][0]["name"].partition(":")
        mend = self.mended.get(name)
        answer = mend(table, code or name) if mend else None
        return answer is not None and (answer.is_ok or answer.code == "outdated")

    def _deed(self, by: Person, table: Json, do: str, **facts: object) -> Answer:
        return self.doors.deed(by, do, table["length"], **facts)

    def _assign(self, table: Json, role: str) -> Answer:
        person = self.doors.dealer if role == "dealer" else self.doors.floor
        if not person.is_on_duty():
            person.sign_on()
        return self.doors.assign(role, person.badge)

    def _inspect_devices(self, table: Json, name: str) -> Answer:
        return self._deed(self.doors.floor, table, "inspect_devices")

    # --- cards

    def _bring(self, table: Json, name: str) -> Answer | None:
        """The next deck of the stand of this pit, of the back that was there, if there is one."""
        kind, pit = table["cards"]["kind"], table["pit"]
        asked = {"stage": "issued", "kind": kind, "held": "false", "limit": 200}
        taken = {deck["back"] for deck in table["decks"]}
        found = [
            deck
            for deck in self.doors.decks(**asked)
            if deck["pit"] == pit and deck["place"] == "pit_stand" and not deck["sealed"]
        ]
        free = [deck for deck in found if deck["back"] not in taken]
        free.sort(key=lambda deck: (deck["back"] != self.back, deck["code"]))
        if not free:
            return None
        code, way = free[0]["code"], table["dealing"]
        self.sums["decks"] += 1
        return self.doors.move(self.doors.floor, code, "deliver", self.doors.number, method=way)

    def _check(self, table: Json, code: str) -> Answer | None:
        deck = self.doors.deck(code)
        if deck["held"]:
            return self._take_away(table, code, "damaged")
        if deck["stage"] == "inspected":
            return self.doors.move(self.doors.floor, code, "verify")
        if deck["stage"] != "at_table":
            return None
        wanted = next(step["facts"] for step in deck["next"] if step["do"] == "inspect")
        looked = {"checks": wanted["checks"]["all_of"], "cards": table["cards"]["count"]}
        return self.doors.move(self.doors.dealer, code, "inspect", **looked)

    def _show(self, table: Json, code: str) -> Answer:
        """Spread for the players, washed, shuffled: one after the other, as the table asks."""
        do = table["needs"][0]["name"].partition(":")[0]
        facts: Json = {"deck": code}
        if do == "spread":
            facts["seen_by"] = table["seats"][: table["cards"]["seen_by"]]
        return self._deed(self.doors.dealer, table, do, **facts)

    def _change(self, table: Json, code: str) -> Answer:
        return self._take_away(table, code, "scheduled_change")

    def _take_away(self, table: Json, code: str, reason: str) -> Answer:
        answer = self.doors.move(self.doors.floor, code, "remove", reason=reason)
        if answer.is_ok:
            self.truth.write("deck changed", table=self.doors.number, deck=code, reason=reason)
            self.seal(code)
        return answer

    def seal(self, code: str) -> None:
        """Into an envelope, with the next seal of the roll; if none is left it waits there."""
        doors = self.doors
        while seal := doors.seal(number := ROLL.format(self.next_seal)):
            self.next_seal += 1
            told = {"seal": number, "label": f"E-{number}"}
            if seal["state"] == "in_stock" and (
                doors.move(doors.floor, code, "envelope", second=doors.dealer, **told).is_ok
            ):
                return

    def change_in_time(self, table: Json) -> None:
        """A deck whose time is nearly over is changed before anybody must."""
        for deck in table["decks"]:
            if deck["state"] == "soon" and self.rng.random() < CHANGES:
                self._take_away(table, deck["code"], "scheduled_change")

    # --- players

    def _has_players(self, table: Json) -> bool:
        return len(table["seats"]) >= FEWEST

    def _sit(self, table: Json) -> bool:
        free = [seat for seat in range(1, table["positions"] + 1) if seat not in table["seats"]]
        return bool(free) and self.doors.seat("sit", self.rng.choice(free)).is_ok

    def come_and_go(self, table: Json) -> None:
        """Now and then somebody leaves, and somebody else sits down."""
        comes, goes = self.rng.random() < SITS, self.rng.random() < LEAVES
        if goes and len(table["seats"]) > FEWEST:
            self.doors.seat("leave", self.rng.choice(table["seats"]))
        if comes or len(table["seats"]) < FEWEST:
            self._sit(table)

    # --- the next round

    def open_round(self) -> Json | None:
        """A round in play: one that somebody opened, or a new one."""
        table = self.make_ready()
        if table is None:
            return None
        if not table["in_round"]:
            self.come_and_go(table)
            self.change_in_time(table)
            answer = self.doors.open_round(new_key())
            if answer.is_ok:
                return answer.body
        return self.doors.round()
