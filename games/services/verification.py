"""Rounds are folded again after they ended: what differs from what was stored is an alarm."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db import transaction

from casino.lib.law import Refused
from casino.models import Alert, Entry, Reader
from casino.services.alerts import raise_alert
from casino.services.log import record
from casino.services.outbox import errand_of
from games.engine import fold
from games.models import Action, Round
from games.selectors.engine import engine_version
from games.selectors.rounds import folded_from

READER = "rounds"
AT_ONCE = 1_500
A_DAY = timedelta(days=1)
ACT = "find_round_breach"


class Verified(NamedTuple):
    rounds: int
    breaches: list[str]


def verify_rounds(*, now: datetime, at_once: int = AT_ONCE) -> Verified:
    """The next rounds that are over, from where the last run stopped: each is folded once."""
    reader, _ = Reader.objects.get_or_create(name=READER)
    rows, breaches = _next(reader.position, now, at_once), []
    for row in rows:
        if breach := breach_of(row):
            _tell(row, breach, now)
            breaches.append(f"{row}: {breach}")
    if rows:
        Reader.objects.filter(name=READER).update(position=rows[-1].pk)
    return Verified(len(rows), breaches)


def _next(after: int, now: datetime, at_once: int) -> list[Round]:
    """Not beyond a round in play: it is folded when it is over. One that was forgotten for a day
    holds nobody up."""
    rows = Round.objects.filter(pk__gt=after)
    in_play = rows.filter(status=fold.OPEN, opened_at__gt=now - A_DAY).order_by("pk")
    if first := in_play.values_list("pk", flat=True).first():
        rows = rows.filter(pk__lt=first)
    ended = rows.exclude(status=fold.OPEN).select_related("table__pit")
    return list(ended.order_by("pk")[:at_once])


def breach_of(row: Round) -> str:
    """What is wrong with it, or nothing."""
    actions = list(Action.objects.of(row.pk))
    if [action.number for action in actions] != list(range(row.length)):
        return f"{row.length} actions were counted, {len(actions)} are in the log"
    try:
        told: dict[str, Any] = fold.result(folded_from(row.setup, [one.raw for one in actions]))
    except (Refused, IndexError) as error:
        return f"its actions do not fold: {error}"
    if told != row.result:
        return f"its actions fold to another result{_since(row)}"
    return ""


def _since(row: Round) -> str:
    """Rules that were mended since may be the reason; a person decides (docs/adr/0006)."""
    return "" if row.engine == engine_version() else f" by rules {engine_version()}"


@transaction.atomic
def _tell(row: Round, breach: str, now: datetime) -> None:
    """Once for each round and breach."""
    if Entry.objects.filter(thing=row.thing, act=ACT, payload__breach=breach).exists():
        return
    record(
        ACT,
        by=None,
        now=now,
        thing=row.thing,
        table=row.table.number,
        pit=row.table.pit,
        breach=breach,
    )


@errand_of(ACT)
def alert_of_round_breach(entry: Entry, now: datetime) -> None:
    raise_alert(
        need=Alert.Need.NOW,
        words=f"{entry.table}, {entry.thing.replace(':', ' ')}: {entry.payload['breach']}",
        thing=entry.thing,
        pit=entry.pit,
        entry=entry,
        now=now,
    )
