"""Decks shuffled ahead of play: by whom, with which receipt, and what became of each."""

from datetime import UTC, datetime, time, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from casino.lib.law import Outdated, Refused
from casino.models import Entry, Job
from inventory.forms.sessions import last_time
from inventory.models import Batch, Container, Deck, DeckSeal, Device, Session, Store
from inventory.selectors.sessions import sealed_here, session_with, totals_of, work_of
from inventory.services import seals, sessions
from inventory.services.custody import Order, move
from tests.cast import make_duty
from tests.inventory.cards import do, make_lot, make_seals, on_duty

pytestmark = pytest.mark.django_db


def people(**more):
    return {
        "by": on_duty(Job.FLOORPERSON),
        "second": on_duty(Job.DEALER),
        "now": timezone.now(),
    } | more


def receipt(**more):
    told = {"maker": "Cardo", "model": "One", "serial": "IN-7", "operator": "Dana"}
    return sessions.Receipt(**(told | {"printed_at": timezone.now(), "passed": True} | more))


def begin(**more):
    given = {"place": "workplace", "recording": "CAM-12", "is_free": True} | people()
    return sessions.start(**(given | more))


@pytest.fixture
def lot():
    lot = make_lot()
    do("issue", *lot.decks.values_list("code", flat=True), to="workplace")
    make_seals("S-1", "S-2", "S-3", "S-4")
    return lot


@pytest.fixture
def decks(lot):
    return list(lot.decks.order_by("pk"))


def add(session, deck, seal="S-1", label="L-1", **more):
    printed = more.pop("receipt", None) or receipt(passed=more.pop("passed", True))
    given = {"number": session.number, "deck": deck.code, "receipt": printed}
    return sessions.add_deck(seal=seal, label=label, **(given | people() | more))


def test_a_deck_that_passed_is_sealed_for_a_table(decks):
    batch = add(begin(), decks[0])
    decks[0].refresh_from_db()
    assert (decks[0].sealed, decks[0].place) == ("S-1", "workplace")
    assert batch.container.label == "L-1"
    assert batch.container.what == "batch"
    assert DeckSeal.objects.get(number="S-1").state == "used"


def test_a_deck_that_failed_is_sealed_for_security(decks):
    batch = add(begin(), decks[0], passed=False)
    decks[0].refresh_from_db()
    assert (decks[0].stage, decks[0].reason) == ("enveloped", "failed_batch")
    assert batch.container.what == "envelope"
    assert not batch.passed


@pytest.mark.parametrize(
    ("given", "error"),
    [
        ({"is_free": False}, "no open table to watch"),
        ({"recording": " "}, "Surveillance records"),
        ({"place": "primary"}, "closed table"),
        ({"place": "nowhere"}, "closed table"),
    ],
)
def test_a_session_starts_at_an_approved_place_watched_and_recorded(lot, given, error):
    with pytest.raises(Refused, match=error):
        begin(**given)
    assert not Session.objects.exists()
    assert Entry.objects.get(act="start_session").refused


def test_the_dealer_signs_the_start(lot):
    with pytest.raises(Refused, match="may sign"):
        begin(second=on_duty(Job.PIT_BOSS))
    with pytest.raises(Refused, match="may not do this"):
        begin(by=on_duty(Job.SECURITY_OFFICER))


def test_one_open_session_a_place_and_a_person(lot):
    begin()
    with pytest.raises(Refused, match="is at work in session"):
        begin()
    with pytest.raises(Refused, match="is open at Workplace already"):
        begin(by=on_duty(Job.PIT_BOSS), second=make_duty(Job.DEALER, "D-2"))


def test_a_deck_is_done_once(decks):
    session = begin()
    add(session, decks[0])
    with pytest.raises(Refused, match="in this session already"):
        add(session, decks[0], seal="S-2", label="L-2")
    assert DeckSeal.objects.get(number="S-2").state == "in_stock"


def test_only_its_own_two_people_work_in_a_session(decks):
    session = begin()
    with pytest.raises(Refused, match="dealer and its supervisor alone"):
        add(session, decks[0], by=on_duty(Job.PIT_BOSS))
    assert not Batch.objects.exists()


def test_only_decks_issued_to_the_place_are_done(lot):
    session = begin()
    elsewhere = make_lot(invoice="INV-2").decks.first()
    with pytest.raises(Refused, match="was not issued to Workplace"):
        add(session, elsewhere)
    elsewhere.code = "D99999999"
    with pytest.raises(Refused, match="No deck has the code"):
        add(session, elsewhere)


@pytest.mark.parametrize("minutes", [-10, 10])
def test_a_receipt_of_another_time_is_refused(decks, minutes):
    session = begin()
    printed = receipt(printed_at=timezone.now() + timedelta(minutes=minutes))
    with pytest.raises(Refused, match="outside this session"):
        add(session, decks[0], receipt=printed)


def test_one_receipt_passes_one_deck(decks):
    session, printed = begin(), receipt()
    add(session, decks[0], receipt=printed)
    with pytest.raises(Refused, match=f"IN-7 was used for {decks[0]}"):
        add(session, decks[1], seal="S-2", label="L-2", receipt=printed)
    batch = Batch.objects.get()
    batch.pk, batch._state.adding, batch.deck = None, True, decks[1]
    batch.container = Container.objects.create(
        label="L-3", what="batch", seal=DeckSeal.objects.get(number="S-3"),
        deck=decks[1], entry=batch.entry,
    )  # fmt: skip
    with pytest.raises(IntegrityError, match="a_receipt_is_one_decks"), transaction.atomic():
        batch.save()


def test_nobody_works_in_two_open_sessions(lot):
    session = begin()
    elsewhere = Store.objects.create(code="workplace-2", name="Workplace 2", what="workplace")
    others = {"dealer": make_duty(Job.DEALER, "N-1"), "supervisor": on_duty(Job.PIT_BOSS)}
    for role, other in others.items():
        both = {"dealer": session.dealer, "supervisor": session.supervisor, role: other}
        with pytest.raises(IntegrityError, match="one_session_a"), transaction.atomic():
            Session.objects.create(
                number="X", workplace=elsewhere, recording="C", started=session.started, **both
            )


def test_the_machine_is_one_of_the_house(decks):
    session = begin()
    Device.objects.create(
        serial="IN-1", what="inspector", maker="Maker", model="Two", stage="stored",
        moved_at=timezone.now(), length=1,
    )  # fmt: skip
    with pytest.raises(Refused, match="No inspection machine has the serial IN-7"):
        add(session, decks[0])
    batch = add(session, decks[0], receipt=receipt(serial="IN-1"))
    assert (batch.maker, batch.model) == ("Maker", "Two")


def test_a_used_label_leaves_deck_seal_and_session_as_they_were(decks):
    session = begin()
    add(session, decks[0])
    with pytest.raises(Refused, match="L-1 was used before"):
        add(session, decks[1], seal="S-2")
    with pytest.raises(Refused, match="S-1 is used"):
        add(session, decks[1], label="L-2")
    assert Batch.objects.count() == Container.objects.count() == 1
    assert Deck.objects.get(pk=decks[1].pk).sealed == ""


def test_the_end_accounts_for_decks_and_seals(decks):
    session = begin()
    add(session, decks[0])
    add(session, decks[1], seal="S-2", label="L-2", passed=False)
    seals.void(
        number="S-3", reason="torn", session=session.number,
        by=on_duty(Job.FLOORPERSON), now=timezone.now(),
    )  # fmt: skip
    sessions.end(number=session.number, by=on_duty(Job.FLOORPERSON), now=timezone.now())
    told = Entry.objects.get(act="end_session").payload
    assert told == {
        "decks": 2, "passed": 1, "failed": 1, "seals_used": 2, "seals_void": 1, "waiting": 1,
    }  # fmt: skip
    with pytest.raises(Refused, match="is over"):
        add(session, decks[2], seal="S-4", label="L-4")
    with pytest.raises(Refused, match="is over"):
        sessions.end(number=session.number, by=on_duty(Job.FLOORPERSON), now=timezone.now())
    with pytest.raises(Refused, match="is over"):
        seals.void(
            number="S-4", reason="torn", session=session.number,
            by=on_duty(Job.FLOORPERSON), now=timezone.now(),
        )  # fmt: skip


def test_sealed_decks_are_carried_away_and_the_session_knows_whereto(decks):
    session = begin()
    for number, deck in enumerate(decks[:2], 1):
        add(session, deck, seal=f"S-{number}", label=f"L-{number}")
    boss = on_duty(Job.PIT_BOSS)
    away = {"number": session.number, "do": "carry", "to": "stand-1"}
    assert sessions.take_away(**away, by=boss, now=timezone.now()) == 2
    fresh = session_with(session.number)
    assert [row.carried.payload["to"] for row in work_of(fresh)] == ["stand-1", "stand-1"]
    assert totals_of(fresh, work_of(fresh)).waiting == 0
    with pytest.raises(Refused, match="No sealed deck"):
        sessions.take_away(**away, by=boss, now=timezone.now())


def test_sealed_decks_go_back_to_storage_with_security(decks):
    session = begin()
    add(session, decks[0])
    back = {"number": session.number, "do": "return", "to": "primary"}
    boss, officer = on_duty(Job.PIT_BOSS), on_duty(Job.SECURITY_OFFICER)
    with pytest.raises(Refused, match="two people"):
        sessions.take_away(**back, by=boss, now=timezone.now())
    assert sessions.take_away(**back, by=boss, second=officer, now=timezone.now()) == 1
    assert list(sealed_here(session)) == []


def test_a_deck_looked_at_before_somebody_moved_it_is_not_sealed(decks):
    session = begin()
    seen = decks[0].length - 1
    with pytest.raises(Outdated):
        add(session, decks[0], seen=seen)


def test_a_prepared_deck_is_opened_with_its_own_seal(decks):
    session = begin()
    add(session, decks[0])
    boss, dealer = on_duty(Job.PIT_BOSS), on_duty(Job.DEALER)
    now = timezone.now()
    sessions.take_away(number=session.number, do="carry", to="stand-1", by=boss, now=now)
    do("deliver", decks[0].code)
    order = Order("break_seal", [decks[0].code], facts={"seal": "S-2"})
    with pytest.raises(Refused, match="not the one of this deck"):
        move(order, by=on_duty(Job.FLOORPERSON), second=dealer, now=timezone.now())
    order = Order("break_seal", [decks[0].code], facts={"seal": "S-1"})
    move(order, by=on_duty(Job.FLOORPERSON), second=dealer, now=timezone.now())
    assert Deck.objects.get(pk=decks[0].pk).is_prepared


@pytest.mark.parametrize(
    ("now", "clock", "moment"),
    [
        ("2026-07-01T16:00Z", "11:59", "2026-07-01T15:59Z"),
        ("2026-07-01T04:10Z", "23:50", "2026-07-01T03:50Z"),  # past midnight in New York
        ("2026-11-01T05:40Z", "01:30", "2026-11-01T05:30Z"),  # the hour that comes twice: first
        ("2026-11-01T06:40Z", "01:30", "2026-11-01T06:30Z"),  # and second
    ],
)
def test_a_time_on_paper_is_the_last_such_moment(now, clock, moment):
    given = datetime.fromisoformat(now)
    with timezone.override("America/New_York"):
        found = last_time(time.fromisoformat(clock), given)
    assert found.astimezone(UTC) == datetime.fromisoformat(moment)
