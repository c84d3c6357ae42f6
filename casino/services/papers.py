"""Papers leave the printer: each print is kept, so that every copy after the first can say so."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import connection, transaction

from casino.lib.law import Refused
from casino.models import Duty
from casino.policy import require
from casino.selectors.papers import prints_of
from casino.services.log import record

_ONE_PRINTER, _LARGE_PRINTS = 0x9A9E, 0x9A9F
LARGE_AT_ONCE = 2  # in the whole house: each takes a processor for some seconds


@transaction.atomic
def print_paper(
    paper: str,
    thing: str,
    *,
    by: Duty,
    now: datetime,
    also: Iterable[tuple[str, str]] = (),
    **facts: Any,
) -> int:
    """How often it was printed before, with these facts; `also` are papers that showed it too."""
    require(by, "print_paper", now=now)
    _alone(thing)
    before = prints_of(paper, thing, **facts)
    before += sum(prints_of(name, about) for name, about in also)
    record("print_paper", by=by, now=now, thing=thing, paper=paper, copy=before + 1, **facts)
    return before


@contextmanager
def large_print() -> Iterator[None]:
    """A place for a paper of many pages, or a refusal; before anything is signed or kept.

    The lock is one of the connection, not of a transaction: while pages are drawn, none is open
    that would hold back the log. All processes see it, and it goes with a process that dies.
    """
    place = next(filter(_takes, range(LARGE_AT_ONCE)), None)
    if place is None:
        raise Refused(
            f"{LARGE_AT_ONCE} large papers are being printed just now",
            remedy="Wait a few seconds, then print again: nothing was printed",
        )
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock(%s, %s)", [_LARGE_PRINTS, place])


def _takes(place: int) -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s, %s)", [_LARGE_PRINTS, place])
        return bool(cursor.fetchone()[0])


def _alone(thing: str) -> None:
    """Two who print the same at once would both hold the first copy."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", [_ONE_PRINTER, thing])
