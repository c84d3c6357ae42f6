"""A delivery of decks: what came, what the invoice says came, and what must be looked at first."""

from dataclasses import dataclass, field
from typing import Any

from casino.lib.law import Refused
from inventory.rules import law

CARTONS_MAX = 100


@dataclass(frozen=True, slots=True)
class Delivery:
    """Each carton: its seal, whether it was whole, and what was found in it if it was not."""

    vendor: str
    invoice: str
    kind: str
    back: str
    design: str
    singles: int
    sets: int = 0
    set_size: int = 1
    invoiced_singles: int = 0
    invoiced_sets: int = 0
    cartons: list[dict[str, Any]] = field(default_factory=list)
    note: str = ""

    @property
    def decks(self) -> int:
        return self.singles + self.sets * self.set_size


def refuse_delivery(delivery: Delivery, at_once: int) -> None:
    if not 0 < delivery.decks <= at_once:
        raise Refused(
            f"A lot holds 1 to {at_once} decks, not {delivery.decks}",
            law.STORE_LOG,
            remedy="Split a larger delivery into lots; report one that came empty to the vendor",
        )
    if delivery.sets and delivery.set_size < 2:
        raise Refused("A set holds at least two decks", law.STORE_LOG, remedy="Count it as single")
    _refuse_cartons(delivery.cartons)


def _refuse_cartons(cartons: list[dict[str, Any]]) -> None:
    if not 0 < len(cartons) <= CARTONS_MAX:
        raise Refused(
            f"A delivery comes in 1 to {CARTONS_MAX} cartons",
            law.RECEIPT,
            remedy="Write down the seal of each carton",
        )
    seals = [carton["seal"] for carton in cartons]
    for seal in seals:
        if seals.count(seal) > 1:
            raise Refused(f"Two cartons cannot carry the same seal, {seal}", law.RECEIPT)
    for carton in cartons:
        if not carton["intact"] and not carton.get("checked"):
            raise Refused(
                f"Carton {carton['seal']} was not whole: open it and check it here, now",
                law.RECEIPT,
                remedy="Say what was found in it",
            )


def differences(delivery: Delivery) -> list[str]:
    """What came other than the invoice says, in words; empty when all is as it should be."""
    counted = (
        ("single deck", delivery.singles, delivery.invoiced_singles),
        ("set", delivery.sets, delivery.invoiced_sets),
    )
    return [
        f"{_many(abs(came - billed), what)} {'more' if came > billed else 'fewer'} than invoiced"
        for what, came, billed in counted
        if came != billed
    ]


def _many(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
