"""`manage.py replay`: one line in, one line out, whatever the line."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.rules.golden import FOLDER

ROOT = Path(__file__).parents[2]
ROUND = {"id": 7, "game": "dragon_poker", "dealing": "hand", "seats": [1], "actions": []}
SHUFFLE = {"do": "shuffle", "method": "device"}
UNREADABLE = [
    "nonsense",
    "{",
    "[]",
    "3",
    "null",
    "{}",
    '{"game": "dragon_poker"}',
    '{"game": "dragon_poker", "actions": {}}',
    '{"game": "whist", "actions": []}',
    '{"game": ["dragon_poker"], "actions": []}',
    '{"game": null, "actions": []}',
    "\ufffd\x00",
    "[" * 100_000,
    '{"id": ' + "9" * 5000 + "}",
]


def replay(tmp_path, *lines):
    """The results, and the exit status."""
    path, out = tmp_path / "rounds.jsonl", io.StringIO()
    path.write_text("\n".join(lines) + "\n")
    try:
        call_command("replay", str(path), stdout=out)
    except SystemExit as stopped:
        return [json.loads(line) for line in out.getvalue().splitlines()], stopped.code
    return [json.loads(line) for line in out.getvalue().splitlines()], 0


def line(**keys):
    return json.dumps(ROUND | keys)


@pytest.mark.parametrize("text", UNREADABLE, ids=lambda text: text[:30])
def test_line_that_is_no_round_is_unreadable_and_the_rest_goes_on(tmp_path, text):
    (first, second), status = replay(tmp_path, text, line())
    assert status == 1
    assert (first["id"], first["status"]) == (None, "unreadable")
    assert first["error"]
    assert (second["id"], second["status"]) == (7, "open")


def test_blank_lines_are_skipped_and_order_is_kept(tmp_path):
    told, status = replay(tmp_path, "", line(id="a"), "   ", "\t", line(id="b"), "")
    assert [result["id"] for result in told] == ["a", "b"]
    assert status == 0


def test_refused_settings_are_no_failure_of_the_command(tmp_path):
    (told,), status = replay(tmp_path, line(seats=[]))
    assert (told["status"], status) == ("refused", 0)
    assert told["clause"] == "dragon_poker 13:69E-1.13BB(a)"


def test_missing_id_is_null(tmp_path):
    text = json.dumps({key: value for key, value in ROUND.items() if key != "id"})
    (told,), _ = replay(tmp_path, text)
    assert told["id"] is None


@pytest.mark.parametrize("mark", [None, True, 1.5, ["a"], {"a": []}, "☃", "\ud800"])
def test_id_comes_back_as_it_was(tmp_path, mark):
    (told,), _ = replay(tmp_path, line(id=mark))
    assert told["id"] == mark


@pytest.mark.parametrize("depth", range(900, 1001, 4))
@pytest.mark.parametrize("place", ["id", "game", "rules", "action", "card"])
def test_deep_lines_never_crash(tmp_path, place, depth):
    deep = "[" * depth + "]" * depth
    text = {
        "id": '{"id": %s, "game": "dragon_poker", "dealing": "hand", "seats": [1], "actions": []}',
        "game": '{"game": %s, "actions": []}',
        "rules": '{"game": "dragon_poker", "dealing": "hand", "seats": [1], "actions": [],'
        ' "rules": {"paytables": {"three_card_bonus": %s}}}',
        "action": '{"game": "dragon_poker", "dealing": "hand", "seats": [1], "actions":'
        ' [{"do": %s}]}',
        "card": '{"game": "dragon_poker", "dealing": "hand", "seats": [1], "actions":'
        ' [{"do": "deal", "hands": {"1": ["??", "??", %s]}}]}',
    }[place]
    told, _ = replay(tmp_path, text % deep, line())
    assert [result["id"] for result in told][1:] == [7]


def test_enormous_wagers_never_crash(tmp_path):
    most = int("9" * 4298 + "00")
    wagers = [
        {"do": "wager", "seat": 1, "on": on, "amount": most}
        for on in ("ante", "ante_bonus", "dragon_bet", "three_card_bonus")
    ]
    told, _ = replay(tmp_path, line(rules={"max": most}, actions=[SHUFFLE, *wagers]), line())
    assert told[1]["id"] == 7


def test_whole_files_come_back_line_by_line_without_a_database():
    """As a program of its own, from standard input, with nothing listening anywhere."""
    text = (FOLDER / "dragon_poker.jsonl").read_text()
    environment = {
        "PATH": os.environ["PATH"],
        "SECRET_KEY": "only for tests " * 4,
        "DATABASE_URL": "postgres://nobody@/none",
        "REDIS_URL": "redis://127.0.0.1:1",
    }
    done = subprocess.run(
        [sys.executable, "manage.py", "replay"],
        cwd=ROOT,
        input=text,
        env=environment,
        capture_output=True,
        text=True,
    )
    given = [json.loads(line)["id"] for line in text.splitlines()]
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == given
    assert done.returncode == 0, done.stderr


def test_bytes_that_are_no_text_are_unreadable(tmp_path):
    path, out = tmp_path / "rounds.jsonl", io.StringIO()
    path.write_bytes(b"\xff\xfe\n" + line().encode() + b"\n")
    with pytest.raises(SystemExit):
        call_command("replay", str(path), stdout=out)
    assert [json.loads(line)["status"] for line in out.getvalue().splitlines()] == [
        "unreadable",
        "open",
    ]
