"""A discrepancy is reported at once, holds the deck, and ends by two signatures."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from casino.lib.law import Refused
from casino.models import Alert, Entry, Job
from inventory.models import Deck, Discrepancy, Movement
from inventory.selectors.discrepancies import (
    discrepancy_with,
    held_on_request,
    notice_of,
    unreported,
)
from inventory.services import discrepancies
from inventory.services.custody import Order, move
from inventory.services.discrepancies import Findings
from tests.cast import make_duty
from tests.inventory.cards import bring, do, make_lot, on_duty
from tests.inventory.test_seals import run_errands

pytestmark = pytest.mark.django_db


@pytest.fixture
def deck():
    return bring(make_lot().decks.first().code, "play")


def report(deck, words="Two queens of hearts", job=Job.PIT_BOSS, **more):
    found = Findings(deck.code, words, **({"missing": ["Qs"], "extra": ["Qh"]} | more))
    return discrepancies.report(found, by=on_duty(job), now=timezone.now())


def tell(row, **more):
    given = {"reference": "DGE-77", "told_at": timezone.now(), "by": on_duty(Job.SECURITY_MANAGER)}
    return discrepancies.tell_division(number=row.number, now=timezone.now(), **(given | more))


def close(row, outcome="released", **more):
    given = {
        "authority": "Letter 12 of the Division",
        "by": on_duty(Job.SECURITY_MANAGER),
        "second": on_duty(Job.SHIFT_MANAGER),
    }
    now = timezone.now()
    return discrepancies.close(number=row.number, outcome=outcome, now=now, **(given | more))


def order(do, deck, **facts):
    return Order(do, [deck.code], facts=facts)


def hold_for_the_division(deck):
    hold = order("hold", deck, reason="The Division asked")
    move(hold, by=on_duty(Job.REGULATOR), now=timezone.now())


def let_go(deck, hold, authority="DGE-6", **people):
    people = {"by": on_duty(Job.SECURITY_MANAGER), "second": on_duty(Job.SHIFT_MANAGER)} | people
    facts = {"hold": hold, "authority": authority}
    return move(order("release", deck, **facts), now=timezone.now(), **people)


def test_a_report_holds_the_deck_and_alarms(deck):
    row = report(deck)
    deck.refresh_from_db()
    assert deck.held == f"Card discrepancy {row.number}"
    assert Movement.objects.filter(deck=deck).last().do == "hold"
    run_errands()
    alert = Alert.objects.get(thing=f"discrepancy:{row.number}")
    assert alert.need == "now"
    assert deck.code in alert.words
    with pytest.raises(Refused, match="held"):
        move(order("deal_from", deck, method="hand"), by=on_duty(Job.PIT_BOSS), now=timezone.now())


def test_a_suspect_removal_holds_already_and_waits_for_its_report(deck):
    do("remove", deck.code, reason="missing_or_extra")
    run_errands()
    alert = Alert.objects.get(thing=f"deck:{deck.code}")
    assert alert.need == "now"
    assert "report the discrepancy" in alert.words
    assert list(unreported()) == [deck]
    report(deck)
    assert list(unreported()) == []
    alert.refresh_from_db()
    assert alert.acknowledged_at
    deck.refresh_from_db()
    assert list(deck.holds) == [f"report {Discrepancy.objects.get()}"]  # in place of the suspicion


def test_an_alert_is_not_raised_for_what_is_reported_by_then(deck):
    do("remove", deck.code, reason="wrong_count")
    report(deck)
    run_errands()
    assert not Alert.objects.filter(thing=f"deck:{deck.code}").exists()


def test_an_ordinary_removal_alarms_nobody(deck):
    do("remove", deck.code)
    run_errands()
    assert not Alert.objects.exists()
    assert not unreported()


def test_one_open_report_a_deck(deck):
    row = report(deck)
    with pytest.raises(Refused, match=f"reported already: {row.number}"):
        report(deck)
    assert Discrepancy.objects.count() == 1


def test_raw_sql_opens_no_second_report(deck):
    row = report(deck)
    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO inventory_discrepancy (number, deck_id, findings, missing, extra,"
            " reported_id, reference, outcome) VALUES ('X', %s, 'x', '[]', '[]', %s, '', '')",
            [deck.pk, row.reported_id],
        )


@pytest.mark.parametrize(
    ("more", "error"),
    [
        ({"words": "  "}, "what was found"),
        ({"missing": ["DR"]}, "has no card DR"),
        ({"extra": ["Zz"]}, "has no card Zz"),
        ({"missing": ["Qs", "Qs"]}, "only 1 times"),
    ],
)
def test_strange_findings_are_refused(deck, more, error):
    with pytest.raises(Refused, match=error):
        report(deck, **more)
    assert Deck.objects.get(pk=deck.pk).held == ""


def test_a_dealer_tells_the_floor_who_reports(deck):
    with pytest.raises(Refused, match="may not do this"):
        report(deck, job=Job.DEALER)


def test_the_division_is_told_once_and_in_time(deck):
    row = report(deck)
    for more, error in (
        ({"reference": " "}, "reference is missing"),
        ({"told_at": timezone.now() + timedelta(hours=1)}, "not in the future"),
        ({"told_at": timezone.now() - timedelta(hours=1)}, "after the report"),
        ({"by": on_duty(Job.PIT_BOSS)}, "may not do this"),
    ):
        with pytest.raises(Refused, match=error):
            tell(row, **more)
    assert tell(row).reference == "DGE-77"
    with pytest.raises(Refused, match=r"told of .* already"):
        tell(row)


def test_a_report_is_closed_after_the_division_was_told(deck):
    row = report(deck)
    with pytest.raises(Refused, match="has not been told"):
        close(row)
    tell(row)
    for more, error in (
        ({"outcome": "lost"}, "released or surrendered"),
        ({"authority": ""}, "who decided"),
        ({"second": None}, "two people"),
        ({"by": on_duty(Job.SECURITY_OFFICER)}, "may not do this"),
    ):
        with pytest.raises(Refused, match=error):
            close(row, **more)
    assert close(row).closed
    deck.refresh_from_db()
    assert deck.held == ""
    with pytest.raises(Refused, match="is closed: released"):
        close(row)


def test_a_deck_at_a_table_is_not_surrendered(deck):
    row = report(deck)
    tell(row)
    with pytest.raises(Refused, match="it must be removed"):
        close(row, "surrendered")
    assert Discrepancy.objects.get().closed is None
    do("remove", deck.code, reason="suspected_tampering")
    close(row, "surrendered")
    deck.refresh_from_db()
    assert deck.stage == "surrendered"
    assert deck.store is None


def test_a_reported_deck_is_let_go_only_by_closing_its_report(deck):
    row = report(deck)
    by, second = on_duty(Job.SECURITY_MANAGER), on_duty(Job.SHIFT_MANAGER)
    with pytest.raises(Refused, match="open discrepancy report"):
        let_go(deck, f"report {row}", by=by, second=second)
    assert Deck.objects.get(pk=deck.pk).held


def test_the_division_may_hold_a_deck_without_a_report(deck):
    hold_for_the_division(deck)
    assert list(held_on_request()) == [deck]
    assert not unreported()
    with pytest.raises(Refused, match="authority is missing"):
        let_go(deck, "division", authority="")
    for second in (Job.SHIFT_MANAGER, Job.SECURITY_OFFICER):
        with pytest.raises(Refused, match="by the Division alone"):
            let_go(deck, "division", second=on_duty(second))
    let_go(deck, "division", second=on_duty(Job.REGULATOR))
    assert not held_on_request()
    assert Entry.objects.get(act="deck_release", refused=False).second_person


def test_a_report_that_is_closed_leaves_the_hold_of_the_division(deck):
    hold_for_the_division(deck)
    row = report(deck)
    tell(row)
    close(row)
    deck.refresh_from_db()
    assert deck.holds == {"division": "The Division asked"}
    assert deck.held == "The Division asked"


def test_a_suspect_deck_never_escapes_its_report(deck):
    do("remove", deck.code, reason="suspected_tampering")
    with pytest.raises(Refused, match="by its discrepancy report alone"):
        let_go(deck, "suspicion")
    row = report(deck)
    tell(row)
    close(row)
    assert Deck.objects.get(pk=deck.pk).held == ""


def test_the_examination_finds_the_count_of_the_report(deck):
    do("remove", deck.code, reason="wrong_count")
    row = report(deck, extra=[])
    tell(row)
    close(row)
    do("envelope", deck.code)
    do("collect", deck.code)
    with pytest.raises(Refused, match="this one should hold 51"):
        do("examine", deck.code)
    do("examine", deck.code, cards=51)
    assert Deck.objects.get(pk=deck.pk).stage == "cleared"


def miss(deck, by):
    return move(order("miss", deck, note="Not at its table"), by=by, now=timezone.now())


def test_a_missing_deck_alarms_at_once_and_comes_back_held(deck):
    miss(deck, on_duty(Job.DEALER))
    run_errands()
    alert = Alert.objects.get(thing=f"deck:{deck.code}")
    assert alert.need == "now"
    assert deck.code in alert.words
    by, second = on_duty(Job.SHIFT_MANAGER), on_duty(Job.SECURITY_OFFICER)
    move(order("find", deck, note="Below it"), by=by, second=second, now=timezone.now())
    with pytest.raises(Refused, match="Found again, to be examined"):
        move(order("deal_from", deck, method="hand"), by=by, now=timezone.now())


def test_a_deck_is_missed_in_ones_own_pit(deck):
    elsewhere = make_duty(Job.DEALER, "D-9", pit="pit-9")
    with pytest.raises(Refused, match="Your duty is in"):
        miss(deck, elsewhere)


def test_the_notice_tells_what_is_known(deck):
    row = report(deck)
    do("remove", deck.code, reason="missing_or_extra")
    do("envelope", deck.code)
    told = notice_of(discrepancy_with(row.number))
    assert (told.deck, told.table, told.removed) == (
        deck.code, "HU-01", "Missing or extra cards found in play",
    )  # fmt: skip
    assert told.missing == [("Qs", 1)]
    assert told.extra == [("Qh", 1)]
    assert [one.label for one in told.containers] == [f"L-{deck.code}"]
    assert told.at_table
    assert told.at_table[1]
