"""The log names a round as people do: by its table and the table's own number of it."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.models import Entry, Job
from games.selectors.names import names_of
from tests.games.replays import played
from tests.tables.play import opened_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def row(db):
    return played(opened_table("HU-01"))


@pytest.fixture
def watch(client_for):
    return client_for(Job.SURVEILLANCE)


def test_its_entries_name_it_wherever_they_are_told(row, watch):
    entry = Entry.objects.filter(thing=row.thing).order_by("position").last()
    for path in ("/", "/log", f"/log/{entry.position}"):
        page = watch.get(path).content.decode()
        assert "HU-01 round 1" in page, path
        assert f"Round {row.pk}<" not in page, path
    assert f'<a href="/rounds/{row.pk}">HU-01 round 1</a>' in watch.get("/log").content.decode()


@pytest.mark.parametrize("spelling", ["{0.thing}", "HU-01 round 1", "hu-01 Round 1"])
def test_it_is_found_as_the_page_words_it(row, watch, spelling):
    found = watch.get("/log", {"thing": spelling.format(row)}).context["entries"]
    assert {entry.thing for entry in found} == {row.thing}
    assert not watch.get("/log", {"thing": "HU-01 round 2"}).context["entries"]


def test_all_are_named_by_one_query(row, watch):
    played(opened_table("HU-02"))
    watch.get("/log")
    with CaptureQueriesContext(connection) as asked:
        page = watch.get("/log").content.decode()
    assert "HU-01 round 1" in page
    assert "HU-02 round 1" in page
    assert sum('FROM "games_round"' in one["sql"] for one in asked) == 1


def test_a_round_that_cannot_be_is_not_looked_for(django_assert_num_queries):
    """Somebody asked for it: a number beyond all rounds would have every round compared with it."""
    with django_assert_num_queries(1) as asked:
        assert names_of(["7", "9" * 30]) == {}
    assert "9" * 30 not in asked.captured_queries[0]["sql"]
