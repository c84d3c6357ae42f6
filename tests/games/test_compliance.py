"""What we say of a clause is found in the code; what is missing is found too."""

import ast
import io
import json
import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils.html import escape

from casino.models import Job
from games.catalogue import GAMES
from games.engine.law import Provision
from games.engine.pot_state import PotGame
from games.selectors import compliance as reading
from games.selectors.compliance import Compliance, compliance, unknown_places
from games.selectors.evidence import marked, reach

ROWS = compliance()
CLAUSES = {
    "deuce_of_the_dragon": 166,
    "ultimate_8": 160,
    "heads_up_holdem": 143,
    "double_cross_poker": 110,
    "dragon_poker": 120,
}
DUTY = re.compile(r"[a-z_]+")


def run(*arguments):
    out, err = io.StringIO(), io.StringIO()
    call_command("compliance", *arguments, stdout=out, stderr=err)
    return out.getvalue()


def row(kind="enforce", topic="play", reason="", honoured_by=("f",), tests=("t",), undone=()):
    provision = Provision("1.1(a)", topic, kind, "summary", reason=reason)
    return Compliance("whist", provision, honoured_by, tests, undone)


@pytest.mark.parametrize(("game", "count"), CLAUSES.items())
def test_every_clause_of_the_game_is_listed_once(game, count):
    places = [row.provision.place for row in ROWS if row.game == game]
    assert len(places) == len(set(places)) == count


@pytest.mark.parametrize("game", GAMES)
def test_every_clause_that_is_due_is_honoured_and_proved(game):
    due = [row for row in ROWS if row.game == game and row.is_due]
    assert [f"{row.provision.place}: {gap}" for row in due for gap in row.gaps()] == []


def test_no_test_names_a_clause_that_nobody_has():
    assert unknown_places() == []


def test_every_page_that_honours_a_clause_exists():
    for page in (page for pages in reading.PAGES.values() for page in pages):
        module, _, name = page.rpartition(".")
        assert callable(getattr(import_module(module), name))


@pytest.mark.clause(duty="rulebook")
@pytest.mark.parametrize("game", GAMES)
def test_rulebook_tells_every_clause_that_people_keep(client_for, game):
    page = client_for(Job.DEALER).get(f"/rules/{game}").content.decode()
    kept = [p for p in GAMES[game].law.provisions if "rulebook" in p.duties]
    assert kept
    assert [p.place for p in kept if escape(p.place) not in page] == []
    assert [p.place for p in kept if escape(p.summary) not in page] == []


def test_clause_without_function_or_test_has_a_gap():
    assert row().gaps() == []
    assert row(honoured_by=()).gaps() == ["honoured by nothing"]
    assert row(tests=()).gaps() == ["proved by no test"]
    assert row(undone=("shuffle",)).gaps() == ["nothing does the duty shuffle"]


def test_clause_that_asks_nothing_needs_a_reason_and_nothing_else():
    assert row("none", honoured_by=(), tests=(), reason="a heading").is_met
    assert not row("none").is_met


def test_function_of_the_other_family_honours_nothing_here():
    names = [name for row in ROWS if row.game == "dragon_poker" for name in row.honoured_by]
    assert any(name.startswith("games.engine.house_round.") for name in names)
    assert not any("pot_round" in name or "heads_up" in name for name in names)


def test_json_tells_every_clause():
    told = json.loads(run("--json"))
    assert len(told) == sum(CLAUSES.values())
    keys = "game clause topic kind summary readings honoured_by tests"
    assert all(list(clause) == keys.split() for clause in told)


def test_game_and_topic_narrow_the_list():
    told = json.loads(run("--json", "--game", "dragon_poker", "--topic", "ranking"))
    assert {(clause["game"], clause["topic"]) for clause in told} == {("dragon_poker", "ranking")}


def test_table_has_totals_by_game_and_topic():
    lines = run("--game", "dragon_poker").splitlines()
    assert [line.split()[1] for line in lines if line.startswith("payout ")] == ["4/4"]
    assert lines[-1] == "0 clauses are of topics that are not due yet."


def test_check_fails_where_a_clause_is_open(monkeypatch):
    command = import_module("games.management.commands.compliance")
    for rows, wanted in (
        ([row()], None),
        ([row(tests=())], 1),
        ([row(topic="money", tests=())], None),
    ):
        monkeypatch.setattr(command, "compliance", lambda game, topic, rows=rows: rows)
        assert exit_of("--check") == wanted
    assert exit_of("--check", "--all") == 1
    assert "open: whist 1.1(a), money" in run("--check")


def exit_of(*arguments):
    try:
        run(*arguments)
    except SystemExit as stopped:
        return stopped.code
    return None


def test_markers_are_read_from_tests(tmp_path):
    path = tmp_path / "test_whist.py"
    path.write_text(
        'GAME = "whist"\n'
        '@pytest.mark.clause(GAME, "1.1(a)", "1.2")\n'
        "def test_trump(): ...\n"
        'pytestmark = [pytest.mark.clause("brag", "2.1"), pytest.mark.clause(duty="shown")]\n'
    )
    assert list(marked(path)) == [
        ("whist", "1.1(a)", f"{path}::test_trump"),
        ("whist", "1.2", f"{path}::test_trump"),
        ("brag", "2.1", str(path)),
        ("", "shown", str(path)),
    ]


def test_marker_that_cannot_be_read_is_an_error(tmp_path):
    path = tmp_path / "test_whist.py"
    path.write_text("@pytest.mark.clause(*PLACES)\ndef test_trump(): ...\n")
    with pytest.raises(ValueError, match="plain string"):
        list(marked(path))


def refused_duties(module):
    """The duties named in refusals: beside the words of the refusal, first or second."""
    spec = find_spec(module)
    tree = ast.parse(Path(spec.origin).read_text())
    return {
        argument.value
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith(".refuse")
        for argument in call.args[:2]
        if isinstance(argument, ast.Constant) and DUTY.fullmatch(argument.value)
    }


@pytest.mark.parametrize("game", GAMES)
def test_every_refusal_the_game_can_meet_has_its_clause(game):
    modules = reach(f"games.rules.{game}")
    duties = {"options"}.union(*(refused_duties(module) for module in modules))
    if isinstance(GAMES[game], PotGame):
        duties.remove("ante_limits")  # the antes of a pot game have one amount, and no limits
    elif not GAMES[game].wager_limits:
        duties.remove("wager_limits")
    assert len(duties) > 20
    assert duties - GAMES[game].law.cited.keys() == set()


@pytest.mark.parametrize("game", GAMES)
def test_every_duty_that_is_cited_stands_in_a_clause_of_the_game(game):
    law = GAMES[game].law
    assert set(law.cited.values()) <= {provision.place for provision in law.provisions}
