"""A carried pot at its table: players' money that is counted by two whenever play stops or begins.

What lies there must be what the rounds left. Where it is not, a supervisor reports the difference;
until it is settled the table neither plays nor closes, and the count that was reported is the one
that lid and seal go on.
"""

from casino.lib.law import Refuse, Refused, honours
from tables.rules.law import P26
from tables.rules.table import FLOOR, TABLE_STAFF, Around, Deed, Need, Phase, Table

COUNT = "The dealer counts, the floor verifies"
DIFFERS = "Count again; if it stays so, a supervisor reports the difference on the pot's page"
STARTS = (Phase.OPENING, Phase.IDLE)  # from here a table goes on to play


@honours("idle_pot")
def needs_while_idle(table: Table, around: Around, refuse: Refuse) -> list[Need]:
    """What is owed while nobody plays: a pot that waits is counted, verified and covered."""
    if not around.carried_cents:
        return []
    why = None
    if not table.is_pot_covered and not table.is_pot_counted:
        why = refuse("idle_pot", "The carried pot is not under its lid", remedy=COUNT)
    return [Need("lid", "Carried pot counted, verified, under its lid", TABLE_STAFF, why)]


@honours("idle_pot")
def needs_of_pot(table: Table, around: Around, refuse: Refuse) -> list[Need]:
    """Before play: the pot that was covered or in custody is opened and counted again (P26)."""
    needs = needs_of_difference(table, refuse)
    waits = table.phase in STARTS and not table.is_pot_counted
    if around.carried_cents and (waits or table.is_pot_covered or table.is_pot_kept):
        needs.append(Need("count", _count_words(table), TABLE_STAFF, _uncounted(table, refuse)))
    return needs


def _count_words(table: Table) -> str:
    if table.is_pot_kept:
        return f"Carried pot out of custody, seal {table.pot_seal}, counted and verified"
    return "Carried pot uncovered, counted again, verified"


def _uncounted(table: Table, refuse: Refuse) -> Refused:
    if table.is_pot_kept:
        error = f"The carried pot is in custody under seal {table.pot_seal}"
        todo = "Look at the seal, break it; the dealer counts, the floor verifies"
        return refuse("idle_pot", error, reading=P26, remedy=todo)
    return refuse("idle_pot", "The carried pot was not counted again", remedy=COUNT)


def needs_to_keep_pot(table: Table, around: Around, refuse: Refuse) -> list[Need]:
    """Before a table closes: into sealed custody, never left behind (reading P26)."""
    needs = needs_of_difference(table, refuse)
    if around.carried_cents:
        why = None
        if not table.is_pot_kept:
            error, todo = "The carried pot is on the table", "Count, verify and seal it"
            why = refuse("idle_pot", error, reading=P26, remedy=todo)
        needs.append(Need("pot", "Carried pot counted, verified and sealed", FLOOR, why))
    return needs


@honours("idle_pot")
def needs_of_difference(table: Table, refuse: Refuse) -> list[Need]:
    """A difference is an exception that people settle: nothing goes on over it."""
    if table.pot_found is None:
        return []
    error = "The count of the carried pot differs from its account"
    todo = "A shift manager settles it, with a security manager or an accountant"
    why = refuse("idle_pot", error, remedy=todo)
    return [Need("difference", "Difference in the carried pot settled", ("shift manager",), why)]


def refuse_pot_deed(table: Table, deed: Deed, around: Around, refuse: Refuse) -> None:
    """What was counted is what the rounds left there, or what was reported and is not settled."""
    if not around.carried_cents:
        raise refuse("idle_pot", "No pot is carried here")
    lies_there = around.carried_cents if table.pot_found is None else table.pot_found
    if deed.facts.get("cents") != lies_there:
        error = "The count differs from the pot that the rounds left"
        if table.pot_found is not None:
            error = "The count differs from the one that was reported"
        raise refuse("idle_pot", error, remedy=DIFFERS)


def refuse_uncover(table: Table, deed: Deed, around: Around, refuse: Refuse) -> None:
    """The seal is the one that was recorded; then the count decides."""
    if table.phase is Phase.IDLE and not table.is_pot_covered:
        error = "The pot was never counted and covered since play stopped"
        raise refuse("idle_pot", error, remedy="Count and cover it first")
    if table.is_pot_kept and deed.facts.get("seal") != table.pot_seal:
        error = f"The pot was sealed with {table.pot_seal}: this is another seal"
        todo = "Read the seal again; if it is another, leave it closed and call the pit boss"
        raise refuse("idle_pot", error, reading=P26, remedy=todo)
    refuse_pot_deed(table, deed, around, refuse)
