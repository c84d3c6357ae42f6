"""Corrections of a round that is over: an entry of their own, linked to it; the original stays."""

from collections.abc import Mapping
from datetime import datetime

from casino.lib.law import Clause, Refused
from casino.models import Duty, Entry
from casino.policy import require
from casino.services.acts import refuse_other_pit, whole
from casino.services.log import record
from games.models import Round, thing_of
from games.selectors.pots import pot_of
from games.services.pots import Kind, add_line
from tables.models import Table
from tables.rules.table import Phase
from tables.rules.words import money
from tables.selectors.floor import locked_table
from tables.services.rounds import hold_pot

ACT = "correct_round"
RECORDS = Clause("13:69D-1.12(a)1")
MOST_CENTS = 10**12
LONGEST = 500


def correct(
    *,
    round: int,
    reason: str,
    seats: Mapping[int, int],
    by: Duty,
    second: Duty | None,
    now: datetime,
    key: str = "",
    pot: int = 0,
) -> Entry:
    """`seats`: what each is handed; below 0 what is collected from it. `pot`: what goes back into
    the carried pot; below 0 what is taken out of it. The house bears the rest. Two people sign.

    The same key again gives the same correction again.
    """
    thing = thing_of(round)
    with whole(ACT, by=by, second=second, now=now, thing=thing):
        row = _locked(round, with_table=bool(pot))
        require(by, ACT, now=now, pit=row.table.pit)
        refuse_other_pit(ACT, second, row.table.pit)
        if key and (again := _corrected_before(row, by, key)):
            return again
        _refuse_correction(row, reason, seats, pot)
        entry = record(
            ACT,
            by=by,
            second=second,
            now=now,
            thing=thing,
            table=row.table.number,
            pit=row.table.pit,
            reason=reason.strip(),
            seats={str(seat): cents for seat, cents in sorted(seats.items()) if cents},
            pot=pot,
            house=-sum(seats.values()) - pot,
            key=key,
        )
        if pot:
            held = add_line(row.table, Kind.CORRECTION, pot, row.table.carried_cents, entry.pk, row)
            hold_pot(row.table, held)
        return entry


def _locked(number: int, *, with_table: bool) -> Round:
    """The table first, as everywhere, and only where its pot moves."""
    rows = Round.objects.select_related("table__pit")
    found = rows.filter(pk=number).first()
    if found is None:
        raise Refused(f"There is no round {number}")
    table = locked_table(found.table.number) if with_table else found.table
    row = rows.select_for_update(no_key=True, of=("self",)).get(pk=number)
    row.table = table
    return row


def _corrected_before(row: Round, by: Duty, key: str) -> Entry | None:
    mine = Entry.objects.filter(thing=row.thing, act=ACT, person=by.person_id, refused=False)
    return mine.filter(payload__key=key).first()


def _refuse_correction(row: Round, reason: str, seats: Mapping[int, int], pot: int) -> None:
    if row.is_open:
        raise Refused("The round is not over", RECORDS, remedy="Take the last action back instead")
    if not reason.strip() or len(reason) > LONGEST:
        raise Refused("Say why, in a few words", RECORDS)
    if strangers := set(seats) - set(row.setup["seats"]):
        raise Refused(f"Nobody played at seat {min(strangers)}", RECORDS)
    moved = [*seats.values(), pot]
    if not any(moved) or any(abs(cents) > MOST_CENTS for cents in moved):
        raise Refused("Say what which seat is handed, or what is collected from it", RECORDS)
    if pot:
        _refuse_pot(row.table, pot)


def _refuse_pot(table: Table, pot: int) -> None:
    """It must lie open on the felt, with nobody's antes beside it and nothing unexplained in it."""
    if not pot_of(table):
        raise Refused(f"No pot is carried at {table}", RECORDS, remedy="The house bears the rest")
    if table.phase != Phase.OPEN or table.in_round:
        remedy = "Correct it between two rounds, while the table is open"
        raise Refused("The carried pot does not lie open now", RECORDS, remedy=remedy)
    if table.fold.pot_found is not None:
        raise Refused("The pot differs from its account", RECORDS, remedy="Settle that first")
    if table.carried_cents + pot < 0:
        held = f"The carried pot holds {money(table.carried_cents)}"
        raise Refused(held, RECORDS, remedy="Take no more than that out of it")
