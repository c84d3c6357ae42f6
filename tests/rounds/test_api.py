"""Rounds over REST: the same answers as everywhere, in one shape."""

from uuid import uuid4

import pytest

from casino.models import Job
from casino.selectors.log import cover
from games.models import Action, Round
from tests.cast import PIN
from tests.inventory.cards import on_duty
from tests.rounds.evening import opened, plays
from tests.tables.play import opened_table

JSON = "application/json"
SHUFFLE = {"do": "shuffle", "method": "manual"}
pytestmark = pytest.mark.django_db


def send(client, row, action, index=None, **more):
    body = {"index": index, "key": uuid4().hex, "action": action} | more
    if index is None:
        body["index"] = client.get(f"/api/v1/rounds/{row}").json()["length"]
    return client.post(f"/api/v1/rounds/{row}/actions", body, content_type=JSON)


@pytest.fixture
def dealer(client_for):
    return client_for(Job.DEALER)


def test_whole_round_of_a_pot_game_over_rest(dealer):
    table = opened_table("DD-1", "deuce_of_the_dragon")
    answer = dealer.post(f"/api/v1/tables/{table}/rounds", {"key": "first"}, content_type=JSON)
    again = dealer.post(f"/api/v1/tables/{table}/rounds", {"key": "first"}, content_type=JSON)
    assert (answer.status_code, again.status_code) == (201, 201)
    number = answer.json()["round"]
    assert again.json()["round"] == number
    assert dealer.get(f"/api/v1/tables/{table}/round").json()["length"] == 0
    row, floor = Round.objects.get(pk=number), on_duty(Job.FLOORPERSON)
    signed = {"second_badge": floor.person.badge, "second_pin": PIN}
    for action in plays(row, seed=1):
        more = signed if action["do"] == "settle" else {}
        answer = send(dealer, number, action, **more)
        assert answer.status_code == 200, answer.json()
    assert answer.json()["result"]["status"] in ("settled", "void")
    assert dealer.get(f"/api/v1/tables/{table}/round").status_code == 404
    told = dealer.get(f"/api/v1/rounds/{number}/actions?after=2").json()["actions"]
    assert [one["index"] for one in told] == list(range(3, answer.json()["length"]))


def test_refused_and_late_answers_tell_the_present_state(dealer):
    row = opened(opened_table()).pk
    wrong = send(dealer, row, {"do": "cut", "by": "dealer", "cards": 20})
    assert wrong.status_code == 409
    assert wrong.json()["error"]["clause"].startswith("heads_up_holdem 13:69F-39.")
    assert wrong.json()["round"]["length"] == 0
    assert send(dealer, row, SHUFFLE).status_code == 200
    late = send(dealer, row, {"do": "dance"}, index=0)
    assert late.status_code == 409
    assert late.json()["error"]["code"] == "outdated"
    assert late.json()["round"]["length"] == 1


def test_cards_that_lie_face_down_are_told_to_nobody_at_the_table(dealer, client_for):
    row = opened(opened_table("DP-1", "dragon_poker")).pk
    for action in (
        SHUFFLE,
        {"do": "cut", "by": "dealer", "cards": 20},
        {"do": "wager", "seat": 1, "on": "ante", "amount": 1000},
        {"do": "wager", "seat": 1, "on": "ante_bonus", "amount": 1000},
        {"do": "no_more_bets"},
        {"do": "deal", "hands": {"1": ["PH", "PH", "TI"]}, "dealer": ["RA", "RA", "DG"]},
    ):
        answer = send(dealer, row, action)
        assert answer.status_code == 200, answer.json()
    watching, boss = client_for(Job.SURVEILLANCE), client_for(Job.PIT_BOSS)
    for path in ("", "/actions", "/transcript"):
        for client in (dealer, boss):
            told = client.get(f"/api/v1/rounds/{row}{path}").content.decode()
            assert "RA" not in told
            assert "PH" not in told
        assert "RA" in watching.get(f"/api/v1/rounds/{row}{path}").content.decode()
    dealt = Action.objects.of(row).last()
    assert "PH" in str(dealt.raw)
    told = boss.get(f"/log/{dealt.position}").content.decode()
    assert "PH, PH" not in told
    assert "PH" not in str(cover([dealt], boss.duty)[0].payload)
    assert "PH, PH" in watching.get(f"/log/{dealt.position}").content.decode()


def test_last_action_is_taken_back_by_who_did_it(dealer, client_for):
    row = opened(opened_table()).pk
    send(dealer, row, SHUFFLE)
    body = {"index": 1, "key": "oops"}
    boss = client_for(Job.PIT_BOSS)
    other = boss.post(f"/api/v1/rounds/{row}/undo", body, content_type=JSON)
    assert other.status_code == 409
    assert "Only who did it" in other.json()["error"]["message"]
    mine = dealer.post(f"/api/v1/rounds/{row}/undo", body, content_type=JSON)
    again = dealer.post(f"/api/v1/rounds/{row}/undo", body, content_type=JSON)
    assert (mine.status_code, again.status_code) == (200, 200)
    assert again.json()["repeated"]
    assert mine.json()["view"]["shuffled"] == ""
    assert mine.json()["length"] == 2
    assert [a.raw["do"] for a in Action.objects.of(row)] == ["shuffle", "undo"]
    assert send(dealer, row, SHUFFLE).json()["length"] == 3
    assert len(dealer.get(f"/api/v1/rounds/{row}/transcript").json()["actions"]) == 1


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"index": -1, "key": "k", "action": {}},
        {"index": 0, "key": "", "action": SHUFFLE},
        {"index": 0, "key": "k" * 65, "action": SHUFFLE},
        {"index": 10**20, "key": "k", "action": SHUFFLE},
        {"index": 0, "key": "k"},
    ],
)
def test_what_cannot_be_read_is_said_field_by_field(dealer, body):
    row = opened(opened_table()).pk
    answer = dealer.post(f"/api/v1/rounds/{row}/actions", body, content_type=JSON)
    assert answer.status_code == 400
    assert answer.json()["error"]["fields"]


@pytest.mark.parametrize("action", [None, 7, "shuffle", [], [SHUFFLE], {"do": None}, {"do": {}}])
def test_what_is_no_action_is_refused(dealer, action):
    row = opened(opened_table()).pk
    answer = send(dealer, row, action)
    assert answer.status_code in (400, 409)
    assert Action.objects.of(row).count() == 0
