"""Who is on which table: assigned, pushed, relieved, and never at too many."""

from datetime import date

import pytest
from django.utils import timezone

from casino.lib.law import NotAllowed, Refused
from casino.models import Alert, Entry, Job
from casino.services.people import end_duty
from tables.models import Assignment
from tables.selectors.around import around_of
from tables.selectors.staff import on_duty_in
from tables.services import staff
from tests.cast import make_duty, make_person
from tests.inventory.cards import on_duty
from tests.tables import play
from tests.tables.floor import make_table

pytestmark = pytest.mark.django_db


def put(table, duty, role="dealer", by=None):
    by = by or on_duty(Job.PIT_BOSS)
    return staff.assign(number=str(table), duty=duty, role=role, by=by, now=timezone.now())


def newest(act):
    return Entry.objects.filter(act=act).order_by("position").last()


def at(table):
    rows = Assignment.objects.filter(table=table, until=None)
    return {row.role: row.duty.person.badge for row in rows}


def test_somebody_new_pushes_the_one_before():
    table, one, other = make_table(), make_duty(Job.DEALER, "D-1"), make_duty(Job.DEALER, "D-2")
    put(table, one)
    put(table, other)
    assert at(table) == {"dealer": "D-2"}
    assert newest("assign_staff").payload["pushed"] == ["D-1"]


def test_a_dealer_deals_at_one_table():
    one, other, dealer = make_table("HU-01"), make_table("HU-02"), make_duty(Job.DEALER)
    put(one, dealer)
    put(other, dealer)
    assert (at(one), at(other)) == ({}, {"dealer": dealer.person.badge})


def test_a_push_moves_the_dealers_on():
    tables = [make_table(f"HU-0{n}") for n in (1, 2, 3)]
    for n, table in enumerate(tables):
        put(table, make_duty(Job.DEALER, f"D-{n}"))
    staff.push(numbers=[t.number for t in tables], by=on_duty(Job.PIT_BOSS), now=timezone.now())
    assert [at(table)["dealer"] for table in tables] == ["D-2", "D-0", "D-1"]


def test_a_push_needs_two_tables_with_dealers():
    table = make_table()
    put(table, make_duty(Job.DEALER))
    for numbers in ([table.number], [table.number, "HU-99"]):
        with pytest.raises(Refused, match="two tables or more"):
            staff.push(numbers=numbers, by=on_duty(Job.PIT_BOSS), now=timezone.now())


def test_a_floorperson_watches_six_tables():
    floor = make_duty(Job.FLOORPERSON, "F-1")
    tables = [make_table(f"HU-0{n}") for n in range(1, 8)]
    for table in tables[:6]:
        put(table, floor, "floorperson")
    put(tables[0], floor, "floorperson")  # again: no more than before
    with pytest.raises(Refused, match="at most 6 tables"):
        put(tables[6], floor, "floorperson")


def test_nobody_without_a_licence_from_elsewhere_or_off_duty():
    table = make_table()
    make_person("D-9", Job.DEALER, licence_valid_until=date(2001, 1, 1))
    with pytest.raises(Refused, match="licence"):
        put(table, make_duty(Job.DEALER, "D-9"))
    with pytest.raises(Refused, match="not on duty in"):
        put(table, make_duty(Job.DEALER, "D-2", "pit-2"))
    gone = make_duty(Job.DEALER, "D-3")
    end_duty(duty=gone, now=timezone.now())
    with pytest.raises(Refused, match="not on duty in"):
        put(table, gone)
    with pytest.raises(Refused, match="does not work as"):
        put(table, make_duty(Job.FLOORPERSON, "F-3"))
    with pytest.raises(NotAllowed):
        put(table, make_duty(Job.DEALER, "D-4"), by=on_duty(Job.DEALER))


def test_who_goes_off_duty_is_relieved_and_the_pit_alarmed():
    table = play.opened_table()
    dealer = on_duty(Job.DEALER)
    end_duty(duty=dealer, now=timezone.now())
    assert around_of(table, timezone.now()).dealer == ""
    staff.relieve(newest("end_duty"), timezone.now())
    staff.relieve(newest("end_duty"), timezone.now())
    assert at(table) == {"floorperson": on_duty(Job.FLOORPERSON).person.badge}
    (alert,) = Alert.objects.filter(thing="table:HU-01")
    assert "Nobody deals at HU-01" in alert.words


def test_release_is_told():
    table = make_table()
    put(table, make_duty(Job.DEALER, "D-1"))
    staff.release(number="HU-01", role="dealer", by=on_duty(Job.PIT_BOSS), now=timezone.now())
    assert at(table) == {}
    assert Entry.objects.get(act="release_staff").payload["badge"] == "D-1"


def test_those_without_a_table_are_offered_first():
    table = make_table()
    put(table, make_duty(Job.DEALER, "D-1"))
    make_duty(Job.DEALER, "D-2")
    make_duty(Job.DEALER, "D-3", "pit-2")
    found = on_duty_in(table.pit_id, "dealer", timezone.now())
    assert [duty.person.badge for duty in found] == ["D-2", "D-1"]
