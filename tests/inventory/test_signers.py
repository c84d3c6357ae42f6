"""Both who sign a movement are asked again where it is written, for both of its pits."""

from datetime import timedelta

import pytest
from django.utils import timezone

from casino.lib.law import Refused
from casino.models import Job
from inventory.models import Deck
from inventory.services.custody import Order, move
from tests.cast import make_duty
from tests.inventory.cards import bring, do, make_lot, make_seals, on_duty

pytestmark = pytest.mark.django_db


@pytest.fixture
def code():
    return make_lot().decks.first().code


def test_second_whose_duty_is_over_signs_nothing(code):
    officer = on_duty(Job.SECURITY_OFFICER)
    officer.until = officer.taken_at + timedelta(microseconds=1)
    officer.save(update_fields=["until"])
    order = Order("issue", [code], to="stand-1")
    with pytest.raises(Refused, match="not on duty"):
        move(order, by=on_duty(Job.SHIFT_MANAGER), second=officer, now=timezone.now())


def test_pit_boss_carries_nothing_into_another_pit(code):
    do("issue", code)
    with pytest.raises(Refused, match="not in Pit 2"):
        move(Order("carry", [code], to="stand-2"), by=on_duty(Job.PIT_BOSS), now=timezone.now())


def test_dealer_of_another_pit_signs_no_envelope(code):
    bring(code, "remove")
    make_seals("S-1")
    stranger = make_duty(Job.DEALER, "1077", pit="pit-2")
    order = Order("envelope", [code], facts={"seal": "S-1", "label": "L-1"})
    with pytest.raises(Refused, match="not in Pit 1"):
        move(order, by=on_duty(Job.FLOORPERSON), second=stranger, now=timezone.now())


def test_no_door_destroys_before_surveillance_was_told(code):
    bring(code, "examine")
    order = Order("destroy", [code], facts={"method": "shred"})
    by, second = on_duty(Job.SECURITY_OFFICER), on_duty(Job.SECURITY_MANAGER)
    with pytest.raises(Refused, match="Surveillance was not told"):
        move(order, by=by, second=second, now=timezone.now())
    assert Deck.objects.get(code=code).stage == "cleared"
