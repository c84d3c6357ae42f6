"""Patrons sit down and leave; a player is removed for conduct, and the Division is told."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from casino.lib.law import Refused
from casino.models import Alert, Duty, Entry
from casino.policy import require
from casino.selectors.outbox import open_alerts_of
from casino.services.acts import whole
from casino.services.alerts import raise_alert, withdraw_alert
from casino.services.log import record
from casino.services.outbox import errand_of
from tables.catalogue import game_of
from tables.models import Sitting, Table
from tables.rules.opening import SUPERVISION
from tables.rules.seats import broken, refuse_leaving, refuse_seat, removal_notice
from tables.rules.table import Phase
from tables.selectors.floor import locked_table

NOT_PLAYING = (Phase.CLOSED, Phase.CLOSING)


def sit(*, number: str, seat: int, by: Duty, now: datetime, patron: str = "") -> Sitting:
    with whole("seat_player", by=by, now=now, thing=f"table:{number}"):
        table = _stand(number, "seat_player", by, now)
        if table.phase in NOT_PLAYING:
            raise Refused(f"{table} is {table.phase}", SUPERVISION, remedy="Open it first")
        # A hand in play is its player's, even if they were sent away: nobody sits down to it.
        taken = {*_seated(table).values_list("seat", flat=True), *table.in_round}
        refuse_seat(seat, table.positions, taken, game_of(table.game).refuse)
        entry = _record("seat_player", table, by, now, seat=seat)
        return Sitting.objects.create(
            table=table, seat=seat, patron=patron, sat_at=now, entry=entry
        )


def leave(*, number: str, seat: int, by: Duty, now: datetime) -> Sitting:
    with whole("unseat_player", by=by, now=now, thing=f"table:{number}"):
        table = _stand(number, "unseat_player", by, now)
        sitting = _found(table, seat)
        refuse_leaving(seat, table.in_round, game_of(table.game).refuse)
        _record("unseat_player", table, by, now, seat=seat)
        return _end(sitting, now)


def clear(*, number: str, by: Duty, now: datetime) -> list[int]:
    """Everybody has left, as when a table closes: which positions were emptied."""
    with whole("unseat_player", by=by, now=now, thing=f"table:{number}"):
        table = _stand(number, "unseat_player", by, now)
        rows, refuse = list(_seated(table).order_by("seat")), game_of(table.game).refuse
        for row in rows:
            refuse_leaving(row.seat, table.in_round, refuse)
        seats = [_end(row, now).seat for row in rows]
        if seats:
            _record("unseat_player", table, by, now, seats=seats)
        return seats


def remove_player(
    *, number: str, seat: int, why: str, by: Duty, second: Duty | None, now: datetime
) -> Sitting:
    """On reasonable suspicion, in a round as well; the notice to the Division is drafted."""
    with whole("remove_player", by=by, second=second, now=now, thing=f"table:{number}"):
        table = _stand(number, "remove_player", by, now)
        sitting, game = _found(table, seat), game_of(table.game)
        breach = broken(why, game.refuse)
        at = timezone.localtime(now).strftime("%H:%M on %d %B %Y")
        sitting.why = why
        sitting.notice = removal_notice(
            why, table=number, game=game.name, seat=seat, at=at, by=by.person.badge
        )
        told: dict[str, Any] = {"seat": seat, "why": why, "sitting": sitting.pk}
        told |= {"notice": sitting.notice, "broken": str(breach.clause or "")}
        clause = game.refuse("remove_player", "").clause
        _record("remove_player", table, by, now, second=second, clause=clause, **told)
        return _end(sitting, now)


def tell_division(*, sitting: int, reference: str, by: Duty, now: datetime) -> Sitting:
    """The Division was told of a removal: by whom, when, under which reference."""
    with whole("tell_division", by=by, now=now, thing=f"sitting:{sitting}"):
        rows = Sitting.objects.select_for_update(of=("self",)).select_related("table__pit")
        found = rows.filter(pk=sitting).exclude(notice="").first()
        if found is None:
            raise Refused("There is no such removal to tell of", remedy="Look at the table's list")
        if found.notified_id:
            raise Refused("The Division was told of this already", remedy="Nothing is left to do")
        if not reference.strip():
            raise Refused("The reference is missing", remedy="Who took the notice, and its number")
        told = {"seat": found.seat, "sitting": found.pk, "reference": reference.strip()}
        found.notified = _record("tell_division", found.table, by, now, **told)
        found.save(update_fields=["notified"])
        for alert in open_alerts_of("remove_player", f"table:{found.table.number}"):
            if alert.entry and alert.entry.payload.get("sitting") == found.pk:
                withdraw_alert(number=alert.pk, now=now)
        return found


@errand_of("remove_player")
def alert_of_removal(entry: Entry, now: datetime) -> None:
    if not entry.payload.get("notice"):
        return
    raise_alert(
        need=Alert.Need.NOW,
        words=f"{entry.table}: tell the Division that a player was removed",
        thing=entry.thing,
        pit=entry.pit,
        entry=entry,
        now=now,
    )


def _stand(number: str, act: str, by: Duty, now: datetime) -> Table:
    table = locked_table(number)
    require(by, act, now=now, pit=table.pit)
    return table


def _seated(table: Table) -> QuerySet[Sitting]:
    return Sitting.objects.filter(table=table, left_at=None)


def _found(table: Table, seat: int) -> Sitting:
    sitting = _seated(table).select_for_update().filter(seat=seat).first()
    if sitting is None:
        raise Refused(f"Nobody sits at position {seat}", remedy="Look at the felt again")
    return sitting


def _end(sitting: Sitting, now: datetime) -> Sitting:
    sitting.left_at = now
    sitting.save(update_fields=["left_at", "why", "notice"])
    return sitting


def _record(act: str, table: Table, by: Duty, now: datetime, **told: Any) -> Entry:
    thing = f"table:{table.number}"
    return record(act, by=by, now=now, thing=thing, table=table.number, pit=table.pit, **told)
