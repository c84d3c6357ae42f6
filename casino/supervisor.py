"""script/server: the whole casino on one machine, each part a child with a labelled voice."""

import argparse
import hashlib
import os
import selectors
import shutil
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from casino.embedded import Servers, claim, secret, servers
from casino.processes import ROOT, Child, Crashes, OperatorError, Server, front_door

PORTS_TRIED = 50
TICK_SECONDS = 0.1
STATIC = [f"{app}/static/**/*" for app in ("casino", "games", "inventory", "tables")]
DEMO = {"DEMO": "true", "DEMO_PASSWORD": "pitkeeper-demo", "DEMO_PIN": "246810"}
COLOURS = {"web": 36, "worker": 35, "beat": 33}
# Where the demo's own people play; the other tables are left as they are, for visitors.
PLAYED = "HU-01,DD-01,DP-01,DC-01"
PLAY_SPEED, SLIPS, AGAIN_SECONDS = 6, 0.004, 30


class Stop:
    """Counts the requests to stop: the first is polite, the second is not."""

    def __init__(self) -> None:
        self.asked = 0
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._ask)

    def _ask(self, *_: object) -> None:
        self.asked += 1


class StoppedError(Exception):
    """Asked to stop before everything was up."""


class Console:
    def __init__(self) -> None:
        self.coloured = sys.stdout.isatty() and "NO_COLOR" not in os.environ

    def say(self, text: str, name: str = "") -> None:
        if name and not text:
            return
        try:
            print(self._label(name) + text if name else text, flush=True)
        except BrokenPipeError:  # nobody listens any more: go on in silence
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def _label(self, name: str) -> str:
        label = f"{name:<8} | "
        colour = COLOURS.get(name.rstrip("0123456789"), 32)
        return f"\x1b[{colour}m{label}\x1b[0m" if self.coloured else label


class Supervisor:
    def __init__(self, console: Console, stop: Stop, pair: Servers | None) -> None:
        self.console, self.stop = console, stop
        self.pair = pair
        self.server_crashes: dict[str, Crashes] = {}
        self.children: list[Child] = []
        self.selector = selectors.DefaultSelector()

    def run_once(self, what: str, command: list[str], environment: dict[str, str]) -> list[str]:
        """Run to its end something the casino needs before it opens; its lines, if it went well."""
        self.console.say(what)
        child = Child(what, command, environment)
        child.last_lines = deque(maxlen=1000)
        child.start()
        while child.exit_code() is None:
            child.read_lines()
            if self.stop.asked:
                child.send(signal.SIGKILL)
            time.sleep(0.02)
        child.read_lines()
        if self.stop.asked:
            raise StoppedError
        if child.exit_code():
            lines = "\n".join(child.last_lines)
            raise OperatorError(f"{' '.join(command)} failed:\n{lines}")
        return list(child.last_lines)

    @contextmanager
    def looking_after(self, children: list[Child]) -> Iterator[None]:
        self.children = children
        try:
            yield
        finally:
            self._stop_children()

    def tick(self) -> None:
        """Show what the children said, and start again what has crashed."""
        for child in self.children:
            if child.process is None and time.monotonic() >= child.start_at:
                self._start(child)
        self._show_lines()
        for child in self.children:
            if child.exit_code() is not None:
                self._crashed(child)
        for server in (self.pair.postgres, self.pair.valkey) if self.pair else ():
            if not server.running():
                self._server_crashed(server)

    def _start(self, child: Child) -> None:
        child.start()
        self.selector.register(child.output, selectors.EVENT_READ, child)

    def _show_lines(self) -> None:
        ready = self.selector.select(TICK_SECONDS)
        for key, _ in ready:
            for line in key.data.read_lines():
                self.console.say(line, key.data.name)
        if ready:  # a closed pipe is always ready: without a pause we would spin
            time.sleep(TICK_SECONDS / 10)

    def _gone(self, child: Child) -> None:
        for line in child.read_lines():
            self.console.say(line, child.name)
        self.selector.unregister(child.output)
        child.forget()

    def _crashed(self, child: Child) -> None:
        ending = describe(child.exit_code())
        self._gone(child)
        pause = _pause_of(child)
        self.console.say(f"{ending}; it starts again in {pause:g} s", child.name)
        child.start_at = time.monotonic() + pause

    def _server_crashed(self, server: Server) -> None:
        crashes = self.server_crashes.setdefault(server.name, Crashes(server.name))
        pause = crashes.another(server.last_lines())
        ending = describe(server.process.poll() if server.process else None)
        self.console.say(f"{server.name} {ending}; it starts again in {pause:g} s", "server")
        time.sleep(pause)
        server.start()
        self.console.say(f"{server.name} is up again", "server")

    def _stop_children(self) -> None:
        for child in self.children:
            child.send(signal.SIGTERM)
            deadline = time.monotonic() + child.stop_seconds
            while child.process and child.exit_code() is None:
                self._show_lines()
                if self.stop.asked > 1 or time.monotonic() > deadline:
                    child.send(signal.SIGKILL)
            if child.process:
                self._gone(child)


def _pause_of(child: Child) -> float:
    """How long it stays away; one that the casino needs may crash only so often."""
    if child.is_extra:
        return AGAIN_SECONDS
    return child.crashes.another("\n".join(child.last_lines))


def describe(exit_code: int | None) -> str:
    if exit_code is not None and exit_code < 0:
        return f"was killed by {signal.Signals(-exit_code).name}"
    return f"ended with exit code {exit_code}"


def manage(*words: str) -> list[str]:
    return ["manage.py", *words]


def local_environment(folder: Path, pair: Servers | None) -> dict[str, str]:
    """What casino/settings.py needs, where the caller's own environment does not say it."""
    defaults = {
        "ALLOWED_HOSTS": "localhost,127.0.0.1,[::1]",
        "HTTPS": "false",
        "LOG_FORMAT": "console",
        "STATIC_ROOT": str(folder / "static"),
    }
    if "SECRET_KEY" not in os.environ:
        defaults["SECRET_KEY"] = secret(folder, "secret_key")
    if pair is None:
        return defaults | dict(os.environ)
    # Well-known logins belong in our own database, never in one that we were given.
    return defaults | DEMO | dict(os.environ) | pair.environment()


def as_owner(environment: dict[str, str]) -> dict[str, str]:
    owner = environment.get("DATABASE_OWNER_URL", environment["DATABASE_URL"])
    return environment | {"DATABASE_URL": owner}


def servers_are_given() -> bool:
    given = [name for name in ("DATABASE_URL", "REDIS_URL") if os.environ.get(name)]
    if len(given) == 1:
        raise OperatorError(f"{given[0]} is set alone: set DATABASE_URL and REDIS_URL, or neither.")
    return bool(given)


def listen(port: int, console: Console) -> socket.socket:
    """The web processes share this socket, so callers wait, not fail, while one starts again."""
    for candidate in range(port, port + PORTS_TRIED):
        try:
            listener = front_door(candidate)
        except OSError:
            continue
        if candidate != port:
            console.say(f"Port {port} is taken; using {candidate}.")
        return listener
    raise OperatorError(f"The ports {port} to {candidate} are all taken: choose one by --port.")


def fingerprint(*patterns: str) -> str:
    """Changes with the name, size or time of any file of ours that matches."""
    paths = sorted(path for pattern in patterns for path in ROOT.glob(pattern) if path.is_file())
    facts = [(str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in paths]
    return hashlib.sha256(repr(facts).encode()).hexdigest()


def prepare(supervisor: Supervisor, environment: dict[str, str]) -> list[str]:
    """Schema, static files, demo casino; what the demo says of its logins."""
    migrate = manage("migrate", "--no-input")
    supervisor.run_once("Bringing the database up to date", migrate, as_owner(environment))
    stamp = Path(environment["STATIC_ROOT"]) / "collected"
    now = fingerprint(*STATIC, "requirements.lock")
    if not stamp.exists() or stamp.read_text() != now:
        # The pages of DRF are never shown, and compressing their files takes the longest.
        command = manage("collectstatic", "--no-input", "--clear", "--ignore", "rest_framework")
        supervisor.run_once("Collecting static files", command, environment)
        stamp.write_text(now)
    if environment.get("DEMO", "").lower() in ("1", "true", "yes", "on"):
        return supervisor.run_once("Looking after the demo", manage("demo"), environment)
    return []


def casino(listener: socket.socket, folder: Path, web: int, env: dict[str, str]) -> list[Child]:
    """The children, in the order in which they stop."""
    door = listener.fileno()
    if web > 1:
        env = env | {"PROMETHEUS_MULTIPROC_DIR": str(fresh_folder(folder / "metrics"))}
    uvicorn = f"-m uvicorn casino.asgi:application --fd {door} --no-proxy-headers".split()
    uvicorn += ["--no-access-log", "--log-level", "warning", "--timeout-graceful-shutdown", "5"]
    # An action of a round is short; packing what is sent to a hundred boards costs more than lines.
    uvicorn += ["--ws-max-size", "8192", "--ws-per-message-deflate", "false"]
    celery = ["-W", "ignore:You're running the worker", "-m", "celery", "-q", "-A", "casino.celery"]
    beat = ["beat", "-l", "WARNING", "-s", str(folder / "celerybeat-schedule"), "--pidfile="]
    worker = ["worker", "-l", "WARNING", "--concurrency", "2"]
    webs = [f"web{number}" for number in range(1, web + 1)] if web > 1 else ["web"]
    return [
        Child("beat", celery + beat, env),
        *(Child(name, uvicorn, env, pass_fds=(door,)) for name in webs),
        Child("worker", celery + worker, env, stop_seconds=20),
    ]


def players(address: str, environment: dict[str, str]) -> Child:
    """Simulated people at four tables of the demo, so that a visitor sees a casino at work."""
    where = ["--address", address, "--tables", PLAYED, "--speed", str(PLAY_SPEED), "--quiet"]
    where += ["--slips", str(SLIPS)]
    seed = ["--seed", str(int(time.time()))]  # no two evenings are alike
    return Child("players", ["-m", "simulator", *where, *seed], environment, is_extra=True)


def fresh_folder(folder: Path) -> Path:
    """Counts of processes that are gone must not be counted again."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    return folder


def is_live(address: str) -> bool:
    try:
        urllib.request.urlopen(f"{address}/health/live", timeout=2).close()  # noqa: S310
    except urllib.error.HTTPError as error:
        return error.code < 500
    except OSError:
        return False
    return True


def run(options: argparse.Namespace, console: Console, stop: Stop) -> None:
    folder: Path = options.var.absolute()
    with ExitStack() as stack:
        given = servers_are_given()
        if given:
            stack.enter_context(claim(folder))
            pair = None
        else:
            console.say("Starting PostgreSQL and Valkey")
            pair = stack.enter_context(servers(folder))
        listener = stack.enter_context(listen(options.port, console))
        address = f"http://127.0.0.1:{listener.getsockname()[1]}"
        environment = local_environment(folder, pair)
        supervisor = Supervisor(console, stop, pair)
        logins = prepare(supervisor, environment)
        children = casino(listener, folder, options.web, environment)
        with supervisor.looking_after(children):
            supervisor.tick()
            while not stop.asked and not is_live(address):
                supervisor.tick()
            if not stop.asked:
                ready = ["", f"Pitkeeper is open at {address}", "", *logins]
                console.say("\n".join([*ready, "", "Ctrl-C closes it."]))
                if logins and pair and not options.no_play:
                    children.insert(0, players(address, environment))
            while not stop.asked:
                supervisor.tick()
            console.say("Closing …")


def main() -> int:
    parser = argparse.ArgumentParser(prog="script/server", description="Runs the casino.")
    parser.add_argument("--port", type=int, default=8000, help="default 8000, or the next free one")
    parser.add_argument("--web", type=int, default=1, metavar="N", help="web processes (default 1)")
    parser.add_argument("--var", type=Path, default=ROOT / "var", help="where the data is kept")
    parser.add_argument(
        "--no-play", action="store_true", help="nobody plays at the demo's tables by itself"
    )
    options, console, stop = parser.parse_args(), Console(), Stop()
    try:
        run(options, console, stop)
    except OperatorError as error:
        print(f"script/server: {error}", file=sys.stderr)
        return 1
    except StoppedError:
        pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
