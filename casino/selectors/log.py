"""Reading the log: the feed that never skips, histories, the heads of its seals."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import BigIntegerField, Count, Func, Q, QuerySet

from casino.lib import seal
from casino.lib.law import Refused
from casino.lib.sql import ask
from casino.models import Duty, Entry, Seal

FEED_AT_ONCE = 1000


class Horizon(Func):
    """Below it every transaction has ended, so that no entry can still appear behind a reader."""

    function = "log_horizon"
    arity = 0
    output_field = BigIntegerField()


class Brief(NamedTuple):
    """An entry as far as screens ask of it."""

    position: int
    at: datetime
    act: str
    thing: str = ""
    number: int | None = None
    table: str = ""
    pit_id: int | None = None
    pit: str = ""
    payload: Mapping[str, Any] = {}


_BRIEFS = """
SELECT e.position, e.at, e.act, e.thing, e.number, e."table", e.pit_id, coalesce(p.code, ''),
    e.payload::json
FROM casino_entry e LEFT JOIN casino_pit p ON p.id = e.pit_id
WHERE e.position > %(after)s AND e.position < log_horizon()
ORDER BY e.position LIMIT %(limit)s
"""


def briefs(after: int) -> list[Brief]:
    """What `feed` gives, for hubs, which ask twenty times a second and read all of it."""
    return [Brief(*row) for row in ask(_BRIEFS, after=after, limit=FEED_AT_ONCE)]


def feed(*, after: int, limit: int = 100) -> list[Entry]:
    """The next entries in the log's one order: all of them, however late they were committed."""
    behind = _with_people().filter(position__gt=after, position__lt=Horizon())
    return list(behind.order_by("position")[: min(limit, FEED_AT_ONCE)])


def feed_end() -> int:
    """The position of the last entry the feed would give now."""
    last = Entry.objects.filter(position__lt=Horizon()).order_by("-position")
    return last.values_list("position", flat=True).first() or 0


def refuse_cursor_ahead(after: int) -> None:
    """A cursor beyond the log was given by another casino, or before a backup was restored."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT log_horizon()")
        (horizon,) = cursor.fetchone()
    if after >= horizon:
        raise Refused(
            f"The cursor {after} is ahead of this log, which ends at {feed_end()}",
            remedy="Read again from a cursor that this log gave, or from 0",
        )


def feed_for(duty: Duty, *, after: int, limit: int) -> tuple[list[Entry], int]:
    """The feed as this duty may read it, and how far it was read: past what it may not see, too."""
    entries = feed(after=after, limit=limit)
    reached = entries[-1].position if entries else after
    return list(cover([e for e in entries if duty.pit_id in (None, e.pit_id)], duty)), reached


def visible(duty: Duty) -> QuerySet[Entry]:
    """What this duty may read: its own pit, if it has one, otherwise the house."""
    return _with_people().filter(pit=duty.pit_id) if duty.pit_id else _with_people()


def matching(entries: QuerySet[Entry], wanted: dict[str, Any]) -> QuerySet[Entry]:
    """Those that fit what was asked for; who signed as second counts as having signed."""
    if wanted["badge"]:
        signed = Q(person__badge=wanted["badge"]) | Q(second_person__badge=wanted["badge"])
        entries = entries.filter(signed)
    names = {"day": "gaming_day", "act": "act", "thing": "thing", "before": "position__lt"}
    exact = {field: wanted[name] for name, field in names.items() if wanted[name]}
    return entries.filter(**exact, **({"refused": True} if wanted["refused"] else {}))


def history(thing: str, duty: Duty) -> QuerySet[Entry]:
    """What this duty may read of one thing."""
    return visible(duty).filter(thing=thing)


def _with_people() -> QuerySet[Entry]:
    return Entry.objects.select_related("person", "second_person", "pit", "duty", "second_duty")


def heads() -> QuerySet[Seal]:
    """The last seal of each gaming day, newest day first."""
    newest_first = Seal.objects.order_by("-gaming_day", "-number")
    return newest_first.distinct("gaming_day").defer("positions", "digests")


def last_seal() -> Seal | None:
    return Seal.objects.order_by("-number").first()


def seal_over(position: int) -> Seal | None:
    """The seal whose turn it was to cover this entry, if it has come."""
    return Seal.objects.filter(last__gte=position).order_by("last").first()


def is_as_sealed(entry: Entry, sealed: Seal) -> bool:
    """Whether the seal really covers this entry, and the entry is still what was sealed."""
    positions = seal.unpack(bytes(sealed.positions))
    if entry.position not in positions:
        return False
    start = positions.index(entry.position) * seal.DIGEST_BYTES
    return bytes(sealed.digests)[start : start + seal.DIGEST_BYTES] == digest_of(entry)


def head_json(sealed: Seal) -> dict[str, Any]:
    """What is printed, exported and kept outside: enough to find the log broken by."""
    return {
        "gaming_day": sealed.gaming_day.isoformat(),
        "seal": sealed.number,
        "sealed_at": sealed.sealed_at.isoformat(),
        "last_position": sealed.last,
        "head": sealed.head,
    }


def head_of(day: date) -> Seal | None:
    return Seal.objects.filter(gaming_day=day).order_by("-number").first()


Cover = Callable[[Sequence[Entry], Duty], None]
COVERS: list[Cover] = []  # filled once, when the apps load


def cover(entries: Sequence[Entry], duty: Duty) -> Sequence[Entry]:
    """Without what this duty may not see yet, cards that lie face down, say. Only in memory: the
    log holds, and its seals cover, all of it."""
    for hide in COVERS:
        hide(entries, duty)
    return entries


def as_public_json(entry: Entry) -> dict[str, Any]:
    """An entry for people and machines outside: badges and codes instead of our row numbers."""
    return as_json(entry) | {
        "person": entry.person.badge if entry.person else None,
        "second_person": entry.second_person.badge if entry.second_person else None,
        "pit": entry.pit.code if entry.pit else None,
        "job": entry.duty.job if entry.duty else None,
        "second_job": entry.second_duty.job if entry.second_duty else None,
    }


def as_json(entry: Entry) -> dict[str, Any]:
    """An entry as the feed shows it and as its seal covers it: every column, nothing derived.

    A number stands only where there is one: what was sealed before numbers reads as it did.
    """
    numbered = {} if entry.number is None else {"number": entry.number}
    return numbered | {
        "position": entry.position,
        "at": entry.at.isoformat(timespec="microseconds"),
        "gaming_day": entry.gaming_day.isoformat(),
        "person": entry.person_id,
        "duty": entry.duty_id,
        "second_person": entry.second_person_id,
        "second_duty": entry.second_duty_id,
        "act": entry.act,
        "thing": entry.thing,
        "table": entry.table,
        "pit": entry.pit_id,
        "clause": entry.clause,
        "reading": entry.reading,
        "refused": entry.refused,
        "payload": entry.payload,
        "request_id": entry.request_id,
    }


def digest_of(entry: Entry) -> bytes:
    return seal.digest(as_json(entry))


def unsealed() -> int:
    last = last_seal()
    return Entry.objects.filter(position__gt=last.last if last else 0).count()


def counts_of(day: date) -> list[dict[str, Any]]:
    """How many of each act in a gaming day, the most frequent first."""
    acts = Entry.objects.filter(gaming_day=day).order_by().values("act", "refused")
    return [dict(row) for row in acts.annotate(count=Count("position")).order_by("-count", "act")]
