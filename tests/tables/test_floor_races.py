"""Two people at one floor."""

import pytest
from django.utils import timezone

from casino.lib.law import Refused
from casino.models import Entry, Job
from tables.models import Table
from tables.rules.map import Place
from tables.services import floor
from tables.services.floor import Facts, Move
from tests.cast import make_duty, make_pit
from tests.people.test_races import at_once
from tests.tables.floor import make_table, manager

pytestmark = pytest.mark.django_db(transaction=True)


def test_one_number_is_added_once():
    by, second, pit = manager(), make_duty(Job.PIT_BOSS), make_pit()
    facts = Facts("heads_up_holdem", 6, "manual_shoe")

    def add(_):
        now = timezone.now()
        return floor.add_table(number="HU-01", pit=pit, facts=facts, by=by, second=second, now=now)

    answers = at_once(4, add)
    assert sum(isinstance(answer, Refused) for answer in answers) == 3
    assert Table.objects.count() == 1
    assert Entry.objects.filter(act="add_table", refused=False).count() == 1


def test_two_who_arrange_the_same_table_do_not_undo_each_other():
    make_table("HU-01"), make_table("HU-02")
    by = manager()

    def arrange(number):
        to = Place(10 + number, 10)
        moves = {
            name: Move(Place(0, 0), to) for name in ("HU-02", "HU-01")[:: 1 - 2 * (number % 2)]
        }
        return floor.arrange(moves=moves, by=by, now=timezone.now())

    answers = at_once(4, arrange)
    assert sum(isinstance(answer, Refused) for answer in answers) == 3
    assert len(set(Table.objects.values_list("x", "y"))) == 1


def test_a_table_that_opens_is_not_retired_meanwhile():
    table, by, second = make_table(), manager(), make_duty(Job.PIT_BOSS)

    def work(number):
        now = timezone.now()
        if number:
            return Table.objects.filter(pk=table.pk, retired_at=None).update(phase="opening")
        return floor.retire_table(number="HU-01", reason="Old", by=by, second=second, now=now)

    answers = at_once(2, work)
    kept = Table.objects.get()
    assert (kept.phase, bool(kept.retired_at)) in (("opening", False), ("closed", True)), answers
