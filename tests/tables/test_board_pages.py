"""The pit board: needs first, then tables by need; as many queries for 200 tables as for three."""

import re
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from casino.models import Alert, Entry, Job
from casino.services.alerts import raise_alert
from casino.services.log import record
from tables.models import Sitting, Table
from tables.selectors.board import board_of, changed_since
from tests.cast import make_duty, make_pit, ticket_for
from tests.tables.floor import make_table, ready_table, set_rules

GAMES = ("heads_up_holdem", "ultimate_8", "dragon_poker")


def many(count, pit="pit-1"):
    pit = make_pit(pit)
    Table.objects.bulk_create(
        Table(
            number=f"T-{n:03}",
            pit=pit,
            game=GAMES[n % 3],
            phase=("open", "idle", "closed")[n % 3],
            since=timezone.now() - timedelta(minutes=n),
            x=n % 100,
            y=n // 2 % 100,
        )
        for n in range(count)
    )


def seat(table, *seats):
    with transaction.atomic():
        entry = record("seat_player", by=None, now=timezone.now(), thing=f"table:{table}")
    for number in seats:
        Sitting.objects.create(table=table, seat=number, sat_at=timezone.now(), entry=entry)


def queries_of(client, url, **headers):
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert client.get(url, headers=headers).status_code == 200
    return len(asked)


@pytest.mark.parametrize("view", ["tiles", "list", "map"])
@pytest.mark.parametrize("url", ["/pits/pit-1", "/tables"])
def test_200_tables_cost_as_many_queries_as_three(client_for, url, view):
    client = client_for(Job.SHIFT_MANAGER)
    many(3)
    for table in Table.objects.all():
        set_rules(table)
    client.get(url)
    few = queries_of(client, f"{url}?view={view}")
    fresh = Table.objects.count()
    Table.objects.bulk_create(
        Table(number=f"X-{n:03}", pit=make_pit(), game=GAMES[n % 3], phase="open")
        for n in range(200 - fresh)
    )
    assert queries_of(client, f"{url}?view={view}") == few


def test_tiles_are_sorted_by_need(client_for):
    client = client_for(Job.PIT_BOSS)
    make_table("HU-01")
    make_table("HU-02", phase="paused", state={"reason": "medical"}, since=timezone.now())
    make_table("HU-03", phase="opening", since=timezone.now())
    page = client.get("/pits/pit-1").content.decode()
    assert re.findall(r'data-number="(\S+)"', page) == ["HU-02", "HU-03", "HU-01"]
    assert "Paused: somebody needs help" in page
    assert "Nobody deals here" in page


def test_a_tile_tells_game_limits_seats_and_dealer(client_for):
    client = client_for(Job.PIT_BOSS)
    table = ready_table("HU-01")
    Table.objects.filter(pk=table.pk).update(phase="open", since=timezone.now(), in_round=[2])
    seat(table, 2, 5)
    page = client.get("/pits/pit-1").content.decode()
    for words in ("Heads Up Hold", "$5\N{EN DASH}$1,000", "2/6", "Playing", "2 of 6 seats taken"):
        assert words in page, words
    assert page.count('class="seat plays"') == 1


def test_an_estimate_is_marked_and_the_unknown_is_never_nought(client_for):
    client = client_for(Job.PIT_BOSS)
    make_table("HU-01", phase="open", shown={"win_cents": -31000, "drop_cents": 500})
    page = client.get("/pits/pit-1").content.decode()
    assert "\N{MINUS SIGN}$310" in page
    assert 'mark estimate">est' in page
    make_table("HU-02", phase="open")  # has told nothing: the sum is not known
    assert "drop" not in client.get("/pits/pit-1").content.decode()


def test_pit_boss_comes_to_the_own_pit_others_to_all(client_for):
    make_pit("pit-2")
    assert client_for(Job.PIT_BOSS).get("/pits").url == "/pits/pit-1"
    assert client_for(Job.PIT_BOSS).get("/pits?all").status_code == 200
    assert client_for(Job.SURVEILLANCE).get("/pits").status_code == 200


def test_board_watches_only_what_its_duty_may(client_for):
    make_pit("pit-2")
    boss, dealer = client_for(Job.PIT_BOSS), client_for(Job.DEALER)
    assert b'data-live-topic="pit:pit-1 floor alerts"' in boss.get("/pits/pit-1").content
    assert b'data-live-topic="table floor alerts"' in boss.get("/pits/pit-2").content
    assert b'data-live-topic="pit:pit-1 floor"' in dealer.get("/pits/pit-1").content


@pytest.mark.parametrize(
    "query", ["view=chess", "state=%E2%80%AE", "state=none", "at=-1", "at=x" + "9" * 40, "also=%F0"]
)
def test_bad_addresses_show_the_board(client_for, query):
    client = client_for(Job.PIT_BOSS)
    make_table("HU-01")
    for headers in ({}, {"HX-Request": "true"}):
        assert client.get(f"/pits/pit-1?{query}", headers=headers).status_code == 200


def test_unknown_pit_and_table_are_not_found(client_for):
    client = client_for(Job.SHIFT_MANAGER)
    for path in ("/pits/nowhere", "/pits/nowhere/handover", "/tables/XX/glance", "/handovers/9"):
        assert client.get(path).status_code == 404


class TestNews:
    """What a board that is shown fetches when it is nudged."""

    def news(self, client, at, **more):
        query = "&".join(f"{name}={value}" for name, value in {"at": at, **more}.items())
        return client.get(f"/pits/pit-1?{query}", headers={"HX-Request": "true"})

    def note(self, act="table_pause", **about):
        with transaction.atomic():
            return record(act, by=None, now=timezone.now(), pit=make_pit(), **about)

    def test_only_the_table_that_changed(self, client_for, transactional_db):
        client = client_for(Job.PIT_BOSS)
        make_table("HU-01"), make_table("HU-02")
        before = self.note(table="HU-01").position
        self.note(table="HU-02")
        answer = self.news(client, before)
        assert re.findall(rb'data-number="(\S+)"', answer.content) == [b"HU-02"]
        assert answer["HX-Reswap"] == "none"
        assert b'id="board-head" hx-swap-oob="true"' in answer.content

    def test_what_time_alone_changed_is_asked_for(self, client_for, transactional_db):
        client = client_for(Job.PIT_BOSS)
        make_table("HU-01")
        answer = self.news(client, self.note().position, also="HU-01+XX")
        assert b'data-number="HU-01"' in answer.content

    def test_another_table_on_the_floor_draws_everything(self, client_for, transactional_db):
        client = client_for(Job.PIT_BOSS)
        make_table("HU-01")
        before = self.note().position
        with transaction.atomic():  # in another pit: it was moved there
            record("move_table", by=None, now=timezone.now(), pit=make_pit("pit-2"), table="HU-09")
        answer = self.news(client, before)
        assert "HX-Reswap" not in answer
        assert b'id="board-bar"' in answer.content

    def test_a_board_far_behind_draws_everything(self, transactional_db):
        with transaction.atomic():
            for _ in range(201):
                record("see_home", by=None, now=timezone.now(), pit=make_pit())
        assert changed_since(1, make_pit()) is None
        assert changed_since(Entry.objects.first().position, make_pit()) == set()

    def test_filtered_boards_are_drawn_whole(self, client_for, transactional_db):
        client = client_for(Job.PIT_BOSS)
        make_table("HU-01")
        answer = self.news(client, self.note().position, state="closed")
        assert b'data-number="HU-01"' in answer.content


class TestAlerts:
    def alert(self, words="Deck due", **about):
        return raise_alert(
            need=Alert.Need.NOW, words=words, now=timezone.now(), pit=make_pit(), **about
        )

    def test_alert_stands_among_the_needs_and_its_owner_is_named_afterwards(self, client_for):
        client = client_for(Job.PIT_BOSS)
        alert = self.alert()
        assert b"nobody has taken it yet" in client.get("/pits/pit-1").content
        answer = client.post(f"/alerts/{alert.pk}/acknowledge", {"next": "/pits/pit-1?view=list"})
        assert answer.url == "/pits/pit-1?view=list"
        page = client.get("/pits/pit-1").content.decode()
        assert "Taken in the last hour (1)" in page
        assert str(client.duty.person) in page

    def test_acknowledging_stays_where_it_was_asked(self, client_for):
        client = client_for(Job.PIT_BOSS)
        self.alert()
        assert b'name="next" value="/"' in client.get("/").content

    @pytest.mark.parametrize(
        "back", ["https://elsewhere.example/", "//elsewhere.example", "", "/\\x"]
    )
    def test_nobody_is_sent_elsewhere(self, client_for, back):
        alert = self.alert()
        answer = client_for(Job.PIT_BOSS).post(f"/alerts/{alert.pk}/acknowledge", {"next": back})
        assert answer.url == "/alerts"

    def test_alerts_of_another_pit_are_not_on_this_board(self, db):
        duty = make_duty(Job.SHIFT_MANAGER)
        make_table("HU-01")
        self.alert()
        assert board_of(make_pit("pit-2"), duty, timezone.now()).alerts == []
        assert len(board_of(None, duty, timezone.now()).alerts) == 1


class TestDrawer:
    def test_says_what_may_be_done_now(self, client_for):
        client = client_for(Job.PIT_BOSS)
        make_table("HU-01")
        part = client.get("/tables/HU-01/glance", headers={"HX-Request": "true"}).content.decode()
        assert "Begin to open" in part
        assert "<html" not in part
        assert "<html" in client.get("/tables/HU-01/glance").content.decode()

    def test_somebody_of_another_pit_only_looks(self, client_for):
        client = client_for(Job.PIT_BOSS)
        make_table("HU-01", pit="pit-2")
        assert b"Begin to open" not in client.get("/tables/HU-01/glance").content


class TestWholePit:
    def post(self, client, **given):
        return client.post("/pits/pit-1/all", {"ticket": ticket_for(client)} | given)

    def test_opening_says_in_one_line_what_came_of_it(self, client_for):
        client = client_for(Job.PIT_BOSS)
        make_table("HU-01"), make_table("HU-02")
        page = self.post(client, do="open")
        assert page.status_code == 200
        assert b"2 wait" in page.content
        assert b"No layout lies on this table" in page.content

    def test_emergency_stops_every_table(self, client_for):
        client = client_for(Job.PIT_BOSS)
        for number, phase in enumerate(("open", "idle", "opening", "closed")):
            make_table(f"HU-0{number}", phase=phase)
        make_table("HU-09", pit="pit-2", phase="open")
        assert b"3 paused" in self.post(client, do="pause", reason="evacuation").content
        assert Table.objects.filter(phase="paused").count() == 3
        assert Entry.objects.filter(act="table_pause").count() == 3

    def test_sent_twice_counts_once(self, client_for):
        client = client_for(Job.PIT_BOSS)
        make_table("HU-01", phase="open")
        ticket = ticket_for(client)
        for status in (200, 409):
            page = client.post(
                "/pits/pit-1/all", {"do": "pause", "reason": "medical", "ticket": ticket}
            )
            assert page.status_code == status

    @pytest.mark.parametrize(
        ("given", "status"),
        [({"do": "explode"}, 409), ({}, 409), ({"do": "pause", "reason": "boredom"}, 200)],
    )
    def test_bad_forms_change_nothing(self, client_for, given, status):
        client = client_for(Job.PIT_BOSS)
        make_table("HU-01", phase="open")
        assert self.post(client, **given).status_code == status
        assert Table.objects.get().phase == "open"

    def test_not_in_another_pit(self, client_for):
        client = client_for(Job.PIT_BOSS)
        make_table("HU-01", pit="pit-2", phase="open")
        page = client.post("/pits/pit-2/all", {"do": "close", "ticket": ticket_for(client)})
        assert page.status_code == 403
        assert Table.objects.get().phase == "open"
