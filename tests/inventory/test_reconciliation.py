"""The day's decks: every figure from its lines, what does not add up by name, signed by two."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.db.backends.postgresql.psycopg_any import DateTimeTZRange
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.lib.law import Outdated, Refused
from casino.models import Alert, Duty, Entry, Job
from casino.services.log import house_day, house_day_ends
from inventory.models import Deck, Reconciliation, Stay, Stock, StoreKey
from inventory.selectors import reconciliation as read
from inventory.services import reconciliation as service
from inventory.services.custody import Order, move
from inventory.services.reconciliation import Counted, count_stands, figures, reconcile
from tests.cast import make_duty
from tests.inventory.cards import bring, do, make_lot, on_duty
from tests.people.test_races import at_once

pytestmark = pytest.mark.django_db


def today():
    return house_day(timezone.now())


def morning():
    """The next gaming day has begun."""
    return house_day_ends(today()) + timedelta(hours=1)


def tomorrows(job):
    """Somebody on duty then."""
    now = morning()
    held = Duty.objects.filter(job=job, ended_at=None, taken_at=now).first()
    return held or make_duty(job, f"T-{list(Job).index(job):02}", now=now)


def counts(**changed):
    """As the logs say, or otherwise."""
    return [
        Counted(row.store.code, row.kind, row.back, changed.get("singles", row.singles), row.sets)
        for row in read.sorts_to_count()
    ]


def count(**changed):
    return count_stands(
        day=today(), counts=counts(**changed), by=tomorrows(Job.SECURITY_OFFICER), now=morning()
    )


def sign(seen=0, note="", by=Job.ACCOUNTANT, second=Job.SECURITY_OFFICER):
    return reconcile(
        day=today(),
        seen=seen,
        note=note,
        by=tomorrows(by),
        second=tomorrows(second),
        now=morning(),
    )


def miss(code):
    order = Order("miss", [code], facts={"note": "not in its box"})
    return move(order, by=on_duty(Job.SECURITY_OFFICER), now=timezone.now())


def codes_of(lot):
    return [deck.code for deck in lot.decks.order_by("pk")]


def kinds(sheet):
    return sorted({row["what"] for row in sheet["differences"]})


# -- figures


def test_every_deck_of_a_busy_day_is_accounted_for():
    codes = codes_of(make_lot(singles=9, invoiced_singles=9))
    for code, until in zip(
        codes, ("destroy", "examine", "envelope", "remove", "play", "issue"), strict=False
    ):
        bring(code, until)
    do("issue", codes[6], to="reserve-1")
    miss(codes[7])
    sheet = figures(today(), morning())
    assert (sheet["start"], sheet["did"]["received"], sheet["end"]) == (0, 9, 8)
    assert (sheet["did"]["issued"], sheet["did"]["destroyed"]) == (7, 1)
    assert (sheet["in_stores"], sheet["on_tables"], sheet["in_pits"]) == (4, 1, 2)
    assert (sheet["missing"], sheet["in_reserve"], sheet["unaccounted"]) == (1, 1, 0)


def test_cancelled_are_told_from_destroyed():
    one, two = codes_of(make_lot())[:2]
    bring(one, "examine")
    do("destroy", one, method="drill")
    bring(two, "destroy")
    did = figures(today(), morning())["did"]
    assert (did["cancelled"], did["destroyed"]) == (1, 1)


def test_yesterday_is_told_as_it_ended_whatever_was_done_since():
    codes = codes_of(make_lot(singles=6, invoiced_singles=6))
    for code, until in zip(codes, ("envelope", "remove", "issue", "play"), strict=False):
        bring(code, until)
    miss(codes[5])
    ended = figures(today(), morning())
    _next_day(codes)
    assert figures(today(), morning() + timedelta(hours=2)) == ended


def _next_day(codes):
    """Much happens after the day has ended."""
    now = morning() + timedelta(hours=1)
    officer, boss = tomorrows(Job.SECURITY_OFFICER), tomorrows(Job.SHIFT_MANAGER)
    move(Order("collect", [codes[0]], to="security"), by=officer, now=now)
    move(Order("remove", [codes[3]], facts={"reason": "damaged"}), by=boss, now=now)
    move(Order("deliver", [codes[2]], to="HU-09", facts={"method": "hand"}), by=boss, now=now)
    move(Order("issue", [codes[4]], to="stand-2"), by=boss, second=officer, now=now)
    move(Order("find", [codes[5]], facts={"note": "x"}), by=officer, second=boss, now=now)
    make_lot_then(now)


def make_lot_then(now):
    from inventory.services.receipt import receive_lot
    from tests.inventory.cards import DELIVERY

    receive_lot(
        DELIVERY.__class__(**{**_fields(DELIVERY), "invoice": "INV-2"}),
        store="primary",
        by=tomorrows(Job.SECURITY_OFFICER),
        second=tomorrows(Job.SHIFT_MANAGER),
        now=now,
    )


def _fields(delivery):
    from dataclasses import asdict

    return asdict(delivery)


def test_a_deck_of_a_sealed_set_counts_as_one_deck():
    lot = make_lot(singles=0, sets=3, set_size=2, invoiced_singles=0, invoiced_sets=3)
    first, other = codes_of(lot)[:2]
    do("issue", first, other)
    do("deliver", first)
    sheet = figures(today(), morning())
    assert (sheet["in_stores"], sheet["on_tables"], sheet["unaccounted"]) == (5, 1, 0)


def test_deck_on_a_table_for_more_than_a_day_is_named():
    code = codes_of(make_lot())[0]
    bring(code, "play")
    sheet = figures(today() + timedelta(days=1), timezone.now() + timedelta(hours=25))
    assert sheet["over_24h"] == 1
    assert "over_24h" in kinds(sheet)


def test_counting_again_erases_no_difference():
    bring(codes_of(make_lot())[0], "issue")
    count(singles=7)
    count()
    sheet = figures(today(), morning())
    assert [row["what"] for row in sheet["differences"]] == ["count"]
    assert "counted 7 and 0 sets" in sheet["differences"][0]["words"]
    assert "count 1 of 2" in sheet["differences"][0]["words"]
    with pytest.raises(Refused, match="do not add up"):
        sign()


def test_deck_that_vanished_from_the_books_is_noticed():
    code = codes_of(make_lot())[0]
    bring(code, "play")
    Stay.objects.update(during=DateTimeTZRange(timezone.now(), timezone.now()))  # that is none
    sheet = figures(today(), morning())
    assert sheet["unaccounted"] == 1
    assert sheet["differences"][0]["what"] == "unaccounted"


def test_what_does_not_add_up_is_named_by_deck():
    codes = codes_of(make_lot(singles=6, invoiced_singles=6))
    bring(codes[0], "envelope")
    bring(codes[1], "remove")
    miss(codes[2])
    primary = Stock.objects.get(store__code="primary").store
    StoreKey.objects.create(
        store=primary,
        lock="security",
        number="K-1",
        holder=on_duty(Job.SECURITY_OFFICER).person,
        held_since=timezone.now(),
    )
    Stock.objects.filter(store=primary).update(decks=99)
    sheet = figures(today(), morning())
    assert kinds(sheet) == ["key", "log", "missing", "not_collected", "not_enveloped"]
    named = {row["what"]: row["thing"] for row in sheet["differences"]}
    assert named["not_collected"] == f"deck:{codes[0]}"
    assert named["not_enveloped"] == f"deck:{codes[1]}"
    assert named["missing"] == f"deck:{codes[2]}"


def test_sealed_set_that_was_split_is_named():
    lot = make_lot(singles=0, sets=1, set_size=2, invoiced_singles=0, invoiced_sets=1)
    make_stand = Stock.objects.get().store.__class__.objects.get(code="stand-1")
    Deck.objects.filter(code=codes_of(lot)[0]).update(store=make_stand)
    assert "split_set" in kinds(figures(today(), morning()))


def test_figures_cost_the_same_however_long_the_history():
    def cost():
        with CaptureQueriesContext(connection) as asked:
            figures(today(), morning())
        return len(asked)

    codes = codes_of(make_lot(singles=12, invoiced_singles=12))
    bring(codes[0], "envelope")
    miss(codes[1])
    few = cost()
    for code in codes[2:7]:
        bring(code, "destroy")
    for code in codes[7:11]:
        bring(code, "envelope")
    bring(codes[11], "play")
    assert cost() == few <= 18


# -- signing


def test_sheet_is_signed_by_security_and_accounting_and_kept():
    make_lot()
    sheet = sign()
    assert (sheet.number, sheet.differences) == (1, 0)
    entry = Entry.objects.get(act="reconcile")
    assert entry.clause == "13:69E-1.18(b)2"
    assert {entry.duty.job, entry.second_duty.job} == {"accountant", "security_officer"}
    assert service.as_bytes(Reconciliation.objects.get().figures) == service.as_bytes(sheet.figures)


def test_two_of_one_department_do_not_sign_it():
    make_lot()
    with pytest.raises(Refused, match="casino security and casino accounting"):
        sign(by=Job.SECURITY_MANAGER)
    assert Entry.objects.get(act="reconcile").refused


def test_day_that_is_not_over_is_not_signed():
    make_lot()
    with pytest.raises(Refused, match="not over"):
        reconcile(
            day=today(),
            seen=0,
            note="",
            by=on_duty(Job.ACCOUNTANT),
            second=on_duty(Job.SECURITY_OFFICER),
            now=timezone.now(),
        )


def test_day_before_the_first_delivery_has_nothing_to_sign():
    make_lot()
    with pytest.raises(Refused, match="no decks in the house"):
        reconcile(
            day=today() - timedelta(days=1),
            seen=0,
            note="",
            by=tomorrows(Job.ACCOUNTANT),
            second=tomorrows(Job.SECURITY_OFFICER),
            now=morning(),
        )


def test_stands_are_counted_before_anybody_signs():
    bring(codes_of(make_lot())[0], "issue")
    with pytest.raises(Refused, match="not counted"):
        sign()
    count()
    assert sign().differences == 0


def test_count_that_differs_is_explained_or_not_signed():
    bring(codes_of(make_lot())[0], "issue")
    count(singles=0)
    with pytest.raises(Refused, match="1 things do not add up"):
        sign()
    sheet = sign(note="The pit boss looks for it")
    assert kinds(sheet.figures) == ["count"]
    assert Alert.objects.get().need == "soon"


def test_count_leaves_nothing_out():
    codes = codes_of(make_lot())
    do("issue", codes[0])
    do("issue", codes[1], to="reserve-1")
    with pytest.raises(Refused, match="Every stand and reserve") as refused:
        count_stands(day=today(), counts=counts()[:1], by=tomorrows(Job.ACCOUNTANT), now=morning())
    assert "Stand 1" in refused.value.remedy


def test_correction_is_a_new_number_and_the_first_stays():
    make_lot()
    first = sign()
    with pytest.raises(Refused, match="says why"):
        sign(seen=1)
    assert sign(seen=1, note="Counted again").number == 2
    assert Reconciliation.objects.get(pk=first.pk).number == 1
    assert Entry.objects.filter(act="reconcile", refused=False).first().payload["corrects"] == 1


def test_sheet_signed_meanwhile_is_looked_at_first():
    make_lot()
    sign()
    with pytest.raises(Outdated):
        sign(seen=0, note="again")


def test_next_day_follows_on_from_the_signed_one():
    make_lot()
    sign()
    sheet = figures(today() + timedelta(days=1), morning())
    assert sheet["start"] == 4
    assert sheet["differences"] == []
    Deck.objects.filter(pk=Deck.objects.first().pk).update(stage="destroyed", store=None)
    assert "opening" in kinds(figures(today() + timedelta(days=1), morning()))


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE inventory_reconciliation SET figures = '{}'",
        "UPDATE inventory_reconciliation SET differences = 0",
        "DELETE FROM inventory_reconciliation",
        "TRUNCATE inventory_reconciliation",
        "UPDATE inventory_countline SET singles = 0",
        "DELETE FROM inventory_countscan",
    ],
)
def test_raw_sql_cannot_change_what_was_signed_or_counted(change):
    make_lot()
    sign()
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change)


# -- the tick


def test_day_that_nobody_signed_is_told_once_after_noon():
    make_lot()
    noon = house_day_ends(today()).replace(hour=12)
    assert service.flag_unreconciled(now=noon - timedelta(minutes=1)) == 0
    assert service.flag_unreconciled(now=noon) == 1
    Alert.objects.update(acknowledged_at=noon, owner=on_duty(Job.SECURITY_OFFICER).person)
    assert service.flag_unreconciled(now=noon + timedelta(hours=1)) == 0


def test_signed_day_and_empty_house_are_not_told():
    assert service.flag_unreconciled(now=morning()) == 0
    make_lot()
    sign()
    assert service.flag_unreconciled(now=house_day_ends(today()).replace(hour=13)) == 0


# -- two at once


@pytest.mark.django_db(transaction=True)
def test_two_pairs_who_sign_one_day_at_once_make_one_sheet():
    make_lot()
    for job in (Job.ACCOUNTANT, Job.SECURITY_OFFICER):
        tomorrows(job)
    answers = at_once(4, lambda number: sign())
    assert sum(isinstance(answer, Reconciliation) for answer in answers) == 1
    assert sum(isinstance(answer, Outdated) for answer in answers) == 3
    assert Entry.objects.filter(act="reconcile").count() == 1
