"""Who may hold a key: a store has two locks, so that nobody opens it alone."""

from collections.abc import Collection

from casino.lib.law import Refused
from inventory.rules import law
from inventory.rules.deck import Place
from inventory.rules.departments import PIT_BOSSES, SECURITY, SHIFT_MANAGERS

LOCKS = {"security": "security's lock", "games": "casino games' lock"}
IN_THE_PIT = (Place.PIT_STAND, Place.RESERVE)


def refuse_holder(
    lock: str,
    job: str,
    badge: str,
    held_by_same_person: Collection[str] = (),
    *,
    place: str = Place.PRIMARY,
) -> None:
    """`held_by_same_person`: locks of the same store whose keys this person has now."""
    if lock not in LOCKS:
        raise Refused(f"There is no lock “{lock[:20]}”", law.KEYS)
    if job not in holders(lock, place):
        raise Refused(
            f"{badge} may not hold the key of {LOCKS[lock]}", law.KEYS, remedy=_ask(lock, place)
        )
    if any(other != lock for other in held_by_same_person):
        raise Refused(
            f"{badge} holds the key of the other lock: nobody opens a store alone",
            law.SEGREGATION,
            remedy="Give the key to another person",
        )


def holders(lock: str, place: str = Place.PRIMARY) -> frozenset[str]:
    """In the pit the stand's games key is with its pit boss; elsewhere with the shift manager."""
    if lock == "security":
        return SECURITY
    return PIT_BOSSES if place in IN_THE_PIT else SHIFT_MANAGERS


def _ask(lock: str, place: str) -> str:
    if lock == "security":
        return "Casino security holds it"
    least = "pit boss" if place in IN_THE_PIT else "shift manager"
    return f"In casino games nobody below a {least} holds it"
