"""Papers say what the log says, scan back to what they show, and never pass for the first copy."""

import pytest
import segno
from barcode.codex import Code128
from django.db import transaction
from django.utils import timezone

from casino.models import Entry, Job
from casino.paper import drawable
from casino.services.log import house_day, record
from inventory.models import (
    Batch,
    Container,
    Deck,
    DeckSeal,
    Discrepancy,
    Inventory,
    Reconciliation,
    Session,
)
from inventory.services import reconciliation
from tests.cast import ticket_for
from tests.inventory import pdf
from tests.inventory.cards import bring, do, make_lot, make_seals, make_stores, on_duty

pytestmark = pytest.mark.django_db


@pytest.fixture
def officer(client_for):
    return client_for(Job.SECURITY_OFFICER)


@pytest.fixture
def codes():
    return [deck.code for deck in make_lot().decks.order_by("code")]


def printed(client, path):
    answer = client.post(path, {"ticket": ticket_for(client)} if path.endswith("/labels") else {})
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    return answer.content


def entry_of(job):
    with transaction.atomic():
        return record("set_up_demo", by=on_duty(job), now=timezone.now())


def test_a_label_scans_as_the_code_and_opens_the_passport(officer, codes):
    label = printed(officer, f"/cards/decks/{codes[0]}/label")
    bars, square = pdf.shapes(label)
    assert pdf.bars(bars) == Code128(codes[0]).build()[0]
    code = segno.make_qr(f"http://testserver/cards/decks/{codes[0]}", error="m", mask=3)
    modules = [list(row) for row in code.matrix]
    assert pdf.squares(square, len(modules)) == modules
    assert codes[0] in pdf.texts(label)
    assert "Standard, 52 cards · Red" in pdf.texts(label)


def test_a_lot_prints_all_its_labels_many_a_page(officer):
    lot = make_lot(singles=31, invoiced_singles=31)
    sheet = printed(officer, f"/cards/lots/{lot}/labels")
    said = pdf.texts(sheet)
    assert len(pdf.pages(sheet)) == 2
    assert {deck.code for deck in lot.decks.all()} <= set(said)
    assert f"Deck labels, lot {lot} · Pitkeeper Casino · Page 2 of " in said


def test_the_largest_lot_prints_in_a_few_queries(officer, django_assert_max_num_queries):
    lot = make_lot(singles=1000, invoiced_singles=1000)
    with django_assert_max_num_queries(24):
        sheet = printed(officer, f"/cards/lots/{lot}/labels")
    assert len(pdf.pages(sheet)) == 34


def test_every_copy_after_the_first_says_so(officer, codes):
    path = f"/cards/decks/{codes[0]}/label"
    first, second, third = (pdf.texts(printed(officer, path)) for _ in range(3))
    assert not any("REPRINT" in text for text in first)
    assert "REPRINT 1" in second
    assert "REPRINT 2" in third
    kept = Entry.objects.filter(act="print_paper", thing=f"deck:{codes[0]}").order_by("position")
    assert [entry.payload["copy"] for entry in kept] == [1, 2, 3]


def test_a_label_of_a_lot_that_was_printed_is_a_reprint(officer, codes):
    printed(officer, f"/cards/lots/{Deck.objects.get(code=codes[0]).lot}/labels")
    assert "REPRINT 1" in pdf.texts(printed(officer, f"/cards/decks/{codes[0]}/label"))


def test_prints_of_one_thing_do_not_count_for_another(officer, codes):
    printed(officer, f"/cards/decks/{codes[0]}/label")
    assert "REPRINT 1" not in pdf.texts(printed(officer, f"/cards/decks/{codes[1]}/label"))


def test_the_same_print_is_the_same_bytes(officer, codes):
    """Of two houses alike: no time of the printer and no chance is in it."""
    path, copies = f"/cards/decks/{codes[0]}/label", []
    for _ in range(2):
        mark = transaction.savepoint()
        copies.append(printed(officer, path))
        transaction.savepoint_rollback(mark)
    assert copies[0] == copies[1]


def test_an_envelope_label_names_table_seal_and_time(officer, codes):
    bring(codes[0], "envelope")
    label = printed(officer, f"/cards/containers/L-{codes[0]}/label")
    said = pdf.texts(label)
    assert {"HU-01", f"S-{codes[0]}", "Its time was over", f"L-{codes[0]}"} <= set(said)
    assert {"Dealer", "Floorperson", "Collected by security"} <= set(said)
    (bars,) = pdf.shapes(label)
    assert pdf.bars(bars) == Code128(f"L-{codes[0]}").build()[0]


def test_envelopes_of_one_deck_are_counted_apart(officer, codes):
    bring(codes[0], "envelope")
    make_seals("S-2")
    seal = DeckSeal.objects.get(number="S-2")
    deck, entry = Deck.objects.get(code=codes[0]), entry_of(Job.FLOORPERSON)
    Container.objects.create(label="L-2", what="bag", seal=seal, deck=deck, entry=entry)
    printed(officer, f"/cards/containers/L-{codes[0]}/label")
    assert "REPRINT" not in pdf.words(printed(officer, "/cards/containers/L-2/label"))


def test_a_certificate_lists_what_was_destroyed_and_by_whom(officer, codes):
    for code in codes[:2]:
        bring(code, "examine")
    entry = do("destroy", *codes[:2])
    said = pdf.words(printed(officer, f"/cards/destructions/{entry.position}/certificate"))
    assert all(code in said for code in codes[:2])
    assert codes[2] not in said
    assert "Shredded" in said
    assert "security manager" in said
    assert "Certificate of destruction · Pitkeeper Casino · Page 1 of \n1" in said


def test_the_log_of_a_store_shows_the_day(officer, codes):
    do("issue", codes[0])
    today = house_day(timezone.now())
    said = pdf.texts(printed(officer, f"/cards/stores/primary/days/{today}/sheet"))
    assert {"Issued", "+4", "-1", "Standard, red"} <= set(said)
    assert "Nothing moved" in pdf.texts(
        printed(officer, "/cards/stores/primary/days/2020-01-01/sheet")
    )


def test_a_batch_form_has_two_parts_that_say_which(officer, codes):
    entry = entry_of(Job.FLOORPERSON)
    session = Session.objects.create(
        number="PS-1",
        workplace=make_stores()["workplace"],
        dealer=on_duty(Job.DEALER),
        supervisor=on_duty(Job.FLOORPERSON),
        recording="CAM-7",
        started=entry,
    )
    make_seals("S-9")
    deck = Deck.objects.get(code=codes[0])
    seal = DeckSeal.objects.get(number="S-9")
    box = Container.objects.create(label="B-9", what="batch", seal=seal, deck=deck, entry=entry)
    Batch.objects.create(
        session=session,
        deck=deck,
        maker="Maker",
        model="M1",
        serial="77",
        operator="J-00",
        printed_at=entry.at,
        passed=True,
        container=box,
        entry=entry,
    )
    form = printed(officer, "/cards/containers/B-9/batch-form")
    first, second = (part.decode("latin-1") for part in pdf.pages(form))
    assert "Part 1 of 2" in first
    assert "Part 2 of 2" not in first
    assert "Part 2 of 2" in second
    assert "Part 1 of 2" not in second
    assert {"Maker M1, serial 77", "Seal S-9", "Box B-9"} <= set(pdf.texts(form))


def test_a_discrepancy_form_tells_faces_and_findings_in_two_parts(officer, codes):
    deck = bring(codes[0], "remove")
    Discrepancy.objects.create(
        number="CDR-1",
        deck=deck,
        findings="Two kings of clubs \N{EN DASH} said “Łukasz”",
        missing=["Kh"],
        extra=["Kc", "Kc"],
        reported=entry_of(Job.FLOORPERSON),
    )
    said = pdf.texts(printed(officer, "/cards/discrepancies/CDR-1/form"))
    assert {
        "Kh",
        "Kc x 2",
        "HU-01",
        "CDR-1",
        "Two kings of clubs \N{EN DASH} said “Lukasz”",
    } <= set(said)


def test_a_reconciliation_is_printed_as_it_was_signed(officer, codes):
    now = timezone.now()
    day, figures = house_day(now), reconciliation.figures(house_day(now), now)
    entry = entry_of(Job.SECURITY_OFFICER)
    signed = {"gaming_day": day, "figures": figures, "entry": entry}
    Reconciliation.objects.create(number=1, differences=0, **signed)
    Reconciliation.objects.create(number=2, differences=1, note="Counted again", **signed)
    said = pdf.texts(printed(officer, f"/cards/reconciliation/{day}/sheet"))
    assert {"In stores", "Received", "4", "2, corrects number 1", "Counted again"} <= set(said)


def test_count_sheets_do_not_say_what_the_log_says(officer):
    make_lot(singles=37, invoiced_singles=37)
    count = Inventory.objects.create(number="PI-1", started=entry_of(Job.ACCOUNTANT))
    said = pdf.texts(printed(officer, f"/cards/counts/{count}/sheets"))
    assert {"Standard, 52 cards", "Red", "Primary (primary)", "primary"} <= {
        part for text in said for part in (text, *text.split(" · "))
    }
    assert not any("37" in text for text in said)


@pytest.mark.parametrize(
    "path",
    [
        "/cards/decks/D00000018/label",
        "/cards/lots/LOT-99999/labels",
        "/cards/containers/L-1/label",
        "/cards/containers/L-1/batch-form",
        "/cards/discrepancies/CDR-9/form",
        "/cards/destructions/1/certificate",
        "/cards/stores/nowhere/days/2026-11-17/sheet",
        "/cards/reconciliation/2026-11-17/sheet",
        "/cards/counts/PI-9/sheets",
    ],
)
def test_what_is_not_there_is_not_printed_and_not_kept(officer, path):
    assert officer.post(path).status_code == 404
    assert not Entry.objects.filter(act="print_paper").exists()


@pytest.mark.parametrize(
    ("written", "drawn"),
    [
        (
            "Zoë O\N{RIGHT SINGLE QUOTATION MARK}Neill \N{EN DASH} 5 €",
            "Zoë O\N{RIGHT SINGLE QUOTATION MARK}Neill \N{EN DASH} 5 €",
        ),
        ("Łukasz Żak", "Lukasz Zak"),
        ("Ştefan", "Stefan"),
        ("李", "?"),
        ("a\x07b", "a?b"),
    ],
)
def test_letters_that_paper_lacks_are_written_as_near_as_it_can(written, drawn):
    assert drawable(written) == drawn
