"""The log of a store: its balances are the decks in it, whoever comes at the same moment."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from casino.lib.law import Refused
from casino.models import Job
from inventory.models import Deck, Stock, Store, StoreLine
from inventory.selectors.stores import oldest, recount, stock_lines
from inventory.services import custody
from inventory.services.custody import Order, move
from tests.inventory.cards import do, make_lot, on_duty
from tests.processes import wait_for

pytestmark = pytest.mark.django_db
SET = {"singles": 0, "sets": 1, "set_size": 2, "invoiced_singles": 0, "invoiced_sets": 1}


def codes(lot):
    return list(lot.decks.order_by("pk").values_list("code", flat=True))


def balances():
    rows = Stock.objects.select_related("store")
    return {row.store.code: (row.singles, row.sets, row.decks) for row in rows}


def all_tie():
    return [difference for store in Store.objects.all() for difference in recount(store)] == []


# -- what is booked


def test_each_line_continues_the_one_before():
    first, second, *_ = codes(make_lot())
    do("issue", first)
    do("issue", second)
    left = StoreLine.objects.filter(store__code="primary").order_by("number")
    assert [(line.number, line.singles, line.singles_left) for line in left] == [
        (1, 4, 4),
        (2, -1, 3),
        (3, -1, 2),
    ]
    assert left[2].words == "Removed: issued"


def test_returned_decks_are_told_as_returned():
    code = codes(make_lot())[0]
    do("issue", code)
    order = Order("return", [code], to="primary")
    move(order, by=on_duty(Job.PIT_BOSS), second=on_duty(Job.SECURITY_OFFICER), now=timezone.now())
    back = StoreLine.objects.filter(store__code="primary").latest("pk")
    assert (back.words, back.singles, back.singles_left) == ("Returned", 1, 4)


def test_whole_life_ties_at_every_step():
    code = codes(make_lot())[0]
    for step in ("issue", "deliver", "inspect", "verify", "play", "remove", "envelope", "collect"):
        do(step, code)
        assert all_tie(), step


def test_set_goes_whole_and_counts_as_one():
    pair = codes(make_lot(**SET))
    with pytest.raises(Refused, match="not split"):
        do("issue", pair[0])
    do("issue", *pair)
    assert balances() == {"primary": (0, 0, 0), "stand-1": (0, 1, 2)}
    do("deliver", pair[0])
    assert balances()["stand-1"] == (1, 0, 1)
    assert all_tie()


def test_one_deck_of_a_set_can_be_held_without_opening_it():
    code = codes(make_lot(**SET))[0]
    order = Order("hold", [code], facts={"reason": "asked for"})
    move(order, by=on_duty(Job.SECURITY_MANAGER), now=timezone.now())
    assert balances()["primary"] == (0, 1, 2)


@pytest.mark.clause("13:69E-1.18(a)")
def test_secondary_store_never_issues_to_a_pit():
    code = codes(make_lot(store="secondary"))[0]
    with pytest.raises(Refused, match="issues nothing to a pit"):
        do("issue", code)
    people = {"by": on_duty(Job.SECURITY_OFFICER), "second": on_duty(Job.SHIFT_MANAGER)}
    move(Order("store", [code], to="primary"), now=timezone.now(), **people)
    do("issue", code)
    assert balances()["stand-1"] == (1, 0, 1)


# -- first in, first out


def test_oldest_go_first_and_those_that_cannot_go_stay():
    first, second, third, _ = codes(make_lot())
    make_lot(invoice="INV-2")
    hold = Order("hold", [second], facts={"reason": "asked for"})
    move(hold, by=on_duty(Job.SECURITY_MANAGER), now=timezone.now())
    store = Store.objects.get(code="primary")
    picked = oldest(store, kind="standard", back="red", count=2)
    assert [deck.code for deck in picked] == [first, third]
    assert oldest(store, kind="dragon", back="red", count=2) == []


def test_whole_sets_are_picked_and_one_with_a_held_deck_stays():
    lot = make_lot(singles=1, sets=3, set_size=2, invoiced_singles=1, invoiced_sets=3)
    hold = Order("hold", [codes(lot)[1]], facts={"reason": "asked for"})
    move(hold, by=on_duty(Job.SECURITY_MANAGER), now=timezone.now())
    store = Store.objects.get(code="primary")
    picked = oldest(store, kind="standard", back="red", count=1, pack="sets")
    assert [deck.code for deck in picked] == codes(lot)[3:5]


# -- a breach is found


def test_recount_names_the_sort_and_all_three_figures():
    make_lot()
    Stock.objects.update(singles=3)
    (found,) = recount(Store.objects.get(code="primary"))
    assert (found.kind, found.back) == ("standard", "red")
    assert (found.counted, found.balance, found.logged) == ((4, 0, 4), (3, 0, 4), (4, 0, 4))


@pytest.mark.parametrize("column", ["singles", "sets", "decks", "lines"])
def test_no_balance_can_be_negative_by_raw_sql(column):
    make_lot()
    with connection.cursor() as cursor, pytest.raises(Exception, match="check"):
        cursor.execute(f"UPDATE inventory_stock SET {column} = -1")


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE inventory_storeline SET singles_left = 9",
        "DELETE FROM inventory_storeline",
        "TRUNCATE inventory_storeline",
    ],
)
def test_no_line_can_be_changed_by_raw_sql(sql):
    make_lot()
    with connection.cursor() as cursor, pytest.raises(Exception, match=r"append-only|permission"):
        cursor.execute(sql)


def test_line_number_cannot_be_given_twice():
    make_lot()
    line = StoreLine.objects.get()
    line.pk, line._state.adding = None, True
    with pytest.raises(Exception, match="one_line_a_number"), transaction.atomic():
        line.save(force_insert=True)


def test_stock_lines_cost_two_queries(django_assert_num_queries):
    make_lot()
    make_lot(invoice="2", back="blue")
    with django_assert_num_queries(2):
        assert len(stock_lines()) == 2


# -- many at once


def at_once(works):
    gate = Barrier(len(works))

    def run(work):
        try:
            gate.wait(timeout=30)
            return work()
        except (Refused, DatabaseError) as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as threads:
        return list(threads.map(run, works))


def mover(what, code, to="stand-1", second=Job.SECURITY_OFFICER, by=Job.SHIFT_MANAGER, **facts):
    people = {"by": on_duty(by), "second": on_duty(second) if second else None}
    return lambda: move(Order(what, [code], to=to, facts=facts), now=timezone.now(), **people)


@pytest.mark.django_db(transaction=True)
def test_last_deck_is_taken_by_one_of_many():
    code = codes(make_lot(singles=1, invoiced_singles=1))[0]
    answers = at_once([mover("issue", code) for _ in range(6)])
    assert sum(not isinstance(answer, Exception) for answer in answers) == 1
    assert all("is issued" in str(a) for a in answers if isinstance(a, Exception))
    assert balances() == {"primary": (0, 0, 0), "stand-1": (1, 0, 1)}
    assert all_tie()


@pytest.mark.django_db(transaction=True)
def test_without_the_lock_only_the_database_stands_in_the_way(monkeypatch):
    """What the lock is for: the same race, with rows that are only read."""
    code = codes(make_lot(singles=1, invoiced_singles=1))[0]
    gate = Barrier(2)

    def unlocked(wanted):
        found = list(Deck.objects.filter(code__in=wanted).select_related("store__pit", "pit"))
        gate.wait(timeout=30)
        return found

    monkeypatch.setattr(custody, "locked_with_sets", unlocked)
    answers = at_once([mover("issue", code) for _ in range(2)])
    (wrong,) = [answer for answer in answers if isinstance(answer, Exception)]
    assert "one_movement_an_index" in str(wrong)


@pytest.mark.django_db(transaction=True)
def test_two_who_carry_between_two_stores_never_wait_for_each_other():
    lot = make_lot(singles=8, invoiced_singles=8)
    here, there = codes(lot)[:4], codes(lot)[4:]
    for code in here:
        do("issue", code)
    back = [mover("return", code, to="primary", by=Job.PIT_BOSS) for code in here]
    answers = at_once([*back, *(mover("issue", code) for code in there)])
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert balances() == {"primary": (4, 0, 4), "stand-1": (4, 0, 4)}
    assert all_tie()


def _pair_on_the_stand():
    pair = codes(make_lot(**SET))
    do("issue", *pair)
    on_duty(Job.FLOORPERSON)
    return pair


def _deliver_both(pair):
    tables = zip(pair, ("HU-01", "HU-02"), strict=True)
    return at_once(
        [
            mover("deliver", code, to=table, by=Job.FLOORPERSON, second=None, method="manual_shoe")
            for code, table in tables
        ]
    )


@pytest.mark.django_db(transaction=True)
def test_two_decks_of_one_set_go_to_two_tables_at_once():
    answers = _deliver_both(_pair_on_the_stand())
    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    assert balances()["stand-1"] == (0, 0, 0)
    assert all_tie()


@pytest.mark.django_db(transaction=True)
def test_locking_the_rest_of_a_set_late_ends_in_a_deadlock(monkeypatch):
    """What the early lock is for: each has one deck of the set and asks for the other's."""
    pair = _pair_on_the_stand()
    gate = Barrier(2)

    def only_these(wanted):
        found = list(Deck.objects.select_for_update(no_key=True).filter(code__in=wanted))
        gate.wait(timeout=30)
        return found

    monkeypatch.setattr(custody, "locked_with_sets", only_these)
    answers = _deliver_both(pair)
    assert any("deadlock" in str(answer) for answer in answers)


@pytest.mark.django_db(transaction=True)
def test_who_waited_for_a_deck_sees_where_it_is_now():
    """A row that was waited for is new, but what was joined to it is not: it is read afterwards."""
    code = codes(make_lot())[0]
    back = mover("return", code, to="primary", by=Job.PIT_BOSS)

    def wait_and_return():
        try:
            return back()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        with transaction.atomic():
            do("issue", code)
            waiting = thread.submit(wait_and_return)
            wait_for(somebody_waits)
        assert waiting.result(timeout=30)
    assert balances() == {"primary": (4, 0, 4), "stand-1": (0, 0, 0)}
    assert all_tie()


def somebody_waits():
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_locks WHERE NOT granted")
        return cursor.fetchone()
