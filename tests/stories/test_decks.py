"""One lot of cards from the carton to the shredder, through the pages and the API alone."""

import re
from datetime import datetime
from io import StringIO
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core.management import call_command
from django.utils import timezone

from casino.lib.law import Refused
from casino.models import Alert, Job
from inventory.rules.codes import code_of
from inventory.rules.words import EXAMINATION_CHECKS, INSPECTION_CHECKS
from inventory.selectors.decks import deck_with
from inventory.selectors.stores import recount, stores
from inventory.services.schedule import refuse_overdue
from tests.inventory.cards import make_stores
from tests.stories.people import Machine, Person, beat

pytestmark = pytest.mark.django_db(transaction=True)
MORNING = datetime(2026, 9, 14, 10, tzinfo=ZoneInfo("America/New_York"))
HOUR, DAY = 3600, 86_400
INSPECTED = {"checks": list(INSPECTION_CHECKS), "cards": "52"}
EXAMINED = {"checks": list(EXAMINATION_CHECKS), "cards": "52"}
AFTER_PLAY = ["remove", "envelope", "collect", "examine", "destroy"]
ISSUED = ["receive", "store", "issue"]
PREPARED = ["pre_shuffle", "carry", "deliver", "break_seal"]
TO_PLAY = [*ISSUED, "deliver", "inspect", "verify", "play"]


@pytest.fixture
def house():
    """Stores, people on duty, and a clock that only the story moves."""
    with time_machine.travel(MORNING, tick=False) as clock:
        make_stores()
        staff = {job.value: Person(job, clock) for job in Job if job != Job.ADMINISTRATOR}
        yield SimpleNamespace(clock=clock, **staff)


def next_shift(house, seconds):
    house.clock.shift(seconds)
    for one in vars(house).values():
        if isinstance(one, Person):
            one.come_on_duty()
    beat()


def wall_clock():
    return timezone.localtime().strftime("%H:%M")


def alerts():
    return [alert.words for alert in Alert.objects.filter(acknowledged_at=None)]


def test_one_lot_from_carton_to_shredder(house):
    codes = decks_arrive_one_short(house)
    roles = ("passed", "failed", "reserve", "overdue", "damaged", "wrong")
    deck = SimpleNamespace(**dict(zip(roles, codes, strict=False)))
    decks_leave_the_primary_store(house, deck)
    two_decks_are_prepared_and_one_fails(house, deck)
    decks_come_to_tables(house, deck)
    a_worn_card_is_replaced(house, deck)
    a_deck_stays_too_long(house, deck)
    a_count_is_wrong(house, deck)
    everything_is_sealed_and_collected(house, deck)
    the_day_is_reconciled(house)
    used_decks_are_examined_and_destroyed(house, deck)
    a_count_of_all_finds_one_short(house, codes)
    surveillance_knows_who_was_where(house, deck)
    every_passport_tells_its_story(house, deck, codes)
    the_books_tie()


def decks_arrive_one_short(house):
    """Twelve are on the invoice, eleven in the cartons: received, stored, reported."""
    lot = house.security_officer.fills_in(
        "/cards/receive", second=house.shift_manager, vendor="Card Makers", invoice="INV-12",
        kind="standard", back="red", design="House", invoiced_singles="12", singles="11",
        **{"c0-seal": "CT-1", "c0-state": "whole"}, store="primary", note="One box is empty",
    )  # fmt: skip
    page = house.accountant.sees(lot)
    assert "1 single deck fewer than invoiced" in page
    beat()
    assert any("fewer than invoiced" in words for words in alerts())
    roll = {"letters": "S-", "first": "001", "last": "020"}
    house.security_officer.fills_in("/cards/seals/receive", second=house.pit_boss, **roll)
    return sorted(set(re.findall(r"/cards/decks/(D\d{8})", page)))


def decks_leave_the_primary_store(house, deck):
    """By two signatures, the oldest first; the same code twice, and an unknown one, do no harm."""
    officer, asked = house.security_officer, "source=primary&sort=standard-red&pack=singles"
    wanted = {
        "workplace": [deck.passed, deck.failed],
        "reserve-1": [deck.reserve],
        "stand-1": [deck.overdue, deck.damaged, deck.wrong],
    }
    for place, codes in wanted.items():
        page = f"/cards/issue?{asked}&to={place}&count={len(codes)}"
        officer.fills_in(page, second=house.shift_manager)
        assert all(deck_with(code).store.code == place for code in codes)
    assert officer.client.get("/cards/scan", {"q": deck.wrong}).url == f"/cards?deck={deck.wrong}"
    again = officer.client.get("/cards/scan", {"q": deck.wrong, "deck": deck.wrong}, follow=True)
    assert "in hand already" in again.content.decode()
    assert "Nothing here is called" in officer.sees(f"/cards/scan?q={code_of(999)}", status=404)


def two_decks_are_prepared_and_one_fails(house, deck):
    """The machine's receipts are kept; what passed goes to the stand, what failed to security."""
    floor, dealer = house.floorperson, house.dealer
    start = {"place": "workplace", "recording": "CAM-7", "is_free": "on"}
    session = floor.fills_in("/cards/sessions/start", second=dealer, **start)
    work = {
        "serial": "SH-9", "maker": "Shuffle Works", "model": "M2", "operator": "Dealer",
        "second": dealer,
    }  # fmt: skip
    done = {"deck": deck.passed, "passed": "passed", "seal": "S-001", "label": "L-1"}
    floor.fills_in(session, f"{session}/deck", clock=wall_clock(), **done, **work)
    used = {"deck": deck.failed, "passed": "failed", "seal": "S-001", "label": "L-2"}
    used |= {"clock": wall_clock()}
    page = floor.fills_in(session, f"{session}/deck", refused=409, **used, **work)
    assert "Seal S-001 is used" in page
    floor.fills_in(session, f"{session}/deck", **used | {"seal": "S-002"}, **work)
    floor.fills_in(session, f"{session}/end")
    house.pit_boss.fills_in(session, f"{session}/carry", to="stand-1")
    assert deck_with(deck.passed).store.code == "stand-1"
    assert deck_with(deck.failed).stage == "enveloped"


def decks_come_to_tables(house, deck):
    """Delivered by the floor, inspected by the dealer, verified by another, and played."""
    floor, dealer = house.floorperson, house.dealer
    floor.moves("deliver", deck.passed, to="HU-01", method="automated_shoe")
    floor.moves("break_seal", deck.passed, second=dealer, seal="S-001")
    dealer.moves("play", deck.passed)
    for code, table in ((deck.overdue, "HU-02"), (deck.damaged, "HU-03"), (deck.wrong, "HU-04")):
        method = "hand" if code == deck.overdue else "manual_shoe"
        floor.moves("deliver", code, to=table, method=method)
        short = dealer.moves("inspect", code, refused=409, **INSPECTED | {"cards": "51"})
        assert "13:69E-1.18(f)" in short
        dealer.moves("inspect", code, **INSPECTED)
        floor.moves("verify", code)
        dealer.moves("play", code)


def a_worn_card_is_replaced(house, deck):
    """The seven of hearts comes from the reserve deck, the old one leaves in a sealed bag."""
    flaw = {"face": "7h", "flaw": "worn", "donor": deck.reserve, "seal": "S-003", "label": "L-3"}
    page = f"/cards/decks/{deck.damaged}/card"
    marked = house.pit_boss.fills_in(
        page, second=house.dealer, refused=409, **flaw | {"flaw": "marked"}
    )
    assert "suspected tampering" in marked
    house.pit_boss.fills_in(page, second=house.dealer, **flaw)
    assert deck_with(deck.reserve).is_spoiled


def a_deck_stays_too_long(house, deck):
    """After four hours in the hand: warned before, told once, and no round begins with it."""
    refuse_overdue(deck_with(deck.overdue), now=timezone.now())
    house.clock.shift(4 * HOUR)
    beat()
    beat()
    told = [words for words in alerts() if deck.overdue in words]
    assert len(told) == 1
    assert "no round with it" in told[0]
    with pytest.raises(Refused, match="4 hours, the longest allowed") as refusal:
        refuse_overdue(deck_with(deck.overdue), now=timezone.now())
    assert str(refusal.value.clause) == "13:69E-1.18(g)2"
    assert "overdue by" in house.floorperson.sees("/cards")
    house.floorperson.moves("remove", deck.overdue, reason="scheduled_change")
    beat()
    assert not [words for words in alerts() if deck.overdue in words]


def a_count_is_wrong(house, deck):
    """The deck is held from its removal; the report follows, and the Division is told."""
    house.floorperson.moves("remove", deck.wrong, reason="wrong_count")
    beat()
    assert any(f"{deck.wrong} was removed" in words for words in alerts())
    assert f"/cards/decks/{deck.wrong}/discrepancy" in house.security_manager.sees("/cards")
    found = {"findings": "51 cards in the stub, no four of clubs", "missing-4c": "1"}
    report = house.security_manager.fills_in(f"/cards/decks/{deck.wrong}/discrepancy", **found)
    deck.report = report
    told = {"reference": "DGE 26-77", "clock": wall_clock()}
    house.security_manager.fills_in(report, f"{report}/told", **told)
    assert "Held: report CDR-" in house.regulator.sees(f"/cards/decks/{deck.wrong}")


def everything_is_sealed_and_collected(house, deck):
    """A label and a seal close one thing only; one envelope comes by scanner, sent twice."""
    floor, dealer = house.floorperson, house.dealer
    for code in (deck.passed, deck.damaged):
        floor.moves("remove", code, reason="table_closed")
    for used, words in (
        ({"seal": "S-010", "label": "L-1"}, "Label L-1 was used before"),
        ({"seal": "S-001", "label": "L-10"}, "Seal S-001 is used"),
        ({"seal": "S-999", "label": "L-10"}, "not in the register"),
    ):
        assert words in floor.moves("envelope", deck.overdue, second=dealer, refused=409, **used)
    left = (deck.passed, deck.reserve, deck.overdue, deck.damaged, deck.wrong)
    for number, code in enumerate(left, start=10):
        floor.moves("envelope", code, second=dealer, seal=f"S-{number:03}", label=f"L-{number}")
    officer = house.security_officer
    scanner = Machine(officer)
    scan = {"do": "collect", "to": "security", "key": "round-0001"}
    scanner.moves(deck.failed, 201, **scan)
    scanner.moves(deck.failed, 200, **scan)
    refusal = scanner.moves(deck.failed, 409, **scan | {"key": "round-0002"})["error"]
    assert "it must be enveloped for this" in refusal["message"]
    assert scanner.client.get(f"/api/v1/decks/{code_of(999)}").status_code == 404
    officer.duty.person.is_machine = False
    officer.duty.person.save(update_fields=["is_machine"])
    officer.come_on_duty()
    officer.fills_in("/cards/collection", deck=list(left))
    assert {deck_with(code).stage for code in (*left, deck.failed)} == {"collected"}


def the_day_is_reconciled(house):
    """The next morning: stands and reserves counted blind, the sheet signed by two."""
    next_shift(house, DAY)
    url = f"/cards/reconciliation/{MORNING:%Y-%m-%d}"
    assert "count first" in house.accountant.sees(url)
    counts = {"singles-0": "0", "sets-0": "0", "singles-1": "0", "sets-1": "0"}
    house.accountant.fills_in(url, f"{url}/count", **counts)
    house.accountant.fills_in(url, second=house.security_officer, note="")
    assert "Signed" in house.regulator.sees("/cards/reconciliation")


def used_decks_are_examined_and_destroyed(house, deck):
    """All are examined; the held one stays until the Division lets it go, then follows."""
    officer, chief = house.security_officer, house.security_manager
    used = [deck.passed, deck.failed, deck.reserve, deck.overdue, deck.damaged]
    for code in used:
        cards = "51" if code == deck.reserve else "52"  # it gave one away
        officer.moves("examine", code, **EXAMINED | {"cards": cards})
    officer.moves("examine", deck.wrong, **EXAMINED | {"cards": "51"})
    assert deck_with(deck.wrong).stage == "collected"
    shredded = {"method": "shred", "place": "Shredder room"}
    officer.fills_in("/cards/destruction", "/cards/destruction/notice", place="Shredder room")
    held = {"deck": [deck.wrong], f"seen-{deck.wrong}": deck_with(deck.wrong).length, **shredded}
    no = officer.fills_in("/cards/destruction", second=chief, refused=409, **held)
    assert "This deck is held" in no
    done = officer.fills_in("/cards/destruction", second=chief, deck=used, **shredded)
    assert "Shredder room" in officer.sees(done)
    position = done.rpartition("/")[2]
    paper = officer.client.post(f"/cards/destructions/{position}/certificate")
    assert paper.content.startswith(b"%PDF")
    letter = {"outcome": "released", "authority": "Letter 12 of the Division"}
    chief.fills_in(deck.report, f"{deck.report}/close", second=house.shift_manager, **letter)
    officer.moves("examine", deck.wrong, **EXAMINED | {"cards": "51"})
    officer.fills_in("/cards/destruction", second=chief, deck=[deck.wrong], **shredded)


def a_count_of_all_finds_one_short(house, codes):
    """Three months later an accountant scans what is there: one deck of five is not."""
    next_shift(house, 84 * DAY)
    assert any("physical inventory is due" in words for words in alerts())
    count = house.accountant.fills_in("/cards/counts")
    for code in codes[6:10]:
        there = f"{count}/stores/primary"
        house.accountant.fills_in(there, f"{there}/scan", code=code)
    for place in house.accountant.client.get(count).context["places"]:
        there = f"{count}/stores/{place.store.code}"
        given = {"is_scanned": "on"} if place.store.code == "primary" else {}
        house.accountant.fills_in(
            there, there, kind="standard", back="red", singles="0", sets="0", **given
        )
    house.accountant.fills_in(count, second=house.security_officer, note="")
    assert deck_with(codes[10]).is_missing
    assert any(f"missing: {codes[10]}" in words for words in alerts())
    assert codes[10] in house.security_officer.sees("/cards")


def surveillance_knows_who_was_where(house, deck):
    camera = Machine(house.surveillance)
    when = MORNING.replace(hour=14)
    there = camera.asks("tables/HU-02/decks", at=when.isoformat())["decks"]
    assert [row["code"] for row in there] == [deck.overdue]
    assert camera.asks("tables/HU-02/decks")["decks"] == []


def every_passport_tells_its_story(house, deck, codes):
    """The API's trail and the page say the same, step by step."""
    expected = {
        deck.passed: [*ISSUED, *PREPARED, "play", *AFTER_PLAY],
        deck.failed: [*ISSUED, *AFTER_PLAY],
        deck.reserve: [*ISSUED, "donate", *AFTER_PLAY[1:]],
        deck.overdue: [*TO_PLAY, *AFTER_PLAY],
        deck.damaged: [*TO_PLAY, "replace_card", *AFTER_PLAY],
        deck.wrong: [*TO_PLAY, "remove", "hold", *AFTER_PLAY[1:4], "release", *AFTER_PLAY[3:]],
        codes[6]: ["receive", "store"],
        codes[10]: ["receive", "store", "miss"],
    }
    camera = Machine(house.surveillance)
    for code, story in expected.items():
        trail = camera.asks(f"decks/{code}/movements")["movements"]
        assert [step["do"] for step in trail] == story
        page = house.regulator.sees(f"/cards/decks/{code}")
        assert f"<small>{len(story)} movements</small>" in page


def the_books_tie():
    """The log proves itself, and every store holds what its own log says."""
    beat()
    said = StringIO()
    call_command("verify_log", stdout=said)
    assert "The log is whole" in said.getvalue()
    assert [recount(store) for store in stores()] == [[]] * len(stores())
    assert not [words for words in alerts() if words.startswith("Altered")]
