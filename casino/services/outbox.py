"""The outbox: what must be done because of the log, done once though it is asked for many times.

The relay reads the log and writes errands; a queue only says "now". A queue that forgets, or says
it twice, changes nothing: the errand's row is locked while it runs, and its effect and the mark
that it was done are one transaction.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Q

from casino import policy
from casino.models import Alert, Duty, Entry, Errand, Reader, User
from casino.selectors.log import FEED_AT_ONCE, feed
from casino.services.alerts import raise_alert
from casino.services.log import record

TRIES = 5
PAUSE = timedelta(seconds=5)
AGAIN_AT_ONCE = 200
READER = "outbox"
WAITING = Q(done_at=None, given_up_at=None)

Run = Callable[[Entry, datetime], None]
ERRANDS: dict[str, list[str]] = defaultdict(list)  # act → errands
RUNS: dict[str, Run] = {}  # errand → what it does

_log = structlog.get_logger(__name__)


def errand_of(*acts: str) -> Callable[[Run], Run]:
    """Registers a function as an errand of these acts. Its effect must be in the database."""
    assert all(act in policy.ACTS for act in acts), acts

    def register(run: Run) -> Run:
        assert run.__name__ not in RUNS, run.__name__
        RUNS[run.__name__] = run
        for act in acts:
            ERRANDS[act].append(run.__name__)
        return run

    return register


@errand_of("lock_out")
def alert_of_lock_out(entry: Entry, now: datetime) -> None:
    person = User.objects.get(badge=entry.thing.removeprefix("person:"))
    secret = entry.payload.get("secret", "secret")
    raise_alert(
        need=Alert.Need.SOON,
        words=f"{person} was locked out: too many wrong tries at the {secret}",
        thing=entry.thing,
        entry=entry,
        now=now,
    )


@errand_of("find_breach")
def alert_of_breach(entry: Entry, now: datetime) -> None:
    raise_alert(
        need=Alert.Need.NOW,
        words=f"The log was altered: {entry.payload.get('breach', entry.thing)}",
        thing=entry.thing,
        entry=entry,
        now=now,
    )


def relay(*, now: datetime, offer: Callable[[int], object]) -> int:
    """Read on in the log, write its errands, and offer them with those that wait too long."""
    numbers = [*_write_errands(now), *_claim_waiting(now)]
    for done, number in enumerate(numbers):
        try:
            offer(number)
        except Exception as error:  # no broker: the rest would fail too; a later relay offers them
            _log.warning("errands_not_offered", error=repr(error), left=len(numbers) - done)
            return done
    return len(numbers)


@transaction.atomic
def _write_errands(now: datetime) -> list[int]:
    """Errands and cursor move together, so an entry's errands are written once or not yet."""
    Reader.objects.get_or_create(name=READER)
    reader = Reader.objects.select_for_update(skip_locked=True).filter(name=READER).first()
    if reader is None:  # another relay is at it
        return []
    entries = feed(after=reader.position, limit=FEED_AT_ONCE)
    if not entries:
        return []
    Errand.objects.bulk_create(list(_errands_of(entries, now)), ignore_conflicts=True)
    reader.position = entries[-1].position
    reader.save(update_fields=["position"])
    fresh = Errand.objects.filter(WAITING, entry__in=[entry.position for entry in entries])
    return list(fresh.order_by("pk").values_list("pk", flat=True))


def _errands_of(entries: Iterable[Entry], now: datetime) -> Iterable[Errand]:
    for entry in entries:
        for name in () if entry.refused else ERRANDS.get(entry.act, ()):
            yield Errand(entry=entry, errand=name, made_at=now, offered_at=now)


@transaction.atomic
def _claim_waiting(now: datetime) -> list[int]:
    """Errands that were offered and not done: the pause grows with each failure."""
    due = Q()
    for failures in range(TRIES):
        due |= Q(failures=failures, offered_at__lte=now - PAUSE * 2**failures)
    waiting = Errand.objects.select_for_update(skip_locked=True).filter(WAITING & due)
    numbers = list(waiting.order_by("offered_at").values_list("pk", flat=True)[:AGAIN_AT_ONCE])
    Errand.objects.filter(pk__in=numbers).update(offered_at=now)
    return numbers


def run_errand(*, number: int, now: datetime) -> bool:
    """Do it and mark it done, in one transaction. False if it is done, or somebody is doing it."""
    try:
        with transaction.atomic():
            errand = _claimed(number)
            if errand is None:
                return False
            RUNS[errand.errand](errand.entry, now)
            errand.done_at = now
            errand.save(update_fields=["done_at"])
            return True
    except Exception as error:
        _log.exception("errand_failed", errand=number)
        _count_failure(number, error, now)
        return False


def _claimed(number: int) -> Errand | None:
    free = Errand.objects.select_for_update(skip_locked=True, of=("self",))
    return free.select_related("entry").filter(WAITING, pk=number).first()


@transaction.atomic
def _count_failure(number: int, error: Exception, now: datetime) -> None:
    errand = _claimed(number)
    if errand is None:
        return
    errand.failures += 1
    errand.error = repr(error)[:2000]
    errand.offered_at = now
    if errand.failures >= TRIES:
        errand.given_up_at = now
        raise_alert(
            need=Alert.Need.NOW,
            words=f"Given up after {TRIES} tries: {errand.errand.replace('_', ' ')}",
            thing=f"errand:{errand.pk}",
            entry=errand.entry,
            now=now,
        )
    errand.save(update_fields=["failures", "error", "offered_at", "given_up_at"])


@transaction.atomic
def retry_errand(*, by: Duty, number: int, now: datetime) -> None:
    """Somebody mended the cause: an errand that was given up is tried again from the start."""
    policy.require(by, "retry_errand", now=now)
    errand = Errand.objects.select_for_update().filter(pk=number, given_up_at__isnull=False).first()
    if errand is None:
        return
    errand.failures, errand.given_up_at = 0, None
    errand.save(update_fields=["failures", "given_up_at"])
    record("retry_errand", by=by, thing=f"errand:{errand.pk}", now=now, errand=errand.errand)
