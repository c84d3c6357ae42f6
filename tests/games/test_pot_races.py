"""A pot and many people at once, each with a connection of their own; with and without the lock."""

import pytest
from django.db import IntegrityError
from django.utils import timezone

from casino.lib.law import Refused
from casino.models import Job
from games.models import PotDifference, PotLine, Round
from games.selectors.pots import whole_proof
from games.services.opening import open_round
from tables.models import Table
from tests.games.pots import play_round
from tests.games.test_pots import opened, report, settle
from tests.inventory.cards import on_duty
from tests.people.test_races import at_once
from tests.tables.play import fresh

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def unlocked(monkeypatch):
    """Tables as they would be without the lock at the top of each service."""

    def plain(numbers):
        return list(Table.objects.select_related("pit").filter(number__in=[*numbers]))

    monkeypatch.setattr("tables.selectors.floor.locked_tables", plain)


def pot():
    table = opened()
    play_round(table)
    for job in (Job.FLOORPERSON, Job.DEALER, Job.SHIFT_MANAGER, Job.ACCOUNTANT):
        on_duty(job)
    return table


def tried(work, *args):
    try:
        return work(*args)
    except (IntegrityError, Refused) as error:
        return error


def done(answers, kind):
    return [answer for answer in answers if isinstance(answer, kind)]


def test_one_difference_is_reported_whoever_is_quicker():
    table = pot()
    answers = at_once(4, lambda number: tried(report, table, 900 + number))
    assert len(done(answers, PotDifference)) == 1
    assert len(done(answers, Refused)) == 3
    assert fresh(table).fold.pot_found == PotDifference.objects.get().counted_cents


def test_without_the_lock_only_the_database_says_no(unlocked):
    table = pot()
    answers = at_once(4, lambda number: tried(report, table, 900 + number))
    assert len(done(answers, PotDifference)) == PotDifference.objects.count() == 1


def test_one_difference_is_settled_once():
    table = pot()
    report(table, 900)
    answers = at_once(4, lambda number: tried(settle, table))
    assert len(done(answers, PotDifference)) == 1
    assert PotLine.objects.filter(kind="difference").count() == 1
    assert whole_proof(fresh(table)).holds


def test_a_round_is_not_opened_over_a_difference_that_is_being_reported():
    """Either the round is first, and the count waits for its end; or the report, and no round."""
    table, dealer = pot(), on_duty(Job.DEALER)

    def work(number):
        if number:
            return tried(report, table, 900)
        try:
            return open_round(table="DD-01", by=dealer, now=timezone.now(), key="k-1")
        except Refused as refusal:
            return refusal

    answers = at_once(2, work)
    assert len(done(answers, Refused)) == 1
    is_playing = Round.objects.filter(status="open").exists()
    assert is_playing != PotDifference.objects.exists()
