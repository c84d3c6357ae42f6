"""The feed never skips an entry, whatever order the writers commit in."""

import random
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction
from django.utils import timezone

from casino.models import Entry, Job
from casino.selectors.log import feed, feed_end
from casino.services.log import record

pytestmark = pytest.mark.django_db(transaction=True)


def write(note, *, holding=None, written=None):
    """Record one entry; say when it is written, and commit only when told."""
    try:
        with transaction.atomic():
            record("sign_on", by=None, now=timezone.now(), note=note)
            if written:
                written.set()
            if holding:
                assert holding.wait(30)
    finally:
        connection.close()


def notes(entries):
    return [entry.payload["note"] for entry in entries]


def test_entry_committed_late_is_still_given():
    written, go = threading.Event(), threading.Event()
    with ThreadPoolExecutor() as pool:
        slow = pool.submit(write, "slow", holding=go, written=written)
        assert written.wait(30)
        pool.submit(write, "quick").result()
        first = feed(after=0)
        cursor = first[-1].position if first else 0
        go.set()
        slow.result()
    assert notes(first) == []
    assert notes(feed(after=cursor)) == ["slow", "quick"]


def test_reading_by_committed_order_alone_would_have_skipped():
    """The same race without the horizon: the guard is what saves the slow entry."""
    written, go = threading.Event(), threading.Event()
    with ThreadPoolExecutor() as pool:
        slow = pool.submit(write, "slow", holding=go, written=written)
        assert written.wait(30)
        pool.submit(write, "quick").result()
        seen = list(Entry.objects.order_by("position"))
        go.set()
        slow.result()
    missed = Entry.objects.filter(position__gt=seen[-1].position)
    assert (notes(seen), notes(missed)) == (["quick"], [])


def test_many_writers_and_a_reader_lose_and_double_nothing():
    chance, got, done = random.Random(7), [], threading.Event()
    gates = [threading.Event() for _ in range(60)]

    def read():
        cursor = 0
        while True:
            last_look = done.is_set()
            for entry in feed(after=cursor, limit=7):
                got.append(entry.payload["note"])
                cursor = entry.position
            if last_look and cursor == feed_end():
                connection.close()
                return

    with ThreadPoolExecutor(70) as pool:
        reader = pool.submit(read)
        ready = [threading.Event() for _ in gates]
        batches = [range(start, start + 12) for start in range(0, 60, 12)]
        for batch in batches:
            writers = [pool.submit(write, i, holding=gates[i], written=ready[i]) for i in batch]
            assert all(ready[i].wait(30) for i in batch)
            for i in chance.sample(batch, len(batch)):
                gates[i].set()
            for writer in writers:
                writer.result()
        done.set()
        reader.result()
    assert sorted(got) == list(range(60))


def test_order_within_a_transaction_is_the_order_of_writing():
    with transaction.atomic():
        for note in range(5):
            record("sign_on", by=None, now=timezone.now(), note=note)
    assert notes(feed(after=0)) == [0, 1, 2, 3, 4]


def test_rolled_back_savepoint_leaves_no_trace_and_no_clash():
    with transaction.atomic():
        record("sign_on", by=None, now=timezone.now(), note="kept")
        mark = transaction.savepoint()
        record("sign_on", by=None, now=timezone.now(), note="undone")
        transaction.savepoint_rollback(mark)
        record("sign_on", by=None, now=timezone.now(), note="after")
    assert notes(feed(after=0)) == ["kept", "after"]


def test_entry_outside_a_transaction_is_a_programmers_error():
    with pytest.raises(AssertionError):
        record("sign_on", by=None, now=timezone.now())


class TestApi:
    def test_pages_by_cursor(self, client_for):
        for note in range(5):
            write(note)
        client = client_for(Job.SURVEILLANCE)
        first = client.get("/api/v1/feed?limit=3").json()
        rest = client.get(f"/api/v1/feed?after={first['next']}").json()
        assert [e["payload"]["note"] for e in first["entries"] + rest["entries"]] == [*range(5)]
        assert client.get(f"/api/v1/feed?after={rest['next']}").json()["entries"] == []

    @pytest.mark.parametrize("query", ["after=-1", "after=x", "after=1e3", "limit=0", "limit=1001"])
    def test_bad_query_is_answered_with_the_field(self, client_for, query):
        answer = client_for(Job.SURVEILLANCE).get(f"/api/v1/feed?{query}")
        assert answer.status_code == 400
        assert query.split("=")[0] in answer.json()["error"]["fields"]

    def test_cursor_ahead_of_the_log_is_refused(self, client_for):
        write("only one")
        answer = client_for(Job.SURVEILLANCE).get(f"/api/v1/feed?after={2**62}")
        assert answer.status_code == 409
        assert "ahead of this log" in answer.json()["error"]["message"]

    def test_pit_boss_reads_own_pit_and_still_moves_on(self, client_for):
        client = client_for(Job.PIT_BOSS)
        write("house")
        with transaction.atomic():
            record("sign_on", by=client.duty, now=timezone.now(), note="pit")
        write("house again")
        answer = client.get("/api/v1/feed").json()
        assert [e["payload"]["note"] for e in answer["entries"]] == ["pit"]
        assert answer["next"] == feed_end()

    def test_dealer_is_refused_with_clause_and_remedy(self, client_for):
        answer = client_for(Job.DEALER).get("/api/v1/feed")
        error = answer.json()["error"]
        assert (answer.status_code, error["clause"]) == (403, "13:69D-1.11(b)")
        assert "surveillance" in error["remedy"]
        assert Entry.objects.get(refused=True).act == "read_log"

    def test_anonymous_is_asked_to_sign_on(self, client):
        assert client.get("/api/v1/feed").status_code == 401
