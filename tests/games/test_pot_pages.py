"""The page of a carried pot, and what table and board show of rounds and pots."""

import pytest
from django.urls import reverse

from casino.models import Job
from games.models import PotDifference
from games.views.pots import FOOT, bars
from tables.templatetags.tables import signed as dollars_signed
from tests.cast import PIN, ticket_for
from tests.games.pots import count, play_round
from tests.games.test_pots import DEUCE, opened, report, settle
from tests.inventory.cards import on_duty
from tests.rounds import evening
from tests.tables import play
from tests.tables.play import deed

pytestmark = pytest.mark.django_db
WATCHING = {"headers": {"HX-Request": "true", "X-Live": "1"}}


def page_of(client, **kwargs):
    return client.get("/tables/DD-01/pot", **kwargs)


def text(answer):
    return " ".join(answer.content.decode().split())


def signed(client, second, **fields):
    badge = on_duty(second).person.badge
    return {**fields, "ticket": ticket_for(client), "second_badge": badge, "second_pin": PIN}


def test_everybody_of_the_card_room_sees_what_it_holds(client_for):
    table = opened()
    row = play_round(table)
    for job in (Job.PIT_BOSS, Job.DEALER, Job.ACCOUNTANT, Job.REGULATOR):
        shown = text(page_of(client_for(job)))
        assert "Deuce pot of DD-01" in shown
        assert "<dd data-pot>$10</dd>" in shown
        assert "Not proved" not in shown
        assert reverse("round", args=[row.pk]) in shown
    assert page_of(client_for(Job.ADMINISTRATOR)).status_code == 403


def test_a_pot_that_never_moved_says_so(client_for):
    opened()
    answer = page_of(client_for(Job.PIT_BOSS))
    assert (answer.status_code, "has never moved" in text(answer)) == (200, True)
    assert '<svg class="chart' not in text(answer)


def test_a_house_game_has_no_pot_and_says_so(client_for):
    play.opened_table()
    client = client_for(Job.PIT_BOSS)
    answer = client.get("/tables/HU-01/pot")
    assert (answer.status_code, "carries no pot" in text(answer)) == (404, True)
    assert "/tables/HU-01/pot" not in text(client.get("/tables/HU-01"))
    assert client.get("/tables/NO-01/pot").status_code == 404


def test_where_the_money_lies_is_told(client_for):
    table, client = opened(), client_for(Job.PIT_BOSS)
    play_round(table)
    assert "on the felt" in text(page_of(client))
    deed(table, "go_idle", Job.DEALER)
    assert "not under its lid" in text(page_of(client))
    count(table, "cover_pot", 1000)
    assert "counted, under its lid" in text(page_of(client))
    deed(table, "begin_close", reason="order")
    count(table, "keep_pot", 1000, seal="P-7")
    assert "in custody, seal P-7" in text(page_of(client))


def test_a_difference_is_reported_and_settled_on_the_page(client_for):
    table = opened()
    play_round(table)
    floor, manager = client_for(Job.FLOORPERSON), client_for(Job.SHIFT_MANAGER)
    form = signed(floor, Job.DEALER, amount="9.00", note="Counted twice")
    assert floor.post("/tables/DD-01/pot/difference", form).status_code == 302
    row = PotDifference.objects.get()
    assert (row.counted_cents, row.note) == (900, "Counted twice")
    shown = text(page_of(floor))
    assert "Counted twice" in shown
    assert 'action="/tables/DD-01/pot/settle"' not in shown  # not a floorperson's to settle
    assert 'action="/tables/DD-01/pot/settle"' in text(page_of(manager))
    unsigned = signed(manager, Job.DEALER, reason="A chip was found")
    assert manager.post("/tables/DD-01/pot/settle", unsigned).status_code in (403, 409)
    form = signed(manager, Job.SECURITY_MANAGER, reason="A chip was found")
    assert manager.post("/tables/DD-01/pot/settle", form).status_code == 302
    shown = text(page_of(manager))
    assert '<span class="badge attention">Difference</span>' in shown
    assert "A chip was found" in shown
    assert "Not proved" not in shown


@pytest.mark.parametrize(
    ("fields", "status"),
    [({"amount": "10.00"}, 409), ({"amount": "ten"}, 422), ({"amount": "9", "note": ""}, 422)],
)
def test_what_cannot_be_reported_is_said_on_the_page(client_for, fields, status):
    table = opened()
    play_round(table)
    floor = client_for(Job.FLOORPERSON)
    form = signed(floor, Job.DEALER, **{"note": "Counted twice", **fields})
    assert floor.post("/tables/DD-01/pot/difference", form).status_code == status
    assert not PotDifference.objects.exists()


def test_lines_are_paged_and_queries_do_not_grow(
    client_for, django_assert_max_num_queries, monkeypatch
):
    monkeypatch.setattr("games.views.pots.ROWS", 8)
    table, client = opened(), client_for(Job.PIT_BOSS)
    for wins in (False, True, False):
        play_round(table, wins=wins)
    report(table, 900)
    settle(table)
    page_of(client)
    with django_assert_max_num_queries(26) as few:
        page_of(client)
    for _ in range(4):
        play_round(table)
    with django_assert_max_num_queries(len(few)):
        shown = text(page_of(client))
    assert "?before=" in shown
    older = text(page_of(client, data={"before": 7}))
    assert 'data-row="6"' in older
    assert 'data-row="7"' not in older
    assert 'data-live-topic="rounds' not in older


def test_live_the_page_is_drawn_again_only_when_something_moved(client_for):
    table, client = opened(), client_for(Job.PIT_BOSS)
    play_round(table)
    seen = page_of(client).context["version"]
    assert page_of(client, data={"seen": seen}, **WATCHING).status_code == 204
    play_round(table)
    assert page_of(client, data={"seen": seen}, **WATCHING).status_code == 200


def test_bars_stand_on_one_line_and_show_wins():
    drawn = bars([1000, 2000, 0, 500])
    assert [bar.y + bar.height for bar in drawn] == [FOOT] * 4
    assert [bar.is_won for bar in drawn] == [False, True, False, False]
    assert bars([]) == []


# -- the table's page and the board


def test_table_and_board_know_of_rounds(client_for):
    table, client = opened(), client_for(Job.PIT_BOSS)
    before = text(client.get("/tables/DD-01"))
    assert "/tables/DD-01/console" in before
    assert "Deal here" in before
    assert "data-round" not in before
    row = evening.opened(table)
    shown = text(client.get("/tables/DD-01"))
    assert "Round <span data-round>1</span>" in shown
    board = text(client.get("/pits/pit-1"))
    tile = board.partition('id="tile-DD-01"')[2].partition("</article>")[0]
    assert "<span data-round>1</span>" in tile
    assert "data-phase" in tile
    assert "<span data-pot>$0</span>" in tile
    evening.accept(row, {"do": "shuffle", "method": "manual"})
    assert "Watch the round" in text(client_for(Job.SURVEILLANCE).get("/tables/DD-01"))


def test_table_and_board_show_the_pot_and_how_fast_it_plays(client_for):
    table, client = opened(), client_for(Job.PIT_BOSS)
    row = play_round(table)
    shown = text(client.get("/tables/DD-01"))
    assert "<span data-pot>$10</span>" in shown
    assert reverse("round", args=[row.pk]) in shown
    assert "1</span> in the last hour" in shown
    board = text(client.get("/pits/pit-1"))
    assert "<span data-pot>$10</span>" in board
    assert "<dd data-rounds-hour>1</dd>" in board
    assert f"<span data-win>{dollars_signed(row.result['house_net'])}</span>" in board
    drawer = text(client.get("/tables/DD-01/glance"))
    for url in ("/tables/DD-01/pot", "/tables/DD-01/rounds", "/tables/DD-01/console"):
        assert f'href="{url}"' in drawer


def test_the_list_offers_the_count_with_the_seal_it_was_kept_under(client_for):
    table = opened(DEUCE)
    play_round(table)
    deed(table, "begin_close", reason="order")
    count(table, "keep_pot", 1000, seal="P-7")
    play.seats.clear(number="DD-01", by=on_duty(Job.DEALER), now=play.now())
    play.take_away(table)
    deed(table, "lock_devices")
    deed(table, "count_closer", Job.DEALER, Job.FLOORPERSON, cents=1)
    deed(table, "close")
    play.man(table)
    step = play.Step("fix", "DD-01-MANUAL-SHOE", table="DD-01")
    play.move_device(step, by=on_duty(Job.FLOORPERSON), now=play.now())
    play.begin(table)
    client = client_for(Job.FLOORPERSON)
    shown = text(client.get("/tables/DD-01/opening"))
    assert "seal P-7" in shown
    assert 'name="seal"' in shown
    form = signed(client, Job.DEALER, do="uncover_pot", page="opening", amount="10", seal="p-7")
    seen = play.fresh(table).length
    assert client.post("/tables/DD-01/do", {**form, "seen": seen}).status_code == 302
    assert play.fresh(table).fold.is_pot_counted


def test_a_difference_leads_from_the_board_to_the_pot(client_for):
    table = opened()
    play_round(table)
    report(table, 900)
    board = text(client_for(Job.PIT_BOSS).get("/pits/pit-1"))
    needs = board.partition('id="needs-title"')[2].partition('class="totals"')[0]
    assert 'href="/tables/DD-01/pot"' in needs
