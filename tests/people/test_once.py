"""Forms that count once."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection

from casino.lib.law import Refused
from casino.services.once import KEPT, spend, ticket


@pytest.fixture
def session(transactional_db):
    session = SessionStore()
    session.create()
    return session


def test_ticket_is_good_once(session):
    number = ticket(session)
    session.save()
    spend(session, number)
    with pytest.raises(Refused, match="sent already"):
        spend(session, number)


@pytest.mark.parametrize("number", ["", "made up"])
def test_ticket_of_nobody_is_refused(session, number):
    with pytest.raises(Refused):
        spend(session, number)


def test_page_that_redraws_itself_keeps_the_tickets_of_other_tabs(session):
    first = ticket(session)
    for _ in range(KEPT + 5):
        ticket(session, redrawn=True)
    session.save()
    spend(session, first)


def test_two_taps_at_once_are_one(session):
    number = ticket(session)
    session.save()

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
