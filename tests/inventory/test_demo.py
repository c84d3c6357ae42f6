"""The demo's card room: believable, made by the real services, and left alone afterwards."""

import pytest
from django.utils import timezone

from casino.models import Duty, Entry
from casino.services import demo as casino_demo
from casino.services.people import take_duty
from inventory.models import Deck, Store, StoreKey
from inventory.selectors.stores import recount, stock_lines
from inventory.services import demo

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _house(settings):
    settings.DEMO, settings.DEMO_PASSWORD, settings.DEMO_PIN = True, "lemons for demo", "246810"
    casino_demo.set_up(now=timezone.now())


def test_card_room_has_stores_and_decks_for_the_pits():
    assert len(demo.set_up(now=timezone.now())) == Store.objects.count() == 7
    assert set(Deck.objects.values_list("stage", flat=True)) == {"stored", "issued"}
    assert [line.words for line in stock_lines() if line.is_low] == ["Blue standard"]


def test_it_ties_and_nobody_is_left_on_duty_or_with_a_key():
    demo.set_up(now=timezone.now())
    assert [found for store in Store.objects.all() for found in recount(store)] == []
    assert not Duty.objects.filter(ended_at=None).exists()
    assert not StoreKey.objects.exclude(holder=None).exists()
    assert not Entry.objects.filter(refused=True).exists()


def test_second_run_changes_nothing():
    demo.set_up(now=timezone.now())
    entries = Entry.objects.count()
    Store.objects.filter(code="primary").update(name="Named by a visitor")
    assert demo.set_up(now=timezone.now()) == []
    assert Entry.objects.count() == entries
    assert Store.objects.get(code="primary").name == "Named by a visitor"


def test_cast_that_is_at_work_is_not_disturbed():
    from casino.models import Job, Pit, Shift, User

    take_duty(
        person=User.objects.get(badge="1001"),
        job=Job.DEALER,
        pit=Pit.objects.get(code="pit-2"),
        shift=Shift.DAY,
        now=timezone.now(),
        proved=False,
    )
    assert demo.set_up(now=timezone.now()) == []
    assert not Store.objects.exists()


def test_real_house_has_none(settings):
    settings.DEMO = False
    with pytest.raises(AssertionError):
        demo.set_up(now=timezone.now())
