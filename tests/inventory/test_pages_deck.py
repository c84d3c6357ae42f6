"""The list of decks, and a deck's passport."""

import pytest
from django.utils import timezone

from casino.lib.law import Refused
from casino.models import Job
from inventory.models import Deck
from inventory.rules.codes import code_of
from inventory.selectors.decks import trail
from inventory.selectors.passport import track
from inventory.services.custody import Order, move
from tests.inventory.cards import bring, do, make_lot, on_duty

pytestmark = pytest.mark.django_db


def one(until="", **facts):
    code = make_lot(**facts).decks.order_by("pk").first().code
    return bring(code, until) if until else Deck.objects.get(code=code)


class TestPassport:
    def test_the_whole_life_stands_on_one_page(self, client_for):
        deck = one("destroy")
        page = client_for(Job.SECURITY_MANAGER).get(f"/cards/decks/{deck}").content.decode()
        for words in (
            "Received",
            "Delivered to a table: table HU-01, from the hand",
            "Removed: its time was over",
            f"label L-{deck}, seal S-{deck}",
            "Destroyed or cancelled: shredded",
            "13:69E-1.18(o)",
            "Card Makers",
            "Its life is over",
            "data:image/svg+xml",
        ):
            assert words in page, words
        assert "Security" in page
        assert "Games" in page

    def test_what_was_tried_and_refused_is_told_to_readers_of_the_log(self, client_for):
        deck = one("issue")
        with pytest.raises(Refused):
            do("collect", deck.code)
        page = client_for(Job.SURVEILLANCE).get(f"/cards/decks/{deck}").content.decode()
        assert "Tried and refused" in page
        assert "it must be enveloped for this" in page
        page = client_for(Job.DEALER).get(f"/cards/decks/{deck}").content.decode()
        assert "Tried and refused" not in page

    def test_history_tells_acts_of_many_decks_too(self, client_for):
        lot = make_lot()
        first, second = lot.decks.order_by("pk")[:2]
        do("issue", first.code, second.code)
        client = client_for(Job.SURVEILLANCE)
        page = client.get(f"/cards/decks/{first}?tab=history").content.decode()
        assert "issued decks" in page
        assert "received decks" in page

    @pytest.mark.parametrize("name", ["d{}", "D {}", "{}"])
    def test_a_code_typed_otherwise_leads_to_the_passport(self, client_for, name):
        deck = one()
        client = client_for(Job.DEALER)
        answer = client.get(f"/cards/decks/{name.format(deck.code[1:])}")
        assert answer.url == f"/cards/decks/{deck}"

    def test_an_unknown_code_is_helped(self, client_for):
        client = client_for(Job.DEALER)
        wrong = code_of(77)[:-1] + str((int(code_of(77)[-1]) + 1) % 10)
        answer = client.get(f"/cards/decks/{wrong}")
        assert answer.status_code == 404
        assert "last digit does not fit" in answer.content.decode()
        assert 'id="scan"' in answer.content.decode()
        assert client.get(f"/cards/decks/{code_of(77)}").status_code == 404

    def test_live_draws_it_again_only_when_it_has_changed(self, client_for):
        deck = one("issue")
        client = client_for(Job.DEALER)
        live = {"HX-Request": "true", "HX-Target": "passport", "X-Live": "1"}
        url = f"/cards/decks/{deck}?seen={deck.length}.0.0"
        assert client.get(url, headers=live).status_code == 204
        do("deliver", deck.code)
        assert '<div class="passport' in client.get(url, headers=live).content.decode()

    def test_it_costs_the_same_however_long_its_life(
        self, client_for, django_assert_max_num_queries
    ):
        young, old = one(), one("destroy", invoice="INV-2")
        client = client_for(Job.SURVEILLANCE)
        client.get(f"/cards/decks/{young}")
        with django_assert_max_num_queries(30) as asked:
            client.get(f"/cards/decks/{young}")
        with django_assert_max_num_queries(len(asked)):
            client.get(f"/cards/decks/{old}")


class TestTrack:
    def states(self, deck):
        return {mile.words: mile.state for mile in track(deck, trail(deck))}

    def test_done_now_and_ahead(self):
        states = self.states(one("deliver"))
        assert states["Stored"] == "done"
        assert states["At table"] == "now"
        assert states["Inspected"] == "ahead"
        assert "Sealed batch" not in states

    def test_what_was_returned_has_its_way_before_it_again(self):
        deck = one("issue")
        order = Order("return", [deck.code], to="primary")
        boss, officer = on_duty(Job.PIT_BOSS), on_duty(Job.SECURITY_OFFICER)
        move(order, by=boss, second=officer, now=timezone.now())
        states = self.states(Deck.objects.get(pk=deck.pk))
        assert states["Stored"] == "now"
        assert states["Issued"] == "ahead"

    def test_stock_that_is_removed_skips_the_table(self):
        deck = one()
        do("remove", deck.code, reason="unfit_stock")
        states = self.states(Deck.objects.get(pk=deck.pk))
        assert states["In play"] == "skipped"
        assert states["Removed"] == "now"


class TestList:
    def test_it_is_filtered_by_what_is_asked(self, client_for):
        red = make_lot(singles=3, invoiced_singles=3)
        blue = make_lot(singles=2, invoiced_singles=2, back="blue", invoice="INV-2")
        deck = bring(red.decks.order_by("pk").first().code, "envelope")
        held = bring(red.decks.order_by("pk").last().code, "play")
        do("remove", held.code, reason="wrong_count")
        client = client_for(Job.ACCOUNTANT)
        asked = {
            "stage=enveloped": 1,
            "stage=held": 1,
            "stage=missing": 0,
            "stage=alive": 5,
            "back=blue": 2,
            "store=primary": 3,
            f"lot={blue.number.lower()}": 2,
            f"q={deck.code}": 1,
            f"q=S-{deck.code}": 1,
            f"q={red.number}": 3,
            "q=nothing": 0,
            "kind=dragon": 0,
        }
        pages = {q: client.get(f"/cards/decks?{q}").content.decode() for q in asked}
        found = {q: page.count("<tr data-row") for q, page in pages.items()}
        assert found == asked

    def test_bad_filters_are_said(self, client_for):
        client = client_for(Job.ACCOUNTANT)
        assert client.get("/cards/decks?stage=nonsense").status_code == 422
        assert client.get("/cards/decks?after=x").status_code == 422

    def test_pages_follow_each_other_at_the_same_cost(
        self, client_for, django_assert_max_num_queries
    ):
        make_lot(singles=5, invoiced_singles=5)
        client = client_for(Job.ACCOUNTANT)
        client.get("/cards/decks")
        with django_assert_max_num_queries(20) as asked:
            client.get("/cards/decks")
        make_lot(singles=120, invoiced_singles=120, invoice="INV-2")
        with django_assert_max_num_queries(len(asked)):
            page = client.get("/cards/decks").content.decode()
        seen = page.count("<tr data-row")
        while 'rel="next"' in page:
            url = page.partition('rel="next" href="')[2].partition('"')[0].replace("&amp;", "&")
            page = client.get(f"/cards/decks{url}").content.decode()
            seen += page.count("<tr data-row")
        assert seen == 125
        assert 'rel="prev"' in page
