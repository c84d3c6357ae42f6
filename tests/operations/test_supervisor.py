"""script/server: opens with everything, mends what breaks, and leaves nothing behind."""

import os
import signal
import socket
import subprocess
import sys
import types

import psycopg
import pytest
import yaml

from casino import processes, supervisor
from casino.embedded import APPLICATION, OWNER, Servers
from casino.processes import Child, OperatorError, front_door
from casino.supervisor import Console, Supervisor
from tests.operations.house import ROOT, House, descendants, is_running, wait_until
from tests.servers import servers


def kill(house, words):
    (pid, *_) = house.pids(words)
    os.kill(pid, signal.SIGKILL)
    return pid


# --- a casino that runs --------------------------------------------------------------------------


def test_it_says_where_it_is_and_who_may_sign_on(house):
    assert house.is_live()
    assert house.said("Dana Dealer")
    assert house.said("Password pitkeeper-demo")


def test_it_runs_web_worker_beat_and_both_servers(house):
    for words in ("uvicorn", "celery worker", "celery beat", "bin/postgres", "valkey-server"):
        assert house.pids(words), words


def test_the_health_check_of_beat_in_production_asks_the_right_question(house):
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    _, _, *words = compose["services"]["beat"]["healthcheck"]["test"]
    database = {"DATABASE_URL": Servers.at(house.var.resolve()).database_url}
    check = [sys.executable, *words]
    wait_until(lambda: subprocess.run(check, env=database, capture_output=True).returncode == 0)


def test_a_second_one_on_the_same_folder_is_refused(house):
    second = House(house.var)
    assert second.end() == 1
    assert second.said(f"script/server: Another Pitkeeper is running with {house.var}.")
    assert house.is_live()


@pytest.mark.parametrize("part", ["uvicorn", "celery worker", "celery beat"])
def test_a_part_that_is_killed_is_said_plainly_and_comes_back(house, part):
    killed = kill(house, part)
    name = part.removeprefix("celery ").replace("uvicorn", "web")
    house.wait_for(f"{name:<8} | was killed by SIGKILL; it starts again in")
    wait_until(lambda: house.pids(part) and killed not in house.pids(part))
    assert house.is_live()


@pytest.mark.parametrize(
    ("name", "words"), [("PostgreSQL", "bin/postgres"), ("Valkey", "valkey-server")]
)
def test_a_server_that_is_killed_comes_back(house, name, words):
    kill(house, words)
    house.wait_for(f"{name} was killed by SIGKILL")
    house.wait_for(f"{name} is up again")
    assert house.is_live()


# --- from start to end ---------------------------------------------------------------------------


def test_it_stops_whole_when_asked_and_keeps_its_data(folder):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        first = House(folder / "var", port=port, DEMO="false")
        assert first.address != f"http://127.0.0.1:{port}"
        assert first.said(f"Port {port} is taken; using ")
    running = descendants(first.process.pid)
    with psycopg.connect(Servers.at(first.var.resolve()).owner_url) as owner:
        owner.execute("CREATE TABLE kept AS SELECT 7 AS number")
    assert first.ask_to_stop() == 0
    assert [pid for pid in running if is_running(pid)] == []

    second = House(folder / "var", DEMO="false")
    assert second.is_live()
    assert not second.said("Collecting static files")
    with psycopg.connect(Servers.at(second.var.resolve()).owner_url) as owner:
        assert owner.execute("SELECT number FROM kept").fetchone() == (7,)

    running = descendants(second.process.pid)
    second.process.kill()
    second.end()
    wait_until(lambda: not any(map(is_running, running)))


def test_given_servers_are_used_and_get_no_demo(folder):
    servers().postgres.create_database("given")
    given = House(
        folder / "var",
        DATABASE_URL=servers().postgres.url(APPLICATION, "given"),
        DATABASE_OWNER_URL=servers().postgres.url(OWNER, "given"),
        REDIS_URL=servers().redis_url.replace("db=0", "db=9"),
    )
    assert given.is_live()
    assert not given.said("Demo casino")
    assert given.pids("bin/postgres") == []
    assert given.ask_to_stop() == 0
    assert not (folder / "var/postgres").exists()


def test_a_visitor_finds_the_demo_in_play_and_some_tables_untouched(folder):
    house = House(folder / "var", play=True)
    assert house.is_live()
    with psycopg.connect(Servers.at(house.var.resolve()).owner_url, autocommit=True) as owner:

        def played():
            rounds = "SELECT DISTINCT t.number FROM games_round r JOIN tables_table t"
            return {n for (n,) in owner.execute(f"{rounds} ON t.id = r.table_id").fetchall()}

        wait_until(lambda: played() == {"HU-01", "DD-01", "DP-01", "DC-01"})
        still = "SELECT number, phase FROM tables_table WHERE phase <> 'open'"
        assert dict(owner.execute(still).fetchall()) == {
            "HU-02": "closed", "HU-03": "paused", "DD-02": "idle", "U8-01": "opening"
        }  # fmt: skip
    assert house.ask_to_stop() == 0
    assert house.said("rounds at 4 tables")


def test_one_given_server_alone_is_refused(folder):
    alone = House(folder / "var", REDIS_URL="redis://127.0.0.1:1/0")
    assert alone.end() == 1
    assert alone.said("REDIS_URL is set alone: set DATABASE_URL and REDIS_URL, or neither.")


# --- children ------------------------------------------------------------------------------------


@pytest.fixture
def watch(monkeypatch, capsys):
    monkeypatch.setattr(processes, "FIRST_PAUSE_SECONDS", 0.01)
    return Supervisor(Console(), types.SimpleNamespace(asked=0), None)


def child(name, code, **how):
    return Child(name, ["-c", code], dict(os.environ), **how)


def test_one_that_keeps_crashing_ends_everything_with_its_last_lines(watch):
    flimsy = child("flimsy", "print('out of chips'); raise SystemExit(3)")
    steady = child("steady", "import time; time.sleep(600)")

    def run():
        with watch.looking_after([flimsy, steady]):
            wait_until(watch.tick)

    with pytest.raises(OperatorError, match=r"flimsy crashed 5 times(?s:.*)out of chips"):
        run()
    assert steady.process is None


def test_one_that_is_only_an_extra_may_crash_as_often_as_it_likes(watch, monkeypatch):
    monkeypatch.setattr(supervisor, "AGAIN_SECONDS", 0.01)
    flimsy = child("flimsy", "raise SystemExit(3)", is_extra=True)
    began = []
    monkeypatch.setattr(flimsy, "start", lambda: (began.append(1), Child.start(flimsy)))
    with watch.looking_after([flimsy]):
        wait_until(lambda: watch.tick() or len(began) > processes.CRASHES_MAX + 1)


STUBBORN = "import signal, time; signal.signal(15, signal.SIG_IGN); print('deaf'); time.sleep(600)"


@pytest.mark.parametrize(("asked", "patience"), [(1, 0.1), (2, 600)])
def test_who_does_not_stop_in_time_or_at_the_second_asking_is_killed(
    watch, asked, patience, capsys
):
    deaf = child("deaf", STUBBORN, stop_seconds=patience)
    with watch.looking_after([deaf]):
        wait_until(lambda: watch.tick() or deaf.last_lines)
        pid = deaf.process.pid
        watch.stop.asked = asked
    assert not is_running(pid)
    assert "deaf     | deaf" in capsys.readouterr().out


def test_children_stop_one_after_the_other(watch, capsys):
    told = "import signal, sys, time; signal.signal(15, lambda *_: sys.exit(print('bye')))\n"
    told += "print('hello', flush=True); time.sleep(600)"
    children = [child(name, told) for name in ("beat", "web", "worker")]
    with watch.looking_after(children):
        wait_until(lambda: watch.tick() or all(one.last_lines for one in children))
    said = [line for line in capsys.readouterr().out.splitlines() if line.endswith("bye")]
    assert said == ["beat     | bye", "web      | bye", "worker   | bye"]


def test_colour_is_for_terminals_only(monkeypatch):
    assert Console()._label("web") == "web      | "
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert "\x1b[36m" in Console()._label("web")
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in Console()._label("web")


def test_the_door_lets_small_messages_out_at_once():
    """What comes in through it is handed to uvicorn, which takes it for no TCP and says nothing."""
    with front_door() as listener, socket.create_connection(listener.getsockname()):
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
