"""Whether a session still holds, and for which duty: the same for requests and for open sockets."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils.crypto import constant_time_compare

from casino.models import CODE_JOBS, Duty, User


def is_over(session: Any, person: Any, now: datetime) -> bool:
    """Idle or open too long, or ended by somebody from outside."""
    try:
        began = datetime.fromisoformat(session["signed_on_at"])
        seen = datetime.fromisoformat(session["seen_at"])
    except KeyError:
        return True
    ended = person.sessions_end_before
    return (
        now - began > settings.SIGNED_ON_FOR
        or now - seen > settings.IDLE_AFTER
        or (ended is not None and began <= ended)
    )


def counts(duty: Duty, session: Any) -> bool:
    """Not with a borrowed password; one that needs a code only where the code was shown."""
    if duty.person.password_is_borrowed:
        return False
    return duty.job not in CODE_JOBS or bool(session.get("code_shown"))


def duties_in(keys: Iterable[str], now: datetime) -> dict[str, Duty | None]:
    """The duty that counts in each of these sessions now; sessions that are over are left out."""
    rows = Session.objects.filter(session_key__in=list(keys), expire_date__gt=now)
    sessions = {row.session_key: row.get_decoded() for row in rows}
    ids = {str(session[SESSION_KEY]) for session in sessions.values() if SESSION_KEY in session}
    people = {str(pk): person for pk, person in User.objects.in_bulk(list(ids)).items()}
    duties = _open_duties(people.values(), now)
    held: dict[str, Duty | None] = {}
    for key, session in sessions.items():
        person = people.get(str(session.get(SESSION_KEY)))
        if person and _is_theirs(session, person) and not is_over(session, person, now):
            duty = duties.get(person.pk)
            held[key] = duty if duty and counts(duty, session) else None
    return held


def _is_theirs(session: dict[str, Any], person: User) -> bool:
    """As Django decides it for a request: an active account whose password is still the same."""
    known = session.get(HASH_SESSION_KEY, "")
    return person.is_active and constant_time_compare(known, person.get_session_auth_hash())


def _open_duties(people: Iterable[User], now: datetime) -> dict[int, Duty]:
    found = Duty.objects.filter(person__in=list(people), ended_at=None)
    return {d.person_id: d for d in found.select_related("person", "pit") if d.holds_at(now)}
