"""Carried pots: what came in, what was paid, and that the sum is what lies on the felt."""

from datetime import datetime
from typing import Any

from django.db import transaction

from casino.lib.law import Refused
from casino.models import Alert, Duty, Entry
from casino.policy import require
from casino.services.acts import refuse_other_pit, whole
from casino.services.alerts import raise_alert, withdraw_alert
from casino.services.log import record
from casino.services.outbox import errand_of
from games.catalogue import GAMES
from games.models import PotDifference, PotLine, Round
from games.selectors.pots import Proof, open_difference, pot_of, tables_with_pots, whole_proof
from tables.models import Table
from tables.rules.words import money
from tables.selectors.floor import locked_table, locked_tables
from tables.services.pots import miss_pot, settle_pot

Kind = PotLine.Kind
MOST_CENTS = 10**12
LONGEST = 200


def post_result(table: Table, row: Round, result: dict[str, Any], entry: int) -> int:
    """The lines of one round; what the pot holds after it. The table is locked."""
    told = result.get(getattr(GAMES[table.game], "special_pot", ""))
    if told is None:
        return table.carried_cents
    moves = {
        Kind.ANTES: told["antes"],
        Kind.PAID: -told["paid"],
        Kind.COMMISSION: -told["commission"],
    }
    balance = table.carried_cents
    for kind, cents in moves.items():
        balance = add_line(table, kind, cents, balance, entry, row)
    assert balance == told["carried"], "the pot's account and the round's result are one"
    return balance


def add_line(
    table: Table, kind: Kind, cents: int, balance: int, entry: int, row: Round | None = None
) -> int:
    """Continue the account; the balance after it."""
    if not cents:
        return balance
    last = PotLine.objects.filter(table=table).order_by("-index").first()
    PotLine.objects.create(
        table=table,
        index=last.index + 1 if last else 0,
        kind=kind,
        cents=cents,
        balance_cents=balance + cents,
        round=row,
        entry_id=entry,
    )
    return balance + cents


# -- a count that differs


def report_difference(
    *, table: str, counted_cents: int, note: str, by: Duty, second: Duty | None, now: datetime
) -> PotDifference:
    """Another amount lies there than the account says: told, and nothing goes on over it."""
    act = "report_pot_difference"
    with whole(act, by=by, second=second, now=now, thing=f"table:{table}"):
        at = _signed_at(table, act, by, second, now)
        _refuse_report(at, counted_cents, note)
        facts = {"cents": counted_cents, "expected": at.carried_cents}
        entry = _recorded(act, at, by, second, now, facts=facts, note=note.strip())
        miss_pot(at, entry=entry)
        return PotDifference.objects.create(
            table=at,
            counted_cents=counted_cents,
            expected_cents=at.carried_cents,
            note=note.strip(),
            reported=entry,
        )


def settle_difference(
    *, table: str, reason: str, by: Duty, second: Duty | None, now: datetime
) -> PotDifference:
    """The account is made what was counted, by a line of its own that two people answer for."""
    act = "settle_pot_difference"
    with whole(act, by=by, second=second, now=now, thing=f"table:{table}"):
        at = _signed_at(table, act, by, second, now)
        row = open_difference(at)
        if row is None:
            raise _law(at)("idle_pot", "No difference is open here")
        _refuse_unsaid(at, reason)
        cents = row.counted_cents - at.carried_cents
        facts = {"cents": cents, "counted": row.counted_cents}
        entry = _recorded(act, at, by, second, now, facts=facts, reason=reason.strip())
        row.settled = entry
        row.save(update_fields=["settled"])
        carried = add_line(at, Kind.DIFFERENCE, cents, at.carried_cents, entry.pk)
        settle_pot(at, carried_cents=carried, entry=entry)
        return row


def _signed_at(number: str, act: str, by: Duty, second: Duty | None, now: datetime) -> Table:
    """The table, locked. In a round its antes lie there too: then no count tells anything."""
    table = locked_table(number)
    require(by, act, now=now, pit=table.pit)
    refuse_other_pit(act, second, table.pit)
    if not pot_of(table):
        raise Refused(f"No pot is carried at {table}", remedy="Only games for a pot carry one")
    if table.in_round:
        todo = "Settle it, or void it, then count"
        raise _law(table)("idle_pot", "A round is being played", remedy=todo)
    return table


def _law(table: Table) -> Any:
    return GAMES[table.game].law.refuse


def _recorded(
    act: str, table: Table, by: Duty, second: Duty | None, now: datetime, **told: Any
) -> Entry:
    return record(
        act,
        by=by,
        second=second,
        now=now,
        thing=f"table:{table.number}",
        table=table.number,
        pit=table.pit,
        clause=_law(table)("idle_pot", "").clause,
        **told,
    )


def _refuse_report(table: Table, counted: int, note: str) -> None:
    refuse = _law(table)
    if open_difference(table):
        todo = "Settle that one first"
        raise refuse("idle_pot", "A difference is reported here already", remedy=todo)
    if type(counted) is not int or not 0 <= counted <= MOST_CENTS:
        raise refuse("idle_pot", "The count cannot be read", remedy="Say it anew")
    if counted == table.carried_cents:
        todo = "Nothing needs to be reported"
        raise refuse("idle_pot", "This is what the account says", remedy=todo)
    _refuse_unsaid(table, note)


def _refuse_unsaid(table: Table, words: str) -> None:
    if not words.strip() or len(words) > LONGEST:
        raise _law(table)("idle_pot", "Say in a few words how it came to this")


@errand_of("report_pot_difference")
def alert_of_pot_difference(entry: Entry, now: datetime) -> None:
    """Unless it is settled by now."""
    if not PotDifference.objects.filter(reported=entry, settled=None).exists():
        return
    counted, expected = entry.payload["facts"]["cents"], entry.payload["facts"]["expected"]
    what = f"{money(abs(counted - expected))} {'too much' if counted > expected else 'missing'}"
    words = f"Carried pot at {entry.table}: {what}, settle it before play goes on"
    _alarm(words, entry, now)


@errand_of("settle_pot_difference")
def withdraw_pot_difference(entry: Entry, now: datetime) -> None:
    """Whoever had not taken the alert on need not any more."""
    reported = PotDifference.objects.filter(settled=entry).values("reported")
    raised = Alert.objects.filter(entry__in=reported, acknowledged_at=None)
    for number in raised.values_list("pk", flat=True):
        withdraw_alert(number=number, now=now)


# -- the nightly proof


def find_pot_differences(now: datetime) -> int:
    """How many pots their accounts do not prove. Looked at again while no round can end."""
    suspect = [table.number for table in tables_with_pots() if not whole_proof(table).holds]
    return sum(_tell(number, now) for number in suspect)


@transaction.atomic
def _tell(number: str, now: datetime) -> bool:
    (table,) = locked_tables([number])
    found = whole_proof(table)
    if found.holds:
        return False
    record(
        "find_pot_breach",
        by=None,
        now=now,
        thing=table.thing,
        table=table.number,
        pit=table.pit,
        breach=_breach(found),
    )
    return True


def _breach(found: Proof) -> str:
    told = {
        "lines": found.lines,
        "last balance": found.balance,
        "table": found.carried,
        "rounds": found.rounds,
    }
    words = ", ".join(f"{name} {_signed(cents)}" for name, cents in told.items())
    return words if found.is_whole else f"{words}; a line does not continue the one before"


def _signed(cents: int) -> str:
    return f"{'-' if cents < 0 else ''}{money(abs(cents))}"


@errand_of("find_pot_breach")
def alert_of_pot_breach(entry: Entry, now: datetime) -> None:
    _alarm(f"Carried pot at {entry.table} is not proved: {entry.payload['breach']}", entry, now)


def _alarm(words: str, entry: Entry, now: datetime) -> None:
    """About the pot, so that whoever takes it on comes to its page."""
    raise_alert(
        need=Alert.Need.NOW,
        words=words,
        thing=f"pot:{entry.table}",
        pit=entry.pit,
        entry=entry,
        now=now,
    )
