"""Forms that count once: a page sent again, by reload or by a second tap, signs nothing again.

A ticket is kept nowhere until it is spent. Kept in the session, tickets were lost whenever two
requests of one session overlapped: the later one wrote back what it had read before.
"""

import secrets
from datetime import datetime
from typing import Any

from django.conf import settings
from django.core.signing import BadSignature, Signer

from casino.lib.law import Refused
from casino.models import SpentTicket


def ticket(session: Any) -> str:
    """A number for a form of this session, good for one sending."""
    return _signer(session).sign(secrets.token_urlsafe(12))


def spend(session: Any, number: str) -> None:
    """Refuse a form that was sent before. The row is unique: two at once are one."""
    try:
        kept = _signer(session).unsign(number)
    except BadSignature:
        raise Refused(
            "This form is not of this session", remedy="Open the page again and send it anew"
        ) from None
    _, is_first = SpentTicket.objects.get_or_create(number=kept)
    if not is_first:
        raise Refused(
            "This form was sent already", remedy="Open the page again and look what was done"
        )


def forget_spent_tickets(*, now: datetime) -> None:
    """No ticket outlives its session."""
    SpentTicket.objects.filter(at__lt=now - 2 * settings.SIGNED_ON_FOR).delete()


def _signer(session: Any) -> Signer:
    return Signer(salt=f"form of {session.session_key}")
