"""Live rounds over real sockets: snapshot, numbered messages, catching up, and who may not."""

from contextlib import ExitStack

import pytest
from django.utils import timezone

from casino.models import Job
from games.models import Round
from tables.services import staff
from tests.conftest import wipe
from tests.inventory.cards import on_duty
from tests.processes import wait_for, web
from tests.rounds.evening import opened, plays
from tests.rounds.lines import End, line_to
from tests.tables.play import opened_table

SHUFFLE = {"do": "shuffle", "method": "manual"}
CUT = {"do": "cut", "by": "dealer", "cards": 20}


@pytest.fixture(scope="module")
def server(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), web() as started:
        wait_for(started.answers, 60)
        yield started
        wipe()


@pytest.fixture(scope="module")
def tables(server):
    """Made once; the server goes on using them."""
    return {
        "hu": opened_table("HU-01"),
        "dp": opened_table("DP-01", "dragon_poker"),
        "dd": opened_table("DD-01", "deuce_of_the_dragon"),
    }


def man(table):
    """The one dealer of the cast comes to this table."""
    by, now = on_duty(Job.PIT_BOSS), timezone.now()
    staff.assign(number=str(table), duty=on_duty(Job.DEALER), role="dealer", by=by, now=now)


@pytest.fixture
def line(server):
    ends = ExitStack()

    def make(path, job=Job.DEALER):
        opening = line_to(server, path, on_duty(job).person if job else None)
        return End(ends.enter_context(opening))

    with ends:
        yield make


def test_a_round_over_sockets_alone(tables, line):
    """One tablet opens and plays, another follows: every action by its number, none left out."""
    man(tables["hu"])
    dealer, boss = line("/ws/tables/HU-01"), line("/ws/tables/HU-01", Job.PIT_BOSS)
    board = line("/ws/pits/pit-1", Job.PIT_BOSS)
    assert dealer.hear("snapshot")["round"] is None
    assert boss.hear("snapshot")["length"] == 0
    assert board.hear("snapshot")["tables"] == {}
    dealer.say(type="open", key="evening-1")
    row = dealer.hear("answer")["round"]
    heard = []
    for index, action in enumerate(plays(Round.objects.get(pk=row), seed=4)):
        answer = dealer.act(row, index, action)
        assert answer["length"] == index + 1, answer
    while len(heard) < answer["length"]:
        told = boss.hear("actions")
        heard += told["actions"]
    assert [one["index"] for one in heard] == list(range(answer["length"]))
    assert answer["result"] == Round.objects.get(pk=row).result
    while (tile := board.hear("tables")["tables"]["HU-01"])["status"] == "open":
        pass
    assert tile["length"] == answer["length"]
    assert (tile["rounds_an_hour"], tile["win_cents"]) == (1, answer["result"]["house_net"])


def test_two_tablets_fight_over_one_table(tables, line):
    man(tables["dp"])
    row = opened(tables["dp"]).pk
    one, other = line("/ws/tables/DP-01"), line("/ws/tables/DP-01", Job.PIT_BOSS)
    first, late = one.act(row, 0, SHUFFLE, key="a"), other.act(row, 0, SHUFFLE, key="b")
    assert first["length"] == 1
    assert late["error"]["code"] == "outdated"
    assert late["length"] == 1
    again = one.act(row, 0, SHUFFLE, key="a")
    assert (again["length"], "error" in again) == (1, False)
    wrong = one.act(row, 1, {"do": "settle"})
    assert wrong["error"]["clause"].startswith("dragon_poker 13:69F-42.")
    other.say(type="catch_up", round=row, after=-1)
    told = other.hear("actions")
    assert [action["index"] for action in told["actions"]] == [0]


def test_whoever_comes_back_knows_what_was_missed(tables, line):
    man(tables["dd"])
    row = opened(tables["dd"]).pk
    dealer = line("/ws/tables/DD-01")
    dealer.act(row, 0, SHUFFLE)
    dealer.socket.close()
    boss = line("/ws/tables/DD-01", Job.PIT_BOSS)
    boss.act(row, 1, CUT)
    back = line("/ws/tables/DD-01").hear("snapshot")
    assert (back["round"], back["length"]) == (row, 2)
    assert back["view"]["is_cut"]
    beat = boss.hear("beat")  # whoever lost the last message hears from this that there was one
    assert (beat["round"], beat["length"]) == (row, 2)


@pytest.mark.parametrize(
    ("path", "job", "code"),
    [
        ("/ws/tables/HU-01", None, 4401),
        ("/ws/tables/HU-01", Job.CASHIER, 4403),
        ("/ws/pits/pit-2", Job.PIT_BOSS, 4403),
        ("/ws/pits/all", Job.PIT_BOSS, 4403),
    ],
)
def test_who_may_not_follow_is_told_why(tables, line, path, job, code):
    assert line(path, job).code() == code


@pytest.mark.parametrize(
    "said",
    [
        "",
        "[]",
        "{}",
        "[" * 8_000,
        '{"type": "act", "round": ' + "9" * 5_000 + ', "index": 1, "key": "k"}',
        '{"type": "act"}',
        '{"type": "act", "round": 1, "index": 1e5, "key": "k"}',
        '{"type": "act", "round": true, "index": 1, "key": "k"}',
        '{"type": {"a": 1}}',
    ],
)
def test_who_cannot_be_understood_is_let_go(tables, line, said):
    end = line("/ws/tables/HU-01")
    end.hear("snapshot")
    end.socket.send(said)
    assert end.code() == 1007


def test_board_of_the_house_hears_every_pit(tables, line):
    assert "tables" in line("/ws/pits/all", Job.SHIFT_MANAGER).hear("snapshot")
