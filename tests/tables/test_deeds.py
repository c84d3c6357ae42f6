"""Carrying out deeds: event, row and log together, refusals kept, nobody past the rules."""

import pytest
from django.utils import timezone

from casino.lib.law import NotAllowed, Outdated, Refused
from casino.models import Entry, Job
from casino.policy import ACTS
from tables.models import TableEvent
from tables.rules.opening import RULES
from tables.selectors.around import arounds
from tables.selectors.ready import ready_for_round
from tables.services import bulk
from tables.services.deeds import Order, carry_out
from tests.cast import make_duty
from tests.inventory.cards import do, on_duty
from tests.tables import play
from tests.tables.floor import make_table, ready_table
from tests.tables.play import deed, fresh

pytestmark = pytest.mark.django_db


def test_event_row_and_entry_are_written_together():
    table = play.table_to_open()
    events = TableEvent.objects.filter(table=table)
    assert [e.index for e in events.order_by("index")] == list(range(table.length))
    entry = events.get(do="count_opener").entry
    assert (entry.act, entry.table, entry.thing) == ("table_count_opener", "HU-01", "table:HU-01")
    assert entry.payload["facts"] == {"cents": 2_400_000}
    assert entry.second_person == on_duty(Job.FLOORPERSON).person


def test_entries_cite_the_clause_of_the_game():
    play.opened_table("DD-01", "deuce_of_the_dragon")
    clauses = dict(Entry.objects.filter(act__startswith="table_").values_list("act", "clause"))
    assert clauses["table_spread"] == "deuce_of_the_dragon 13:69F-41.3(b)"
    assert clauses["table_wash"] == "deuce_of_the_dragon 13:69F-41.3(c)"


@pytest.mark.parametrize("name", [do for do, rule in RULES.items() if not rule.follows])
def test_every_deed_has_its_act(name):
    assert f"table_{name}" in ACTS
    assert bool(ACTS[f"table_{name}"].second) == RULES[name].takes_two


def test_nobody_of_another_pit_verifies_the_opener():
    table = ready_table()
    play.man(table)
    play.equip(table, "manual_shoe")
    play.begin(table)
    stranger = make_duty(Job.FLOORPERSON, "1077", pit="pit-2")
    order = Order("count_opener", table.number, {"cents": 2_400_000})
    with pytest.raises(Refused, match="not in Pit 1"):
        carry_out(order, by=on_duty(Job.DEALER), second=stranger, now=timezone.now())


@pytest.mark.parametrize("name", ["bring_deck", "take_deck", "dance"])
def test_decks_come_by_their_own_movements(name):
    table = play.table_to_open()
    with pytest.raises(Refused, match="nothing called"):
        deed(table, name, deck="D00000018", back="red")
    assert not Entry.objects.filter(refused=True).exists()


def test_refusals_are_kept_with_their_clause():
    table = ready_table()
    with pytest.raises(Refused):
        deed(table, "begin", method="manual_shoe")
    entry = Entry.objects.get(refused=True)
    assert (entry.act, entry.clause) == ("table_begin", "13:69D-1.12(a)1")
    assert fresh(table).length == 0


def test_an_old_page_is_told_so_and_nothing_is_kept():
    table = play.opened_table()
    order = Order("go_idle", table.number, seen=table.length - 1)
    with pytest.raises(Outdated, match="quicker"):
        carry_out(order, by=on_duty(Job.DEALER), now=timezone.now())
    assert not Entry.objects.filter(act="table_go_idle").exists()


def test_people_of_another_pit_and_other_jobs_are_refused():
    table = play.opened_table()
    stranger = make_duty(Job.FLOORPERSON, "F-2", "pit-2")
    order = Order("begin_close", table.number, {"reason": "order"})
    for by in (stranger, on_duty(Job.DEALER)):
        with pytest.raises(NotAllowed):
            carry_out(order, by=by, now=timezone.now())


def test_retired_and_unknown_tables_do_nothing():
    table = make_table(retired_at=timezone.now())
    for number in (table.number, "ZZ-9"):
        with pytest.raises(Refused, match="There is no table"):
            deed(number, "begin", method="hand")


def test_surveillance_may_stop_a_table_but_not_let_it_go_on():
    table = play.opened_table()
    deed(table, "pause", Job.SURVEILLANCE, reason="security")
    with pytest.raises(NotAllowed):
        deed(table, "continue", Job.SURVEILLANCE, note="Fine")


# -- what follows a deed


def test_devices_are_inspected_and_locked_away_all_at_once():
    from inventory.models import Device

    table = play.opened_table()
    assert Device.objects.get(what="manual_shoe").inspected_at
    play.close(table)
    stages = dict(Device.objects.values_list("what", "stage"))
    assert stages == {"drop_box": "fixed", "tip_box": "fixed", "manual_shoe": "locked"}


def test_a_shoe_that_was_only_taken_off_keeps_the_table_from_closing():
    from inventory.services.devices import Step, move_device

    table = play.opened_table()
    deed(table, "begin_close", reason="order")
    take_off = Step("take_off", "HU-01-MANUAL-SHOE")
    move_device(take_off, by=on_duty(Job.FLOORPERSON), now=timezone.now())
    lacks = {need.name for need in play.work(table).needs() if not need.is_done}
    assert "devices" in lacks
    deed(table, "lock_devices")
    lacks = {need.name for need in play.work(table).needs() if not need.is_done}
    assert "devices" not in lacks


def test_a_deck_that_is_changed_in_play_goes_through_everything():
    table = play.opened_table()
    (old,) = play.decks_of(table)
    do("remove", old, reason="scheduled_change")
    assert "No deck" in ready_for_round(fresh(table), timezone.now()).refusal.error
    new = play.bring(table, "blue")
    assert ready_for_round(fresh(table), timezone.now()).refusal.clause.place == "13:69F-39.3(b)"
    play.show(table, new)
    assert play.deck_at(new).stage == "in_play"
    assert ready_for_round(fresh(table), timezone.now()).deck == new


def test_an_overdue_deck_refuses_the_round():
    from datetime import timedelta

    table = play.opened_table(method="hand")
    later = timezone.now() + timedelta(hours=5)
    from casino.models import Duty

    Duty.objects.update(until=later + timedelta(hours=1))
    refusal = ready_for_round(table, later).refusal
    assert refusal.clause.place.endswith("1.18(g)2")


def test_a_held_deck_refuses_the_round():
    from inventory.services.custody import Order as Move
    from inventory.services.custody import move

    table = play.opened_table()
    (code,) = play.decks_of(table)
    hold = Move("hold", [code], facts={"reason": "A player disputes it"})
    move(hold, by=on_duty(Job.FLOORPERSON), now=timezone.now())
    assert "is held" in ready_for_round(table, timezone.now()).refusal.error


def test_which_of_two_decks_is_next():
    table = play.opened_table(method="hand", backs=("red", "blue"))
    red, blue = play.decks_of(table)
    table.shown = {"last_deck": red}
    table.save()
    assert ready_for_round(table, timezone.now()).deck == blue
    assert not ready_for_round(table, timezone.now(), in_shuffler=blue)


# -- many tables


def test_what_is_around_costs_the_same_for_many_tables(django_assert_num_queries):
    tables = [play.table_to_open()]
    with django_assert_num_queries(3) as asked:
        arounds(tables, timezone.now())
    tables += [make_table(f"HU-{n}") for n in range(10, 30)]
    with django_assert_num_queries(len(asked)):
        assert len(arounds(tables, timezone.now())) == 21


def test_a_pit_opens_and_closes_as_far_as_it_can():
    ready = play.table_to_open("HU-01")
    play.show(ready, play.bring(ready))
    waits = ready_table("DC-01", "double_cross_poker")
    make_table("HU-09", pit="pit-2")
    by, now = on_duty(Job.PIT_BOSS), timezone.now()
    totals = bulk.open_pit(pit="pit-1", by=by, now=now)
    assert totals.done == {"open": 1}
    assert list(totals.waits) == [waits.number]
    assert totals.words == "1 opened · 1 wait"
    closing = bulk.close_pit(pit="pit-1", reason="shift_end", by=by, now=timezone.now())
    assert closing.words == "1 began to close · 1 left as they were"
    assert fresh(ready).phase == "closing"
    again = bulk.close_pit(pit="pit-1", reason="shift_end", by=by, now=timezone.now())
    assert list(again.waits) == ["HU-01"]


def test_a_pit_is_paused_at_once():
    table = play.opened_table()
    by = on_duty(Job.PIT_BOSS)
    totals = bulk.pause_pit(pit="pit-1", reason="evacuation", by=by, now=timezone.now())
    assert (totals.words, fresh(table).phase) == ("1 paused", "paused")
    assert bulk.open_pit(pit="pit-1", by=by, now=timezone.now()).left_alone == 1
