"""Whoever counts sees no stock figures; one deck at a time; and each hold by its name."""

import pytest
from django.utils import timezone

from casino.models import Job
from inventory.models import Deck
from inventory.services import counts
from inventory.services.custody import Order, move
from tests.inventory.cards import bring, make_lot, on_duty
from tests.inventory.test_api import Machine
from tests.inventory.test_pages_card_room import send

pytestmark = pytest.mark.django_db
TELLING = (
    "/cards/decks?store=primary",
    "/cards/stores",
    "/cards/stores/primary",
    "/cards/lots/{lot}",
    "/cards/reconciliation/{day}",
)


@pytest.fixture
def lot():
    return make_lot(singles=77, invoiced_singles=77)


def begin_count():
    return counts.start(by=on_duty(Job.ACCOUNTANT), now=timezone.now())


@pytest.mark.parametrize("url", TELLING)
def test_whoever_counts_sees_no_figures_until_the_count_is_closed(client_for, lot, url):
    url = url.format(lot=lot, day=lot.entry.gaming_day)
    accountant, officer = client_for(Job.ACCOUNTANT), client_for(Job.SECURITY_OFFICER)
    assert accountant.get(url).status_code == 200
    begin_count()
    closed = accountant.get(url)
    assert closed.status_code == 403
    assert b"A count is going on" in closed.content
    assert officer.get(url).status_code == 200


def test_the_card_room_shows_the_counter_no_stock(client_for, lot):
    accountant = client_for(Job.ACCOUNTANT)
    assert b'id="stock-title"' in accountant.get("/cards").content
    begin_count()
    page = accountant.get("/cards")
    assert page.status_code == 200
    assert b'id="stock-title"' not in page.content


def test_machines_that_count_see_no_stock_either(lot):
    machine = Machine(Job.ACCOUNTANT)
    asked = ("decks", f"lots/{lot}")
    assert [machine.get(path).status_code for path in asked] == [200, 200]
    begin_count()
    assert [machine.get(path).status_code for path in asked] == [403, 403]


def test_decks_are_missed_one_at_a_time(client_for, lot):
    codes = [deck.code for deck in lot.decks.all()[:2]]
    client = client_for(Job.SECURITY_OFFICER)
    answer = send(client, "miss", *codes, note="Both are gone")
    assert answer.status_code == 409
    assert b"one deck at a time" in answer.content
    assert not Deck.objects.filter(is_missing=True).exists()


def hold(deck, reason, job):
    order = Order("hold", [deck.code], facts={"reason": reason})
    move(order, by=on_duty(job), now=timezone.now())


def test_a_hold_is_released_by_its_name(client_for, lot):
    deck = bring(lot.decks.first().code, "play")
    hold(deck, "A dispute", Job.SECURITY_OFFICER)
    hold(deck, "Case 7", Job.REGULATOR)
    client = client_for(Job.SECURITY_MANAGER)
    page = client.get(f"/cards?deck={deck}&do=release").content.decode()
    for words in ("Held: division.", "Held: house.", "House: A dispute", "Division: Case 7"):
        assert words in page
    facts = {"authority": "The shift manager"}
    done = send(client, "release", deck.code, second=Job.SHIFT_MANAGER, hold="house", **facts)
    assert done.status_code == 302
    no = send(client, "release", deck.code, second=Job.SHIFT_MANAGER, hold="division", **facts)
    assert (no.status_code, b"by the Division alone" in no.content) == (409, True)
    assert Deck.objects.get(pk=deck.pk).holds == {"division": "Case 7"}


def test_a_machine_names_the_hold_it_releases(lot):
    deck = lot.decks.first()
    hold(deck, "A dispute", Job.SECURITY_OFFICER)
    machine = Machine(Job.SECURITY_MANAGER)
    told = machine.get(f"decks/{deck}").json()
    assert told["holds"] == {"house": "A dispute"}
    release = next(step for step in told["next"] if step["do"] == "release")
    assert release["facts"]["hold"] == {"text": 40}
