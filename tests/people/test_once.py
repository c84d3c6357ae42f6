"""Forms that count once."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.conf import settings
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.utils import timezone

from casino.lib.law import Refused
from casino.models import SpentTicket
from casino.services.once import forget_spent_tickets, spend, ticket


@pytest.fixture
def session(transactional_db):
    session = SessionStore()
    session.create()
    return session


def test_ticket_is_good_once(session):
    number = ticket(session)
    spend(session, number)
    with pytest.raises(Refused, match="sent already"):
        spend(session, number)


@pytest.mark.parametrize("number", ["", "made up", "made:up"])
def test_ticket_of_nobody_is_refused(session, number):
    with pytest.raises(Refused, match="not of this session"):
        spend(session, number)


def test_ticket_of_another_session_is_refused(session):
    other = SessionStore()
    other.create()
    with pytest.raises(Refused, match="not of this session"):
        spend(session, ticket(other))


def test_overlapping_requests_of_one_session_lose_no_ticket(session):
    """The later one writes back the session as it read it before the form was drawn."""
    earlier = SessionStore(session.session_key)
    earlier["seen_at"] = "noon"
    number = ticket(session)
    session["seen_at"] = "one"
    session.save()
    earlier.save()
    spend(SessionStore(session.session_key), number)


def test_spent_tickets_are_forgotten_when_no_session_can_hold_them(session):
    spend(session, ticket(session))
    now = timezone.now()
    forget_spent_tickets(now=now + settings.SIGNED_ON_FOR)
    assert SpentTicket.objects.count() == 1
    forget_spent_tickets(now=now + 3 * settings.SIGNED_ON_FOR)
    assert not SpentTicket.objects.exists()


def test_two_taps_at_once_are_one(session):
    number = ticket(session)

    def tap(_):
        try:
            spend(SessionStore(session.session_key), number)
        except Refused:
            return 0
        finally:
            connection.close()
        return 1

    with ThreadPoolExecutor(6) as pool:
        assert sum(pool.map(tap, range(6))) == 1
