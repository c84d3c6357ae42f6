"""A second deck at a table: only beside a shuffler that works, and with backs of another colour."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection

from casino.lib.law import Refused
from casino.models import Job
from inventory.models import Deck
from tests.inventory.cards import do, make_lot, on_duty
from tests.inventory.test_devices import fixed, move

pytestmark = pytest.mark.django_db


def two(back="blue"):
    red = make_lot().decks.first()
    other = make_lot(invoice="INV-2", back=back).decks.first()
    do("issue", red.code, other.code)
    do("deliver", red.code)
    return other.code


def test_without_a_shuffler_there_is_one_deck():
    other = two()
    with pytest.raises(Refused, match="second deck needs a shuffler") as refused:
        do("deliver", other)
    assert str(refused.value.clause) == "13:69E-1.19(c)"
    assert Deck.objects.get(code=other).stage == "issued"
    do("deliver", other, to="HU-02")


def test_with_a_shuffler_there_are_two_of_two_colours():
    other = two()
    fixed("SH-1", "shuffler")
    do("deliver", other)
    assert Deck.objects.filter(table="HU-01").count() == 2


def test_a_jammed_shuffler_is_none():
    other = two()
    fixed("SH-1", "shuffler")
    move("jam", "SH-1")
    with pytest.raises(Refused, match="shuffler that works"):
        do("deliver", other)


def test_two_red_decks_do_not_meet():
    other = two(back="red")
    fixed("SH-1", "shuffler")
    with pytest.raises(Refused, match="Both decks have red backs"):
        do("deliver", other)


def test_there_is_no_third_deck():
    other = two()
    fixed("SH-1", "shuffler")
    do("deliver", other)
    third = make_lot(invoice="INV-3", back="green").decks.first().code
    do("issue", third)
    with pytest.raises(Refused, match="no more than 2"):
        do("deliver", third)


@pytest.mark.django_db(transaction=True)
def test_of_many_delivered_at_once_one_arrives():
    codes = [deck.code for deck in make_lot().decks.order_by("pk")]
    do("issue", *codes)
    on_duty(Job.FLOORPERSON)
    gate = Barrier(len(codes))

    def deliver(code):
        try:
            gate.wait(timeout=30)
            return do("deliver", code)
        except Refused as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(codes)) as threads:
        answers = list(threads.map(deliver, codes))
    assert sum(not isinstance(answer, Refused) for answer in answers) == 1
    assert Deck.objects.filter(table="HU-01").count() == 1
