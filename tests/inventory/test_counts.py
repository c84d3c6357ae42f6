"""The physical inventory: blind, by somebody independent, exact while decks move."""

from datetime import timedelta
from threading import Event

import pytest
from django.db import connection, transaction
from django.utils import timezone

from casino.lib.law import NotAllowed, Refused
from casino.models import Alert, Entry, Job
from inventory.models import CountLine, CountScan, Deck, Inventory, StoreKey
from inventory.selectors import counts as read
from inventory.services import counts as service
from inventory.services.counts import Given
from inventory.services.custody import Order, move
from tests.cast import make_duty
from tests.inventory.cards import bring, do, make_lot, on_duty
from tests.people.test_races import at_once

pytestmark = pytest.mark.django_db


def now():
    return timezone.now()


def start():
    return service.start(by=on_duty(Job.ACCOUNTANT), now=now())


def scan(inventory, code, store="primary"):
    return service.scan(
        number=inventory.number, store=store, code=code, by=on_duty(Job.ACCOUNTANT), now=now()
    )


def count(inventory, store="primary", **given):
    given = Given(store, given.pop("kind", "standard"), given.pop("back", "red"), **given)
    return service.count(
        number=inventory.number, given=given, by=on_duty(Job.ACCOUNTANT), now=now()
    )


def close(inventory, note="", second=Job.SECURITY_OFFICER):
    return service.close(
        number=inventory.number,
        note=note,
        by=on_duty(Job.ACCOUNTANT),
        second=on_duty(second),
        now=now(),
    )


def codes_of(lot):
    return [deck.code for deck in lot.decks.order_by("pk")]


# -- the whole way


def test_quarterly_count_finds_one_deck_short():
    codes = codes_of(make_lot())
    bring(codes[0], "issue")
    inventory = start()
    for code in codes[1:3]:  # the fourth is not in its box
        scan(inventory, code)
    count(inventory, is_scanned=True)
    count(inventory, "stand-1", singles=1)
    closed = close(inventory)
    found = closed.closed.payload
    assert found["missing"] == [codes[3]]
    assert [(v["store"], v["singles"], v["sets"]) for v in found["variances"]] == [
        ("primary", -1, 0)
    ]
    assert Deck.objects.get(code=codes[3]).is_missing
    missed = Entry.objects.get(act="deck_miss")
    assert (missed.person, missed.second_person) == (
        on_duty(Job.ACCOUNTANT).person,
        on_duty(Job.SECURITY_OFFICER).person,
    )
    alert = Alert.objects.get()
    assert (alert.need, alert.thing) == ("now", f"inventory:{inventory.number}")
    assert codes[3] in alert.words
    told = service.report(
        number=inventory.number, reference="DGE-77", by=on_duty(Job.SECURITY_MANAGER), now=now()
    )
    assert told.reference == "DGE-77"


def test_count_that_agrees_is_closed_in_silence():
    make_lot()
    inventory = start()
    count(inventory, singles=4)
    assert close(inventory).closed.payload["variances"] == []
    assert not Alert.objects.exists()


def test_short_count_without_scans_names_no_deck():
    make_lot()
    inventory = start()
    count(inventory, singles=3)
    found = close(inventory).closed.payload
    assert (found["missing"], found["variances"][0]["singles"]) == ([], -1)
    assert Alert.objects.get().need == "now"


def test_sets_and_singles_are_counted_apart():
    lot = make_lot(singles=1, sets=2, set_size=2, invoiced_sets=2)
    inventory = start()
    for code in codes_of(lot):
        scan(inventory, code)
    line = count(inventory, is_scanned=True)
    assert (line.singles, line.sets, line.booked_singles, line.booked_sets) == (1, 2, 1, 2)


def test_deck_seen_in_another_store_is_not_missing_but_named():
    codes = codes_of(make_lot(singles=2, invoiced_singles=2))
    do("issue", codes[1])
    inventory = start()
    for code in codes:
        scan(inventory, code, "stand-1")
    count(inventory, is_scanned=True)
    count(inventory, "stand-1", is_scanned=True)
    found = close(inventory).closed.payload
    assert found["missing"] == []
    assert found["elsewhere"] == [{"deck": codes[0], "seen_in": "stand-1", "booked_in": "primary"}]


def test_deck_known_as_missing_is_not_reported_again_and_a_found_one_is_named():
    codes = codes_of(make_lot(singles=2, invoiced_singles=2))
    for code in codes:
        order = Order("miss", [code], facts={"note": "?"})
        move(order, by=on_duty(Job.SECURITY_OFFICER), now=now())
    inventory = start()
    scan(inventory, codes[0])
    count(inventory, is_scanned=True)
    found = close(inventory).closed.payload
    assert (found["missing"], found["found"]) == ([], [codes[0]])
    assert found["variances"][0]["known"] == 2


def test_deck_that_moved_after_its_line_is_not_missing():
    codes = codes_of(make_lot())
    inventory = start()
    count(inventory, is_scanned=True)
    do("issue", codes[0])
    count(inventory, "stand-1", singles=1)
    assert close(inventory).closed.payload["missing"] == codes[1:]


def test_line_is_counted_again_and_both_stay():
    make_lot()
    inventory = start()
    count(inventory, singles=3)
    assert count(inventory, singles=4).number == 2
    assert CountLine.objects.count() == 2
    assert close(inventory).closed.payload["variances"] == []


def test_sort_that_the_log_does_not_know_can_be_found():
    make_lot()
    inventory = start()
    count(inventory, singles=4)
    count(inventory, back="gold", singles=1)
    assert close(inventory).closed.payload["variances"][0]["back"] == "gold"


# -- refusals


def test_nobody_who_signed_for_a_store_counts_it():
    make_lot()
    accountant = on_duty(Job.ACCOUNTANT)
    order = Order("store", [Deck.objects.first().code], to="secondary")
    move(order, by=accountant, second=on_duty(Job.SHIFT_MANAGER), now=now())
    with pytest.raises(NotAllowed, match="You signed for the stores") as refused:
        start()
    assert str(refused.value.clause) == "13:69D-1.11(b)"
    later = now() + timedelta(days=90)
    duty = make_duty(Job.ACCOUNTANT, "A-2", now=later)
    assert service.start(by=duty, now=later)


def test_nobody_who_holds_a_key_counts():
    store = make_lot().decks.first().store
    person = on_duty(Job.ACCOUNTANT).person
    StoreKey.objects.create(
        store=store, lock="security", number="K-1", holder=person, held_since=now()
    )
    with pytest.raises(NotAllowed, match="You hold key K-1"):
        start()


@pytest.mark.parametrize("job", [Job.SECURITY_OFFICER, Job.SHIFT_MANAGER, Job.PIT_BOSS])
def test_only_an_accountant_starts(job):
    with pytest.raises(NotAllowed):
        service.start(by=on_duty(job), now=now())


def test_one_count_at_a_time():
    start()
    with pytest.raises(Refused, match="going on already"):
        start()


def test_count_is_closed_when_everything_is_counted():
    codes = codes_of(make_lot())
    do("issue", codes[0])
    inventory = start()
    count(inventory, singles=3)
    with pytest.raises(Refused, match="1 sorts are not counted") as refused:
        close(inventory)
    assert "Stand 1" in refused.value.remedy


def test_closing_takes_the_signature_of_security():
    make_lot()
    inventory = start()
    count(inventory, singles=4)
    with pytest.raises(Refused, match="not on duty as one who may sign"):
        close(inventory, second=Job.SHIFT_MANAGER)


def test_closed_count_takes_no_line_no_scan_and_no_second_closing():
    codes = codes_of(make_lot())
    inventory = start()
    count(inventory, singles=4)
    close(inventory)
    for again in (
        lambda: count(inventory, singles=4),
        lambda: scan(inventory, codes[0]),
        lambda: close(inventory),
    ):
        with pytest.raises(Refused, match="closed"):
            again()


@pytest.mark.parametrize("code", ["D00000000", "", "X", "D99999990", "9" * 99])
def test_scan_of_an_unknown_code_is_answered(code):
    make_lot()
    inventory = start()
    with pytest.raises(Refused, match="No deck has the code"):
        scan(inventory, code)


def test_same_scan_twice_counts_once_and_elsewhere_is_refused():
    code = codes_of(make_lot())[0]
    inventory = start()
    assert scan(inventory, code) == scan(inventory, code)
    with pytest.raises(Refused, match="was seen in Primary"):
        scan(inventory, code, "secondary")
    assert CountScan.objects.count() == 1


def test_report_is_for_closed_counts_and_once():
    make_lot()
    inventory = start()
    manager = on_duty(Job.SECURITY_MANAGER)
    told = {"number": inventory.number, "reference": "DGE-1", "by": manager, "now": now()}
    with pytest.raises(Refused, match="Only a closed"):
        service.report(**told)
    count(inventory, singles=3)
    close(inventory)
    service.report(**told)
    with pytest.raises(Refused, match="reported before"):
        service.report(**told)


# -- when it is due


def test_count_is_due_89_days_after_the_last():
    assert read.due_at(now()) is None
    make_lot()
    due = read.due_at(now())
    assert (due - now()).days == 88
    assert service.flag_inventory_due(now=due - timedelta(days=8)) == 0
    assert service.flag_inventory_due(now=due - timedelta(days=7)) == 1
    assert service.flag_inventory_due(now=due - timedelta(days=6)) == 0
    assert service.flag_inventory_due(now=due) == 1
    assert sorted(Alert.objects.values_list("need", flat=True)) == ["now", "soon"]


# -- many at once


@pytest.mark.django_db(transaction=True)
def test_two_accountants_who_start_at_once_start_one():
    duties = [make_duty(Job.ACCOUNTANT, f"A-{n}") for n in range(4)]
    answers = at_once(4, lambda n: service.start(by=duties[n], now=now()))
    assert sum(isinstance(answer, Inventory) for answer in answers) == 1
    assert Inventory.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_who_close_at_once_close_once_and_miss_a_deck_once():
    codes = codes_of(make_lot())
    inventory = start()
    for code in codes[1:]:
        scan(inventory, code)
    count(inventory, is_scanned=True)
    on_duty(Job.SECURITY_OFFICER)
    answers = at_once(3, lambda n: close(inventory))
    assert sum(isinstance(answer, Inventory) for answer in answers) == 1
    assert Entry.objects.filter(act="deck_miss").count() == 1
    assert Alert.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_deck_that_moves_while_it_is_counted_is_in_both_figures_or_in_neither():
    codes = codes_of(make_lot(singles=8, invoiced_singles=8))
    inventory = start()
    for code in codes:
        scan(inventory, code)
    for job in (Job.SHIFT_MANAGER, Job.SECURITY_OFFICER):
        on_duty(job)

    def work(number):
        if number % 2:
            return do("issue", codes[number])
        return count(inventory, is_scanned=True)

    answers = at_once(8, work)
    assert not [answer for answer in answers if isinstance(answer, Refused)]
    for line in CountLine.objects.select_related("entry"):
        assert line.entry.payload["unseen"] == []
        assert line.booked_singles <= line.singles == 8


@pytest.mark.django_db(transaction=True)
def test_line_waits_for_a_movement_under_way_and_then_knows_of_it():
    """Guarded by the lock of the balance: without it the old figure would be booked."""
    codes = codes_of(make_lot())
    inventory = start()
    moved, asked = Event(), Event()
    for job in (Job.SHIFT_MANAGER, Job.SECURITY_OFFICER):
        on_duty(job)

    def work(number):
        if number:
            moved.wait(30)
            asked.set()
            return count(inventory, singles=3)
        with transaction.atomic():
            do("issue", codes[0])
            moved.set()
            asked.wait(30)
            _until_somebody_waits()
        return None

    line = at_once(2, work)[1]
    assert line.booked_singles == 3


def _until_somebody_waits():
    with connection.cursor() as cursor:
        for _ in range(3000):
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return
            cursor.execute("SELECT pg_sleep(0.01)")
    raise AssertionError("nobody waits")
