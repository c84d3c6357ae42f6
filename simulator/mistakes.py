"""What goes wrong at a table: slips that are refused, and things that really happen to cards."""

import random
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]
SEATS = range(1, 7)
# Of what goes wrong with the cards themselves, how often beside each other.
GRAVE = {"cards_missing_or_added": 1, "shuffler_count_wrong": 1}
LIGHT = 8


@dataclass(frozen=True, slots=True)
class Rates:
    """Of all actions, how many are slips; of all rounds, in how many cards go wrong."""

    slips: float = 0.02
    mishaps: float = 0.02
    losses: float = 0.0005  # a card is really lost, and the stub is short of it


class Mistakes:
    def __init__(self, rng: random.Random, rates: Rates) -> None:
        self.rng, self.rates = rng, rates
        self.begin()

    def begin(self) -> None:
        """A round: whether and when something happens in it."""
        happens = self.rng.random() < self.rates.mishaps
        self.mishap_at = self.rng.randint(2, 20) if happens else -1
        self.is_short = self.rng.random() < self.rates.losses

    def mishap(self, count: int, offers: list[Json]) -> Json:
        """From that moment on, as soon as something can go wrong at all."""
        offer = next((offer for offer in offers if offer["do"] == "irregularity"), None)
        if offer is None or not 0 <= self.mishap_at <= count:
            return {}
        self.mishap_at = -1
        kinds = offer["kind"]
        weights = [GRAVE.get(kind, LIGHT) for kind in kinds]
        return {"do": "irregularity", "kind": self.rng.choices(kinds, weights)[0]}

    def slip(self, action: Json, offers: list[Json]) -> tuple[str, Json]:
        """Now and then a wrong action comes before the right one: what it is called, and itself."""
        if self.rng.random() >= self.rates.slips:
            return "", {}
        found = [slip for slip in _SLIPS if slip[1](action, offers)]
        name, make = self.rng.choice(found)
        return name, make(action, offers)


def _early(action: Json, offers: list[Json]) -> Json:
    return {} if any(offer["do"] == "settle" for offer in offers) else {"do": "settle"}


def _odd_cents(action: Json, offers: list[Json]) -> Json:
    """No chip is worth that."""
    field = next((name for name in ("amount", "by") if name in action), "")
    return {**action, field: action[field] + 1} if field and action["do"] != "cut" else {}


def _wrong_seat(action: Json, offers: list[Json]) -> Json:
    do = action["do"]
    open_to = {offer.get("seat") for offer in offers if offer["do"] == do}
    wrong = [seat for seat in SEATS if seat not in open_to]
    return {**action, "seat": wrong[0]} if "seat" in action and wrong else {}


def _nonsense(action: Json, offers: list[Json]) -> Json:
    return {"do": "burn"}


def _miscounted(action: Json, offers: list[Json]) -> Json:
    counted = action.get("counted")
    return {**action, "counted": {**counted, "main": counted["main"] + 100}} if counted else {}


_SLIPS = (
    ("settled too early", _early),
    ("odd cents", _odd_cents),
    ("wrong seat", _wrong_seat),
    ("no such action", _nonsense),
    ("pot miscounted", _miscounted),
)
