"""Papers: who may print which, how many at once, and what fits on a label."""

from contextlib import ExitStack, closing

import pytest
from django.db import connection
from django.utils import timezone

from casino.models import Entry, Job
from casino.policy import DOORS, door_of
from casino.services.log import house_day
from casino.services.papers import _LARGE_PRINTS, LARGE_AT_ONCE
from inventory.models import Discrepancy
from tests.cast import ticket_for
from tests.inventory import pdf
from tests.inventory.cards import bring, make_lot
from tests.inventory.test_papers import entry_of

pytestmark = pytest.mark.django_db

PAGES = {
    "deck-label": "deck",
    "envelope-label": "deck",
    "lot-labels": "lot",
    "batch-form": "session",
    "discrepancy-form": "discrepancy",
    "destruction-certificate": "destroyed",
    "store-sheet": "store",
    "reconciliation-sheet": "reconciliation-day",
    "inventory-sheets": "inventory",
}


@pytest.mark.parametrize(("paper", "page"), PAGES.items())
def test_a_paper_is_open_to_those_who_may_read_its_page(paper, page):
    assert door_of("POST", paper) is door_of("GET", page)


def test_no_paper_has_a_door_of_its_own():
    assert not [door for door, act in DOORS.items() if act.name == "print_paper"]


def test_a_dealer_prints_no_discrepancy_and_no_reconciliation(client_for):
    deck = bring(make_lot().decks.first().code, "remove")
    Discrepancy.objects.create(
        number="CDR-1", deck=deck, findings="Marked aces", missing=[], extra=[],
        reported=entry_of(Job.FLOORPERSON),
    )  # fmt: skip
    client = client_for(Job.DEALER)
    day = house_day(timezone.now())
    for path in ("/cards/discrepancies/CDR-1/form", f"/cards/reconciliation/{day}/sheet"):
        assert client.post(path).status_code == 403
    assert not Entry.objects.filter(act="print_paper").exists()
    passport = f"/cards/decks/{deck}"
    assert "Marked aces" not in client.get(passport).content.decode()
    assert "Marked aces" in client_for(Job.FLOORPERSON).get(passport).content.decode()


@pytest.fixture
def lot():
    return make_lot()


class TestLarge:
    def test_a_form_prints_once(self, client_for, lot):
        client = client_for(Job.SECURITY_OFFICER)
        page = client.get(f"/cards/lots/{lot}").content.decode()
        form = page.partition(f'action="/cards/lots/{lot}/labels"')[2].partition("</form>")[0]
        ticket = form.partition('name="ticket" value="')[2].partition('"')[0]
        sent = [client.post(f"/cards/lots/{lot}/labels", {"ticket": ticket}) for _ in range(2)]
        assert [answer.status_code for answer in sent] == [200, 409]
        assert Entry.objects.filter(act="print_paper").count() == 1

    def test_no_more_than_a_few_are_drawn_at_once_in_all_processes(self, client_for, lot):
        client = client_for(Job.SECURITY_OFFICER)
        sent = {"ticket": ticket_for(client)}
        with ExitStack() as stack:
            other = stack.enter_context(closing(connection.copy()))
            for place in range(LARGE_AT_ONCE):
                other.cursor().execute("SELECT pg_advisory_lock(%s, %s)", [_LARGE_PRINTS, place])
            answer = client.post(f"/cards/lots/{lot}/labels", sent)
            assert answer.status_code == 409
            assert "being printed just now" in answer.content.decode()
        assert client.post(f"/cards/lots/{lot}/labels", sent).status_code == 200

    def test_a_place_is_given_back_though_drawing_fails(self, client_for, lot, monkeypatch):
        client = client_for(Job.SECURITY_OFFICER)
        client.raise_request_exception = False
        monkeypatch.setattr("inventory.views.labels.lot_labels", lambda *a, **k: 1 / 0)
        for _ in range(LARGE_AT_ONCE + 1):
            sent = {"ticket": ticket_for(client)}
            assert client.post(f"/cards/lots/{lot}/labels", sent).status_code == 500


@pytest.mark.parametrize("path", ["/cards/decks/{deck}/label", "/cards/lots/{lot}/labels"])
def test_a_long_design_ends_before_the_square(client_for, path, monkeypatch):
    from inventory.views import labels

    drawn = []
    text = labels.Sheet.text

    def keep(sheet, x, y, said=""):
        drawn.append((x, sheet.get_string_width(said), sheet.font_size_pt, said))
        text(sheet, x, y, said)

    monkeypatch.setattr(labels.Sheet, "text", keep)
    lot = make_lot(singles=1, invoiced_singles=1, design="W" * 60)
    client = client_for(Job.SECURITY_OFFICER)
    where = path.format(lot=lot, deck=lot.decks.get())
    paper = client.post(where, {"ticket": ticket_for(client)}).content
    left = min(box[0] for box in pdf.shapes(paper)[1]) * 25.4 / 72  # where the square begins
    assert all(x + width <= left for x, width, _, _ in drawn)
    assert drawn[-1][3].startswith("WWWW")
    assert drawn[-1][3].endswith("W…")


def test_a_file_s_name_holds_nothing_a_browser_could_misread():
    from casino.paper import Sheet
    from inventory.views.papers import _answer

    sheet = Sheet("Label", at=timezone.now())
    sheet.begin()
    named = _answer(sheet, 'envelope-A"; x=/..\\é')["Content-Disposition"]
    assert named == 'inline; filename="envelope-A-x-.pdf"'
