"""Backup of a casino that runs; restore into a new cluster, whole or not at all."""

import json
import shutil
import subprocess
import sys

import psycopg
import pytest

from casino import backup
from casino.backup import Database
from casino.embedded import APPLICATION, OWNER, SUPERUSER, Servers, servers, temporary_servers
from casino.processes import OperatorError
from casino.supervisor import local_environment
from tests.operations.house import environment, wait_until

LOG = "SELECT position, act, payload FROM casino_entry ORDER BY position"
RECORD = (
    "from django.utils import timezone; from django.db import transaction\n"
    "from casino.services.log import record\n"
    "with transaction.atomic(): record('set_up_demo', by=None, now=timezone.now(), thing='new')"
)


def ask(url, question):
    with psycopg.connect(url, autocommit=True) as connection:
        return connection.execute(question).fetchall()


def order(url, statement):
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement)


def script(verb, *words):
    return subprocess.run(
        [sys.executable, "-m", "casino.backup", verb, *map(str, words)],
        env=environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


@pytest.fixture(scope="module")
def source(house):
    """The running casino, once its first entries are sealed."""
    pair = Servers.at(house.var.resolve())
    wait_until(lambda: ask(pair.owner_url, "SELECT count(*) FROM casino_seal") != [(0,)])
    return pair


@pytest.fixture(scope="module")
def dump(house, source, tmp_path_factory):
    folder = tmp_path_factory.mktemp("backups")
    done = script("backup", "--var", house.var, "--to", folder)
    assert done.returncode == 0, done.stderr
    (made,) = folder.glob("pitkeeper-*.dump")
    assert done.stdout.strip() == str(made)
    return made


@pytest.fixture(scope="module")
def other():
    """A cluster that has counted its own transactions."""
    with temporary_servers() as pair:
        yield pair


@pytest.fixture
def database(other):
    """An empty database there."""
    order(other.postgres.url(SUPERUSER, "postgres"), "DROP DATABASE IF EXISTS pitkeeper")
    other.postgres.create_database("pitkeeper")
    yield Database(local_environment(other.folder, other))
    for (name,) in ask(other.postgres.url(OWNER, "postgres"), "SELECT datname FROM pg_database"):
        if name.startswith("pitkeeper_"):
            order(other.postgres.url(OWNER, "postgres"), f"DROP DATABASE {name}")


def names(pair):
    url = pair.postgres.url(OWNER, "postgres")
    found = ask(url, "SELECT datname FROM pg_database WHERE datname LIKE 'pitkeeper%' ORDER BY 1")
    return [name for (name,) in found]


def test_a_backup_says_what_it_is(dump, source):
    facts = json.loads(dump.with_suffix(".json").read_text())
    assert facts["sha256"] == backup.sha256(dump)
    heads = ask(source.owner_url, "SELECT head FROM casino_seal")
    assert (facts["log_head"]["head"],) in heads
    assert facts["postgres"].startswith("18")
    assert dump.stat().st_mode & 0o077 == 0


def test_a_backup_is_restored_into_a_new_cluster_and_the_log_goes_on(dump, folder, source):
    done = script("restore", dump, "--var", folder / "var")
    assert done.stdout == "pitkeeper is restored.\n", done.stderr
    with servers(folder / "var", fsync=False) as other:
        assert names(other) == ["pitkeeper"]
        restored = ask(other.owner_url, LOG)
        assert restored == ask(source.owner_url, LOG)[: len(restored)] != []
        database = Database(local_environment(folder / "var", other))
        database.manage("shell", "-c", RECORD)
        assert ask(other.owner_url, LOG)[:-1] == restored
        assert "The log is whole" in database.manage("verify_log")


def test_what_is_there_is_replaced_only_when_asked_then_kept_aside_and_rights_return(
    dump, database, other
):
    order(other.owner_url, "CREATE TABLE precious AS SELECT 7 AS number")
    with pytest.raises(OperatorError, match="is not empty: --replace"):
        backup.restore(database, dump, replace=False)
    said = backup.restore(database, dump, replace=True)
    new, kept = names(other)
    assert new == "pitkeeper"
    assert said.endswith(f"kept as the database {kept}.")
    assert ask(other.postgres.url(OWNER, kept), "SELECT number FROM precious") == [(7,)]
    with psycopg.connect(other.database_url, autocommit=True) as application:
        assert application.execute("SELECT count(*) FROM casino_entry").fetchone() != (0,)
        with pytest.raises(psycopg.Error):
            application.execute("DELETE FROM casino_entry")
    order(other.superuser_url, "CREATE ROLE stranger")
    asked = "SELECT has_database_privilege('stranger', 'pitkeeper', 'CONNECT')"
    assert ask(other.superuser_url, asked) == [(False,)]


def test_a_restore_that_fails_changes_nothing(dump, database, other, tmp_path):
    copy = shutil.copy(dump, tmp_path / dump.name)
    facts = json.loads(dump.with_suffix(".json").read_text())
    facts["log_head"]["head"] = "0" * 64
    copy.with_suffix(".json").write_text(json.dumps(facts))
    with pytest.raises(OperatorError, match="that was kept outside is not in this chain"):
        backup.restore(database, copy, replace=False)
    assert names(other) == ["pitkeeper"]
    assert ask(other.owner_url, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'") == [
        (0,)
    ]


def test_an_altered_file_is_refused(dump, database, tmp_path):
    copy = shutil.copy(dump, tmp_path / dump.name)
    shutil.copy(dump.with_suffix(".json"), tmp_path)
    with copy.open("ab") as file:
        file.write(b"x")
    with pytest.raises(OperatorError, match="its sha256 differs"):
        backup.restore(database, copy, replace=False)


def test_a_database_in_use_is_refused(dump, database, other):
    with (
        psycopg.connect(other.postgres.url(APPLICATION, "pitkeeper")),
        pytest.raises(OperatorError, match="in use by 1 sessions: stop the casino"),
    ):
        backup.restore(database, dump, replace=True)


def test_a_casino_that_runs_is_not_restored(dump, house):
    done = script("restore", dump, "--replace", "--var", house.var)
    assert done.returncode == 1
    assert done.stderr == f"script/restore: Another Pitkeeper is running with {house.var}.\n"


def test_a_casino_that_does_not_run_is_started_for_its_backup(folder):
    with servers(folder / "var", fsync=False) as pair:
        Database(local_environment(folder / "var", pair)).manage("migrate", "--no-input")
    done = script("backup", "--var", folder / "var")
    assert done.returncode == 0, done.stderr
    assert len(list((folder / "var/backups").iterdir())) == 2
