"""Forms that count once: a page sent again, by reload or by a second tap, signs nothing again."""

import secrets
from typing import Any

from django.contrib.sessions.models import Session
from django.db import transaction

from casino.lib.law import Refused

KEPT = 20  # forms open in one session at the same time
_NAME = "forms"


def ticket(session: Any, *, redrawn: bool = False) -> str:
    """A number for a form of this session, good for one sending.

    A page that redraws itself takes the newest again, or it would push out those of other tabs.
    """
    known = session.get(_NAME, [])
    if redrawn and known:
        return str(known[-1])
    number = secrets.token_urlsafe(12)
    session[_NAME] = [*known, number][-KEPT:]
    return number


def spend(session: Any, number: str) -> None:
    """Refuse a form that was sent before. The session's row is locked: two at once are one."""
    with transaction.atomic():
        row = Session.objects.select_for_update().get(session_key=session.session_key)
        known = row.get_decoded()
        if not number or number not in known.get(_NAME, []):
            raise Refused(
                "This form was sent already", remedy="Open the page again and look what was done"
            )
        left = [kept for kept in known[_NAME] if kept != number]
        row.session_data = session.encode({**known, _NAME: left})
        row.save(update_fields=["session_data"])
    session[_NAME] = left
