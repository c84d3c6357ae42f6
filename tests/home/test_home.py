"""The first page, and what stands around every page."""

import pytest
from django.db import transaction
from django.utils import timezone

from casino.models import Alert, Job
from casino.services.alerts import raise_alert
from casino.services.log import record, seal_entries

pytestmark = pytest.mark.django_db


def jam():
    return raise_alert(need=Alert.Need.NOW, words="Shuffler jam", now=timezone.now())


def test_home_shows_what_needs_somebody(client_for):
    client, alert = client_for(Job.SHIFT_MANAGER), jam()
    page = client.get("/").content.decode()
    assert "Nothing needs you" not in page
    assert "Shuffler jam" in page
    assert f"/alerts/{alert.pk}/acknowledge" in page


def test_home_of_those_who_watch_offers_no_acknowledging(client_for):
    jam()
    page = client_for(Job.SURVEILLANCE).get("/").content.decode()
    assert "Shuffler jam" in page
    assert "Acknowledge" not in page


def test_home_says_when_nothing_needs_anybody(client_for):
    assert b"Nothing needs you now" in client_for(Job.SHIFT_MANAGER).get("/").content


def test_help_is_in_the_menu_of_the_person(client_for):
    page = client_for(Job.DEALER).get("/").content.decode()
    assert "Help</a>" in page.split('id="person-menu"')[1].split("</section>")[0]


def test_misshapen_filter_is_not_taken_for_an_empty_log(client_for):
    page = client_for(Job.SHIFT_MANAGER).get("/log?day=soon").content.decode()
    assert "Enter a valid date" in page
    assert "Not looked up" in page
    assert "Nothing like that" not in page


@pytest.mark.django_db(transaction=True)
def test_head_of_a_day_that_goes_on_is_marked(client_for):
    client = client_for(Job.ACCOUNTANT)
    jam()
    seal = seal_entries(now=timezone.now())
    page = client.get(f"/log/days/{seal.gaming_day}").content.decode()
    assert "its head will change" in page


def test_latest_entries_say_whom_they_are_about(client_for):
    with transaction.atomic():
        record("lock_out", by=None, now=timezone.now(), thing="person:4711")
    assert "Person 4711" in client_for(Job.SHIFT_MANAGER).get("/").content.decode()
