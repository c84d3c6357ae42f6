"""Many at one table at once, each with a connection of their own; with and without the lock."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from casino.lib.law import Refused
from casino.models import Duty, Job
from inventory.services import watch
from tables.models import Assignment, Sitting, Table, TableEvent
from tables.services import seats, staff
from tests.cast import make_duty
from tests.inventory.cards import do, on_duty
from tests.people.test_races import at_once
from tests.tables import play
from tests.tables.floor import make_table
from tests.tables.play import deed, fresh

pytestmark = pytest.mark.django_db(transaction=True)


def refusals(answers):
    return [answer for answer in answers if isinstance(answer, Refused)]


@pytest.fixture
def unlocked(monkeypatch):
    """Tables as they would be without the lock at the top of each service."""

    def plain(numbers):
        return list(Table.objects.select_related("pit").filter(number__in=[*numbers]))

    for module in ("tables.selectors.floor", "tables.services.decks"):
        monkeypatch.setattr(f"{module}.locked_tables", plain)


def sit_at_once(count):
    table, by = play.table_to_open(), on_duty(Job.DEALER)

    def sit(number):
        try:
            return seats.sit(number=table.number, seat=5, by=by, now=timezone.now())
        except IntegrityError as error:
            return error

    return at_once(count, sit)


def test_two_people_seat_one_position_once():
    answers = sit_at_once(4)
    assert len(refusals(answers)) == 3
    assert all("taken" in str(refusal) for refusal in refusals(answers))
    assert Sitting.objects.filter(seat=5, left_at=None).count() == 1


def test_without_the_lock_only_the_database_says_no(unlocked):
    answers = sit_at_once(8)
    assert Sitting.objects.filter(seat=5, left_at=None).count() == 1
    assert sum(isinstance(answer, Sitting) for answer in answers) == 1


def open_and_remove():
    """One opens the table while another takes its only deck away."""
    table = play.table_to_open()
    code = play.bring(table)
    play.show(table, code)
    on_duty(Job.FLOORPERSON)

    def work(number):
        return do("remove", code, reason="damaged") if number else deed(table, "open")

    return fresh(table), at_once(2, work)


def test_a_table_does_not_open_with_a_deck_that_is_being_removed():
    table, answers = open_and_remove()
    opened, removed = answers
    after = fresh(table)
    assert not isinstance(removed, Refused)
    assert after.fold.decks == ()
    assert (after.phase == "opening") == isinstance(opened, Refused)
    indices = TableEvent.objects.filter(table=table).order_by("index")
    assert list(indices.values_list("index", flat=True)) == list(range(after.length))


def test_without_the_lock_two_events_want_one_place(unlocked, monkeypatch):
    """Both read the same length: what the lock prevents, the constraint at least finds."""
    table = play.table_to_open()
    one, other = fresh(table), fresh(table)
    event = TableEvent.objects.filter(table=table).last()

    def write(row):
        with transaction.atomic():
            TableEvent.objects.create(table=row, index=row.length, do="wash", entry=event.entry)

    write(one)
    with pytest.raises(IntegrityError):
        write(other)


def test_of_two_decks_delivered_at_once_one_arrives():
    table = play.table_to_open()
    codes = [play.issue(table, back) for back in ("red", "blue")]
    method = {"to": table.number, "method": "manual_shoe"}
    answers = at_once(2, lambda number: do("deliver", codes[number], **method))
    (refusal,) = refusals(answers)
    assert refusal.clause.place == "13:69F-39.2(b)"
    assert len(fresh(table).fold.decks) == 1


def test_without_any_lock_both_may_arrive(unlocked, monkeypatch):
    """The rule alone cannot know: each delivery sees a table without a deck."""
    from inventory.services import custody

    table = play.table_to_open()
    codes = [play.issue(table, back) for back in ("red", "blue")]
    monkeypatch.setattr(custody, "lock_tables", lambda tables: None)
    gate = play.gate(2)
    real = custody.refuse_second_deck

    def asked_together(number, coming):
        real(number, coming)
        gate()

    monkeypatch.setattr(custody, "refuse_second_deck", asked_together)
    method = {"to": table.number, "method": "manual_shoe"}

    def deliver(number):
        try:
            return do("deliver", codes[number], **method)
        except IntegrityError as error:
            return error

    answers = at_once(2, deliver)
    assert not refusals(answers)  # neither was told of the other


def test_two_give_one_floorperson_the_last_table():
    floor = make_duty(Job.FLOORPERSON, "F-9")
    tables = [make_table(f"HU-0{n}") for n in range(1, 9)]
    by = on_duty(Job.PIT_BOSS)

    def give(table):
        duty = Duty.objects.get(pk=floor.pk)
        role = "floorperson"
        return staff.assign(number=table.number, duty=duty, role=role, by=by, now=timezone.now())

    for table in tables[:5]:
        give(table)
    answers = at_once(3, lambda number: give(tables[5 + number]))
    assert len(refusals(answers)) == 2
    assert Assignment.objects.filter(duty=floor, until=None).count() == 6


def test_the_card_room_waits_for_tables_before_decks():
    assert [type(one).__name__ for one in watch.WATCHES] == ["TablesFollowDecks"]
