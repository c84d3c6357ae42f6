"""The floor map and its forms: seen by many, changed by a shift manager with a second person."""

import pytest

from casino.models import Entry, Job
from tables.models import Table
from tables.selectors.floor import version_of
from tests.cast import PIN, make_duty, make_pit, ticket_for
from tests.tables.floor import make_table

NEW = {
    "number": "hu-07",
    "game": "heads_up_holdem",
    "positions": 6,
    "method": "manual_shoe",
    "cameras": "CAM-7\r\nCAM-8\r\n\r\nCAM-7",
    "second_badge": "B-2",
    "second_pin": PIN,
}


@pytest.fixture
def manager(client_for):
    make_duty(Job.PIT_BOSS, "B-2")
    return client_for(Job.SHIFT_MANAGER)


def add(client, **given):
    sent = NEW | {"pit": make_pit().pk, "ticket": ticket_for(client)} | given
    return client.post("/tables/add", sent)


class TestMap:
    def test_every_pit_and_table_is_drawn(self, client_for):
        make_table("HU-01", x=10, y=20), make_table("U8-01", "ultimate_8", "pit-2", phase="open")
        page = client_for(Job.SURVEILLANCE).get("/tables").content.decode()
        assert page.count('class="on-map') == 2
        assert "Table U8-01: Open" in page
        assert ">Pit 2</text>" in page
        assert "06:00 to 06:00" in page
        assert "Save the arrangement" not in page

    def test_empty_floor_says_who_adds(self, client_for, manager):
        assert b"Add the first one" in manager.get("/tables").content
        assert b"A shift manager adds tables" in client_for(Job.DEALER).get("/tables").content

    def test_arranged_with_one_post(self, manager):
        make_table("HU-01"), make_table("HU-02", x=5, y=5)
        sent = {"x:HU-01": 40, "y:HU-01": 60, "was:HU-01": "0,0"}
        sent |= {"x:HU-02": 5, "y:HU-02": 5, "was:HU-02": "5,5", "ticket": ticket_for(manager)}
        assert manager.post("/tables/arrange", sent).url == "/tables"
        assert Table.objects.get(number="HU-01").y == 60
        assert Entry.objects.get(act="arrange_floor").payload["places"] == {"HU-01": [40, 60]}

    @pytest.mark.parametrize(
        "sent",
        [
            {"x:HU-01": "-1", "y:HU-01": "1", "was:HU-01": "0,0"},
            {"x:HU-01": "101", "y:HU-01": "1", "was:HU-01": "0,0"},
            {"x:HU-01": "1", "y:HU-01": "", "was:HU-01": "0,0"},
            {"x:HU-01": "1", "y:HU-01": "1", "was:HU-01": "chess"},
            {"x:HU-01": "\u0661", "y:HU-01": "1", "was:HU-01": "0,0"},
            {"x:NONE": "1", "y:NONE": "1", "was:NONE": "0,0"},
            {},
        ],
    )
    def test_unreadable_places_are_answered_and_change_nothing(self, manager, sent):
        make_table("HU-01")
        answer = manager.post("/tables/arrange", sent | {"ticket": ticket_for(manager)})
        assert answer.status_code in (409, 422)
        assert Table.objects.get().x == 0


class TestAdding:
    def test_by_two_people(self, manager):
        assert add(manager).url == "/tables"
        table = Table.objects.get()
        assert (table.number, table.cameras) == ("HU-07", ["CAM-7", "CAM-8"])
        assert Entry.objects.get(act="add_table").second_person.badge == "B-2"

    def test_wrong_pin_adds_nothing_and_loses_nothing(self, manager):
        page = add(manager, second_pin="0000")
        assert not Table.objects.exists()
        assert b'value="hu-07"' in page.content
        assert b"Second person, not signed" in page.content

    def test_sent_twice_adds_once(self, manager):
        ticket = ticket_for(manager)
        assert add(manager, ticket=ticket).status_code == 302
        assert add(manager, ticket=ticket).status_code == 409
        assert Table.objects.count() == 1

    @pytest.mark.parametrize(
        "given",
        [
            {"number": "a table"},
            {"number": "x" * 13},
            {"number": "HU-\u202e1"},
            {"positions": 7},
            {"positions": "six"},
            {"game": "chess"},
            {"method": "by post"},
            {"pit": 999},
            {"cameras": "\u202eC"},
            {"cameras": "\n".join(map(str, range(13)))},
        ],
    )
    def test_bad_input_is_answered_in_place(self, manager, given):
        assert add(manager, **given).status_code == 422
        assert not Table.objects.exists()

    def test_only_a_shift_manager(self, client_for):
        assert client_for(Job.PIT_BOSS).get("/tables/add").status_code == 403


class TestChanging:
    def sent(self, client, table, **given):
        facts = {"game": table.game, "positions": 6, "method": "hand", "cameras": ""}
        return facts | {"seen": version_of(table), "ticket": ticket_for(client)} | given

    def test_history_stands_beside_it(self, manager):
        table = make_table("HU-01")
        sent = self.sent(manager, table)
        assert manager.post("/tables/HU-01/change", sent).url == "/tables/HU-01/change"
        page = manager.get("/tables/HU-01/change").content.decode()
        assert "changed a table" in page
        assert "manual_shoe" in page

    def test_open_table_says_why_not(self, manager):
        table = make_table("HU-01", phase="open")
        assert b"Only a closed table is changed" in manager.get("/tables/HU-01/change").content
        page = manager.post("/tables/HU-01/change", self.sent(manager, table))
        assert page.status_code == 409
        assert b"HU-01 is open" in page.content

    def test_slower_one_is_shown_how_it_stands(self, manager):
        table = make_table("HU-01")
        sent = self.sent(manager, table, seen="old")
        page = manager.post("/tables/HU-01/change", sent)
        assert page.status_code == 409
        assert version_of(table).encode() in page.content

    def test_moved_to_another_pit(self, manager):
        table = make_table("HU-01")
        sent = {"pit": make_pit("pit-2").pk, "seen": version_of(table)}
        manager.post("/tables/HU-01/move", sent | {"ticket": ticket_for(manager)})
        assert Table.objects.get().pit.code == "pit-2"
        assert manager.post("/tables/HU-01/move", {"pit": "x"}).status_code == 422

    def test_retired_by_two_people_and_then_gone(self, manager):
        table = make_table("HU-01")
        sent = {"reason": "Sold", "seen": version_of(table), "ticket": ticket_for(manager)}
        sent |= {"second_badge": "B-2", "second_pin": PIN}
        assert manager.post("/tables/HU-01/retire", sent).url == "/tables"
        assert b"Retired (1)" in manager.get("/tables").content
        assert manager.get("/tables/HU-01/change").status_code == 404
        assert manager.post("/tables/HU-01/retire", sent).status_code == 404


def test_the_palette_finds_tables(client_for):
    make_table("HU-01")
    assert b"/tables/HU-01" in client_for(Job.DEALER).get("/search?q=hu").content
