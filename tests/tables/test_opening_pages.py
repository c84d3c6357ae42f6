"""The page of a table and its two wizards, through the browser's own forms."""

import pytest
from django.utils import timezone

from casino.models import Entry, Job
from inventory.models import Device
from tables.models import Assignment, Sitting, Table
from tests.cast import PIN, ticket_for
from tests.inventory.cards import do, on_duty
from tests.tables import play
from tests.tables.floor import CODES, ready_table
from tests.tables.play import deed, fresh

pytestmark = pytest.mark.django_db
MOST_QUERIES = 60


@pytest.fixture
def floor(client_for):
    return client_for(Job.FLOORPERSON)


def post(client, table, verb, page="opening", **fields):
    given = {"do": verb, "page": page, "seen": fresh(table).length, "ticket": ticket_for(client)}
    return client.post(f"/tables/{table}/do", {**given, **fields})


def second(job):
    return {"second_badge": on_duty(job).person.badge, "second_pin": PIN}


def tray(code):
    return f"{code}:{play.deck_at(code).length}"


def done(answer, to):
    assert answer.status_code == 302, answer.content.decode()[:3000]
    assert answer.url == to


@pytest.mark.parametrize("game", CODES)
def test_a_table_is_opened_and_closed_from_its_pages_alone(client_for, game):
    """From approved layout, rules and signs; devices are registered, decks at the stand."""
    table = ready_table(f"{CODES[game]}-01", game)
    floor, dealer = client_for(Job.FLOORPERSON), client_for(Job.DEALER)
    boxes = {"drop_box": "left", "tip_box": "right", "manual_shoe": ""}
    for what in boxes:
        play.register(table, what)
    here = f"/tables/{table}/opening"
    for role, job in (("dealer", Job.DEALER), ("floorperson", Job.FLOORPERSON)):
        done(post(floor, table, "assign", role=role, duty=on_duty(job).pk), here)
    for what, side in boxes.items():
        serial = Device.objects.get(what=what).serial
        done(post(floor, table, "fix", serial=serial, what=what, side=side), here)
    done(post(floor, table, "begin", method="manual_shoe"), here)
    done(post(floor, table, "inspect_devices"), here)
    named = ["cover card", "cutting card"][: len(play.game_of(game).demands.accessories)]
    done(post(floor, table, "see_accessories", accessories=named), here)
    counted = {"amount": "24000.00", **second(Job.FLOORPERSON)}
    done(post(dealer, table, "count_opener", **counted), here)
    code = play.issue(table)
    done(post(floor, table, "deliver", code=code), here)
    size = play.SIZES[play.game_of(game).demands.deck]
    looked = {"checks": ["complete", "backs", "edges"], "cards": size}
    done(post(dealer, table, "inspect", deck=tray(code), **looked), here)
    done(post(floor, table, "verify", deck=tray(code)), here)
    for seat in (1, 2):
        done(post(dealer, table, "sit", seat=seat), here)
    done(post(dealer, table, "spread", deck=code, seen_by=[1, 2]), here)
    done(post(dealer, table, "wash", deck=code), here)
    done(post(dealer, table, "shuffle", deck=code), here)
    done(post(floor, table, "open"), here)
    assert fresh(table).phase == "open"
    assert b"next round" in floor.get(f"/tables/{table}").content
    _close(floor, dealer, table, code)


def _close(floor, dealer, table, code):
    here = f"/tables/{table}/closing"
    done(post(floor, table, "begin_close", "closing", reason="order"), here)
    done(post(floor, table, "clear", "closing"), here)
    removal = {"reason": "table_closed"}
    done(post(floor, table, "remove", "closing", deck=tray(code), **removal), here)
    play.make_seals("S-1")
    sealed = {"seal": "S-1", "label": "L-1", **second(Job.DEALER)}
    done(post(floor, table, "envelope", "closing", deck=tray(code), **sealed), here)
    done(post(floor, table, "lock_devices", "closing"), here)
    counted = {"amount": "25000", **second(Job.FLOORPERSON)}
    done(post(dealer, table, "count_closer", "closing", **counted), here)
    done(post(floor, table, "close", "closing"), here)
    assert fresh(table).phase == "closed"
    assert Device.objects.get(what="manual_shoe").stage == "locked"


def test_the_list_says_what_is_missing_by_which_clause_and_who_mends_it(floor):
    table = ready_table()
    page = floor.get(f"/tables/{table}/opening").content.decode()
    assert "Nobody deals at this table" in page
    assert "13:69D-1.12(a)1" in page
    assert "who can: floorperson" in page
    assert "3 of 7" in page


def test_a_refusal_is_shown_with_its_clause_and_kept(floor):
    table = ready_table()
    answer = post(floor, table, "begin", method="manual_shoe")
    assert answer.status_code == 409
    assert b"Nobody deals" in answer.content
    assert Entry.objects.filter(act="table_begin", refused=True).count() == 1


def test_a_form_counts_once(floor):
    table = play.table_to_open()
    sent = {"do": "sit", "page": "table", "seat": 4, "seen": 0, "ticket": ticket_for(floor)}
    assert floor.post(f"/tables/{table}/do", sent).status_code == 302
    again = floor.post(f"/tables/{table}/do", {**sent, "seat": 5})
    assert again.status_code == 409
    assert b"sent already" in again.content
    assert set(Sitting.objects.values_list("seat", flat=True)) == {1, 2, 4}


def test_an_old_page_does_nothing(floor):
    table = play.opened_table()
    answer = post(floor, table, "go_idle", "table", seen=1)
    assert answer.status_code == 409
    assert b"Somebody else was quicker" in answer.content
    assert fresh(table).phase == "open"


@pytest.mark.parametrize("what", ["", "bring_deck", "take_deck", "dance"])
def test_what_nobody_does_is_refused(floor, what):
    table = play.opened_table()
    answer = post(floor, table, what, "table")
    assert answer.status_code == 409
    assert b"names nothing" in answer.content


def test_a_wrong_pin_of_the_second_person_is_asked_again(floor):
    table = play.table_to_open(number="HU-02")
    deed(table, "begin_close", reason="order")
    wrong = {"second_badge": on_duty(Job.DEALER).person.badge, "second_pin": "0001"}
    answer = post(floor, table, "count_closer", "closing", amount="10", **wrong)
    assert answer.status_code in (403, 409)
    assert b"data-open" in answer.content
    assert not fresh(table).fold.has_closer


def test_what_is_typed_wrongly_is_shown_again(floor):
    table = play.opened_table()
    assert post(floor, table, "pause", "table").status_code == 422
    lost = post(floor, table, "verify", deck="D99999999:1")
    assert lost.status_code == 409
    unknown = post(floor, table, "deliver", "table", code="D00000018X")
    assert unknown.status_code == 409
    spread = post(floor, table, "spread", deck=play.decks_of(table)[0], seen_by=[9])
    assert spread.status_code == 422


def test_a_dealer_is_told_who_may(client_for):
    table = ready_table()
    page = client_for(Job.DEALER).get(f"/tables/{table}/opening").content.decode()
    assert "Ask for: floorperson" in page


def test_players_sit_leave_and_are_removed(floor):
    table = play.opened_table()
    done(post(floor, table, "sit", "table", seat=6), f"/tables/{table}")
    done(post(floor, table, "leave", "table", seat=6), f"/tables/{table}")
    removal = {"seat": 2, "why": "collusion", **second(Job.PIT_BOSS)}
    done(post(floor, table, "remove_player", "table", **removal), f"/tables/{table}")
    gone = Sitting.objects.get(why="collusion")
    page = floor.get(f"/tables/{table}").content.decode()
    assert "tell the Division" in page
    assert gone.notice[:30] in page
    assert gone.left_at


def test_the_division_is_told_once(client_for):
    table = play.opened_table()
    floor, boss = client_for(Job.FLOORPERSON), client_for(Job.PIT_BOSS)
    removal = {"seat": 2, "why": "showing", **second(Job.PIT_BOSS)}
    post(floor, table, "remove_player", "table", **removal)
    told = {"sitting": Sitting.objects.get(why="showing").pk, "reference": "Agent Lee, 26-7"}
    done(post(boss, table, "tell_division", "table", **told), f"/tables/{table}")
    again = post(boss, table, "tell_division", "table", **told)
    assert b"told of this already" in again.content
    assert b"Division told" in boss.get(f"/tables/{table}").content


def test_history_is_read_by_those_who_may(client_for):
    table = play.opened_table()
    boss = client_for(Job.PIT_BOSS).get(f"/tables/{table}?tab=history").content.decode()
    assert "opened a table" in boss
    dealer = client_for(Job.DEALER).get(f"/tables/{table}?tab=history").content.decode()
    assert "opened a table" not in dealer


def test_a_live_page_is_left_alone_while_nothing_changed(floor):
    from tables.selectors.work import work_at

    table = play.opened_table()
    seen = work_at(table, timezone.now()).version
    live = {"headers": {"HX-Request": "true", "X-Live": "1"}}
    for name in ("", "/opening", "/closing"):
        address = f"/tables/{table}{name}"
        assert floor.get(address, {"seen": seen}, **live).status_code == 204
        assert floor.get(address, {"seen": "old"}, **live).status_code == 200


@pytest.mark.parametrize("address", ["", "/opening", "/closing", "?tab=history"])
def test_a_page_costs_few_queries(floor, address, django_assert_max_num_queries):
    table = play.opened_table(method="hand", backs=("red", "blue"))
    with django_assert_max_num_queries(MOST_QUERIES):
        assert floor.get(f"/tables/{table}{address}").status_code == 200


def test_unknown_tables_are_not_found(floor):
    for address in ("/tables/ZZ-9", "/tables/ZZ-9/opening", "/tables/ZZ-9/closing"):
        assert floor.get(address).status_code == 404
    assert floor.post("/tables/ZZ-9/do", {"do": "open"}).status_code == 404


def test_an_overdue_deck_and_a_jam_are_told_on_the_page(floor):
    from inventory.services.devices import Step, move_device

    table = play.opened_table(method="hand")
    step = Step("jam", "HU-01-SHUFFLER")
    move_device(step, by=on_duty(Job.DEALER), now=timezone.now())
    page = floor.get(f"/tables/{table}").content.decode()
    assert "No round may be dealt" in page
    assert "13:69F-39.8(b)1" in page


def test_a_paused_table_goes_on_from_its_list(floor):
    table = play.opened_table()
    done(post(floor, table, "pause", "table", reason="medical"), f"/tables/{table}")
    page = floor.get(f"/tables/{table}/opening").content.decode()
    assert "somebody needs help" in page
    done(post(floor, table, "continue", "opening", note="Help came"), f"/tables/{table}/opening")
    assert fresh(table).phase == "open"


def test_staff_are_pushed_and_released(floor):
    table = play.opened_table()
    done(post(floor, table, "release", "table", role="dealer"), f"/tables/{table}")
    assert not Assignment.objects.filter(role="dealer", until=None).exists()
    assert Table.objects.get().phase == "open"
    do("remove", play.decks_of(table)[0], reason="damaged")
    assert b"No deck is at this table" in floor.get(f"/tables/{table}").content
