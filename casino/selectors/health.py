"""How the parts are. Every question has a limit of time: a part may hang, not only fail."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from threading import Lock
from typing import Any

import redis
from django.conf import settings
from django.db import connection
from redis.backoff import NoBackoff
from redis.retry import Retry

from casino.models import Entry, Seal
from casino.selectors import log, outbox
from casino.selectors.log import feed_end

PATIENCE = 2  # seconds for each question
GOOD_FOR = 1  # second: so long all probes are given one answer
SIGN_LATE = timedelta(seconds=20)
ERRAND_LATE = timedelta(seconds=60)
SEAL_LATE = timedelta(seconds=30)

# When all of these hang, the next caller waits for one in vain and is told the same, as late.
_askers = ThreadPoolExecutor(4, "health")
_asking = Lock()
_told: list[tuple[float, dict[str, "Check"]]] = []


@dataclass(frozen=True, slots=True)
class Check:
    """One part: whether it is well, in words, and how long ago it last was (seconds)."""

    ok: bool
    words: str
    age: int | None = None


def checks(now: datetime) -> dict[str, Check]:
    """All parts. What only the database can tell is unknown while it does not answer."""
    questions = _askers.submit(_alone, _ask_database, now), _askers.submit(_ask_valkey)
    silent = Check(ok=False, words="does not answer")
    try:
        known: dict[str, Check] = questions[0].result(PATIENCE)
    except Exception:
        unknown = Check(ok=False, words="not known while the database does not answer")
        known = {"database": silent} | dict.fromkeys(("worker", "beat", "outbox", "log"), unknown)
    try:
        valkey = questions[1].result(PATIENCE)
    except Exception:
        valkey = silent
    order = ("database", "valkey", "worker", "beat", "outbox", "log")
    return {name: (known | {"valkey": valkey})[name] for name in order}


def shared_checks(now: datetime) -> dict[str, Check]:
    """For probes, whom nobody asks who they are: they must not eat up the connections."""
    with _asking:
        if not _told or time.monotonic() - _told[0][0] > GOOD_FOR:
            found = checks(now)
            _told[:] = [(time.monotonic(), found)]
        return _told[0][1]


def status_of(found: dict[str, Check]) -> str:
    """Acts need the database only; without the rest they are accepted, and what follows waits."""
    if not found["database"].ok:
        return "down"
    return "ready" if all(check.ok for check in found.values()) else "degraded"


def as_json(found: dict[str, Check]) -> dict[str, Any]:
    return {"status": status_of(found), "checks": {n: asdict(check) for n, check in found.items()}}


def _alone(ask: Callable[[datetime], dict[str, Check]], now: datetime) -> dict[str, Check]:
    """On a new connection: that one can be had is half of the question."""
    try:
        return ask(now)
    finally:
        connection.close()


def _ask_valkey() -> Check:
    never_again = Retry(NoBackoff(), 0)
    with redis.Redis.from_url(
        settings.REDIS_URL, socket_timeout=1, socket_connect_timeout=1, retry=never_again
    ) as client:
        client.ping()
    return Check(ok=True, words="answers")


def _ask_database(now: datetime) -> dict[str, Check]:
    with connection.cursor() as cursor:
        cursor.execute(f"SET statement_timeout = '{PATIENCE}s'")
    signs = outbox.signs_of_life()
    return {
        "database": Check(ok=True, words="answers"),
        "worker": worker_check(signs, now),
        "beat": beat_check(signs, now),
        "outbox": _outbox_check(now),
        "log": _log_check(now),
    }


def beat_check(signs: dict[str, datetime], now: datetime) -> Check:
    at = signs.get("beat")
    if at is None:
        return Check(ok=False, words="has never ticked")
    ok = now - at <= SIGN_LATE
    return Check(ok, "ticks" if ok else "does not tick any more", _seconds(now - at))


def worker_check(signs: dict[str, datetime], now: datetime) -> Check:
    """Measured against beat's last tick: without ticks even a live worker has nothing to answer."""
    at, beat = signs.get("worker"), signs.get("beat")
    if at is None:
        return Check(ok=False, words="has never answered a tick")
    ok = now - at <= SIGN_LATE or (beat is not None and beat - at <= SIGN_LATE < now - beat)
    words = "answers ticks" if now - at <= SIGN_LATE else "answered beat's last tick"
    return Check(ok, words if ok else "does not answer ticks any more", _seconds(now - at))


def _outbox_check(now: datetime) -> Check:
    oldest = outbox.waiting_errands().values_list("made_at", flat=True).first()
    given_up = outbox.given_up_errands().count()
    words = "nothing waits" if oldest is None else "errands wait"
    words += f", {given_up} given up" if given_up else ""
    late = oldest is not None and now - oldest > ERRAND_LATE
    return Check(not late, words, _seconds(now - oldest) if oldest else None)


def _log_check(now: datetime) -> Check:
    at = oldest_unsealed()
    if at is None:
        return Check(ok=True, words="sealed to its end")
    ok = now - at <= SEAL_LATE
    return Check(ok, "sealing" if ok else "entries are not being sealed", _seconds(now - at))


def oldest_unsealed() -> datetime | None:
    last = Seal.objects.order_by("-number").values_list("last", flat=True).first() or 0
    fresh = Entry.objects.filter(position__gt=last).order_by("position")
    return fresh.values_list("at", flat=True).first()


def feed_lag(now: datetime) -> int:
    """Age of the oldest entry that a running transaction keeps out of the feed, in seconds."""
    held = Entry.objects.filter(position__gt=feed_end()).order_by("position")
    at = held.values_list("at", flat=True).first()
    return _seconds(now - at) if at else 0


def _seconds(span: timedelta) -> int:
    return max(0, int(span.total_seconds()))


def figures(now: datetime) -> dict[str, tuple[str, int]]:
    """What /metrics says of the house: name → words, value."""
    signs = {part: _seconds(now - at) for part, at in outbox.signs_of_life().items()}
    oldest = outbox.waiting_errands().values_list("made_at", flat=True).first()
    unsealed = oldest_unsealed()
    return {
        "errands_waiting": ("Errands not done yet", outbox.waiting_errands().count()),
        "errands_given_up": ("Errands given up", outbox.given_up_errands().count()),
        "errand_oldest_seconds": ("Age of the oldest errand", _seconds(now - (oldest or now))),
        "log_end_position": ("Where the feed of the log ends", feed_end()),
        "log_unsealed_entries": ("Entries under no seal yet", log.unsealed()),
        "log_unsealed_seconds": ("Age of the oldest of them", _seconds(now - (unsealed or now))),
        "log_feed_lag_seconds": ("How long a transaction holds back the feed", feed_lag(now)),
        "log_entries": ("Entries in the log, as the planner estimates", _entries_about()),
        **{f"{part}_sign_seconds": (f"Last sign of {part}", age) for part, age in signs.items()},
    }


def _entries_about() -> int:
    """Counting ten million rows at each scrape would be the heaviest query of the house."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT reltuples::bigint FROM pg_class WHERE oid = 'casino_entry'::regclass"
        )
        return max(0, int(cursor.fetchone()[0]))
