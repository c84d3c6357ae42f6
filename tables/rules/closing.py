"""What must be in order before a table closes: nobody and nothing of value stays behind."""

from casino.lib.law import Clause, Refuse, Refused, honours
from inventory.rules.equipment import refuse_left_out
from inventory.rules.law import REMOVAL, SHOE
from tables.rules.law import P26
from tables.rules.readiness import FLOOR, TABLE_STAFF, why_not
from tables.rules.table import Around, Deed, Need, Table, refuse_first

CLOSER = Clause("13:69D-1.20")


def needs_to_close(table: Table, around: Around, refuse: Refuse) -> list[Need]:
    """In the order in which people do it; a carried pot is never left behind (reading P26)."""
    seated = ", ".join(str(seat) for seat in around.seated)
    stay = seated and Refused(f"Seated: {seated}", CLOSER, remedy="They leave first")
    return [
        Need("players", "All players gone", FLOOR, stay or None),
        *_pot(table, around, refuse),
        Need("decks", "Decks removed from the table", TABLE_STAFF, _decks_left(table)),
        Need("envelopes", "Each of them sealed in an envelope", FLOOR, _unsealed(around)),
        Need("devices", "The shoe locked away", FLOOR, _devices_left(around, refuse)),
        Need("closer", "Closer counted by the dealer, verified", TABLE_STAFF, _uncounted(table)),
    ]


def _decks_left(table: Table) -> Refused | None:
    codes = ", ".join(deck.code for deck in table.decks)
    return Refused(f"At the table: {codes}", REMOVAL, remedy="Remove each") if codes else None


def _unsealed(around: Around) -> Refused | None:
    codes = ", ".join(around.removed)
    if not codes:
        return None
    todo = "The floorperson and another person seal each in an envelope"
    return Refused(f"Not in an envelope yet: {codes}", REMOVAL, remedy=todo)


def _devices_left(around: Around, refuse: Refuse) -> Refused | None:
    if around.loose:
        error = f"Taken off, but not locked away: {', '.join(around.loose)}"
        return Refused(error, SHOE, remedy="Lock it away")
    return why_not(lambda: refuse_left_out(around.fitted, refuse))


def _uncounted(table: Table) -> Refused | None:
    """A table that was never given its opener has nothing to count."""
    if table.has_closer or not table.has_opener:
        return None
    return Refused("Not counted yet", CLOSER, remedy="The dealer counts, the floor verifies")


@honours("idle_pot")
def _pot(table: Table, around: Around, refuse: Refuse) -> list[Need]:
    if not around.carried_cents:
        return []
    why = None
    if not table.is_pot_kept:
        error, todo = "The carried pot is on the table", "Count, verify and seal it"
        why = refuse("idle_pot", error, reading=P26, remedy=todo)
    return [Need("pot", "Carried pot counted, verified and sealed", FLOOR, why)]


@honours("idle_pot")
def needs_while_idle(table: Table, around: Around, refuse: Refuse) -> list[Need]:
    """What is owed while nobody plays: a pot that waits is counted, verified and covered."""
    if not around.carried_cents:
        return []
    why = None
    if not table.is_pot_covered:
        error, todo = (
            "The carried pot is not under its lid",
            "The dealer counts, the floor verifies",
        )
        why = refuse("idle_pot", error, remedy=todo)
    return [Need("lid", "Carried pot counted, verified, under its lid", TABLE_STAFF, why)]


def refuse_pot_deed(table: Table, deed: Deed, around: Around, refuse: Refuse) -> None:
    """What was counted is what the rounds left there; anything else is a difference to report."""
    if not around.carried_cents:
        raise refuse("idle_pot", "No pot is carried here")
    if deed.facts.get("cents") != around.carried_cents:
        error = "The count differs from the pot that the rounds left"
        raise refuse("idle_pot", error, remedy="Count again; if it stays so, call the pit boss")


def refuse_in_round(table: Table, deed: Deed, around: Around, refuse: Refuse) -> None:
    if around.in_round:
        raise Refused("A round is being played", CLOSER, remedy="Settle it, or void it, first")


def refuse_close(table: Table, deed: Deed, around: Around, refuse: Refuse) -> None:
    refuse_in_round(table, deed, around, refuse)
    refuse_first(needs_to_close(table, around, refuse))
