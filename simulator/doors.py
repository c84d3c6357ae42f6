"""What a table's people ask of the house. A socket could stand here in place of REST."""

import uuid
from typing import Any

from simulator.client import Answer, Json, Person, Trouble

API = "/api/v1"
TABLES, ROUNDS = f"{API}/tables", f"{API}/rounds"
DECKS, SEALS = f"{API}/decks", f"{API}/seals"


def new_key() -> str:
    return uuid.uuid4().hex


class Doors:
    """One table, with the dealer who works there and the floorperson who watches it."""

    def __init__(self, number: str, dealer: Person, floor: Person) -> None:
        self.number, self.dealer, self.floor = number, dealer, floor

    @property
    def path(self) -> str:
        return f"{TABLES}/{self.number}"

    # --- rounds

    def round(self) -> Json | None:
        answer = self.dealer.get(f"{self.path}/round")
        return answer.body if answer.is_ok else None

    def open_round(self, key: str) -> Answer:
        answer = self.dealer.post(f"{self.path}/rounds", {"key": key})
        if answer.status not in (201, 403, 409):
            raise Trouble(answer.words)
        return answer

    def act(self, standing: Json, action: Json, key: str, *, signed: bool = False) -> Answer:
        """`signed`: the floorperson verifies it, on the dealer's own tablet."""
        sent = {"index": standing["length"], "key": key, "action": action}
        if signed:
            sent |= self._signature(self.floor)
        return self.dealer.post(f"{ROUNDS}/{standing['round']}/actions", sent)

    # --- the table

    def table(self) -> Json:
        return _told(self.dealer.get(self.path))

    def deed(self, by: Person, do: str, seen: int, **facts: Any) -> Answer:
        return by.post(f"{self.path}/deeds", {"do": do, "facts": facts, "seen": seen})

    def seat(self, do: str, seat: int) -> Answer:
        return self.dealer.post(f"{self.path}/seats", {"do": do, "seat": seat})

    def assign(self, role: str, badge: str) -> Answer:
        sent = {"do": "assign", "role": role, "badge": badge}
        return self.floor.post(f"{self.path}/staff", sent)

    # --- decks

    def decks(self, **asked: object) -> list[Json]:
        found: list[Json] = _told(self.floor.get(DECKS, **asked))["decks"]
        return found

    def deck(self, code: str) -> Json:
        return _told(self.floor.get(f"{DECKS}/{code}"))

    def seal(self, number: str) -> Json | None:
        answer = self.floor.get(f"{SEALS}/{number}")
        return answer.body if answer.is_ok else None

    def move(
        self,
        by: Person,
        code: str,
        do: str,
        to: str = "",
        second: Person | None = None,
        **facts: Any,
    ) -> Answer:
        sent: Json = {"do": do, "facts": facts, "key": new_key()}
        sent |= {"to": to} if to else {}
        sent |= self._signature(second) if second else {}
        return by.post(f"{DECKS}/{code}/movements", sent)

    def _signature(self, person: Person) -> Json:
        return {"second_badge": person.badge, "second_pin": person.house.pin}


def floor_of(person: Person) -> list[Json]:
    found: list[Json] = _told(person.get(TABLES))["tables"]
    return found


def _told(answer: Answer) -> Json:
    if not answer.is_ok:
        raise Trouble(answer.words)
    return answer.body
