"""Two people at one seal, one label, one deck, one place: each with a connection of their own."""

import pytest
from django.utils import timezone

from casino.lib.law import Refused
from casino.models import Job
from inventory.models import Batch, Container, Deck, Discrepancy, Movement, Session, Store
from inventory.services import discrepancies, seals, sessions
from inventory.services.custody import Order, move
from inventory.services.damage import Flaw, replace_card
from inventory.services.discrepancies import Findings
from tests.cast import make_duty
from tests.inventory.cards import bring, do, make_lot, make_seals, on_duty
from tests.people.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)


def refusals(answers):
    return [answer for answer in answers if isinstance(answer, Refused)]


def test_one_seal_closes_one_of_two_envelopes():
    make_seals("S-1")
    decks = list(make_lot().decks.order_by("pk")[:4])
    for deck in decks:
        bring(deck.code, "remove")
    floor, dealer = on_duty(Job.FLOORPERSON), on_duty(Job.DEALER)

    def close(number):
        facts = {"seal": "S-1", "label": f"L-{number}"}
        order = Order("envelope", [decks[number].code], facts=facts)
        return move(order, by=floor, second=dealer, now=timezone.now())

    answers = at_once(4, close)
    assert len(refusals(answers)) == 3
    assert all("S-1 is used" in str(refusal) for refusal in refusals(answers))
    assert Container.objects.count() == 1
    assert Deck.objects.filter(stage="enveloped").count() == 1


def test_one_label_goes_on_one_of_two_envelopes():
    make_seals("S-0", "S-1", "S-2", "S-3")
    decks = list(make_lot().decks.order_by("pk")[:4])
    for deck in decks:
        bring(deck.code, "remove")
    floor, dealer = on_duty(Job.FLOORPERSON), on_duty(Job.DEALER)

    def close(number):
        facts = {"seal": f"S-{number}", "label": "L-1"}
        order = Order("envelope", [decks[number].code], facts=facts)
        return move(order, by=floor, second=dealer, now=timezone.now())

    answers = at_once(4, close)
    assert len(refusals(answers)) == 3
    assert Container.objects.count() == 1


def test_two_reports_on_one_deck_are_one():
    deck = bring(make_lot().decks.first().code, "play")
    bosses = [make_duty(Job.PIT_BOSS, f"B-{n}") for n in range(4)]

    def file(number):
        found = Findings(deck.code, f"Seen by {number}")
        return discrepancies.report(found, by=bosses[number], now=timezone.now())

    answers = at_once(4, file)
    assert len(refusals(answers)) == 3
    assert Discrepancy.objects.count() == 1
    assert Movement.objects.filter(deck=deck, do="hold").count() == 1


def test_reports_on_decks_of_one_set_wait_for_each_other():
    made = {"singles": 0, "sets": 1, "set_size": 8, "invoiced_singles": 0, "invoiced_sets": 1}
    decks = list(make_lot(**made).decks.order_by("pk"))
    bosses = [make_duty(Job.PIT_BOSS, f"B-{n}") for n in range(8)]

    def file(number):
        found = Findings(decks[number].code, "The seal of the set is broken")
        return discrepancies.report(found, by=bosses[number], now=timezone.now())

    answers = at_once(8, file)
    assert {type(answer) for answer in answers} == {Discrepancy}


def test_one_person_starts_one_of_two_sessions():
    make_lot()
    Store.objects.create(code="workplace-2", name="Workplace 2", what="workplace")
    floor, dealers = on_duty(Job.FLOORPERSON), [make_duty(Job.DEALER, f"D-{n}") for n in (1, 2)]

    def begin(number):
        given = {"place": ("workplace", "workplace-2")[number], "recording": "C", "is_free": True}
        return sessions.start(**given, by=floor, second=dealers[number], now=timezone.now())

    assert len(refusals(at_once(2, begin))) == 1
    assert Session.objects.count() == 1


def test_two_sessions_at_one_place_are_one():
    make_lot()
    pairs = [
        (make_duty(Job.FLOORPERSON, f"F-{n}"), make_duty(Job.DEALER, f"D-{n}")) for n in range(4)
    ]

    def begin(number):
        by, second = pairs[number]
        given = {"place": "workplace", "recording": "C", "is_free": True}
        return sessions.start(**given, by=by, second=second, now=timezone.now())

    assert len(refusals(at_once(4, begin))) == 3
    assert Session.objects.count() == 1


def test_one_deck_is_sealed_once_in_a_session():
    code = make_lot().decks.first().code
    do("issue", code, to="workplace")
    make_seals("S-0", "S-1", "S-2", "S-3")
    by, second = on_duty(Job.FLOORPERSON), on_duty(Job.DEALER)
    place = {"place": "workplace", "recording": "C", "is_free": True}
    session = sessions.start(**place, by=by, second=second, now=timezone.now())

    def seal(number):
        printed = sessions.Receipt("M", "1", "IN-7", "Dana", timezone.now(), passed=True)
        return sessions.add_deck(
            number=session.number, deck=code, receipt=printed, seal=f"S-{number}",
            label=f"L-{number}", by=by, second=second, now=timezone.now(),
        )  # fmt: skip

    assert len(refusals(at_once(4, seal))) == 3
    assert Batch.objects.count() == Container.objects.count() == 1


def test_two_cards_of_one_deck_at_once_are_one_card():
    make_seals("S-0", "S-1", "S-2", "S-3")
    lot = make_lot()
    code = bring(lot.decks.order_by("pk")[0].code, "play").code
    donors = [deck.code for deck in lot.decks.order_by("pk")[1:3]]
    do("issue", *donors, to="reserve-1")
    boss, dealer = on_duty(Job.PIT_BOSS), on_duty(Job.DEALER)

    def change(number):
        face = ("Ah", "Kd", "2c", "7s")[number]
        found = Flaw(code, donors[number % 2], face, "torn", f"S-{number}", f"B-{number}")
        return replace_card(found, by=boss, second=dealer, now=timezone.now())

    answers = at_once(4, change)
    assert len(refusals(answers)) == 3
    assert all("whole deck goes" in str(refusal) for refusal in refusals(answers))
    assert Movement.objects.filter(do="donate").count() == 1


def test_a_seal_is_voided_or_used_never_both():
    make_seals("S-1")
    code = bring(make_lot().decks.first().code, "remove").code
    floor, dealer = on_duty(Job.FLOORPERSON), on_duty(Job.DEALER)

    def work(number):
        if number:
            return seals.void(number="S-1", reason="torn", by=floor, now=timezone.now())
        order = Order("envelope", [code], facts={"seal": "S-1", "label": "L-1"})
        return move(order, by=floor, second=dealer, now=timezone.now())

    assert len(refusals(at_once(2, work))) == 1
