"""The demo's floor: believable, made by the real services, and left alone afterwards."""

import pytest
from django.utils import timezone

from casino.models import Duty, Entry, Job, Pit, Shift, User
from casino.services import demo as casino_demo
from casino.services.people import take_duty
from inventory.models import Deck
from inventory.selectors.stores import stock_lines
from inventory.services import demo as card_room
from tables.models import Assignment, Table
from tables.selectors.ready import ready_for_round
from tables.selectors.work import work_at
from tables.services import demo

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _house(settings):
    settings.DEMO, settings.DEMO_PASSWORD, settings.DEMO_PIN = True, "lemons for demo", "246810"
    casino_demo.set_up(now=timezone.now())
    card_room.set_up(now=timezone.now())


def run():
    return demo.set_up(now=timezone.now())


def test_floor_has_tables_of_every_game_at_every_turn_of_their_lives():
    assert run() == [f"table:{plan.number}" for plan in demo.PLANS]
    tables = {table.number: table for table in Table.objects.all()}
    assert {table.game for table in tables.values()} == set(demo.LAYOUTS)
    phases = {number: table.phase for number, table in tables.items()}
    assert phases == {plan.number: plan.stands for plan in demo.PLANS}
    ready = [n for n, table in tables.items() if ready_for_round(table, timezone.now()).deck]
    assert sorted(ready) == ["DC-01", "DD-01", "DP-01", "HU-01"]
    lacks = [need.name for need in work_at(tables["U8-01"], timezone.now()).needs() if need.refusal]
    assert lacks[0] == "opener"


def test_cards_are_at_every_turn_of_their_lives():
    run()
    stages = set(Deck.objects.values_list("stage", flat=True))
    assert stages >= {"stored", "issued", "in_play", "removed", "enveloped", "collected"}
    assert Deck.objects.exclude(held="").count() == 1
    assert [line.words for line in stock_lines() if line.is_low] == ["Blue standard"]


def test_who_works_at_a_table_stays_and_the_cast_is_free():
    run()
    on_duty = Duty.objects.filter(ended_at=None).values_list("person__badge", flat=True)
    assert set(on_duty) == set(casino_demo.STAFF)
    dealers = Assignment.objects.filter(role="dealer", until=None)
    assert dealers.count() == len(demo.PLANS) - 1
    assert not Entry.objects.filter(refused=True).exists()


def test_second_run_changes_nothing():
    run()
    entries = Entry.objects.count()
    Table.objects.filter(number="HU-01").update(cameras=["named by a visitor"])
    assert run() == []
    assert Entry.objects.count() == entries
    assert Table.objects.get(number="HU-01").cameras == ["named by a visitor"]


def test_cast_that_is_at_work_is_not_disturbed():
    take_duty(
        person=User.objects.get(badge="1003"),
        job=Job.PIT_BOSS,
        pit=Pit.objects.get(code="pit-2"),
        shift=Shift.DAY,
        now=timezone.now(),
        proved=True,
    )
    assert run() == []
    assert not Table.objects.exists()


def test_real_house_has_none(settings):
    settings.DEMO = False
    with pytest.raises(AssertionError):
        run()
