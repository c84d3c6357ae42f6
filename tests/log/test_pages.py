"""The log on the screen: filters, wording, paper."""

from datetime import UTC, datetime

import pytest
from django.db import transaction
from django.utils import timezone

from casino.lib.law import Refused
from casino.models import Job
from casino.services.log import record, record_refusal, seal_entries
from tests.cast import make_duty, make_person

pytestmark = pytest.mark.django_db


def wrote(act="unlock_person", **about):
    with transaction.atomic():
        return record(act, now=timezone.now(), **about)


def rows(page):
    return [entry.position for entry in page.context["entries"]]


@pytest.fixture
def reader(client_for):
    return client_for(Job.SURVEILLANCE)


def test_badge_finds_the_second_signature_too(reader):
    first, second = make_duty(Job.ADMINISTRATOR), make_duty(Job.SHIFT_MANAGER, badge="ABC-1")
    entry = wrote("grant_jobs", by=first, second=second)
    assert rows(reader.get("/log?badge=abc-1")) == [entry.position]


@pytest.mark.parametrize("spelling", ["person:1001", "Person 1001", "person 1001"])
def test_thing_is_found_as_the_page_words_it(reader, spelling):
    entry = wrote(by=None, thing="person:1001")
    wrote(by=None, thing="person:1002")
    assert rows(reader.get("/log", {"thing": spelling})) == [entry.position]


def test_refusal_is_not_worded_as_done(reader):
    duty = make_duty(Job.ADMINISTRATOR)
    record_refusal(Refused("no"), "grant_jobs", by=duty, now=timezone.now())
    page = reader.get("/log").content.decode()
    assert "was refused: grant jobs" in page
    assert "granted jobs</a>" not in page


def test_printed_part_says_what_it_is_part_of(reader):
    page = reader.get("/log?refused=on&badge=1004").content.decode()
    assert "Only: Badge 1004, Refusals only" in page


def test_older_entries_come_by_cursor_and_cost_the_same(reader, django_assert_max_num_queries):
    for _ in range(60):
        wrote(by=make_person(f"P-{timezone.now().timestamp():.6f}"[-10:].replace(".", "-")))
    with django_assert_max_num_queries(10):
        first = reader.get("/log")
    rest = reader.get("/log" + first.context["older"])
    assert len(rows(first)) == 50
    assert not set(rows(first)) & set(rows(rest))


@pytest.mark.parametrize("query", ["day=2026-13-01", "before=0", f"before={2**70}", "act=dance"])
def test_bad_filter_is_answered_not_broken(reader, query):
    assert reader.get(f"/log?{query}").status_code == 400


@pytest.mark.parametrize(
    "path", ["/log/999", f"/log/{2**70}", "/log/days/2026-02-31", "/log/days/0000-00-00"]
)
def test_what_is_not_there_is_not_found(reader, path):
    assert reader.get(path).status_code == 404


def test_api_answers_in_its_one_shape_even_where_there_is_nothing(reader):
    answer = reader.get("/api/v1/nothing")
    assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")
    assert reader.post("/api/v1/feed").status_code == 405


@pytest.mark.django_db(transaction=True)
def test_head_of_a_day_can_be_taken_outside_and_is_kept(reader, settings):
    wrote(by=None)
    sealed = seal_entries(now=datetime(2026, 11, 18, 4, 0, tzinfo=UTC))
    page = reader.get("/log/days/2026-11-17")
    assert sealed.head in page.content.decode()
    export = reader.get("/log/days/2026-11-17.json")
    assert export.json()["head"] == sealed.head
    assert len(rows(reader.get("/log?act=export_head"))) == 1
