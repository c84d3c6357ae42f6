"""Simulated people play all five games by the public doors, and the house keeps its books."""

import json
from collections import Counter
from typing import Any, NamedTuple

import pytest

from casino.models import Entry
from games.engine import fold
from games.models import Action, PotLine, Round
from games.selectors.rounds import actions_of, effective, start_of
from tables.models import Table
from tests.conftest import wipe
from tests.simulator.conftest import Simulator
from tests.simulator.floor import GAMES, SECRETS, opened

pytestmark = pytest.mark.xdist_group("simulator")

ROUNDS = 3
WRONG = ["--seed", "7", "--slips", "0.08", "--mishaps", "0.15", "--losses", "0.3"]


@pytest.fixture(autouse=True)
def _slow_secrets(settings):
    """The web process knows no quick ones."""
    settings.PASSWORD_HASHERS = ["casino.lib.hashing.Argon2"]


class Evening(NamedTuple):
    said: str
    log: str
    truth: list[dict[str, Any]]
    transcripts: dict[str, Any]


def play(simulator, *numbers):
    """On tables that nobody has played at yet."""
    wipe()
    badges = ",".join(opened(*numbers))
    words = ["--people", badges, "--tables", ",".join(numbers), "--rounds", str(ROUNDS)]
    said = simulator.run(*words, *WRONG, **SECRETS)
    truth = [json.loads(line) for line in simulator.truth.read_text().splitlines()]
    return Evening(said, simulator.server.part.said(), truth, transcripts())


def transcripts():
    return {
        str(row): (row.setup, row.result, [action.raw for action in Action.objects.of(row.pk)])
        for row in Round.objects.select_related("table")
    }


@pytest.fixture(scope="module")
def evening(server, tmp_path_factory):
    """Five games, with mistakes, once for all tests here."""
    return play(Simulator(server, tmp_path_factory.mktemp("evening")), *GAMES)


def test_every_table_played_as_long_as_it_was_asked_to(evening):
    assert evening.said.splitlines()[-1].startswith(f"{5 * ROUNDS} rounds at 5 tables: ")
    rows = Round.objects.values_list("table__number", flat=True)
    assert Counter(rows) == dict.fromkeys(GAMES, ROUNDS)
    assert not Round.objects.filter(status="open").exists()


def test_every_round_folds_to_its_result(evening):
    for row in Round.objects.all():
        actions = list(actions_of(row.pk))
        assert [action.number for action in actions] == list(range(row.length))
        state, refusals = fold.fold(start_of(row.setup), effective(a.raw for a in actions))
        assert refusals == []
        assert (state.status, fold.result(state)) == (row.status, row.result)


def test_money_of_the_carried_pots_is_kept(evening):
    assert PotLine.objects.exists()
    for table in Table.objects.all():
        lines = PotLine.objects.filter(table=table).values_list("cents", flat=True)
        assert sum(lines) == table.carried_cents


def test_each_slip_was_refused_and_nothing_else_was(evening):
    slips = [fault for fault in evening.truth if "action" in fault]
    assert {fault["fault"] for fault in slips} >= {"odd cents", "no such action", "wrong seat"}
    assert "misjudged" not in {fault["fault"] for fault in slips}
    made = Counter((f"round:{f['round']}", json.dumps(f["action"], sort_keys=True)) for f in slips)
    assert made == refused()


def refused():
    """Every refusal of an action, as the log has it."""
    entries = Entry.objects.filter(thing__startswith="round:", refused=True)
    return Counter(
        (entry.thing, json.dumps(entry.payload["action"], sort_keys=True)) for entry in entries
    )


def test_a_deck_that_was_short_is_gone_and_another_is_played_with(evening):
    removed = [fault["deck"] for fault in evening.truth if fault["fault"] == "deck removed"]
    lost = [fault for fault in evening.truth if fault["fault"] == "card lost"]
    assert lost
    assert {fault["round"] for fault in lost} <= {
        fault["round"] for fault in evening.truth if fault["fault"] == "deck removed"
    }
    later = Round.objects.filter(deck__code__in=removed).order_by("-pk")
    for code in removed:
        assert later.filter(deck__code=code)[0].result["deck"] == "remove"


def test_the_house_never_stumbled(evening):
    assert "Traceback" not in evening.log
    assert '"code": 500' not in evening.log


def test_the_same_seed_plays_the_same_evening(evening, simulator):
    again = play(simulator, "HU-01", "DD-01").transcripts
    assert len(again) == 2 * ROUNDS
    assert again == {name: evening.transcripts[name] for name in again}
