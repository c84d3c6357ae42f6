"""Reconciliation, counts, collection and destruction through their pages."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.models import Alert, Duty, Entry, Job
from casino.services.log import house_day, house_day_ends
from inventory.models import CountLine, CountScan, Deck, Inventory, Reconciliation
from inventory.selectors import reconciliation as read
from inventory.selectors.destruction import last_notice
from inventory.services import destruction as service
from inventory.services.custody import Order, move
from tests.cast import PIN, ticket_for
from tests.inventory.cards import bring, do, make_lot, on_duty

pytestmark = pytest.mark.django_db


def codes_of(lot):
    return [deck.code for deck in lot.decks.order_by("pk")]


def signed(client, job, **fields):
    second = on_duty(job).person
    return {
        "ticket": ticket_for(client),
        "second_badge": second.badge,
        "second_pin": PIN,
        **fields,
    }


def cost(client, url):
    with CaptureQueriesContext(connection) as asked:
        assert client.get(url).status_code == 200
    return len(asked)


@pytest.fixture
def next_morning():
    """A day with decks in it is over, and people are on duty."""
    now = timezone.now()
    made = {"codes": codes_of(make_lot(singles=6, invoiced_singles=6)), "day": house_day(now)}
    do("issue", *made["codes"][:2])
    bring(made["codes"][2], "envelope")
    Duty.objects.update(ended_at=timezone.now())
    with time_machine.travel(house_day_ends(made["day"]) + timedelta(hours=1), tick=True):
        yield made


# -- reconciliation


def test_calendar_shows_what_is_missing_signed_and_open(client_for, next_morning):
    page = client_for(Job.ACCOUNTANT).get("/cards/reconciliation")
    cells = {cell.day: cell for week in page.context["weeks"] for cell in week}
    assert cells[next_morning["day"]].words == "To sign"
    assert [cell.day for cell in page.context["due"]] == [next_morning["day"]]
    assert page.context["late"] == []


def test_empty_house_has_nothing_to_reconcile(client_for):
    page = client_for(Job.ACCOUNTANT).get("/cards/reconciliation")
    assert b"Nothing to reconcile" in page.content


def test_day_is_counted_blind_compared_and_signed(client_for, next_morning):
    accountant, day = client_for(Job.ACCOUNTANT), next_morning["day"]
    url = f"/cards/reconciliation/{day}"
    blind = accountant.get(url)
    assert blind.context["is_blind"]
    assert b"count first" in blind.content
    sent = {"ticket": ticket_for(accountant), "singles-0": "1", "sets-0": "0"}
    assert accountant.post(f"{url}/count", sent).status_code == 302
    page = accountant.get(url)
    assert not page.context["is_blind"]
    assert [d["what"] for _, d in page.context["differences"]] == ["not_collected", "count"]
    unexplained = signed(accountant, Job.SECURITY_OFFICER, seen="0", note="")
    assert accountant.post(url, unexplained).status_code == 409
    sent = signed(accountant, Job.SECURITY_OFFICER, seen="0", note="One is under the stand")
    assert accountant.post(url, sent).status_code == 302
    assert Reconciliation.objects.get().differences == 2
    assert b"One is under the stand" in accountant.get(url).content
    assert accountant.post(url, sent).status_code == 409


def test_signed_sheet_is_the_same_bytes_twice(client_for, next_morning):
    test_day_is_counted_blind_compared_and_signed(client_for, next_morning)
    accountant, url = client_for(Job.ACCOUNTANT), f"/cards/reconciliation/{next_morning['day']}"
    first = accountant.get(f"{url}/1.json").content
    do("issue", next_morning["codes"][4])
    assert accountant.get(f"{url}/1.json").content == first
    assert accountant.get(f"{url}/2.json").status_code == 404


@pytest.mark.parametrize("wrong", ["", "x", "-1", "1e3", "999999"])
def test_count_that_is_no_number_comes_back(client_for, next_morning, wrong):
    accountant = client_for(Job.ACCOUNTANT)
    sent = {"ticket": ticket_for(accountant), "singles-0": wrong, "sets-0": "0"}
    page = accountant.post(f"/cards/reconciliation/{next_morning['day']}/count", sent)
    assert page.status_code == 422
    assert not Entry.objects.filter(act="count_stands").exists()


@pytest.mark.parametrize("figure", [*read.DID, "tables", "over_24h", "pits", "missing", "stores"])
def test_every_figure_opens_what_stands_behind_it(client_for, next_morning, figure):
    regulator = client_for(Job.REGULATOR)
    page = regulator.get(f"/cards/reconciliation/{next_morning['day']}", {"show": figure})
    assert page.status_code == 200
    assert b'id="behind"' in page.content


def test_blind_page_does_not_open_the_figures_of_the_stands(client_for, next_morning):
    accountant = client_for(Job.ACCOUNTANT)
    page = accountant.get(f"/cards/reconciliation/{next_morning['day']}", {"show": "stands"})
    assert b'id="behind"' not in page.content


@pytest.mark.parametrize("day", ["1999-01-01", "2999-01-01", "2026-02-31", "today"])
def test_day_without_decks_is_not_found(client_for, day):
    make_lot()
    assert client_for(Job.ACCOUNTANT).get(f"/cards/reconciliation/{day}").status_code == 404


@pytest.mark.parametrize("url", ["", "/{day}?show=issued"])
def test_reconciliation_costs_the_same_for_few_and_many(client_for, next_morning, url):
    regulator = client_for(Job.REGULATOR)
    url = f"/cards/reconciliation{url.format(day=next_morning['day'])}"
    few = cost(regulator, url)
    lot = make_lot(singles=30, invoiced_singles=30, invoice="INV-9")
    do("issue", *codes_of(lot)[:20])
    assert cost(regulator, url) == few <= 36


# -- counts


def test_count_goes_from_start_to_report(client_for):
    codes = codes_of(make_lot())
    accountant = client_for(Job.ACCOUNTANT)
    start = accountant.post("/cards/counts", {"ticket": ticket_for(accountant)})
    number = Inventory.objects.get().number
    assert start.url == f"/cards/counts/{number}"
    here = f"/cards/counts/{number}/stores/primary"
    for code in codes[:3]:
        part = accountant.post(f"{here}/scan", {"code": code}, HTTP_HX_REQUEST="true")
        assert f"{code} seen" in part.content.decode()
    sent = {"ticket": ticket_for(accountant), "kind": "standard", "back": "red"}
    assert accountant.post(here, sent | {"is_scanned": "on"}).status_code == 302
    closing = signed(accountant, Job.SECURITY_OFFICER, note="")
    assert accountant.post(f"/cards/counts/{number}", closing).status_code == 302
    page = accountant.get(f"/cards/counts/{number}").content.decode()
    assert codes[3] in page
    assert "Report to the Division" in page
    assert Alert.objects.filter(need="now").exists()
    told = {"ticket": ticket_for(accountant), "reference": "DGE-1"}
    assert accountant.post(f"/cards/counts/{number}/report", told).status_code == 302
    assert b"DGE-1" in accountant.get("/cards/counts").content


def test_counter_never_sees_what_the_log_says(client_for):
    codes = codes_of(make_lot(singles=77, invoiced_singles=77))
    accountant = client_for(Job.ACCOUNTANT)
    accountant.post("/cards/counts", {"ticket": ticket_for(accountant)})
    number = Inventory.objects.get().number
    here = f"/cards/counts/{number}/stores/primary"
    accountant.post(f"{here}/scan", {"code": codes[0]})
    sent = {"kind": "standard", "back": "red", "singles": "5", "sets": "0"}
    accountant.post(here, sent | {"ticket": ticket_for(accountant)})
    for url in (here, f"/cards/counts/{number}", "/cards/counts"):
        page = accountant.get(url)
        shown = page.content.decode().split("<main")[1].split("<footer")[0]
        assert not re.search(r"\b77\b", shown), url
    assert b"Count again" in accountant.get(f"/cards/counts/{number}").content


def test_scan_without_script_comes_back_to_the_page(client_for):
    code = codes_of(make_lot())[0]
    accountant = client_for(Job.ACCOUNTANT)
    accountant.post("/cards/counts", {"ticket": ticket_for(accountant)})
    here = f"/cards/counts/{Inventory.objects.get().number}/stores/primary"
    answer = accountant.post(f"{here}/scan", {"code": f"https://casino.test/cards/decks/{code}"})
    assert answer.url == here
    assert CountScan.objects.get().deck.code == code
    assert accountant.post(f"{here}/scan", {"code": "D12345678"}).status_code == 409
    assert accountant.post(f"{here}/scan", {"code": ""}).status_code == 422


@pytest.mark.parametrize("wrong", [{"singles": ""}, {"sets": "x"}, {"kind": "jokers"}])
def test_line_that_is_none_comes_back(client_for, wrong):
    make_lot()
    accountant = client_for(Job.ACCOUNTANT)
    accountant.post("/cards/counts", {"ticket": ticket_for(accountant)})
    here = f"/cards/counts/{Inventory.objects.get().number}/stores/primary"
    sent = {"kind": "standard", "back": "red", "singles": "4", "sets": "0"} | wrong
    answer = accountant.post(here, sent | {"ticket": ticket_for(accountant)})
    assert answer.status_code == 422
    assert not CountLine.objects.exists()


@pytest.mark.parametrize("path", ["NONE", "%00", "x" * 40, "INV-00001/stores/nowhere"])
def test_count_that_is_not_there_is_not_found(client_for, path):
    assert client_for(Job.ACCOUNTANT).get(f"/cards/counts/{path}").status_code == 404


def test_counts_cost_the_same_for_few_and_many(client_for):
    codes = codes_of(make_lot(singles=30, invoiced_singles=30))
    accountant = client_for(Job.ACCOUNTANT)
    accountant.post("/cards/counts", {"ticket": ticket_for(accountant)})
    number = Inventory.objects.get().number
    here = f"/cards/counts/{number}/stores/primary"
    accountant.post(f"{here}/scan", {"code": codes[0]})
    urls = ("/cards/counts", f"/cards/counts/{number}", here)
    few = [cost(accountant, url) for url in urls]
    for code in codes[1:]:
        accountant.post(f"{here}/scan", {"code": code})
    for back in ("blue", "green", "gold"):
        make_lot(back=back, invoice=f"INV-{back}")
    assert [cost(accountant, url) for url in urls] == few
    assert max(few) <= 18


# -- collection


def test_scanned_envelopes_are_collected_and_the_others_stay(client_for):
    codes = codes_of(make_lot())
    for code in codes[:3]:
        bring(code, "envelope")
    officer = client_for(Job.SECURITY_OFFICER)
    page = officer.get("/cards/collection")
    assert page.context["waiting"] == 3
    lengths = {f"seen-{code}": Deck.objects.get(code=code).length for code in codes[:2]}
    sent = {"ticket": ticket_for(officer), "deck": codes[:2], "to": "security", **lengths}
    assert officer.post("/cards/collection", sent).status_code == 302
    assert Deck.objects.filter(stage="collected").count() == 2
    assert officer.get("/cards/collection").context["waiting"] == 1
    assert officer.post("/cards/collection", sent).status_code == 409


@pytest.mark.parametrize("deck", [[], ["X"], ["D12345678"]])
def test_round_with_nothing_in_it_is_answered(client_for, deck):
    bring(codes_of(make_lot())[0], "envelope")
    officer = client_for(Job.SECURITY_OFFICER)
    sent = {"ticket": ticket_for(officer), "deck": deck, "to": "security"}
    assert officer.post("/cards/collection", sent).status_code == 422


def test_envelope_moved_meanwhile_is_looked_at_again(client_for):
    code = codes_of(make_lot())[0]
    bring(code, "envelope")
    officer = client_for(Job.SECURITY_OFFICER)
    sent = {"ticket": ticket_for(officer), "deck": [code], "to": "security", f"seen-{code}": "1"}
    assert officer.post("/cards/collection", sent).status_code == 409
    assert Deck.objects.get(code=code).stage == "enveloped"


def test_envelopes_left_by_a_day_are_told_once():
    bring(codes_of(make_lot())[0], "envelope")
    ended = house_day_ends(house_day(timezone.now()))
    assert service.flag_left_envelopes(now=ended - timedelta(minutes=1)) == 0
    assert service.flag_left_envelopes(now=ended) == 1
    Alert.objects.update(acknowledged_at=ended, owner=on_duty(Job.SECURITY_OFFICER).person)
    assert service.flag_left_envelopes(now=ended + timedelta(hours=1)) == 0


# -- destruction


def announced(officer):
    return officer.post(
        "/cards/destruction/notice", {"ticket": ticket_for(officer), "place": "Shredder room"}
    )


def ordered(officer, codes, **fields):
    lengths = {f"seen-{code}": Deck.objects.get(code=code).length for code in codes}
    sent = {"deck": codes, "method": "shred", "place": "Shredder room", **lengths, **fields}
    return officer.post("/cards/destruction", signed(officer, Job.SECURITY_MANAGER, **sent))


def test_decks_are_destroyed_in_one_order_after_surveillance_was_told(client_for):
    codes = codes_of(make_lot())
    for code in codes[:2]:
        bring(code, "examine")
    officer = client_for(Job.SECURITY_OFFICER)
    assert ordered(officer, codes[:2]).status_code == 409
    assert announced(officer).status_code == 302
    done = ordered(officer, codes[:2], method="drill")
    entry = Entry.objects.get(act="deck_destroy", refused=False)
    assert done.url == f"/cards/destruction/{entry.position}"
    assert Entry.objects.get(act="announce_destruction").position < entry.position
    assert Deck.objects.filter(stage="cancelled").count() == 2
    page = officer.get(done.url).content.decode()
    assert all(code in page for code in codes[:2])
    assert "Drilled through the centre" in page


def test_notice_of_long_ago_does_not_hold(client_for):
    code = codes_of(make_lot())[0]
    bring(code, "examine")
    officer = client_for(Job.SECURITY_OFFICER)
    announced(officer)
    assert officer.get("/cards/destruction").context["told"]
    assert last_notice(timezone.now() + timedelta(hours=5)) is None


def test_held_decks_stand_apart_and_are_not_destroyed(client_for):
    codes = codes_of(make_lot())
    for code in codes[:2]:
        bring(code, "examine")
    hold = Order("hold", [codes[0]], facts={"reason": "Dispute of table HU-01"})
    move(hold, by=on_duty(Job.SECURITY_OFFICER), now=timezone.now())
    officer = client_for(Job.SECURITY_OFFICER)
    page = officer.get("/cards/destruction")
    assert [deck.code for deck, _ in page.context["rows"]] == [codes[1]]
    assert [deck.code for deck in page.context["kept_back"]] == [codes[0]]
    assert b"Dispute of table HU-01" in page.content
    announced(officer)
    assert ordered(officer, codes[:2]).status_code == 409
    assert not Deck.objects.filter(stage="destroyed").exists()


@pytest.mark.parametrize("wrong", [{"deck": []}, {"method": "burn"}, {"place": ""}])
def test_order_that_is_none_comes_back(client_for, wrong):
    code = codes_of(make_lot())[0]
    bring(code, "examine")
    officer = client_for(Job.SECURITY_OFFICER)
    announced(officer)
    assert ordered(officer, [code], **wrong).status_code == 422


def test_nothing_to_destroy_is_not_announced(client_for):
    make_lot()
    assert announced(client_for(Job.SECURITY_OFFICER)).status_code == 409


@pytest.mark.parametrize("url", ["/cards/collection", "/cards/destruction"])
def test_last_way_costs_the_same_for_few_and_many(client_for, url):
    codes = codes_of(make_lot(singles=12, invoiced_singles=12))
    bring(codes[0], "envelope")
    bring(codes[1], "examine")
    officer = client_for(Job.SECURITY_OFFICER)
    few = cost(officer, url)
    for code in codes[2:6]:
        bring(code, "envelope")
    for code in codes[6:]:
        bring(code, "examine")
    assert cost(officer, url) == few <= 20


def test_destruction_that_is_none_is_not_found(client_for):
    assert client_for(Job.SECURITY_OFFICER).get("/cards/destruction/1").status_code == 404
