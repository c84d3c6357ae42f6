"""Decks arrive: counted by two departments, cartons looked at, differences told."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.utils import timezone

from casino.lib.law import Refused
from casino.models import Alert, Entry, Job
from casino.services.outbox import RUNS
from inventory.models import Deck, Lot, Stock, StoreLine
from inventory.rules.receipt import Delivery, differences, refuse_delivery
from inventory.services.receipt import receive_lot
from tests.inventory.cards import DELIVERY, make_stores, on_duty

pytestmark = pytest.mark.django_db
SETS = {"singles": 2, "sets": 3, "set_size": 6, "invoiced_singles": 2, "invoiced_sets": 3}


def receive(by=Job.SECURITY_OFFICER, second=Job.SHIFT_MANAGER, store="primary", **facts):
    make_stores()
    delivery = Delivery(**({f: getattr(DELIVERY, f) for f in Delivery.__slots__} | facts))
    return receive_lot(
        delivery, store=store, by=on_duty(by), second=on_duty(second), now=timezone.now()
    )


def test_singles_and_sets_are_counted_apart():
    lot = receive(**SETS)
    assert lot.decks.count() == 20
    sizes = {}
    for deck in lot.decks.exclude(set_number=None):
        sizes[deck.set_number] = sizes.get(deck.set_number, 0) + 1
    assert list(sizes.values()) == [6, 6, 6]
    row = Stock.objects.get()
    assert (row.singles, row.sets, row.decks) == (2, 3, 20)
    line = StoreLine.objects.get()
    assert (line.do, line.words) == ("receive", "Received from the vendor")


@pytest.mark.clause("13:69E-1.18(a)")
@pytest.mark.parametrize(
    ("by", "second"),
    [
        (Job.SECURITY_OFFICER, Job.SECURITY_MANAGER),
        (Job.SHIFT_MANAGER, Job.PIT_BOSS),
        (Job.ACCOUNTANT, Job.SECURITY_OFFICER),
    ],
)
def test_two_of_one_side_cannot_receive(by, second):
    with pytest.raises(Refused, match="This takes"):
        receive(by, second)
    assert not Lot.objects.exists()
    assert not Deck.objects.exists()
    assert Entry.objects.get(refused=True).clause == "13:69E-1.18(a)"


@pytest.mark.clause("13:69E-1.18(a)")
@pytest.mark.parametrize("other", [Job.SECURITY_OFFICER, Job.SECURITY_MANAGER, Job.ACCOUNTANT])
def test_games_and_security_or_accounting_receive(other):
    assert receive(other, Job.SHIFT_MANAGER).entry.second_person


def test_decks_are_locked_into_primary_or_secondary_only():
    assert receive(store="secondary").decks.first().store.code == "secondary"
    with pytest.raises(Refused, match="goes to"):
        receive(store="stand-1", invoice="INV-2")
    assert Lot.objects.count() == 1


@pytest.mark.parametrize("again", [{}, {"invoice": "inv-1"}, {"vendor": "CARD MAKERS"}])
def test_the_same_invoice_is_received_once(again):
    receive()
    with pytest.raises(Refused, match="was received before"):
        receive(**again)
    assert Lot.objects.count() == 1


def test_one_invoice_may_bring_two_sorts():
    receive()
    receive(back="blue")
    assert Lot.objects.count() == 2


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"singles": 0}, "1 to 2000 decks"),
        ({"singles": 2001}, "1 to 2000 decks"),
        ({"sets": 1, "set_size": 1}, "at least two decks"),
        ({"cartons": []}, "1 to 100 cartons"),
        ({"cartons": [{"seal": "A", "intact": True}] * 2}, "same seal"),
        ({"cartons": [{"seal": "A", "intact": False}]}, "open it and check it"),
        ({"kind": "tarot"}, "no others"),
    ],
)
def test_what_cannot_be_received(facts, words):
    with pytest.raises(Refused, match=words):
        receive(**facts)
    assert not Lot.objects.exists()


def test_suspect_carton_that_was_opened_is_received_with_what_was_found():
    carton = {"seal": "C-9", "intact": False, "checked": "wrapping torn, 4 decks whole"}
    assert receive(cartons=[carton]).cartons == [carton]


def test_difference_is_recorded_in_its_own_words_and_alerted():
    lot = receive(invoiced_singles=6, invoiced_sets=1, note="driver knows")
    entry = Entry.objects.get(act="report_difference")
    assert entry.thing == f"lot:{lot.number}"
    assert entry.payload["differences"] == [
        "2 single decks fewer than invoiced",
        "1 set fewer than invoiced",
    ]
    for _ in range(2):  # an errand may run twice
        RUNS["alert_of_difference"](entry, timezone.now())
    assert "2 single decks fewer" in Alert.objects.get().words


def test_delivery_as_invoiced_reports_nothing():
    receive()
    assert not Entry.objects.filter(act="report_difference").exists()


def test_words_of_differences():
    more = Delivery("V", "I", "standard", "red", "D", singles=5, invoiced_singles=4)
    assert differences(more) == ["1 single deck more than invoiced"]
    refuse_delivery(Delivery(**{**_facts(more), "cartons": [{"seal": "A", "intact": True}]}), 10)


def _facts(delivery):
    return {name: getattr(delivery, name) for name in Delivery.__slots__}


def test_largest_lot_costs_as_few_queries_as_a_small_one():
    from django.test.utils import CaptureQueriesContext

    def cost(**facts):
        with CaptureQueriesContext(connection) as asked:
            receive(**facts)
        return len(asked)

    make_stores(), on_duty(Job.SECURITY_OFFICER), on_duty(Job.SHIFT_MANAGER)
    few = cost(invoice="A", singles=2, invoiced_singles=2)
    # decks are written in bundles of 500: three more of each of a few statements
    assert cost(invoice="B", singles=2000, invoiced_singles=2000) <= few + 16


@pytest.mark.django_db(transaction=True)
def test_one_invoice_entered_at_two_desks_at_once_is_one_lot():
    make_stores()
    duties = on_duty(Job.SECURITY_OFFICER), on_duty(Job.SHIFT_MANAGER)

    def work(_):
        try:
            return receive_lot(
                DELIVERY, store="primary", by=duties[0], second=duties[1], now=timezone.now()
            )
        except Refused as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(work, range(4)))
    assert sum(isinstance(answer, Lot) for answer in answers) == 1
    assert (Lot.objects.count(), Deck.objects.count()) == (1, 4)
