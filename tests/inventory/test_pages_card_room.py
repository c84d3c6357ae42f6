"""The card room: what a scan finds, what waits, and moving decks through the page."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.test import Client
from django.utils import timezone

from casino.models import Entry, Job
from casino.services.alerts import raise_alert
from inventory.models import Deck, Movement
from inventory.rules.codes import code_of
from tests.cast import PIN, sign_on, ticket_for
from tests.inventory.cards import EXAMINED, bring, do, make_lot, make_seals, on_duty

pytestmark = pytest.mark.django_db


def codes(count=1, **facts):
    lot = make_lot(singles=count, invoiced_singles=count, **facts)
    return list(lot.decks.order_by("pk").values_list("code", flat=True))


def send(client, what, *decks, second=None, page="room", ticket=None, **facts):
    """The form of a movement as the page would send it now."""
    rows = {deck.code: deck.length for deck in Deck.objects.filter(code__in=decks)}
    data = {"do": what, "page": page, "deck": [f"{code}:{rows[code]}" for code in decks], **facts}
    data["ticket"] = ticket_for(client) if ticket is None else ticket
    if second:
        data |= {"second_badge": on_duty(second).person.badge, "second_pin": PIN}
    return client.post("/cards/move", data)


class TestScan:
    @pytest.mark.parametrize("said", ["{}", " {} ", "lower", "digits", "url", "spaced"])
    def test_a_deck_comes_in_hand_however_its_code_is_said(self, client_for, said):
        (code,) = codes()
        ways = {
            "lower": code.lower(),
            "digits": code[1:],
            "url": f"https://elsewhere.example/cards/decks/{code}?x=1",
            "spaced": f"{code[:4]} {code[4:]}",
        }
        q = ways.get(said, said.format(code))
        answer = client_for(Job.SECURITY_OFFICER).get("/cards/scan", {"q": q})
        assert answer.url == f"/cards?deck={code}"

    def test_envelopes_are_known_by_label_and_by_seal(self, client_for):
        (code,) = codes()
        bring(code, "envelope")
        client = client_for(Job.SECURITY_OFFICER)
        for said in (f"L-{code}", f"s-{code}"):
            assert client.get("/cards/scan", {"q": said}).url == f"/cards?deck={code}"

    @pytest.mark.parametrize(
        ("said", "words"),
        [
            (code_of(999), "Nothing here is called"),
            (code_of(999)[:-1] + "0", "last digit does not fit"),
            ("D12", "not whole"),
            ("S-77", "in stock: it closes nothing"),
            ("primary", "is a store"),
            ("J-00", "s badge"),
            ("<script>", "Nothing here is called"),
            ("x" * 300, "Nothing readable"),
            ("/", "Nothing readable"),
        ],
    )
    def test_what_is_no_deck_is_answered_in_place(self, client_for, said, words):
        (code,) = codes()
        make_seals("S-77")
        on_duty(Job.DEALER)
        answer = client_for(Job.SECURITY_OFFICER).get("/cards/scan", {"q": said, "deck": code})
        page = answer.content.decode()
        assert answer.status_code == 404
        assert words in page
        assert f'name="deck" value="{code}"' in page  # what was in hand still is
        assert "<script>" not in page.partition("<main")[2]

    def test_a_lot_is_shown_the_way(self, client_for):
        lot = make_lot()
        page = client_for(Job.SECURITY_OFFICER).get("/cards/scan", {"q": lot.number})
        assert f"/cards/lots/{lot.number}" in page.content.decode()

    def test_decks_of_one_state_gather_in_the_tray(self, client_for):
        one, two, three = codes(3)
        client = client_for(Job.SECURITY_OFFICER)
        answer = client.get("/cards/scan", {"q": two, "deck": one})
        assert answer.url == f"/cards?deck={one}&deck={two}"
        page = client.get(answer.url).content.decode()
        assert "2 decks in hand" in page
        assert "Issue 2 decks" in page
        answer = client.get("/cards/scan", {"q": one, "deck": [one, two]}, follow=True)
        assert "in hand already" in answer.content.decode()
        bring(three, "issue")
        answer = client.get("/cards/scan", {"q": three, "deck": [one, two]})
        assert answer.status_code == 409
        assert f"Take {three} alone" in answer.content.decode()
        assert client.get("/cards/scan", {"q": three, "deck": one}).url == f"/cards?deck={three}"

    def test_a_sealed_set_comes_whole(self, client_for):
        lot = make_lot(singles=1, sets=1, set_size=3, invoiced_singles=1, invoiced_sets=1)
        single, *members = lot.decks.order_by("pk").values_list("code", flat=True)
        answer = client_for(Job.SHIFT_MANAGER).get("/cards/scan", {"q": members[1], "deck": single})
        assert all(code in answer.url for code in (single, *members))

    def test_nothing_scanned_leaves_all_as_it_was(self, client_for):
        (code,) = codes()
        client = client_for(Job.SECURITY_OFFICER)
        assert client.get("/cards/scan", {"q": " ", "deck": code}).url == f"/cards?deck={code}"
        assert client.get("/cards", {"deck": ["nonsense", code, code]}).status_code == 200


class TestMove:
    def test_one_person_does_a_step(self, client_for):
        (code,) = codes()
        bring(code, "envelope")
        answer = send(client_for(Job.SECURITY_OFFICER), "collect", code, to="security")
        assert answer.url == f"/cards?deck={code}"
        assert Deck.objects.get(code=code).stage == "collected"

    def test_two_people_sign_for_many(self, client_for):
        one, two = codes(2)
        client = client_for(Job.SHIFT_MANAGER)
        answer = send(client, "issue", one, two, second=Job.SECURITY_OFFICER, to="stand-1")
        assert answer.status_code == 302
        assert set(Deck.objects.values_list("stage", flat=True)) == {"issued"}
        entry = Entry.objects.get(act="deck_issue")
        assert entry.second_person == on_duty(Job.SECURITY_OFFICER).person

    def test_the_same_form_twice_moves_once(self, client_for):
        one, two = codes(2)
        client = client_for(Job.SHIFT_MANAGER)
        ticket = ticket_for(client)
        for _ in range(2):
            answer = send(
                client, "issue", one, second=Job.SECURITY_OFFICER, to="stand-1", ticket=ticket
            )
            assert answer.url == f"/cards?deck={one}"
        bring(two, "envelope")
        client = client_for(Job.SECURITY_OFFICER)
        ticket = ticket_for(client)
        for _ in range(2):
            assert send(client, "collect", two, to="security", ticket=ticket).status_code == 302
        assert Movement.objects.filter(do__in=["issue"], deck__code=one).count() == 1
        assert Movement.objects.filter(do="collect").count() == 1

    def test_a_wrong_pin_keeps_all_but_the_pin(self, client_for):
        (code,) = codes()
        bring(code, "remove")
        make_seals("S-1")
        on_duty(Job.DEALER)
        answer = send(
            client_for(Job.FLOORPERSON), "envelope", code, seal="s-1", label="L-1",
            second_badge=on_duty(Job.DEALER).person.badge, second_pin="1111",
        )  # fmt: skip
        page = answer.content.decode()
        assert answer.status_code == 409
        assert 'value="s-1"' in page
        assert 'value="L-1"' in page
        assert "data-open" in page
        assert "1111" not in page

    def test_a_refusal_stands_beside_the_form_with_its_clause(self, client_for):
        (code,) = codes()
        bring(code, "collect")
        facts = EXAMINED | {"cards": "51"}
        answer = send(client_for(Job.SECURITY_OFFICER), "examine", code, **facts)
        page = answer.content.decode()
        assert answer.status_code == 409
        assert "51 cards" in page
        assert "13:69E-1.18(n)" in page
        assert 'value="51"' in page
        assert page.count("checked") >= 4

    def test_what_is_missing_is_asked_for(self, client_for):
        (code,) = codes()
        bring(code, "collect")
        answer = send(client_for(Job.SECURITY_OFFICER), "examine", code, cards="x")
        assert answer.status_code == 422
        assert "Tick each when you have looked at it" in answer.content.decode()

    def test_a_deck_that_moved_meanwhile_is_shown_as_it_is_now(self, client_for):
        (code,) = codes()
        bring(code, "envelope")
        client = client_for(Job.SECURITY_OFFICER)
        length = Deck.objects.get(code=code).length
        do("collect", code)
        answer = client.post(
            "/cards/move",
            {"do": "collect", "page": "room", "deck": f"{code}:{length}", "to": "security",
             "ticket": ticket_for(client)},
        )  # fmt: skip
        page = answer.content.decode()
        assert answer.status_code == 409
        assert "it is collected now" in page
        assert ">Examine<" in page  # the step that comes next now

    def test_a_wrong_step_is_refused_with_its_remedy(self, client_for):
        (code,) = codes()
        answer = send(client_for(Job.SECURITY_OFFICER), "collect", code, to="security")
        assert answer.status_code == 409
        assert "it must be enveloped for this" in answer.content.decode()
        assert Entry.objects.filter(act="deck_collect", refused=True).exists()

    def test_a_form_without_deck_or_movement_is_no_fault(self, client_for):
        (code,) = codes()
        client = client_for(Job.SECURITY_OFFICER)
        for data in ({}, {"do": "collect"}, {"do": "nonsense", "deck": code}, {"deck": "x:y"}):
            assert client.post("/cards/move", data).status_code == 409

    def test_the_passport_moves_too(self, client_for):
        (code,) = codes()
        bring(code, "envelope")
        answer = send(client_for(Job.SECURITY_OFFICER), "collect", code, to="security", page="deck")
        assert answer.url == f"/cards/decks/{code}"


class TestPage:
    def test_the_next_step_of_another_job_says_whose_it_is(self, client_for):
        (code,) = codes()
        bring(code, "issue")
        page = client_for(Job.SECURITY_OFFICER).get(f"/cards?deck={code}").content.decode()
        assert "Not yours to do" in page
        assert "Return to storage" in page

    def test_what_this_job_can_do_comes_first(self, client_for):
        one, two = codes(2)
        bring(one, "envelope")
        bring(two, "deliver")
        page = client_for(Job.SECURITY_OFFICER).get("/cards").content.decode()
        assert page.index("Sealed, to collect") < page.index("At a table, to inspect")
        page = client_for(Job.DEALER).get("/cards").content.decode()
        assert page.index("Sealed, to collect") > page.index("At a table, to inspect")

    def test_live_leaves_alone_what_has_not_changed(self, client_for):
        (code,) = codes()
        client = client_for(Job.SECURITY_OFFICER)
        length = Deck.objects.get(code=code).length
        live = {"HX-Request": "true", "HX-Target": "hand", "X-Live": "1"}
        url = f"/cards?deck={code}:{length}"
        assert client.get(url, headers=live).status_code == 204
        bring(code, "issue")
        assert "Changed just now" in client.get(url, headers=live).content.decode()
        work = client.get("/cards", headers=live | {"HX-Target": "work"})
        assert work.content.decode().strip().startswith('<aside class="work')

    def test_dragon_decks_say_how_they_are_sorted(self, client_for):
        (code,) = codes(kind="dragon")
        bring(code, "deliver")
        page = client_for(Job.DEALER).get(f"/cards?deck={code}").content.decode()
        assert "10 monkeys" in page

    def test_every_step_of_a_life_has_its_form(self, client_for):
        (code,) = codes()
        for what in ("issue", "deliver", "inspect", "verify", "play", "remove", "envelope"):
            bring(code, what) if what == "issue" else do(what, code)
            for job in (Job.SECURITY_MANAGER, Job.FLOORPERSON, Job.DEALER, Job.SURVEILLANCE):
                for step in ("", "remove", "hold", "miss", "deal_from"):
                    assert client_for(job).get(f"/cards?deck={code}&do={step}").status_code == 200

    @pytest.mark.parametrize("job", [Job.SURVEILLANCE, Job.REGULATOR])
    def test_watchers_see_all_and_are_offered_nothing(self, client_for, job):
        (code,) = codes()
        bring(code, "collect")
        page = client_for(job).get(f"/cards?deck={code}").content.decode()
        assert "Collected, in Security" in page
        assert 'action="/cards/move"' not in page


def test_the_card_room_costs_the_same_with_many_decks(client_for, django_assert_max_num_queries):
    few = codes(5)
    for code in few[:3]:
        bring(code, "envelope")
    client = client_for(Job.SECURITY_OFFICER)
    client.get("/cards")
    with django_assert_max_num_queries(30) as asked:
        client.get(f"/cards?deck={few[0]}")
    before = len(asked)
    for code in codes(60, invoice="INV-2"):
        bring(code, "envelope")
    with django_assert_max_num_queries(before):
        page = client.get(f"/cards?deck={few[0]}").content.decode()
    assert ">63<" in page


def test_search_finds_cards_for_those_who_may(client_for):
    lot = make_lot()
    code = lot.decks.first().code
    bring(code, "envelope")
    client = client_for(Job.SECURITY_OFFICER)
    for said in (code, code.lower(), f"S-{code}", lot.number):
        page = client.get("/search", {"q": said}).content.decode()
        assert f"/cards/decks/{code}" in page or f"/cards/lots/{lot.number}" in page, said
    assert "/cards" not in client_for(Job.CASHIER).get("/search", {"q": code}).content.decode()


@pytest.mark.django_db(transaction=True)
def test_two_taps_at_once_move_once(client_for):
    (code,) = codes()
    bring(code, "envelope")
    client = client_for(Job.SECURITY_OFFICER)
    ticket, deck = ticket_for(client), f"{code}:{Deck.objects.get(code=code).length}"
    data = {"do": "collect", "page": "room", "deck": deck, "to": "security", "ticket": ticket}

    def tap(_):
        try:
            return sign_on(Client(), client.duty.person).post("/cards/move", data).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(tap, range(4))) == [302] * 4
    assert Movement.objects.filter(do="collect").count() == 1


class TestReports:
    def suspect(self):
        (code,) = codes()
        bring(code, "play")
        do("remove", code, reason="wrong_count")
        return code

    def test_a_suspect_deck_waits_for_its_report_and_the_report_for_its_notice(self, client_for):
        code = self.suspect()
        client = client_for(Job.SECURITY_MANAGER)
        assert f"/cards/decks/{code}/discrepancy" in client.get("/cards").content.decode()
        report = {"ticket": ticket_for(client), "findings": "51 cards"}
        url = client.post(f"/cards/decks/{code}/discrepancy", report).url
        assert "1 report" in client.get("/cards").content.decode()
        clock = timezone.localtime().strftime("%H:%M")
        told = {"ticket": ticket_for(client), "reference": "DGE 1", "clock": clock}
        assert client.post(f"{url}/told", told).status_code == 302
        assert "Division not told" not in client.get("/cards").content.decode()

    def test_a_dealer_is_not_asked_for_reports(self, client_for):
        self.suspect()
        assert "To report now" not in client_for(Job.DEALER).get("/cards").content.decode()

    def test_lists_lead_to_the_round_and_to_the_shredder(self, client_for):
        one, two = codes(2)
        bring(one, "envelope")
        bring(two, "examine")
        page = client_for(Job.SECURITY_OFFICER).get("/cards").content.decode()
        assert 'class="all" href="/cards/collection"' in page
        assert 'class="all" href="/cards/destruction"' in page
        assert (
            'href="/cards/destruction"' not in client_for(Job.DEALER).get("/cards").content.decode()
        )

    def test_the_regulator_may_hold_a_deck_and_nothing_else(self, client_for):
        (code,) = codes()
        client = client_for(Job.REGULATOR)
        assert 'action="/cards/move"' in client.get(f"/cards?deck={code}&do=hold").content.decode()
        assert send(client, "hold", code, reason="Asked for by the Division").status_code == 302
        assert Deck.objects.get(code=code).held == "Asked for by the Division"
        assert send(client, "remove", code, reason="unfit_stock").status_code == 403


@pytest.mark.parametrize("thing", ["deck:{code}", "store:primary", "lot:{lot}", "counts"])
def test_an_alert_leads_to_what_it_is_about(client_for, thing):
    lot = make_lot()
    code = lot.decks.first().code
    about = thing.format(code=code, lot=lot.number)
    raise_alert(need="soon", words="Look at this", thing=about, now=timezone.now())
    page = client_for(Job.SECURITY_OFFICER).get("/alerts").content.decode()
    link = re.search(r'<a href="(/cards/[^"]+)">Look at this</a>', page)
    assert link
    assert client_for(Job.SECURITY_OFFICER).get(link[1]).status_code == 200
