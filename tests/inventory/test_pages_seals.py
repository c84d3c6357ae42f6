"""The pages of seals, sessions, damaged cards and discrepancies, as each job uses them."""

import re
from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from django.utils.timezone import localtime
from PIL import Image

from casino.models import Entry, Job
from inventory.models import Batch, Deck, DeckSeal, Discrepancy, Photo, Roll, Session
from tests.cast import PIN, ticket_for
from tests.inventory.cards import bring, do, make_lot, make_seals, on_duty
from tests.inventory.test_sessions import add, begin

pytestmark = pytest.mark.django_db
HOSTILE = '"><img src=x onerror=alert(1)>{{7*7}}'


def signed(client, job, **fields):
    other = {"second_badge": on_duty(job).person.badge, "second_pin": PIN}
    return {"ticket": ticket_for(client), **other, **fields}


def cost(client, url):
    with CaptureQueriesContext(connection) as asked:
        assert client.get(url).status_code == 200
    return len(asked)


def picture():
    sheet = BytesIO()
    Image.new("RGB", (60, 40), "red").save(sheet, "PNG")
    return SimpleUploadedFile("card.png", sheet.getvalue(), "image/png")


class TestSeals:
    def test_a_roll_is_received_on_one_page(self, client_for):
        officer = client_for(Job.SECURITY_OFFICER)
        assert officer.get("/cards/seals/receive").status_code == 200
        sent = signed(officer, Job.SHIFT_MANAGER, letters="a-", first="001", last="060")
        page = officer.post("/cards/seals/receive", sent, follow=True)
        assert b"60 seals are in the register" in page.content
        again = officer.post("/cards/seals/receive", sent)
        assert (again.status_code, Roll.objects.count()) == (409, 1)

    @pytest.mark.parametrize(
        ("fields", "status"),
        [
            ({"first": "1", "last": ""}, 422),
            ({"first": "x", "last": "y"}, 409),
            ({"first": HOSTILE[:12], "last": "1"}, 409),
            ({"first": "1" * 30, "last": "1"}, 422),
            ({"first": "1\0", "last": "1"}, 400),
        ],
    )
    def test_a_bad_roll_comes_back_with_what_was_typed(self, client_for, fields, status):
        officer = client_for(Job.SECURITY_OFFICER)
        page = officer.post("/cards/seals/receive", signed(officer, Job.SHIFT_MANAGER, **fields))
        assert page.status_code == status
        assert b"<img src=x" not in page.content
        assert not DeckSeal.objects.exists()

    def test_the_register_costs_the_same_for_many(self, client_for):
        officer = client_for(Job.SECURITY_OFFICER)
        make_seals("S-1", "S-2")
        few = cost(officer, "/cards/seals")
        make_seals(*(f"T-{number:03}" for number in range(120)))
        code = make_lot().decks.first().code
        bring(code, "remove")
        do("envelope", code, seal="T-100", label="L-1")
        assert cost(officer, "/cards/seals") <= few + 1  # once there are gaps, they are read
        assert few <= 14

    def test_the_register_pages_filters_and_lists_what_was_skipped(self, client_for):
        officer = client_for(Job.SECURITY_OFFICER)
        make_seals(*(f"T-{number:03}" for number in range(60)))
        do_one = bring(make_lot().decks.first().code, "remove").code
        do("envelope", do_one, seal="T-010", label="L-1")
        page = officer.get("/cards/seals")
        assert [run.count for run in page.context["skipped"]] == [10]
        assert len(page.context["rows"]) == 50
        assert len(officer.get(f"/cards/seals{page.context['on']}").context["rows"]) == 10
        used = officer.get("/cards/seals?state=used&q=t-0")
        assert [seal.number for seal in used.context["rows"]] == ["T-010"]
        assert do_one.encode() in used.content
        assert officer.get("/cards/seals?state=none").status_code == 422

    def test_a_seal_is_voided_missed_and_found(self, client_for):
        officer = client_for(Job.SECURITY_OFFICER)
        make_seals("S-1", "S-2")
        ticket = {"ticket": ticket_for(officer)}
        assert officer.post("/cards/seals/S-1/void", ticket).status_code == 422
        sent = {"note": "torn", **ticket}
        page = officer.post("/cards/seals/S-1/void", sent, follow=True)
        assert b"Seal S-1 is void" in page.content
        sent = signed(officer, Job.PIT_BOSS, note="gone")
        assert officer.post("/cards/seals/S-1/missing", sent).status_code == 409
        sent = signed(officer, Job.PIT_BOSS, note="gone")
        page = officer.post("/cards/seals/S-2/missing", sent, follow=True)
        assert b"is reported missing" in page.content
        wrong = signed(officer, Job.PIT_BOSS, note="there") | {"second_pin": "0000"}
        assert officer.post("/cards/seals/S-2/found", wrong).status_code == 409
        sent = signed(officer, Job.PIT_BOSS, note="there")
        assert officer.post("/cards/seals/S-2/found", sent).status_code == 302
        assert cost(officer, "/cards/seals/S-2") <= 14

    @pytest.mark.parametrize("number", ["NONE", "%00", "x" * 60, "%F0%9F%82%A1"])
    def test_an_unknown_seal_is_not_there(self, client_for, number):
        assert client_for(Job.SECURITY_OFFICER).get(f"/cards/seals/{number}").status_code == 404

    def test_the_count_is_blind(self, client_for):
        officer = client_for(Job.SECURITY_OFFICER)
        make_seals(*(f"T-{number:03}" for number in range(17)))
        page = officer.get("/cards/seals/count").content.split(b'aria-label="Count"')[1]
        shown = re.sub(rb'type="hidden"[^>]*', b"", page.split(b'name="ticket"')[0])
        assert b"17" not in shown
        sent = signed(officer, Job.PIT_BOSS, counted="16")
        page = officer.post("/cards/seals/count", sent)
        assert page.status_code == 409
        assert b"differ" in page.content
        sent = signed(officer, Job.PIT_BOSS, counted="17")
        assert officer.post("/cards/seals/count", sent).status_code == 302


class TestSessions:
    @pytest.fixture
    def decks(self):
        lot = make_lot()
        do("issue", *lot.decks.values_list("code", flat=True), to="workplace")
        make_seals("S-1", "S-2", "S-3", "S-4")
        return list(lot.decks.order_by("pk"))

    def test_a_session_is_worked_on_its_page(self, client_for, decks):
        floor = client_for(Job.FLOORPERSON)
        assert b"Workplace" in floor.get("/cards/sessions/start").content
        start = {"place": "workplace", "recording": "CAM-1", "is_free": "on"}
        sent = signed(floor, Job.DEALER, **start)
        page = floor.post("/cards/sessions/start", sent, follow=True)
        session = Session.objects.get()
        url = f"/cards/sessions/{session.number}"
        assert page.redirect_chain[-1][0] == url
        page = floor.post(f"{url}/deck", signed(floor, Job.DEALER, **self.typed(decks[0])))
        assert page.status_code == 302
        assert Batch.objects.get().passed
        page = floor.post(f"{url}/deck", signed(floor, Job.DEALER, **self.typed(decks[0])))
        assert page.status_code == 409
        assert b"in this session already" in page.content
        assert b"S-1" in page.content  # what was typed is still there
        other = {"seal": "S-2", "label": "L-2", "serial": "IN-8"}
        failed = self.typed(decks[1], passed="failed", **other)
        floor.post(f"{url}/deck", signed(floor, Job.DEALER, **failed))
        spoiled = {"ticket": ticket_for(floor), "spoiled-number": "S-3", "spoiled-reason": "torn"}
        assert floor.post(f"{url}/void", spoiled).status_code == 302
        page = floor.post(f"{url}/end", follow=True)
        assert b"has ended" in page.content
        totals = page.context["totals"]
        assert (totals.passed, totals.failed, totals.seals_void) == (1, 1, 1)

    def typed(self, deck, **more):
        return {
            "deck": deck.code.lower(), "passed": "passed", "seal": "s-1", "label": "l-1",
            "clock": localtime(timezone.now()).strftime("%H:%M"), "serial": "IN-7",
            "maker": "Cardo", "model": "One", "operator": "Dana",
        } | more  # fmt: skip

    def test_a_form_with_gaps_seals_nothing(self, client_for, decks):
        floor = client_for(Job.FLOORPERSON)
        session = begin()
        for name in ("deck", "seal", "label", "clock", "serial"):
            typed = self.typed(decks[0]) | {name: ""}
            url = f"/cards/sessions/{session.number}/deck"
            page = floor.post(url, signed(floor, Job.DEALER, **typed))
            assert page.status_code == 422
        assert not Batch.objects.exists()

    def test_a_pit_boss_carries_and_security_helps_to_return(self, client_for, decks):
        session = begin()
        add(session, decks[0])
        boss = client_for(Job.PIT_BOSS)
        url = f"/cards/sessions/{session.number}"
        sent = {"ticket": ticket_for(boss), "to": "stand-1"}
        page = boss.post(f"{url}/carry", sent, follow=True)
        assert b"stand-1" in page.content.rpartition(b'data-label="Went to"')[2]
        add(session, decks[1], seal="S-2", label="L-2")
        sent = signed(boss, Job.SECURITY_OFFICER, to="primary")
        assert boss.post(f"{url}/return", sent).status_code == 302
        sent = {"ticket": ticket_for(boss), "to": "stand-1"}
        assert boss.post(f"{url}/carry", sent).status_code == 409

    def test_pages_cost_the_same_for_one_deck_and_for_four(self, client_for, decks):
        floor, session = client_for(Job.FLOORPERSON), begin()
        add(session, decks[0])
        url = f"/cards/sessions/{session.number}"
        few, listed = cost(floor, url), cost(floor, "/cards/sessions")
        for number, deck in enumerate(decks[1:], 2):
            add(session, deck, seal=f"S-{number}", label=f"L-{number}")
        assert cost(floor, url) == few <= 20
        assert cost(floor, "/cards/sessions") == listed <= 12

    def test_an_unknown_session_is_not_there(self, client_for):
        floor = client_for(Job.FLOORPERSON)
        for number in ("PS-99999", "%00", "x" * 99):
            assert floor.get(f"/cards/sessions/{number}").status_code == 404


class TestCard:
    @pytest.fixture
    def deck(self):
        make_seals("S-1", "S-2")
        lot = make_lot()
        do("issue", lot.decks.order_by("pk")[1].code, to="reserve-1")
        return bring(lot.decks.order_by("pk")[0].code, "play")

    def typed(self, boss, deck, **more):
        donor = Deck.objects.get(store__code="reserve-1")
        given = {
            "face": "Ah", "flaw": "torn", "donor": donor.code, "seal": "S-1", "label": "B-1",
            "seen": deck.length,
        }  # fmt: skip
        return signed(boss, Job.DEALER, **(given | more))

    def test_a_card_is_replaced_with_a_photo_of_its_flaw(self, client_for, deck):
        boss = client_for(Job.PIT_BOSS)
        url = f"/cards/decks/{deck.code}/card"
        assert boss.get(url).content.count(b'name="face"') == 52
        sent = self.typed(boss, deck, photo=picture())
        assert boss.post(url, sent).status_code == 302
        assert Photo.objects.get().deck == deck
        assert b"Second one today" in boss.get(url).content
        assert cost(boss, url) <= 16

    def test_tampering_leads_to_the_discrepancy(self, client_for, deck):
        boss = client_for(Job.PIT_BOSS)
        url = f"/cards/decks/{deck.code}/card"
        page = boss.post(url, self.typed(boss, deck, flaw="marked"))
        assert page.status_code == 409
        assert f"/cards/decks/{deck.code}/discrepancy".encode() in page.content
        assert DeckSeal.objects.filter(state="used").count() == 0

    @pytest.mark.parametrize(
        ("more", "status"),
        [
            ({"face": "Zz"}, 422),
            ({"face": ""}, 422),
            ({"flaw": "eaten"}, 422),
            ({"donor": ""}, 422),
            ({"donor": "D123"}, 409),
            ({"seal": "S-9"}, 409),
            ({"photo": SimpleUploadedFile("a.png", b"no picture", "image/png")}, 409),
        ],
    )
    def test_bad_input_changes_nothing(self, client_for, deck, more, status):
        boss = client_for(Job.PIT_BOSS)
        page = boss.post(f"/cards/decks/{deck.code}/card", self.typed(boss, deck, **more))
        assert page.status_code == status
        assert not Entry.objects.filter(act="deck_replace_card", refused=False)
        assert DeckSeal.objects.filter(state="used").count() == 0

    def test_the_dragon_deck_has_its_eight_characters(self, client_for):
        code = make_lot(kind="dragon").decks.first().code
        page = client_for(Job.PIT_BOSS).get(f"/cards/decks/{code}/card")
        assert page.content.count(b'name="face"') == 8


class TestDiscrepancy:
    @pytest.fixture
    def deck(self):
        return bring(make_lot().decks.first().code, "play")

    def test_from_the_report_to_its_end(self, client_for, deck):
        boss, manager = client_for(Job.PIT_BOSS), client_for(Job.SECURITY_MANAGER)
        do("remove", deck.code, reason="missing_or_extra")
        assert b"Report these now" in boss.get("/cards/discrepancies").content
        sent = {"ticket": ticket_for(boss), "findings": HOSTILE, "photo": picture()}
        sent |= {"missing-Qs": "1", "extra-Qh": "1"}
        page = boss.post(f"/cards/decks/{deck.code}/discrepancy", sent, follow=True)
        report = Discrepancy.objects.get()
        assert (report.missing, report.extra) == (["Qs"], ["Qh"])
        assert b"<img src=x" not in page.content
        assert b"queen of spades" in page.content
        url = f"/cards/discrepancies/{report.number}"
        clock = localtime(timezone.now()).strftime("%H:%M")
        told = {"ticket": ticket_for(manager), "reference": "DGE-1", "clock": clock}
        assert manager.post(f"{url}/told", told).status_code == 302
        ends = {"outcome": "surrendered", "authority": "Receipt 5"}
        page = manager.post(f"{url}/close", signed(manager, Job.SHIFT_MANAGER, **ends))
        assert page.status_code == 302
        deck.refresh_from_db()
        assert deck.stage == "surrendered"
        assert b"Surrendered" in manager.get(url).content

    def test_a_deck_is_reported_once(self, client_for, deck):
        boss = client_for(Job.PIT_BOSS)
        url = f"/cards/decks/{deck.code}/discrepancy"
        for status in (302, 409):
            sent = {"ticket": ticket_for(boss), "findings": "x"}
            assert boss.post(url, sent).status_code == status
        assert b"Reported already" in boss.get(url).content

    @pytest.mark.parametrize(
        ("more", "status"),
        [
            ({"findings": ""}, 422),
            ({"findings": "x" * 501}, 422),
            ({"missing-Qs": "2"}, 422),
            ({"missing-Qs": "many"}, 422),
            ({"photo": SimpleUploadedFile("a.jpg", b"", "image/jpeg")}, 409),
        ],
    )
    def test_a_bad_report_holds_nothing(self, client_for, deck, more, status):
        boss = client_for(Job.PIT_BOSS)
        sent = {"ticket": ticket_for(boss), "findings": "seen"} | more
        page = boss.post(f"/cards/decks/{deck.code}/discrepancy", sent)
        assert page.status_code == status
        assert not Discrepancy.objects.exists()

    def test_a_dragon_deck_counts_its_characters(self, client_for):
        code = make_lot(kind="dragon").decks.first().code
        boss = client_for(Job.PIT_BOSS)
        sent = {"ticket": ticket_for(boss), "findings": "x", "missing-MO": "3"}
        page = boss.post(f"/cards/decks/{code}/discrepancy", sent, follow=True)
        assert Discrepancy.objects.get().missing == ["MO"] * 3
        assert b"3 \xc3\x97" in page.content

    def test_pages_cost_the_same_for_many(self, client_for, deck):
        boss = client_for(Job.PIT_BOSS)
        boss.post(
            f"/cards/decks/{deck.code}/discrepancy", {"ticket": ticket_for(boss), "findings": "x"}
        )
        few = cost(boss, "/cards/discrepancies")
        for other in make_lot(invoice="INV-2").decks.all():
            sent = {"ticket": ticket_for(boss), "findings": "x"}
            boss.post(f"/cards/decks/{other.code}/discrepancy", sent)
        assert Discrepancy.objects.count() == 5
        assert cost(boss, "/cards/discrepancies") == few <= 14
        number = Discrepancy.objects.first().number
        assert cost(boss, f"/cards/discrepancies/{number}") <= 18

    def test_a_dealer_does_not_read_reports(self, client_for):
        assert client_for(Job.DEALER).get("/cards/discrepancies").status_code == 403
