"""Where a request may lead, and what may be asked for."""

import pytest

from casino.models import Job

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "bad", ["abc", "person", "people", "?x", "\ufffd", "", "//x.example", "/\\x.example", "\x00"]
)
def test_a_place_that_is_none_of_ours_leads_home(client, bad):
    answer = client.post("/appearance", {"theme": "dark", "next": bad})
    assert (answer.status_code, answer.url) == (302, "/")


def test_appearance_leads_back(client):
    assert client.post("/appearance", {"next": "/people?q=x"}).url == "/people?q=x"


@pytest.mark.parametrize("bad", ["\x00", "a\x00b", "x" * 81])
def test_what_cannot_be_searched_for_finds_nothing(client_for, bad):
    answer = client_for(Job.SHIFT_MANAGER).get("/search", {"q": bad})
    assert (answer.status_code, answer.context["groups"]) == (200, [])


def test_people_are_found_without_the_spaces_around(client_for):
    client = client_for(Job.SHIFT_MANAGER)
    name = client.duty.person.name
    groups = client.get("/search", {"q": f" {name} "}).context["groups"]
    assert groups[0]["results"][0]["title"] == name
