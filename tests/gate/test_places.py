"""How many are inside at once, who waits, and who is sent away."""

import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager

import httpx
import pytest

from tests.conftest import superuser
from tests.gate.conftest import PLACES
from tests.live.conftest import on_duty
from tests.processes import session_of, wait_for

pytestmark = pytest.mark.xdist_group("gate")


@contextmanager
def nobody_reads_sessions() -> Iterator[None]:
    """Whoever is inside waits for the database."""
    with superuser() as db, db.transaction():
        db.execute("LOCK TABLE django_session IN ACCESS EXCLUSIVE MODE")
        yield


def waiting() -> int:
    with superuser() as db:
        found = db.execute("SELECT count(*) FROM pg_locks WHERE NOT granted").fetchone()
    return found[0] if found else 0


def at_once(server, count, path, key=""):
    with ThreadPoolExecutor(count) as threads:
        return list(threads.map(lambda _: server.get(path, key, timeout=60), range(count)))


def test_a_crowd_is_served_in_turn_and_never_crashed_on(server):
    key = session_of(on_duty().person)
    answers = at_once(server, 60, "/api/v1/me", key)
    assert {answer.status_code for answer in answers} <= {200, 503}
    assert sum(answer.status_code == 200 for answer in answers) >= PLACES


def test_a_full_house_lets_no_more_connections_be_opened_and_says_when_to_come_again(server):
    key = session_of(on_duty().person)
    with ThreadPoolExecutor(8) as threads:
        with nobody_reads_sessions():
            answers = [threads.submit(server.get, "/", key, 30) for _ in range(8)]
            wait_for(lambda: waiting() == PLACES, 3)
            assert server.get("/health/live", key).text == "alive\n"
            wait_for(lambda: sum(a.done() for a in answers) >= 8 - PLACES - 1)
        turned_away = [a.result() for a in answers if a.result().status_code == 503]
    assert len(turned_away) >= 8 - 2 * PLACES
    assert turned_away[0].headers["Retry-After"] == "5"
    assert turned_away[0].headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert "Not available just now" in turned_away[0].text


def test_a_page_is_served_again_when_the_crowd_is_gone(server):
    assert server.get("/sign-on").status_code == 200


def test_a_slow_sender_holds_no_place(server):
    def slowly():
        yield b"badge="
        done.result(30)
        yield b"x"

    with ThreadPoolExecutor(PLACES + 2) as threads:
        done = threads.submit(lambda: server.get("/sign-on"))
        slow = [
            threads.submit(httpx.post, server.address + "/sign-on", content=slowly(), timeout=30)
            for _ in range(PLACES)
        ]
        assert done.result(30).status_code == 200
        assert {answer.result(30).status_code for answer in slow} == {403}


def test_who_does_not_read_keeps_no_place(server):
    """Asked for much and taking nothing, until the server has nowhere to put its answers."""
    ask = b"GET /sign-on HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 2000
    with ExitStack() as held:
        for _ in range(PLACES):
            line = held.enter_context(socket.socket())
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            line.connect(("127.0.0.1", server.port))
            line.sendall(ask)
        wait_for(lambda: server.get("/sign-on").status_code == 503, 60, "a full house")
        wait_for(lambda: server.get("/sign-on").status_code == 200, 30, "an end of patience")
