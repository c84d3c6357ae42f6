"""script/backup and script/restore: the database in one file, restored whole or not at all."""
# ruff: noqa: S603, T201  (it runs our own programs, and speaks to a person)

import argparse
import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict

from casino.embedded import APPLICATION, POSTGRES_PROGRAMS, reached_servers, servers
from casino.processes import ROOT, OperatorError
from casino.supervisor import as_owner, local_environment, servers_are_given

EMPTY = "SELECT count(*) = 0 FROM pg_tables WHERE schemaname = 'public'"
SESSIONS = "SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"


def now() -> str:
    return datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")


def sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def sidecar(dump: Path) -> Path:
    return dump.with_suffix(".json")


class Database:
    """A database and the commands for it, as its owner."""

    def __init__(self, environment: dict[str, str]) -> None:
        self.environment = as_owner(environment)
        self.url = self.environment["DATABASE_URL"]
        self.name = urlsplit(self.url).path.lstrip("/")

    def named(self, name: str) -> "Database":
        url = urlsplit(self.url)._replace(path=f"/{name}").geturl()
        return Database(self.environment | {"DATABASE_URL": url, "DATABASE_OWNER_URL": url})

    def connect(self) -> closing[psycopg.Connection[Any]]:
        return closing(psycopg.connect(self.url, autocommit=True, connect_timeout=10))

    def manage(self, *words: str) -> str:
        return run([sys.executable, ROOT / "manage.py", *words], self.environment)

    def program(self, name: str, *words: str | Path) -> None:
        # By environment: a password among the arguments could be read by every user.
        facts = conninfo_to_dict(self.url)
        facts["database"] = facts.pop("dbname")
        given = {f"PG{key.upper()}": str(value) for key, value in facts.items()}
        run([POSTGRES_PROGRAMS / name, *words], dict(os.environ) | given)


def run(command: list[str | Path], environment: dict[str, str]) -> str:
    done = subprocess.run(command, check=False, capture_output=True, text=True, env=environment)
    if done.returncode:
        words = " ".join(map(str, command))
        raise OperatorError(f"{words} failed:\n{done.stderr}{done.stdout}")
    return done.stdout


def backup(database: Database, folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    dump = folder / f"pitkeeper-{now()}.dump"
    # Asked first, so that what is dumped contains at least this head.
    facts: dict[str, Any] = {"made_at": now(), "log_head": json.loads(database.manage("log_head"))}
    with database.connect() as connection:
        facts["postgres"] = connection.info.parameter_status("server_version")
    draft = dump.with_suffix(".new")
    draft.touch(mode=0o600)
    database.program("pg_dump", "--format=custom", "--no-password", "--file", draft)
    facts |= {"bytes": draft.stat().st_size, "sha256": sha256(draft)}
    sidecar(dump).write_text(json.dumps(facts, indent=2) + "\n")
    draft.replace(dump)
    return dump


def check_file(dump: Path) -> str:
    """The head of the log that the backup must contain; refuses a file that is not as it was."""
    if not dump.exists() or not sidecar(dump).exists():
        raise OperatorError(f"A backup is two files, {dump} and {sidecar(dump)}: one is missing.")
    facts = json.loads(sidecar(dump).read_text())
    if sha256(dump) != facts["sha256"]:
        raise OperatorError(f"{dump} is not the file that was backed up: its sha256 differs.")
    return str(facts["log_head"]["head"]) if facts["log_head"] else ""


def check_may_replace(database: Database, *, replace: bool) -> bool:
    """Whether the database holds anything; refuses when that is not to be replaced."""
    with database.connect() as connection:
        (empty,) = connection.execute(EMPTY).fetchone() or (True,)
        (sessions,) = connection.execute(SESSIONS, [database.name]).fetchone() or (0,)
    if sessions:
        raise OperatorError(f"{database.name} is in use by {sessions} sessions: stop the casino.")
    if not empty and not replace:
        raise OperatorError(
            f"{database.name} is not empty: --replace puts the backup in its place."
        )
    if not empty and sys.stdin.isatty():
        typed = input(f"To replace the database, type its name ({database.name}): ")
        if typed != database.name:
            raise OperatorError("Nothing was changed.")
    return bool(empty)


def restore(database: Database, dump: Path, *, replace: bool) -> str:
    """Into a new database, checked there, which then takes the name; what became of the old."""
    head = check_file(dump)
    was_empty = check_may_replace(database, replace=replace)
    draft = database.named(f"{database.name}_restoring")
    maintenance = database.named("postgres")
    create(maintenance, draft.name, database.environment.get("DATABASE_APP_ROLE", APPLICATION))
    try:
        fill(draft, dump, head)
        kept = swap(maintenance, database.name, draft.name)
    except BaseException:
        drop(maintenance, draft.name)
        raise
    if was_empty:
        drop(maintenance, kept)
        return f"{database.name} is restored."
    return f"{database.name} is restored. What was there before is kept as the database {kept}."


def create(maintenance: Database, name: str, application: str) -> None:
    drop(maintenance, name)
    names = {"database": sql.Identifier(name), "application": sql.Identifier(application)}
    with maintenance.connect() as connection:
        for statement in (
            "CREATE DATABASE {database} TEMPLATE template0",
            "REVOKE ALL ON DATABASE {database} FROM PUBLIC",
            "GRANT CONNECT ON DATABASE {database} TO {application}",
        ):
            connection.execute(sql.SQL(statement).format(**names))


def drop(maintenance: Database, name: str) -> None:
    with maintenance.connect() as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(name)))


def fill(draft: Database, dump: Path, head: str) -> None:
    options = ["--no-owner", "--exit-on-error", "--single-transaction", "--no-password"]
    draft.program("pg_restore", *options, "--dbname", draft.name, dump)
    draft.manage("migrate", "--no-input")  # the backup may be older than the program
    # Positions come from transaction ids, and this cluster has counted its own.
    draft.manage("rebase_log")
    draft.manage("verify_log", "--head", head)


def swap(maintenance: Database, name: str, draft: str) -> str:
    kept = f"{name}_replaced_{now().lower()}"
    with maintenance.connect() as connection, connection.transaction():
        for old, new in ((name, kept), (draft, name)):
            statement = sql.SQL("ALTER DATABASE {} RENAME TO {}")
            connection.execute(statement.format(sql.Identifier(old), sql.Identifier(new)))
    return kept


@contextmanager
def found_database(folder: Path, *, alone: bool) -> Iterator[Database]:
    """The casino's database: a given one, or our own, started if it does not run."""
    if servers_are_given():
        yield Database(local_environment(folder, None))
        return
    # A restore needs the casino to be closed, so it must be able to start the servers itself.
    with (servers if alone else reached_servers)(folder) as pair:
        yield Database(local_environment(folder, pair))


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="script")
    verbs = parser.add_subparsers(dest="verb", required=True)
    saving = verbs.add_parser("backup", prog="script/backup", description="Writes a backup.")
    saving.add_argument("--to", type=Path, metavar="FOLDER", help="default: var/backups")
    restoring = verbs.add_parser("restore", prog="script/restore", description="Restores one.")
    restoring.add_argument("dump", type=Path)
    restoring.add_argument("--replace", action="store_true", help="what is in the database now")
    for verb in (saving, restoring):
        verb.add_argument("--var", type=Path, default=ROOT / "var", help="where the data is kept")
    return parser.parse_args()


def main() -> int:
    options = parse_arguments()
    folder: Path = options.var.absolute()
    try:
        with found_database(folder, alone=options.verb == "restore") as database:
            if options.verb == "backup":
                print(backup(database, options.to or folder / "backups"))
            else:
                print(restore(database, options.dump, replace=options.replace))
    except (OperatorError, psycopg.Error) as error:
        print(f"script/{options.verb}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
