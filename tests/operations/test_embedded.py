"""PostgreSQL and Valkey as our children: believed when they answer, and never left behind."""

import os
import pwd
import signal
import subprocess
import sys
from pathlib import Path

import environ
import kombu
import psycopg
import pytest
import redis

from casino import embedded
from casino.embedded import APPLICATION, OWNER, SUPERUSER, Servers, servers
from casino.processes import OperatorError
from tests.operations.house import is_running, wait_until

ROOT = Path(__file__).parents[2]
AS_ROOT = pytest.mark.skipif(os.geteuid() != 0, reason="only root has to become someone else")


@pytest.fixture(scope="module")
def pair():
    """One for all: whoever kills a server starts it again."""
    with embedded.temporary_servers() as started:
        yield started


def ask(url, question):
    with psycopg.connect(url, autocommit=True) as connection:
        return connection.execute(question).fetchall()


def holder(folder):
    """Another process that holds the servers until it is killed."""
    code = (
        "import sys, time, pathlib\nfrom casino.embedded import servers\n"
        "with servers(pathlib.Path(sys.argv[1]), fsync=False) as pair:\n"
        "    print(pair.postgres.process.pid, pair.valkey.process.pid, flush=True)\n"
        "    time.sleep(600)"
    )
    return subprocess.Popen(
        [sys.executable, "-c", code, str(folder)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )


# --- addresses -----------------------------------------------------------------------------------


def test_psycopg_and_django_read_the_same_address(pair):
    assert ask(pair.database_url, "SELECT current_user") == [(APPLICATION,)]
    django = environ.Env.db_url_config(pair.database_url)
    assert django["USER"] == APPLICATION
    assert django["OPTIONS"] == {"host": str(pair.postgres.run), "port": 5432}


def test_a_port_in_the_environment_does_not_lead_astray(pair, monkeypatch):
    monkeypatch.setenv("PGPORT", "1")
    monkeypatch.setenv("PGHOST", "nowhere.invalid")
    assert ask(pair.owner_url, "SELECT current_user") == [(OWNER,)]


def test_redis_and_celery_reach_valkey(pair):
    with redis.Redis.from_url(pair.redis_url) as client:
        assert client.ping()
    broker = pair.redis_url.replace("unix://", "redis+socket://").partition("?")[0]
    with kombu.Connection(broker) as connection:
        connection.ensure_connection(max_retries=1)


@pytest.mark.parametrize("name", ["a folder with spaces & signs", "long" * 40])
def test_awkward_paths_work(folder, name):
    with servers(folder / name / "var", fsync=False) as pair:
        assert ask(pair.owner_url, "SELECT current_user") == [(OWNER,)]
        with redis.Redis.from_url(pair.redis_url) as client:
            assert client.ping()
        run = pair.postgres.run
    assert not list(run.glob("*"))


# --- who may do what -----------------------------------------------------------------------------


def test_nobody_comes_in_without_the_password(pair):
    for role in (SUPERUSER, OWNER, APPLICATION):
        url = pair.postgres.url(role, "pitkeeper").replace(pair.postgres.passwords[role], "x")
        with pytest.raises(psycopg.OperationalError, match="password authentication failed"):
            psycopg.connect(url)
    rules = ask(pair.superuser_url, "SELECT DISTINCT type, auth_method FROM pg_hba_file_rules")
    assert rules == [("local", "scram-sha-256")]


def test_the_owner_owns_and_the_application_does_not(pair):
    with psycopg.connect(pair.owner_url, autocommit=True) as owner:
        owner.execute("CREATE TABLE thing (id int)")
    with psycopg.connect(pair.database_url, autocommit=True) as application:
        for forbidden in (
            "CREATE TABLE other (id int)",
            "SELECT * FROM thing",
            "CREATE TEMPORARY TABLE other (id int)",
            "CREATE DATABASE other",
            f"SET ROLE {OWNER}",
        ):
            with pytest.raises(psycopg.errors.InsufficientPrivilege):
                application.execute(forbidden)


def test_secrets_are_kept_and_only_for_us(folder):
    with servers(folder / "var", fsync=False) as pair:
        first = dict(pair.postgres.passwords)
    with servers(folder / "var", fsync=False) as pair:
        assert pair.postgres.passwords == first
    assert (folder / "var/secrets.json").stat().st_mode & 0o777 == 0o600
    assert len(set(first.values())) == 3


def test_lost_secrets_are_said_plainly(folder):
    with servers(folder / "var", fsync=False):
        pass
    (folder / "var/secrets.json").unlink()
    with (
        pytest.raises(OperatorError, match="bring back the right file"),
        servers(folder / "var", fsync=False),
    ):
        pass


@AS_ROOT
def test_under_root_the_servers_run_as_the_owner_of_the_folder_or_nobody(folder, pair):
    assert pair.postgres.account.name == "nobody"
    for uid, name in ((pwd.getpwnam("daemon").pw_uid, "daemon"), (54321, "nobody")):
        mine = folder / str(uid)
        mine.mkdir()
        os.chown(mine, uid, uid)
        with servers(mine, fsync=False) as other:
            status = Path(f"/proc/{other.postgres.process.pid}").stat()
            assert pwd.getpwuid(status.st_uid).pw_name == name


@AS_ROOT
def test_under_root_a_closed_folder_is_refused_with_advice(folder):
    (folder / "closed").mkdir(mode=0o700)
    with (
        pytest.raises(OperatorError, match=r"who may not enter .* start it as an ordinary user"),
        servers(folder / "closed/var"),
    ):
        pass


# --- life and death ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["postgres", "valkey"])
def test_a_killed_server_is_not_believed_alive_and_starts_again(pair, name):
    server = getattr(pair, name)
    assert server.alive()
    os.kill(server.process.pid, signal.SIGKILL)
    server.process.wait()
    assert not server.alive()
    server.start()
    assert server.alive()


def test_what_was_committed_outlives_a_kill(pair):
    with psycopg.connect(pair.owner_url, autocommit=True) as owner:
        owner.execute("CREATE TABLE kept AS SELECT 7 AS number")
    pair.postgres.kill()
    pair.postgres.start()
    assert ask(pair.owner_url, "SELECT number FROM kept") == [(7,)]


def test_backends_that_outlive_the_postmaster_do_not_stop_the_next_start(pair):
    busy = psycopg.connect(pair.owner_url, autocommit=True)
    busy.execute("SELECT 1")
    pid = pair.postgres.process.pid
    pair.postgres.kill()
    (pair.postgres.home / "postmaster.pid").write_text(f"{os.getpid()}\n")  # a stranger's number
    pair.postgres.start()
    assert pair.postgres.alive()
    assert pair.postgres.process.pid != pid
    busy.close()


def test_an_interrupted_initdb_is_made_anew(folder):
    (folder / "var/postgres.new").mkdir(parents=True)
    (folder / "var/postgres.new/PG_VERSION").write_text("18\n")
    with servers(folder / "var", fsync=False) as pair:
        assert pair.postgres.alive()


def test_a_second_starter_is_refused(pair):
    with (
        pytest.raises(OperatorError, match="Another Pitkeeper is running with"),
        servers(pair.folder),
    ):
        pass
    assert pair.postgres.alive()


def test_who_only_wants_to_reach_them_finds_the_ones_that_run(pair):
    with embedded.reached_servers(pair.folder) as found:
        assert found.owner_url == pair.owner_url
    assert pair.postgres.alive()


def test_killing_the_holder_ends_its_servers_and_the_next_start_works(folder):
    process = holder(folder / "var")
    assert process.stdout
    pids = [int(word) for word in process.stdout.readline().split()]
    process.kill()
    process.communicate()
    with servers(folder / "var", fsync=False) as pair:
        assert pair.postgres.alive()
        assert pair.valkey.alive()
    wait_until(lambda: not any(map(is_running, pids)))


def test_valkey_keeps_its_data_and_evicts_nothing(pair: Servers):
    with redis.Redis.from_url(pair.redis_url) as client:
        assert client.config_get("appendonly") == {"appendonly": "yes"}
        assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}
        client.set("kept", "7")
    pair.valkey.stop()
    pair.valkey.start()
    with redis.Redis.from_url(pair.redis_url) as client:
        assert client.get("kept") == b"7"
