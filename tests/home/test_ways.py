"""Where a request may lead, and what may be asked for."""

import pytest

from casino.models import Job

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "bad", ["abc", "person", "people", "?x", "\ufffd", "", "//x.example", "/\\x.example"]
)
def test_a_place_that_is_none_of_ours_leads_home(client, bad):
    answer = client.post("/appearance", {"theme": "dark", "next": bad})
    assert (answer.status_code, answer.url) == (302, "/")


def test_appearance_leads_back(client):
    assert client.post("/appearance", {"next": "/people?q=x"}).url == "/people?q=x"


@pytest.mark.parametrize("bad", ["\x00", "a\x00b"])
def test_what_nobody_can_type_is_turned_away(client_for, bad):
    client = client_for(Job.SHIFT_MANAGER)
    assert client.get("/search", {"q": bad}).status_code == 400
    assert client.post("/appearance", {"theme": "dark", "next": bad}).status_code == 400


def test_what_is_too_long_to_be_searched_for_finds_nothing(client_for):
    answer = client_for(Job.SHIFT_MANAGER).get("/search", {"q": "x" * 81})
    assert (answer.status_code, answer.context["groups"]) == (200, [])


def test_people_are_found_without_the_spaces_around(client_for):
    client = client_for(Job.SHIFT_MANAGER)
    name = client.duty.person.name
    groups = client.get("/search", {"q": f" {name} "}).context["groups"]
    assert groups[0]["results"][0]["title"] == name
