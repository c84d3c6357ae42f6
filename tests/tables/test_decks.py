"""Decks and tables know of each other, whichever door moves a deck."""

import pytest
from django.utils import timezone

from casino.lib.law import Refused
from casino.models import Job
from inventory.services.custody import Order, move
from inventory.services.devices import Step, move_device
from tables.models import TableEvent
from tests.inventory.cards import do, make_lot, on_duty
from tests.tables import play
from tests.tables.floor import make_table
from tests.tables.play import deed, fresh

pytestmark = pytest.mark.django_db


def test_a_deck_that_comes_and_goes_is_in_the_history_of_its_table():
    table = play.table_to_open()
    code = play.bring(table)
    do("remove", code, reason="damaged")
    events = TableEvent.objects.filter(table=table, do__in=("bring_deck", "take_deck"))
    acts = [event.entry.act for event in events.order_by("index")]
    assert acts == ["deck_deliver", "deck_remove"]
    assert fresh(table).fold.decks == ()


def test_where_there_are_no_tables_a_name_will_do():
    code = make_lot().decks.first().code
    do("issue", code)
    do("deliver", code)
    assert play.deck_at(code).table == "HU-01"


def test_once_there_is_a_table_no_other_name_will():
    make_table("DD-01", "deuce_of_the_dragon")
    code = make_lot().decks.first().code
    do("issue", code)
    with pytest.raises(Refused, match="There is no table HU-01"):
        do("deliver", code)


def test_a_deck_from_before_the_table_was_set_up_can_leave():
    code = make_lot().decks.first().code
    do("issue", code)
    do("deliver", code)
    table = make_table("HU-01")
    do("remove", code, reason="scheduled_change")
    assert fresh(table).length == 0


@pytest.mark.parametrize("phase", ["closed", "closing"])
def test_a_table_that_is_not_at_work_takes_no_deck(phase):
    table = play.table_to_open()
    code = play.issue(table)
    if phase == "closed":
        table = make_table("HU-02")
    else:
        deed(table, "begin_close", reason="order")
    with pytest.raises(Refused, match="takes no decks"):
        do("deliver", code, to=table.number, method="manual_shoe")


def test_a_deck_of_another_kind_or_colour_is_refused_by_the_clause_of_the_game():
    table = play.table_to_open("HU-01", method="hand")
    play.deliver(table, play.issue(table))
    dragon = make_lot(invoice="X", kind="dragon", back="gold", singles=1, invoiced_singles=1)
    same = make_lot(invoice="Y", singles=1, invoiced_singles=1)
    for lot, place in ((dragon, "13:69F-39.2(b)1"), (same, "13:69F-39.2(b)2")):
        code = lot.decks.get().code
        do("issue", code)
        with pytest.raises(Refused) as refused:
            do("deliver", code, to="HU-01", method="hand")
        assert str(refused.value.clause) == f"heads_up_holdem {place}"


def test_a_second_shoe_is_refused_by_the_clause_of_the_game():
    table = play.table_to_open("DD-01", "deuce_of_the_dragon")
    serial = play.register("SPARE", "drop_box")
    step = Step("fix", serial, table=table.number, side="left")
    with pytest.raises(Refused) as refused:
        move_device(step, by=on_duty(Job.FLOORPERSON), now=timezone.now())
    assert str(refused.value.clause) == "deuce_of_the_dragon 13:69E-1.13AA(d)"


def test_one_deck_is_not_dealt_otherwise_than_its_table():
    table = play.opened_table()
    (code,) = play.decks_of(table)
    order = Order("deal_from", [code], facts={"method": "hand"})
    with pytest.raises(Refused, match="manual shoe"):
        move(order, by=on_duty(Job.FLOORPERSON), now=timezone.now())


def test_no_deck_is_put_in_play_past_its_table():
    table = play.table_to_open()
    code = play.bring(table)
    with pytest.raises(Refused, match="was seen by 0 of 1"):
        do("play", code)
    play.show(table, code)
    do("play", code)
    assert play.deck_at(code).stage == "in_play"
