"""Receiving, lots, stores and moving decks, through their pages."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from casino.models import Entry, Job
from inventory.models import Deck, Lot, Par, Store, StoreKey
from tests.cast import PIN, make_duty, ticket_for
from tests.inventory.cards import do, make_lot, make_stores, on_duty

pytestmark = pytest.mark.django_db
HOSTILE = '"><img src=x onerror=alert(1)>{{7*7}}'


@pytest.fixture
def officer(client_for):
    return client_for(Job.SECURITY_OFFICER)


@pytest.fixture
def manager():
    return make_duty(Job.SHIFT_MANAGER)


def signed(client, duty, **fields):
    return {
        "ticket": ticket_for(client),
        "second_badge": duty.person.badge,
        "second_pin": PIN,
        **fields,
    }


DELIVERY = {
    "vendor": "Card Makers",
    "invoice": "INV-9",
    "kind": "dragon",
    "back": "green",
    "design": "House",
    "invoiced_singles": "3",
    "singles": "3",
    "invoiced_sets": "1",
    "sets": "1",
    "set_size": "2",
    "c0-seal": "CT-1",
    "c0-state": "whole",
    "c0-checked": "",
    "store": "primary",
}


def receive(client, duty, **fields):
    return client.post("/cards/receive", signed(client, duty, **(DELIVERY | fields)))


# -- receiving


def test_decks_are_received_on_one_screen_by_two(officer, manager):
    make_stores()
    assert receive(officer, manager, **{"c7-seal": "CT-2", "c7-state": "whole"}).status_code == 302
    lot = Lot.objects.get()
    assert (lot.singles, lot.sets, lot.decks.count()) == (3, 1, 5)
    assert [carton["seal"] for carton in lot.cartons] == ["CT-1", "CT-2"]
    page = officer.get(f"/cards/lots/{lot.number}")
    assert b"As invoiced" in page.content
    assert page.content.count(b"/cards/decks/D") == 5


def test_form_shows_what_a_dragon_deck_holds(officer):
    page = officer.get("/cards/receive").content.decode()
    found = re.findall(r'aria-label="([a-z ]+), (\d+) in the deck"', page)
    assert sum(int(count) for _, count in found) == 53
    assert ("gold dragon", "1") in found


def test_difference_is_said_at_once_and_on_the_lot(officer, manager):
    make_stores()
    receive(officer, manager, singles="2", note="one short")
    page = officer.get(f"/cards/lots/{Lot.objects.get().number}").content.decode()
    assert "Reported: 1 single deck fewer than invoiced" in page
    assert "Not as invoiced" in page
    assert "one short" in page


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"c0-seal": ""}, "seal of each carton"),
        ({"c0-state": "suspect"}, "Open this carton here and now"),
        ({"set_size": ""}, "How many decks are in one set"),
        ({"singles": "-1"}, "greater than or equal to 0"),
        ({"singles": "many"}, "whole number"),
        ({"kind": "tarot"}, "valid choice"),
        ({"store": "stand-1"}, "valid choice"),
        ({"vendor": "bad\u202ename"}, "ordinary signs"),
        ({"second_pin": ""}, "required"),
    ],
)
def test_misshapen_receipt_comes_back_with_what_was_typed(officer, manager, fields, words):
    make_stores()
    page = receive(officer, manager, **fields)
    assert page.status_code == 422
    assert words in page.content.decode()
    assert not Lot.objects.exists()


def test_suspect_carton_with_what_was_found_is_received(officer, manager):
    make_stores()
    found = {"c0-state": "suspect", "c0-checked": "tape cut, all decks whole"}
    assert receive(officer, manager, **found).status_code == 302
    page = officer.get(f"/cards/lots/{Lot.objects.get().number}").content
    assert b"tape cut, all decks whole" in page


def test_two_of_security_are_refused_with_the_clause(officer):
    make_stores()
    page = receive(officer, make_duty(Job.SECURITY_MANAGER))
    assert page.status_code == 409
    assert b"13:69E-1.18(a)" in page.content
    assert PIN.encode() not in page.content


def test_receipt_sent_twice_is_one_lot(officer, manager):
    make_stores()
    sent = signed(officer, manager, **DELIVERY)
    assert officer.post("/cards/receive", sent).status_code == 302
    again = officer.post("/cards/receive", sent)
    assert again.status_code == 409
    assert b"sent already" in again.content
    assert receive(officer, manager).status_code == 409  # a new page, the same invoice
    assert Lot.objects.count() == 1


def test_hostile_words_are_shown_as_text(officer, manager):
    make_stores()
    receive(officer, manager, vendor=HOSTILE, design=HOSTILE[:60], note=HOSTILE, singles="2")
    for url in ("/cards/lots", f"/cards/lots/{Lot.objects.get().number}"):
        page = officer.get(url).content.decode()
        assert "<img src=x" not in page
        assert "&lt;img src=x" in page


def test_lots_are_paged_and_searched(officer):
    for number in range(52):
        make_lot(invoice=f"I-{number}", singles=1, invoiced_singles=1)
    first = officer.get("/cards/lots")
    assert len(first.context["rows"]) == 50
    older = officer.get(f"/cards/lots{first.context['older']}")
    assert [lot.invoice for lot, _ in older.context["rows"]] == ["I-1", "I-0"]
    assert [lot.invoice for lot, _ in officer.get("/cards/lots?q=i-7").context["rows"]] == ["I-7"]
    assert b"No lot fits" in officer.get("/cards/lots?q=zzz").content


@pytest.mark.parametrize("url", ["lots?before=x", "stores/primary?day=soon"])
def test_nonsense_in_a_filter_is_answered(officer, url):
    make_stores()
    assert officer.get(f"/cards/{url}").status_code == 422


@pytest.mark.parametrize("url", ["lots/LOT-1", "lots/x", "stores/none", "stores/ADD"])
def test_what_is_not_there_is_not_found(officer, url):
    assert officer.get(f"/cards/{url}").status_code == 404


# -- stores


def test_empty_house_says_what_to_do(client_for, officer):
    assert b"There is no store yet" in officer.get("/cards/stores").content
    assert b"There is no store yet" in officer.get("/cards/receive").content
    assert b"/cards/stores/add" in client_for(Job.SECURITY_MANAGER).get("/cards/stores").content


def cost(client, url):
    with CaptureQueriesContext(connection) as asked:
        assert client.get(url).status_code == 200
    return len(asked)


PAGES = (
    "/cards/stores",
    "/cards/stores/primary",
    "/cards/stores/primary?tab=decks",
    "/cards/stores/primary?tab=keys",
    "/cards/stores/primary?tab=levels",
    "/cards/lots",
    "/cards/issue?source=primary&to=stand-1&sort=standard-red&pack=singles&count=3",
)


def test_pages_cost_as_many_queries_for_many_decks_as_for_few(officer):
    first = make_lot()
    store = Store.objects.get(code="primary")
    StoreKey.objects.create(store=store, lock="security", number="K-1")
    urls = [*PAGES, f"/cards/lots/{first.number}"]
    few = {url: cost(officer, url) for url in urls}
    for number in range(6):
        make_lot(invoice=f"N-{number}", singles=40, invoiced_singles=40)
    do("issue", *Deck.objects.values_list("code", flat=True)[10:30])
    assert {url: cost(officer, url) for url in urls} == few
    assert max(few.values()) <= 16


def test_log_of_a_store_is_paged_and_filtered(officer):
    lot = make_lot(singles=60, invoiced_singles=60)
    make_lot(invoice="B", back="blue")
    for deck in lot.decks.order_by("pk")[:55]:
        do("issue", deck.code)
    first = officer.get("/cards/stores/primary")
    assert len(first.context["log"]) == 50
    older = officer.get(first.context["older"])
    assert [line.do for line in older.context["log"]] == ["issue"] * 5 + ["receive"] * 2
    blue = officer.get("/cards/stores/primary?sort=standard-blue").context["log"]
    assert [(line.back, line.singles_left) for line in blue] == [("blue", 4)]
    assert b"No line fits" in officer.get("/cards/stores/primary?day=2020-01-01").content


def test_store_is_added_named_and_given_levels(client_for, manager):
    chief = client_for(Job.SECURITY_MANAGER)
    facts = {
        "code": "Vault", "name": "The vault", "what": "primary", "key_security": "K-1",
        "key_games": "K-2",
    }  # fmt: skip
    assert chief.post("/cards/stores/add", signed(chief, manager, **facts)).url.endswith("/vault")
    change = signed(chief, manager, name="Cage", seen="The vault")
    assert chief.post("/cards/stores/vault/name", change).status_code == 302
    late = chief.post(
        "/cards/stores/vault/name", signed(chief, manager, name="X", seen="The vault")
    )
    assert late.status_code == 409
    assert late.context["name_form"]["seen"].value() == "Cage"
    level = {"sort": "standard-red", "least": "6"}
    assert chief.post("/cards/stores/vault/par", level).status_code == 302
    assert Par.objects.get().least == 6
    assert b"Runs low" in chief.get("/cards/stores/vault").content
    wrong = chief.post("/cards/stores/vault/par", {"sort": "standard-red", "least": "x"})
    assert wrong.status_code == 422


def test_officer_is_offered_neither_levels_nor_names(officer):
    make_stores()
    page = officer.get("/cards/stores/primary?tab=levels").content
    assert b"Set a level" not in page
    assert b"Name of the store" not in page


def test_key_is_signed_out_and_in_by_one_tap_each(officer):
    StoreKey.objects.create(store=make_stores()["primary"], lock="security", number="K-1")
    url = "/cards/stores/primary/keys/K-1"
    sent = {"ticket": ticket_for(officer)}
    assert officer.post(f"{url}/take", sent).status_code == 302
    assert officer.post(f"{url}/take", sent).status_code == 409  # the same tap
    assert b"Return it" in officer.get("/cards/stores/primary?tab=keys").content
    assert officer.post(f"{url}/return", {"ticket": ticket_for(officer)}).status_code == 302
    assert officer.post("/cards/stores/secondary/keys/K-1/take").status_code == 404
    assert b"Signed out" in officer.get("/cards/stores/primary?tab=keys").content


# -- moving many


ASKED = {"source": "primary", "to": "stand-1", "sort": "standard-red", "pack": "singles"}


def picked(client, **asked):
    return client.get("/cards/issue", ASKED | {"count": 3} | asked)


def send(client, duty, decks, **asked):
    sent = [f"{deck.code}.{deck.length}" for deck in decks]
    facts = ASKED | {"count": 3} | asked
    return client.post("/cards/issue", signed(client, duty, deck=sent, **facts))


def test_oldest_decks_are_issued_by_two(officer, manager):
    lot = make_lot()
    page = picked(officer)
    assert page.context["picked"] == list(lot.decks.order_by("pk")[:3])
    assert send(officer, manager, page.context["picked"]).url == "/cards/stores/stand-1"
    assert lot.decks.filter(stage="issued", store__code="stand-1").count() == 3
    assert Entry.objects.filter(act="deck_issue").count() == 1


def test_decks_unticked_stay(officer, manager):
    lot = make_lot()
    send(officer, manager, picked(officer).context["picked"][1:])
    assert lot.decks.filter(stage="issued").count() == 2


def test_fewer_than_asked_for_is_said(officer):
    make_lot()
    assert b"5 fewer than asked for" in picked(officer, count=9).content
    assert b"No such deck can go" in picked(officer, sort="dragon-gold").content


def test_secondary_store_is_refused_before_anybody_signs(officer):
    make_lot(store="secondary")
    page = picked(officer, source="secondary")
    assert b"issues nothing to a pit" in page.content
    assert b"data-pick" not in page.content


def test_secondary_refills_primary_and_stands_return(officer, manager, client_for):
    lot = make_lot(store="secondary")
    to_primary = {"source": "secondary", "to": "primary"}
    send(officer, manager, picked(officer, **to_primary).context["picked"], **to_primary)
    assert lot.decks.filter(store__code="primary").count() == 3
    send(officer, manager, picked(officer).context["picked"])
    back = {"source": "stand-1", "to": "primary"}
    send(officer, manager, picked(officer, **back).context["picked"], **back)
    assert lot.decks.filter(store__code="primary").count() == 3
    assert Entry.objects.filter(act="deck_return").count() == 1


def test_pit_boss_carries_alone_within_the_pit(officer, manager, client_for):
    lot = make_lot()
    send(officer, manager, picked(officer).context["picked"])
    boss = client_for(Job.PIT_BOSS)
    ways = {"source": "stand-1", "to": "reserve-1", "count": "1"}
    page = picked(boss, **ways)
    assert b"Carry them" in page.content
    sent = [f"{deck.code}.{deck.length}" for deck in page.context["picked"]]
    done = boss.post("/cards/issue", ASKED | ways | {"deck": sent, "ticket": ticket_for(boss)})
    assert done.status_code == 302
    assert lot.decks.filter(store__code="reserve-1").count() == 1


def test_deck_somebody_else_took_meanwhile_is_said(officer, manager):
    make_lot()
    seen = picked(officer).context["picked"]
    do("issue", seen[0].code)
    page = send(officer, manager, seen)
    assert page.status_code == 409
    assert f"moved {seen[0].code} meanwhile" in page.content.decode()
    assert seen[0] not in page.context["picked"]
    assert Deck.objects.filter(stage="issued").count() == 1


@pytest.mark.parametrize(
    "asked",
    [{"count": "0"}, {"count": "501"}, {"to": "primary"}, {"to": "security"}, {"sort": "x"}],
)
def test_what_cannot_be_picked_is_said_beside_its_field(officer, asked):
    make_lot()
    assert picked(officer, **asked).status_code == 422


def test_nothing_ticked_or_a_torn_value_is_answered(officer, manager):
    make_lot()
    for torn in ([], ["D00000018"], ["x.y"], [".1"], ["D1.999999999999"]):
        sent = signed(officer, manager, deck=torn, **ASKED, count=1)
        assert officer.post("/cards/issue", sent).status_code == 422


def test_wrong_pin_moves_nothing_and_is_shown_where_one_signs(officer, manager):
    make_lot()
    page = picked(officer)
    sent = [f"{deck.code}.{deck.length}" for deck in page.context["picked"]]
    wrong = signed(officer, manager, deck=sent, **ASKED, count=3) | {"second_pin": "0000"}
    answer = officer.post("/cards/issue", wrong)
    assert answer.status_code == 409
    assert b"data-open" in answer.content
    assert not Deck.objects.filter(stage="issued").exists()


def test_floorperson_may_not_issue(client_for, manager):
    make_lot()
    floor = client_for(Job.FLOORPERSON)
    page = send(floor, on_duty(Job.SECURITY_OFFICER), picked(floor).context["picked"])
    assert page.status_code == 403
