"""Tables by REST: how they stand, and deeds, seats and staff with the refusals of the pages."""

import pytest
from django.test import Client
from django.utils import timezone

from casino.models import Entry, Job
from tables.models import Sitting, TableEvent
from tables.services import staff
from tests.cast import PIN, make_duty, sign_on
from tests.inventory.cards import on_duty
from tests.tables.floor import ready_table
from tests.tables.play import begin, deed, equip, man, opened_table, sit, table_to_open

pytestmark = pytest.mark.django_db


class Tablet:
    """Somebody on duty in that job, in a browser that asks the API."""

    def __init__(self, job, duty=None):
        self.duty = duty or on_duty(job)
        self.client = sign_on(Client(), self.duty.person)

    def table(self, number="HU-01"):
        return self.client.get(f"/api/v1/tables/{number}").json()

    def post(self, door, number="HU-01", **sent):
        path = f"/api/v1/tables/{number}/{door}"
        return self.client.post(path, sent, content_type="application/json")

    def deed(self, do, number="HU-01", **sent):
        return self.post("deeds", number, do=do, **sent)


@pytest.fixture
def dealer():
    return Tablet(Job.DEALER)


@pytest.fixture
def floor():
    return Tablet(Job.FLOORPERSON)


def error(answer):
    return answer.json()["error"]


class TestReading:
    def test_open_table_says_all_that_a_player_at_it_knows(self, dealer):
        table = opened_table()
        told = dealer.table()
        assert (told["phase"], told["seats"], told["in_round"]) == ("open", [1, 2], [])
        assert (told["game"], told["pit"]) == ("heads_up_holdem", "pit-1")
        assert told["dealer"] == dealer.duty.person.badge
        assert told["cards"] == {"kind": "standard", "count": 52, "seen_by": 1}
        assert told["length"] == table.length
        assert (told["rules"]["min"], told["rules"]["unit"]) == (500, 100)
        assert told["needs"] == []
        (deck,) = told["decks"]
        assert (deck["stage"], deck["state"]) == ("in_play", "ok")

    def test_what_it_lacks_is_told_with_the_refusal_that_would_come(self, dealer):
        table_to_open()
        (need,) = dealer.table()["needs"]
        assert need["name"] == "deck"
        assert need["message"] == "No deck was brought"
        assert need["clause"]
        assert need["remedy"] == "Bring a deck from the stand"

    def test_all_tables_cost_as_many_queries_as_one(self, dealer, django_assert_max_num_queries):
        ready_table("HU-01")
        with django_assert_max_num_queries(100) as one:
            dealer.client.get("/api/v1/tables")
        for number in ("HU-02", "HU-03"):
            ready_table(number)
        with django_assert_max_num_queries(len(one)):
            tables = dealer.client.get("/api/v1/tables").json()["tables"]
        assert [table["number"] for table in tables] == ["HU-01", "HU-02", "HU-03"]

    def test_no_such_table(self, dealer):
        answer = dealer.client.get("/api/v1/tables/XX-99")
        assert (answer.status_code, error(answer)["code"]) == (404, "not_found")

    def test_who_has_no_business_here_sees_none(self):
        opened_table()
        answer = Tablet(Job.CASHIER).client.get("/api/v1/tables/HU-01")
        assert answer.status_code == 403


class TestDeeds:
    def test_deed_is_done_and_the_table_answered(self, dealer):
        opened_table()
        answer = dealer.deed("go_idle", seen=dealer.table()["length"])
        assert answer.status_code == 201
        assert answer.json()["phase"] == "idle"

    def test_retry_with_the_same_length_is_done_once(self, dealer):
        opened_table()
        seen = dealer.table()["length"]
        dealer.deed("go_idle", seen=seen)
        again = dealer.deed("go_idle", seen=seen)
        assert (again.status_code, error(again)["code"]) == (409, "outdated")
        assert again.json()["table"]["phase"] == "idle"
        assert TableEvent.objects.filter(do="go_idle").count() == 1

    def test_refusal_names_its_clause_and_is_kept(self, dealer):
        opened_table()
        answer = dealer.deed("open")
        assert answer.status_code == 403  # dealers open no table
        answer = Tablet(Job.FLOORPERSON).deed("open")
        assert (answer.status_code, error(answer)["code"]) == (409, "refused")
        assert error(answer)["clause"] == "13:69D-1.12(a)1"
        assert Entry.objects.filter(act="table_open", refused=True).count() == 2

    def test_cards_are_shown_by_it(self, dealer):
        opened_table()
        (deck,) = dealer.table()["decks"]
        for do, facts in (("spread", {"seen_by": [1]}), ("wash", {}), ("shuffle", {})):
            answer = dealer.deed(do, facts={"deck": deck["code"], **facts})
            assert answer.status_code == 201, answer.json()

    def test_two_sign_where_two_must(self, dealer, floor):
        table = ready_table()
        equip(table, "manual_shoe")
        man(table)
        begin(table)
        alone = dealer.deed("count_opener", facts={"cents": 100})
        assert alone.status_code == 400
        assert "second_badge" in error(alone)["fields"]
        signed = {"second_badge": floor.duty.person.badge, "second_pin": PIN}
        answer = dealer.deed("count_opener", facts={"cents": 100}, **signed)
        assert answer.status_code == 201
        entry = Entry.objects.get(act="table_count_opener")
        assert (entry.person, entry.second_person) == (dealer.duty.person, floor.duty.person)

    def test_wrong_pin_signs_nothing(self, dealer, floor):
        table_to_open()
        signed = {"second_badge": floor.duty.person.badge, "second_pin": "0000"}
        answer = dealer.deed("count_opener", facts={"cents": 100}, **signed)
        assert (answer.status_code, error(answer)["code"]) == (409, "refused")

    def test_one_signature_only_where_one_is_asked_for(self, dealer):
        opened_table()
        answer = dealer.deed("go_idle", second_badge="1", second_pin="2")
        assert answer.status_code == 400

    @pytest.mark.parametrize(
        "sent",
        [
            {"do": "bring_deck", "facts": {"deck": "D00000018"}},
            {"do": "burn"},
            {"do": "spread", "facts": {"deck": "D00000018", "seen_by": ["1"]}},
            {"do": "spread", "facts": {"deck": {"a": 1}}},
            {"do": "go_idle", "facts": {"note": "\0"}},
            {"do": "go_idle", "seen": -1},
            {"do": "go_idle", "why": "unknown field"},
            {"do": "count_opener", "facts": {"cents": 1.5}},
        ],
    )
    def test_what_cannot_be_read_is_the_senders_error(self, dealer, sent):
        opened_table()
        assert dealer.post("deeds", **sent).status_code == 400

    def test_nobody_works_in_another_pit(self):
        opened_table()
        stranger = Tablet(Job.DEALER, make_duty(Job.DEALER, "P2", pit="pit-2"))
        assert stranger.deed("go_idle").status_code == 403


class TestSeats:
    def test_somebody_sits_and_leaves(self, dealer):
        opened_table()
        assert dealer.post("seats", do="sit", seat=4).json()["seats"] == [1, 2, 4]
        assert dealer.post("seats", do="leave", seat=4).json()["seats"] == [1, 2]

    def test_a_taken_seat_is_refused_and_the_table_shown(self, dealer):
        opened_table()
        answer = dealer.post("seats", do="sit", seat=1)
        assert (answer.status_code, error(answer)["message"]) == (409, "Position 1 is taken")
        assert answer.json()["table"]["seats"] == [1, 2]
        assert Sitting.objects.filter(seat=1).count() == 1

    def test_nobody_leaves_twice(self, dealer):
        opened_table()
        assert dealer.post("seats", do="leave", seat=5).status_code == 409

    @pytest.mark.parametrize("sent", [{"do": "sit", "seat": 7}, {"do": "stand", "seat": 1}, {}])
    def test_what_cannot_be_read_is_the_senders_error(self, dealer, sent):
        opened_table()
        assert dealer.post("seats", **sent).status_code == 400


class TestStaff:
    def test_a_dealer_is_put_back_on_the_table(self, floor, dealer):
        opened_table()
        by, now = on_duty(Job.PIT_BOSS), timezone.now()
        staff.release(number="HU-01", role="dealer", by=by, now=now)
        assert dealer.table()["needs"][0]["name"] == "dealer"
        badge = dealer.duty.person.badge
        answer = floor.post("staff", do="assign", role="dealer", badge=badge)
        assert (answer.status_code, answer.json()["dealer"]) == (201, badge)

    def test_release(self, floor):
        opened_table()
        assert floor.post("staff", do="release", role="dealer").json()["dealer"] is None

    def test_only_who_is_on_duty(self, floor):
        opened_table()
        answer = floor.post("staff", do="assign", role="dealer", badge="NOBODY")
        assert (answer.status_code, error(answer)["message"]) == (409, "That person is not on duty")

    def test_dealers_assign_nobody(self, dealer):
        opened_table()
        sent = {"do": "assign", "role": "dealer", "badge": dealer.duty.person.badge}
        assert dealer.post("staff", **sent).status_code == 403

    @pytest.mark.parametrize(
        "sent",
        [
            {"do": "assign", "role": "dealer"},
            {"do": "release", "role": "dealer", "badge": "1"},
            {"do": "assign", "role": "cook", "badge": "1"},
        ],
    )
    def test_what_cannot_be_read_is_the_senders_error(self, floor, sent):
        opened_table()
        assert floor.post("staff", **sent).status_code == 400


def test_seated_players_are_told_in_order(dealer):
    table = opened_table()
    sit(table, 6, 3)
    assert dealer.table()["seats"] == [1, 2, 3, 6]


def test_an_idle_table_says_what_must_be_done_anew(dealer):
    table = opened_table()
    deed(table, "go_idle", Job.DEALER)
    names = [need["name"].partition(":")[0] for need in dealer.table()["needs"]]
    assert names == ["spread", "wash", "shuffle"]
