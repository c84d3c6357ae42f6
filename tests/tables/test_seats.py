"""Patrons at a table."""

import pytest
from django.utils import timezone

from casino.lib.law import NotAllowed, Refused
from casino.models import Alert, Entry, Job
from tables.models import Sitting
from tables.services import seats
from tests.inventory.cards import on_duty
from tests.tables import play
from tests.tables.floor import make_table

pytestmark = pytest.mark.django_db


def by(job=Job.DEALER, **more):
    return {"by": on_duty(job), "now": timezone.now(), **more}


def remove(table, seat=1, why="collusion", second=Job.PIT_BOSS):
    other = on_duty(second) if second else None
    given = by(Job.FLOORPERSON, number=table.number, seat=seat, why=why, second=other)
    return seats.remove_player(**given)


def test_a_patron_is_anonymous_unless_they_say_who_they_are():
    table = play.table_to_open()
    assert Sitting.objects.get(seat=1).patron == ""
    seats.sit(**by(number=table.number, seat=3, patron="Ms Known"))
    assert Sitting.objects.get(seat=3).patron == "Ms Known"
    assert "Known" not in str(Entry.objects.filter(act="seat_player").last().payload)


def test_one_patron_a_position():
    table = play.table_to_open()
    with pytest.raises(Refused, match="taken") as refused:
        seats.sit(**by(number=table.number, seat=1))
    assert refused.value.clause.place == "13:69E-1.13Z(a)"
    with pytest.raises(Refused, match="positions 1 to 6"):
        seats.sit(**by(number=table.number, seat=7))


def test_nobody_sits_at_a_closed_table():
    table = make_table()
    with pytest.raises(Refused, match="is closed"):
        seats.sit(**by(number=table.number, seat=1))


def test_who_leaves_frees_the_position():
    table = play.table_to_open()
    seats.leave(**by(number=table.number, seat=1))
    seats.sit(**by(number=table.number, seat=1))
    with pytest.raises(Refused, match="Nobody sits"):
        seats.leave(**by(number=table.number, seat=5))


def test_a_removal_takes_two_people_and_a_reason():
    table = play.opened_table("DD-01", "deuce_of_the_dragon")
    with pytest.raises(Refused, match="two people"):
        remove(table, second=None)
    with pytest.raises(Refused, match="Say why"):
        remove(table, why="dislike")
    with pytest.raises(Refused, match="who may sign"):
        remove(table, second=Job.DEALER)
    given = by(number="DD-01", seat=1, why="collusion", second=on_duty(Job.PIT_BOSS))
    with pytest.raises(NotAllowed):
        seats.remove_player(**given)


@pytest.mark.clause("deuce_of_the_dragon", "13:69F-41.11(b)")
def test_a_player_is_removed_even_in_a_round_and_the_notice_is_drafted():
    table = play.opened_table("DD-01", "deuce_of_the_dragon")
    table.in_round = [1, 2]
    table.save()
    gone = remove(table)
    assert "Helping another player".lower() in gone.notice
    entry = Entry.objects.get(act="remove_player")
    assert entry.clause == "deuce_of_the_dragon 13:69F-41.11(b)"
    assert entry.payload["broken"] == "deuce_of_the_dragon 13:69F-41.11(a)"
    seats.alert_of_removal(entry, timezone.now())
    assert Alert.objects.get().words == "DD-01: tell the Division that a player was removed"


def test_once_the_division_was_told_the_alert_is_taken_back():
    table = play.opened_table()
    gone = remove(table, why="hiding")
    seats.alert_of_removal(Entry.objects.get(act="remove_player"), timezone.now())
    with pytest.raises(Refused, match="reference is missing"):
        seats.tell_division(**by(Job.PIT_BOSS, sitting=gone.pk, reference=" "))
    seats.tell_division(**by(Job.PIT_BOSS, sitting=gone.pk, reference="Agent Lee"))
    assert not Alert.objects.filter(acknowledged_at=None).exists()
    with pytest.raises(Refused, match="already"):
        seats.tell_division(**by(Job.PIT_BOSS, sitting=gone.pk, reference="Agent Lee"))


def test_of_mere_disorder_the_division_need_not_hear():
    table = play.opened_table()
    gone = remove(table, why="disorder")
    seats.alert_of_removal(Entry.objects.get(act="remove_player"), timezone.now())
    assert (gone.notice, Alert.objects.count()) == ("", 0)
    with pytest.raises(Refused, match="no such removal"):
        seats.tell_division(**by(Job.PIT_BOSS, sitting=gone.pk, reference="x"))
