"""What must be in order before a table closes: nobody and nothing of value stays behind."""

from casino.lib.law import Clause, Refuse, Refused
from inventory.rules.equipment import refuse_left_out
from inventory.rules.law import REMOVAL, SHOE
from tables.rules.pots import needs_to_keep_pot
from tables.rules.readiness import why_not
from tables.rules.table import (
    FLOOR,
    TABLE_STAFF,
    Around,
    Deed,
    Need,
    Table,
    refuse_first,
)

CLOSER = Clause("13:69D-1.20")


def needs_to_close(table: Table, around: Around, refuse: Refuse) -> list[Need]:
    """In the order in which people do it; a carried pot is never left behind (reading P26)."""
    seated = ", ".join(str(seat) for seat in around.seated)
    stay = seated and Refused(f"Seated: {seated}", CLOSER, remedy="They leave first")
    return [
        Need("players", "All players gone", FLOOR, stay or None),
        *needs_to_keep_pot(table, around, refuse),
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


def refuse_in_round(table: Table, deed: Deed, around: Around, refuse: Refuse) -> None:
    if around.in_round:
        raise Refused("A round is being played", CLOSER, remedy="Settle it, or void it, first")


def refuse_close(table: Table, deed: Deed, around: Around, refuse: Refuse) -> None:
    refuse_in_round(table, deed, around, refuse)
    refuse_first(needs_to_close(table, around, refuse))
