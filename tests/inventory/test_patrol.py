"""Whatever is altered past the services is found, told once, and mended by nobody."""

import pytest
from django.db import DatabaseError, ProgrammingError, connection, transaction
from django.utils import timezone

from casino.models import Alert, Entry, Job
from casino.services.alerts import acknowledge_alert
from inventory.models import Deck, Stock
from inventory.selectors.patrol import breaches
from inventory.services import counts, discrepancies, patrol
from inventory.services.custody import Order, move
from inventory.services.devices import Make, register_device
from inventory.services.discrepancies import Findings
from inventory.services.patrol import patrol_custody
from tests.conftest import superuser
from tests.inventory.cards import LIFE, bring, do, make_lot, make_seals, make_stores, on_duty

pytestmark = pytest.mark.django_db


def tick():
    return patrol_custody(now=timezone.now())


def sql(statement, *facts):
    with connection.cursor() as cursor:
        cursor.execute(statement, facts)


@pytest.fixture
def deck():
    return bring(make_lot().decks.first().code, "play")


@pytest.mark.parametrize("until", LIFE)
def test_an_honest_life_is_no_breach_at_any_step(until):
    bring(make_lot().decks.first().code, until)
    assert [tick() for _ in range(8)] == [0] * 8  # every store has had its turn
    assert not Alert.objects.exists()


@pytest.mark.parametrize(
    ("column", "value", "words"),
    [
        ("stage", "cleared", "stage is cleared, should be in_play"),
        ("opened_at", "2030-01-01 00:00Z", "opened at is 2030"),
        ("method", "manual_shoe", "method is manual_shoe, should be hand"),
        ('"table"', "HU-09", "code is HU-09, should be HU-01"),
        ("length", "3", "length is 3"),
        ("holds", '{"house": "no reason"}', "held is no reason, should be nothing"),
        ("back", "blue", "its back is blue, should be red"),
        ("pit_id", None, "pit is nothing, should be"),
        ("set_number", 7, "in set 7, to which it never belonged"),
        ("given", 1, "given is 1"),
        ("difference", -1, "difference is -1"),
        ("kind", "dragon", "kind is dragon"),
    ],
)
def test_an_altered_row_is_an_alarm_at_the_next_tick(deck, column, value, words):
    held = ", held = 'no reason'" if column == "holds" else ""
    sql(f"UPDATE inventory_deck SET {column} = %s{held} WHERE id = %s", value, deck.pk)
    assert tick() >= 1
    alert = Alert.objects.get(thing=f"deck:{deck.code}")
    assert alert.need == Alert.Need.NOW
    entry = Entry.objects.get(act="find_custody_breach", thing=f"deck:{deck.code}")
    assert words in entry.payload["breach"]


def test_a_deck_moved_back_to_a_store_by_hand_is_found_in_deck_and_store(deck):
    store = Stock.objects.get(store__code="primary").store
    sql(
        "UPDATE inventory_deck SET stage = 'stored', place = 'primary', store_id = %s,"
        " \"table\" = '' WHERE id = %s",
        store.pk,
        deck.pk,
    )
    for _ in range(8):
        tick()
    things = set(Alert.objects.values_list("thing", flat=True))
    assert things == {f"deck:{deck.code}", "store:primary"}


def test_a_balance_that_was_altered_is_found():
    make_lot()
    sql("UPDATE inventory_stock SET singles = singles - 1")
    assert sum(tick() for _ in range(8)) == 1
    assert "by its balance" in Alert.objects.get().words


def take_on(alert):
    acknowledge_alert(by=on_duty(Job.SECURITY_MANAGER), number=alert.pk, now=timezone.now())


def test_a_breach_is_told_once_while_its_alert_is_open(deck):
    sql("UPDATE inventory_deck SET method = 'manual_shoe' WHERE id = %s", deck.pk)
    assert [tick(), tick(), tick()] == [1, 0, 0]
    assert Entry.objects.filter(act="find_custody_breach").count() == 1


def test_the_same_alteration_again_alarms_again(deck):
    for _ in range(2):
        sql("UPDATE inventory_deck SET method = 'manual_shoe' WHERE id = %s", deck.pk)
        assert tick() == 1
        take_on(Alert.objects.get(acknowledged_at=None))
        sql("UPDATE inventory_deck SET method = 'hand' WHERE id = %s", deck.pk)
        assert tick() == 0


@pytest.mark.parametrize(
    "change",
    [
        "\"table\" = 'HU-09'",
        "during = tstzrange(lower(during) - interval '1 h', NULL)",
        "during = tstzrange(lower(during), lower(during) + interval '1 h')",
    ],
)
def test_a_stay_that_does_not_fit_is_found(deck, change):
    sql(f"UPDATE inventory_stay SET {change}")
    assert tick() == 1
    assert "stays at tables" in Alert.objects.get().words


def test_a_stay_that_is_over_is_not_rewritten_or_invented(deck):
    do("remove", deck.code)
    sql("UPDATE inventory_stay SET during = tstzrange(lower(during), upper(during) + '1 min')")
    assert tick() == 1
    sql(
        'INSERT INTO inventory_stay (deck_id, "table", during) VALUES'
        " (%s, 'HU-09', tstzrange('2026-01-01Z', '2026-01-02Z'))",
        Deck.objects.exclude(pk=deck.pk).first().pk,
    )
    assert tick() == 1
    assert Alert.objects.filter(words__contains="stays at tables").count() == 2


def test_decks_at_tables_held_missing_or_cleared_are_looked_at_every_time(monkeypatch):
    decks = list(make_lot().decks.order_by("pk"))
    held = Order("hold", [decks[1].code], facts={"reason": "An inquiry"})
    bring(decks[2].code, "examine")
    move(held, by=on_duty(Job.SECURITY_OFFICER), now=timezone.now())
    bring(decks[0].code, "play")
    monkeypatch.setattr(patrol, "LATEST", 0)
    monkeypatch.setattr(patrol, "slice_after", lambda number, count: [])
    for deck in decks[:3]:
        sql("UPDATE inventory_deck SET method = 'slingshot' WHERE id = %s", deck.pk)
        assert tick() == 1


def test_a_deck_of_another_lot_is_found(deck):
    other = make_lot(invoice="INV-2")
    sql("UPDATE inventory_deck SET lot_id = %s WHERE id = %s", other.pk, deck.pk)
    assert tick() == 1
    assert "came with another" in Alert.objects.get().words


def test_a_lot_is_never_rewritten():
    make_lot()
    with pytest.raises(DatabaseError), transaction.atomic():
        sql("UPDATE inventory_lot SET vendor = 'Somebody'")


# -- seals, reports, counts and devices


def altered(statement, *facts):
    """Honest before, told once after."""
    assert tick() == 0
    sql(statement, *facts)
    assert tick() == 1
    return Alert.objects.get(words__startswith="Altered").thing


def test_a_used_seal_that_is_said_to_be_in_stock_is_found(deck):
    do("remove", deck.code)
    do("envelope", deck.code)
    thing = altered("UPDATE inventory_deckseal SET state = 'in_stock', changed_id = NULL")
    assert thing == f"seal:S-{deck.code}"


def test_a_seal_void_or_missing_without_its_entry_is_found():
    make_seals("S-1", "S-2")
    entry = Entry.objects.first().pk
    facts = "UPDATE inventory_deckseal SET state = 'void', changed_id = %s WHERE number = 'S-2'"
    assert altered(facts, entry) == "seal:S-2"


def reported(deck):
    found = Findings(deck.code, "Two queens", extra=["Qh"])
    return discrepancies.report(found, by=on_duty(Job.PIT_BOSS), now=timezone.now())


@pytest.mark.parametrize(
    "change",
    [
        "findings = 'Nothing at all'",
        "notified_id = reported_id, closed_id = reported_id, outcome = 'released'",
    ],
)
def test_a_report_that_was_altered_is_found(deck, change):
    row = reported(deck)
    assert altered(f"UPDATE inventory_discrepancy SET {change}") == f"discrepancy:{row.number}"


@pytest.mark.django_db(transaction=True)
def test_what_was_deleted_as_the_owner_is_found(deck):
    row = reported(deck)
    for table in ("inventory_discrepancy", "inventory_stay"):
        with pytest.raises(ProgrammingError, match="permission denied"):
            sql(f"DELETE FROM {table}")
        with superuser() as db:
            db.execute(f"DELETE FROM {table}")
    assert tick() == 2
    things = set(Alert.objects.values_list("thing", flat=True))
    assert things == {f"discrepancy:{row.number}", f"deck:{deck.code}"}


def test_a_count_that_was_reopened_is_found():
    make_stores()
    by, second = on_duty(Job.ACCOUNTANT), on_duty(Job.SECURITY_OFFICER)
    now = timezone.now()
    row = counts.start(by=by, now=now)
    counts.close(number=row.number, note="", by=by, second=second, now=now)
    thing = altered("UPDATE inventory_inventory SET closed_id = NULL")
    assert thing == f"inventory:{row.number}"


@pytest.mark.parametrize("column", ["maker = 'Nobody'", "is_suspect = true", "stage = 'locked'"])
def test_a_device_that_was_altered_is_found(column):
    make = Make("SH-1", "shuffler", "Cardo", "One")
    register_device(make, by=on_duty(Job.SHIFT_MANAGER), now=timezone.now())
    assert altered(f"UPDATE inventory_device SET {column}") == "device:SH-1"


def test_a_movement_under_a_strange_entry_is_found(deck):
    other = bring(Deck.objects.exclude(pk=deck.pk).first().code, "issue")
    strange = other.movements.order_by("-index").first().entry_id
    sql(
        'INSERT INTO inventory_movement (deck_id, index, "do", entry_id, key)'
        " VALUES (%s, %s, 'remove', %s, '')",
        deck.pk,
        deck.length,
        strange,
    )
    assert tick() == 1
    assert "not the one its entry tells of" in Alert.objects.get().words


def test_old_decks_have_their_turn(monkeypatch, deck):
    monkeypatch.setattr(patrol, "LATEST", 1)
    monkeypatch.setattr(patrol, "SLICE", 1)
    decks = list(Deck.objects.order_by("pk"))
    sql("UPDATE inventory_deck SET is_spoiled = true WHERE id = %s", decks[-1].pk)
    do("remove", deck.code)
    assert sum(tick() for _ in range(len(decks) + 1)) == 1


def test_a_stretch_costs_as_many_queries_for_many_decks_as_for_few(django_assert_max_num_queries):
    lot = make_lot(singles=40, invoiced_singles=40)
    numbers = list(lot.decks.values_list("pk", flat=True))
    with django_assert_max_num_queries(7):
        assert breaches(numbers) == []
