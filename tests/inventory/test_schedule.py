"""Decks that fall due: told once ahead and once when it is over, and refused for the next round."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier
from zoneinfo import ZoneInfo

import pytest
from django.db import connection
from django.utils import timezone

from casino.lib.law import Refused
from casino.metrics import scrape
from casino.models import Alert, Entry, Job
from casino.services.alerts import acknowledge_alert
from casino.services.settings import change_setting
from inventory.models import Deck, DeckNotice
from inventory.rules.law import CHANGE, CHANGE_BY_HAND
from inventory.selectors.schedule import clock_of, clocks, destroy_clocks, periods_at
from inventory.services.custody import Order, move
from inventory.services.schedule import flag_due, on_the_wall, refuse_overdue
from tests.cast import make_duty
from tests.inventory.cards import bring, do, make_lot, on_duty

pytestmark = pytest.mark.django_db
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
HOUSE = ZoneInfo("America/New_York")


@pytest.fixture
def deck():
    return bring(make_lot().decks.first().code, "play")


def after(deck, **span):
    return deck.opened_at + timedelta(**span)


def told():
    return list(DeckNotice.objects.order_by("pk").values_list("what", flat=True))


def deal_from(deck, method):
    order = Order("deal_from", [deck.code], facts={"method": method})
    move(order, by=on_duty(Job.FLOORPERSON), now=timezone.now())
    return Deck.objects.get(pk=deck.pk)


# -- clocks


@pytest.mark.parametrize(
    ("hours", "minutes", "state"), [(3, 44, "ok"), (3, 45, "soon"), (4, 0, "overdue")]
)
def test_a_deck_dealt_from_the_hand_has_four_hours(deck, hours, minutes, state):
    clock = clock_of(deck, after(deck, hours=hours, minutes=minutes))
    assert (clock.due, clock.state) == (after(deck, hours=4), state)


def test_another_way_of_dealing_counts_at_once(deck):
    moment = after(deck, hours=5)
    assert clock_of(deck, moment).state == "overdue"
    deck = deal_from(deck, "manual_shoe")
    assert clock_of(deck, moment).due == after(deck, hours=8)
    assert clock_of(deal_from(deck, "hand"), moment).state == "overdue"


def test_a_deck_on_no_table_has_no_clock(deck):
    do("remove", deck.code)
    deck.refresh_from_db()
    assert clock_of(deck, after(deck, hours=99)) is None
    assert clocks(after(deck, hours=99)) == []


def test_each_deck_has_its_own_clock_and_the_first_due_is_first():
    first, other = make_lot().decks.order_by("pk")[:2]
    bring(first.code, "deliver")
    do("issue", other.code)
    do("deliver", other.code, to="HU-02", method="automated_shoe")
    found = clocks(timezone.now())
    assert [clock.deck.code for clock in found] == [first.code, other.code]
    assert found[1].due - found[1].deck.opened_at == 8 * HOUR


def test_clocks_cost_two_queries_however_many_decks_there_are(django_assert_num_queries):
    for deck in make_lot(singles=6, invoiced_singles=6).decks.order_by("pk"):
        do("issue", deck.code)
        do("deliver", deck.code, to=f"T-{deck.pk}")
    with django_assert_num_queries(2):
        assert len(clocks(timezone.now())) == 6
    with django_assert_num_queries(3):
        assert destroy_clocks(timezone.now()) == []


def test_a_dated_period_counts_from_its_moment(deck):
    signers = {"by": on_duty(Job.SHIFT_MANAGER), "second": make_duty(Job.ACCOUNTANT)}
    now = timezone.now()
    change_setting(name="change_by_hand", value=2, source="An order", now=now, **signers)
    assert periods_at(timezone.now()).by_hand == 2 * HOUR
    assert periods_at(deck.opened_at).by_hand == 4 * HOUR
    assert clock_of(deck, timezone.now()).due == after(deck, hours=2)


# -- around the nights when the clocks change


@pytest.mark.parametrize(
    ("opened", "due"),
    [
        (datetime(2026, 10, 31, 23, 30), "02:30"),  # the night has an hour more
        (datetime(2026, 3, 8, 0, 30), "05:30"),  # … and here one less
    ],
)
def test_hours_are_those_that_pass_not_those_on_the_wall(deck, opened, due):
    Deck.objects.filter(pk=deck.pk).update(opened_at=opened.replace(tzinfo=HOUSE))
    deck.refresh_from_db()
    deck.opened_at = deck.opened_at.astimezone(HOUSE)  # even if somebody hands it over so
    clock = clock_of(deck, timezone.now())
    assert clock.due - deck.opened_at.astimezone(UTC) == 4 * HOUR
    assert on_the_wall(clock.due) == due


def test_in_the_hour_that_strikes_twice_it_is_said_which():
    first = datetime(2026, 11, 1, 5, 30, tzinfo=UTC)
    assert on_the_wall(first) == "01:30 EDT"
    assert on_the_wall(first + HOUR) == "01:30 EST"
    assert on_the_wall(first + 2 * HOUR) == "02:30"


# -- telling


def test_nothing_is_told_while_there_is_time(deck):
    assert flag_due(now=after(deck, hours=3)) == 0
    assert not Alert.objects.exists()


def test_it_is_told_once_ahead_and_once_when_it_is_over(deck):
    for minutes in (230, 231, 240, 241, 500):
        flag_due(now=deck.opened_at + minutes * MINUTE)
    assert told() == ["change_soon", "change_overdue"]
    entries = Entry.objects.filter(act="deck_due").order_by("position")
    assert [entry.payload["what"] for entry in entries] == told()
    assert {(e.thing, e.table, e.reading) for e in entries} == {
        (f"deck:{deck.code}", "HU-01", "A6")
    }
    assert {e.clause for e in entries} == {str(CHANGE_BY_HAND)}


def test_the_pit_of_the_deck_is_alerted_and_the_warning_gives_way(deck):
    flag_due(now=after(deck, hours=3, minutes=50))
    soon = Alert.objects.get()
    assert (soon.need, soon.pit, soon.thing) == (Alert.Need.SOON, deck.pit, f"deck:{deck.code}")
    flag_due(now=after(deck, hours=4))
    over = Alert.objects.get()
    assert over.need == Alert.Need.NOW
    assert over.words.startswith(f"HU-01: deck {deck.code} was due at")
    assert Entry.objects.filter(act="withdraw_alert").count() == 1


def test_a_removed_deck_nags_nobody(deck):
    flag_due(now=after(deck, hours=4))
    do("remove", deck.code)
    flag_due(now=after(deck, hours=5))
    assert not Alert.objects.exists()
    assert told() == ["change_overdue"]


def test_a_deck_dealt_another_way_nags_nobody_until_its_new_time(deck):
    flag_due(now=after(deck, hours=4))
    deck = deal_from(deck, "manual_shoe")
    flag_due(now=after(deck, hours=5))
    assert not Alert.objects.exists()
    flag_due(now=after(deck, hours=8))
    assert told() == ["change_overdue", "change_overdue"]
    assert Entry.objects.filter(act="deck_due").latest("position").clause == str(CHANGE)


def test_an_alert_that_was_taken_on_stays_with_its_owner(deck):
    flag_due(now=after(deck, hours=4))
    acknowledge_alert(
        by=on_duty(Job.SHIFT_MANAGER), number=Alert.objects.get().pk, now=timezone.now()
    )
    do("remove", deck.code)
    flag_due(now=after(deck, hours=5))
    assert Alert.objects.get().owner


def test_a_tick_with_nothing_new_costs_few_queries(deck, django_assert_max_num_queries):
    flag_due(now=after(deck, hours=4))
    with django_assert_max_num_queries(12):
        flag_due(now=after(deck, hours=4, minutes=1))


# -- the next round


def test_an_overdue_deck_refuses_the_next_round(deck):
    refuse_overdue(deck, now=after(deck, hours=3, minutes=59))
    with pytest.raises(Refused) as refused:
        refuse_overdue(deck, now=after(deck, hours=4))
    assert str(refused.value.clause) == str(CHANGE_BY_HAND)
    assert refused.value.reading.number == "A6"
    assert refused.value.remedy


# -- destruction


def collected(count=2):
    decks = list(make_lot().decks.order_by("pk")[:count])
    for deck in decks:
        bring(deck.code, "envelope")
    do("collect", *(deck.code for deck in decks))
    return [Deck.objects.get(pk=deck.pk) for deck in decks]


def test_decks_collected_together_are_told_together():
    decks = collected()
    flag_due(now=decks[0].clock_from + 48 * HOUR)
    flag_due(now=decks[0].clock_from + 72 * HOUR)
    assert sorted(told()) == ["destroy_overdue"] * 2 + ["destroy_soon"] * 2
    assert Entry.objects.filter(act="deck_due").count() == 2
    alert = Alert.objects.get()
    assert (alert.need, alert.pit, alert.thing) == (Alert.Need.NOW, None, "store:security")
    assert alert.words.startswith("2 decks should have been destroyed by")


def test_a_hold_stops_the_clock_and_its_end_starts_another():
    (deck,) = collected(1)
    hold = Order("hold", [deck.code], facts={"reason": "An inquiry"})
    move(hold, by=on_duty(Job.SECURITY_OFFICER), now=timezone.now())
    assert destroy_clocks(after(deck, days=30)) == []
    move(
        Order("release", [deck.code], facts={"hold": "house", "authority": "The Division"}),
        by=on_duty(Job.SECURITY_MANAGER),
        second=on_duty(Job.SECURITY_OFFICER),
        now=timezone.now(),
    )
    deck.refresh_from_db()
    (clock,) = destroy_clocks(timezone.now())
    assert clock.due == deck.clock_from + timedelta(days=5)


# -- figures, and two at once


def test_overdue_decks_are_counted_in_the_metrics(deck):
    Deck.objects.filter(pk=deck.pk).update(opened_at=timezone.now() - 5 * HOUR)
    text = scrape().decode()
    assert "pitkeeper_decks_overdue 1.0" in text
    assert "pitkeeper_decks_on_tables 1.0" in text


@pytest.mark.django_db(transaction=True)
def test_many_ticks_at_once_tell_each_thing_once():
    decks = list(make_lot(singles=4, invoiced_singles=4).decks.order_by("pk"))
    for number, deck in enumerate(decks):
        do("issue", deck.code)
        do("deliver", deck.code, to=f"T-{number}")
    moment, gate = timezone.now() + 5 * HOUR, Barrier(6)

    def tick(number):
        try:
            gate.wait(timeout=30)
            return flag_due(now=moment)
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as threads:
        list(threads.map(tick, range(6)))
    flag_due(now=moment)  # what was locked by another tick is told by the next one
    assert told() == ["change_overdue"] * 4
    assert Entry.objects.filter(act="deck_due").count() == 4
    assert Alert.objects.count() == 4
