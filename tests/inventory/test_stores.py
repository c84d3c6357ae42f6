"""Stores are added and named by two people; par levels warn once, and until restocked."""

import pytest
from django.db import IntegrityError
from django.utils import timezone

from casino.lib.law import NotAllowed, Outdated, Refused
from casino.models import Alert, Entry, Job
from casino.services.alerts import acknowledge_alert
from casino.services.outbox import ERRANDS, RUNS
from inventory.models import Par, Store, StoreKey
from inventory.selectors.stores import holdings, stock_lines
from inventory.services import stores
from tests.cast import make_duty, make_pit
from tests.inventory.cards import do, make_lot, make_stores, on_duty

pytestmark = pytest.mark.django_db
KEYS = {"security": "K-1", "games": "K-2"}


def add(**facts):
    known = {"code": "primary", "name": "Primary", "what": "primary", "keys": KEYS}
    people = {"by": on_duty(Job.SECURITY_MANAGER), "second": on_duty(Job.SHIFT_MANAGER)}
    return stores.add_store(**(people | {"now": timezone.now()} | known | facts))


def set_par(store, least, back="red", by=Job.SECURITY_MANAGER):
    stores.set_par(
        by=on_duty(by), now=timezone.now(), store=store, kind="standard", back=back, least=least
    )


def run_errands():
    """What the log asks for, as the worker would do it: each twice, since a queue may say so."""
    for entry in Entry.objects.filter(refused=False).order_by("position"):
        for name in ERRANDS.get(entry.act, ()) * 2:
            RUNS[name](entry, timezone.now())


def lows():
    return list(Alert.objects.filter(words__contains="runs low").values_list("words", flat=True))


# -- stores


def test_store_is_added_with_its_keys_by_two():
    store = add()
    assert {key.lock: key.number for key in StoreKey.objects.filter(store=store)} == KEYS
    entry = Entry.objects.get(act="add_store")
    assert (entry.thing, entry.second_person.badge) == ("store:primary", "J-03")


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"code": "add"}, "no code for a store"),
        ({"code": "two words"}, "slug"),
        ({"what": "cupboard"}, "not a valid choice"),
        ({"what": "pit_stand"}, "stands in one pit"),
        ({"keys": {"security": "K-1"}}, "two locks"),
        ({"second": None}, "takes two people"),
    ],
)
def test_what_is_no_store(facts, words):
    with pytest.raises(Refused, match=words):
        add(**facts)
    assert not Store.objects.exists()
    assert Entry.objects.get(act="add_store").refused


def test_primary_store_stands_in_no_pit():
    with pytest.raises(Refused, match="stands in no pit"):
        add(pit=make_pit())


def test_code_and_key_numbers_are_given_once():
    add()
    with pytest.raises(Refused, match="belongs to another"):
        add(keys={"security": "K-8", "games": "K-9"})
    with pytest.raises(Refused, match="belongs to another"):
        add(code="other")
    assert Store.objects.count() == 1


def test_only_a_security_manager_adds_a_store():
    with pytest.raises(NotAllowed):
        add(by=make_duty(Job.SECURITY_OFFICER, "S-9"))


def test_database_refuses_a_stand_without_a_pit():
    with pytest.raises(IntegrityError, match="stands_and_reserves_name_a_pit"):
        Store.objects.create(code="x", name="X", what="pit_stand")


def test_name_is_changed_by_two_who_see_the_present_one():
    store = add()
    people = {"by": on_duty(Job.SECURITY_MANAGER), "second": on_duty(Job.SHIFT_MANAGER)}
    change = {"now": timezone.now(), "store": store} | people
    stores.change_store(name="Cage", seen="Primary", **change)
    with pytest.raises(Outdated, match="named this store Cage"):
        stores.change_store(name="Vault", seen="Primary", **change)
    with pytest.raises(Refused, match="Nothing was changed"):
        stores.change_store(name="Cage", seen="Cage", **change)
    assert Store.objects.get().name == "Cage"
    assert Entry.objects.get(act="change_store", refused=False).payload == {
        "before": {"name": "Primary"},
        "after": {"name": "Cage"},
    }


# -- par levels


def test_level_is_set_changed_and_taken_away():
    store = make_stores()["primary"]
    set_par(store, 6)
    set_par(store, 6)  # a second tap
    set_par(store, 4, by=Job.SHIFT_MANAGER)
    assert Par.objects.get().least == 4
    set_par(store, 0)
    assert not Par.objects.exists()
    assert Entry.objects.filter(act="set_par").count() == 3


def test_officer_sets_no_level():
    with pytest.raises(NotAllowed):
        set_par(make_stores()["primary"], 6, by=Job.SECURITY_OFFICER)


def test_movement_below_par_alerts_once_and_is_low_until_restocked():
    lot = make_lot()
    primary = Store.objects.get(code="primary")
    set_par(primary, 3)
    first, second, third, _ = lot.decks.order_by("pk")
    do("issue", first.code)
    run_errands()
    assert lows() == []
    do("issue", second.code)
    do("issue", third.code)
    run_errands()
    assert lows() == ["Primary runs low: fewer than 3 red standard decks"]
    assert [line.is_low for line in stock_lines(primary)] == [True]
    make_lot(invoice="INV-2")
    assert [line.is_low for line in stock_lines(primary)] == [False]


def test_acknowledged_alert_comes_back_only_when_the_level_is_crossed_again():
    lot = make_lot()
    set_par(Store.objects.get(code="primary"), 4)
    first, second, *_ = lot.decks.order_by("pk")
    do("issue", first.code)
    run_errands()
    manager = on_duty(Job.SHIFT_MANAGER)
    acknowledge_alert(by=manager, number=Alert.objects.get().pk, now=timezone.now())
    do("issue", second.code)
    last = Entry.objects.filter(act="deck_issue").latest("position")
    RUNS["alert_of_low_stock"](last, timezone.now())
    assert Alert.objects.count() == 1


def test_level_set_above_what_is_there_alerts_too():
    make_lot()
    set_par(Store.objects.get(code="stand-1"), 2)
    set_par(Store.objects.get(code="primary"), 4)
    run_errands()
    (alert,) = Alert.objects.all()
    assert (alert.thing, alert.pit.code) == ("store:stand-1", "pit-1")


def test_sort_that_is_wanted_and_not_there_is_listed():
    store = make_stores()["primary"]
    set_par(store, 5, back="gold")
    (line,) = stock_lines()
    assert (line.words, line.decks, line.par, line.is_low) == ("Gold standard", 0, 5, True)


def test_holdings_cost_four_queries(django_assert_num_queries):
    make_lot()
    add(code="vault")
    with django_assert_num_queries(4):
        assert len(holdings()) == 8
