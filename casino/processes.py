"""Child processes that do not outlive the one who started them."""

import ctypes
import os
import pwd
import signal
import socket
import subprocess
import sys
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 120  # recovery after a crash may have a lot of log to read
LEFTOVER_SECONDS = 10
STOP_SECONDS = 20
LOG_BYTES_MAX = 1_000_000
PR_SET_PDEATHSIG = 1
CRASHES_MAX, CRASHES_SECONDS, FIRST_PAUSE_SECONDS = 5, 60, 0.5


class OperatorError(Exception):
    """A sentence for the person at the keyboard, who can do something about it."""


def front_door(port: int = 0) -> socket.socket:
    """A listening socket of this machine, for web processes that share it.

    What they send goes out at once. They take it over by its number and do not see that it is TCP,
    so nobody else would say so: each second small message would wait 40 ms for a receipt.
    """
    listener = socket.create_server(("127.0.0.1", port), backlog=512)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def die_with_parent(signal_number: int) -> Callable[[], None]:
    """For preexec_fn: the child gets this signal when the thread that started it ends.

    What runs between fork and exec takes no lock, so that threads do not matter.
    """
    if not sys.platform.startswith("linux"):
        return lambda: None
    prctl, parent = ctypes.CDLL(None).prctl, os.getpid()

    def ask_for_signal() -> None:
        prctl(PR_SET_PDEATHSIG, signal_number)
        if os.getppid() != parent:
            os._exit(1)

    return ask_for_signal


@dataclass(frozen=True)
class Account:
    """Under root the servers run as someone else: PostgreSQL refuses to be root."""

    name: str
    uid: int
    gid: int

    @classmethod
    def for_folder(cls, folder: Path) -> "Account | None":
        """The owner of the folder; or nobody, if that is root or has no name (initdb needs one)."""
        if os.geteuid() != 0:
            return None
        try:
            owner = pwd.getpwuid(folder.stat().st_uid)
        except KeyError:
            owner = pwd.getpwnam("nobody")
        if owner.pw_uid == 0:
            owner = pwd.getpwnam("nobody")
        return cls(owner.pw_name, owner.pw_uid, owner.pw_gid)


class Server(ABC):
    """One server process: started, asked, stopped or killed."""

    name: str
    program: Path
    stop_signal: signal.Signals
    no_answer: tuple[type[Exception], ...]  # what ask() raises when nobody answers

    def __init__(self, home: Path, run: Path, account: Account | None) -> None:
        self.home, self.run, self.account = home, run, account
        self.log = home.with_suffix(".log")
        self.process: subprocess.Popen[bytes] | None = None

    @abstractmethod
    def command(self) -> list[str | Path]: ...

    @abstractmethod
    def ask(self) -> None:
        """Put a real question to the server; raise if it does not answer."""

    def prepare(self) -> None:
        """Make the folder ready for a start."""
        self.make_folder(self.home)

    def start(self) -> None:
        if self.running():
            return
        self._end_leftovers()
        self.prepare()
        if self.log.exists() and self.log.stat().st_size > LOG_BYTES_MAX:
            self.log.replace(self.log.with_suffix(".log.old"))
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command(),
                stdout=log,
                stderr=log,
                preexec_fn=die_with_parent(self.stop_signal),  # noqa: PLW1509
                process_group=0,  # Ctrl-C is for the caller, who stops us in order
                **self.as_account(self.home),
            )
        self._wait_for_answer()

    def stop(self) -> None:
        self._end(self.stop_signal)

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def alive(self) -> bool:
        try:
            self.ask()
        except self.no_answer:
            return False
        return True

    def last_lines(self, count: int = 15) -> str:
        lines = self.log.read_text(errors="replace").splitlines() if self.log.exists() else []
        return "\n".join(lines[-count:])

    def make_folder(self, folder: Path) -> None:
        folder.mkdir(mode=0o700, exist_ok=True)
        if self.account:
            os.chown(folder, self.account.uid, self.account.gid)

    def as_account(self, cwd: Path | str) -> dict[str, Any]:
        """How to run a program there, as the account, away from the caller's settings."""
        # A PGPORT or PGDATA of the caller's must not reach the server.
        how: dict[str, Any] = {"cwd": cwd, "stdin": subprocess.DEVNULL}
        how["env"] = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C"}
        if self.account:
            how |= {"user": self.account.uid, "group": self.account.gid, "extra_groups": []}
        return how

    def _wait_for_answer(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not self.alive():
            if not self.running() or time.monotonic() > deadline:
                self.kill()
                raise OperatorError(f"{self.name} did not start. Its log:\n{self.last_lines()}")
            time.sleep(0.02)

    def _end(self, signal_number: signal.Signals) -> None:
        process, self.process = self.process, None
        if process is None:
            return
        process.send_signal(signal_number)
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _end_leftovers(self) -> None:
        """After a kill -9, children of the last life may still be at work on the files."""
        patience = time.monotonic() + LEFTOVER_SECONDS
        while leftovers := self._leftovers():
            if time.monotonic() > patience:
                for pid in leftovers:
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
            time.sleep(0.05)

    def _leftovers(self) -> list[int]:
        return [int(entry.name) for entry in Path("/proc").glob("[0-9]*") if self._is_ours(entry)]

    def _is_ours(self, entry: Path) -> bool:
        try:
            at_home = (entry / "cwd").readlink() == self.home
            return at_home and (entry / "exe").readlink().name.startswith(self.program.name)
        except OSError:
            return False


class Crashes:
    """How often something crashed lately, and so how long to pause before the next start."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.times: deque[float] = deque(maxlen=CRASHES_MAX)

    def another(self, last_lines: str) -> float:
        now = time.monotonic()
        self.times.append(now)
        recent = sum(then > now - CRASHES_SECONDS for then in self.times)
        if recent >= CRASHES_MAX:
            raise OperatorError(
                f"{self.name} crashed {recent} times within {CRASHES_SECONDS} s, so everything"
                f" stops. Its last lines:\n{last_lines}"
            )
        return float(FIRST_PAUSE_SECONDS * 2 ** (recent - 1))


class Child:
    """A part of the casino with a voice of its own, started again when it ends."""

    def __init__(
        self,
        name: str,
        command: list[str],
        environment: dict[str, str],
        *,
        stop_seconds: float = 10,
        pass_fds: tuple[int, ...] = (),
        is_extra: bool = False,
    ) -> None:
        self.name, self.command, self.environment = name, command, environment
        self.stop_seconds, self.pass_fds = stop_seconds, pass_fds
        self.is_extra = is_extra  # the casino is whole without it
        self.process: subprocess.Popen[bytes] | None = None
        self.start_at = 0.0
        self.crashes = Crashes(name)
        self.last_lines: deque[str] = deque(maxlen=20)
        self._unfinished = b""

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, *self.command],
            cwd=ROOT,
            env=self.environment | {"PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            bufsize=0,
            pass_fds=self.pass_fds,
            process_group=0,  # Ctrl-C is for the supervisor, who stops the children in order
            preexec_fn=die_with_parent(signal.SIGKILL),  # noqa: PLW1509
        )
        os.set_blocking(self.output, False)

    @property
    def _pipe(self) -> IO[bytes]:
        assert self.process is not None
        assert self.process.stdout is not None
        return self.process.stdout

    @property
    def output(self) -> int:
        return self._pipe.fileno()

    def forget(self) -> None:
        self._pipe.close()
        self.process = None

    def exit_code(self) -> int | None:
        return self.process.poll() if self.process else None

    def read_lines(self) -> list[str]:
        """The lines that are there now."""
        while True:
            try:
                piece = os.read(self.output, 65536)
            except BlockingIOError:
                break
            if not piece:
                break
            self._unfinished += piece
        *lines, self._unfinished = self._unfinished.split(b"\n")
        decoded = [line.decode(errors="replace").rstrip("\r") for line in lines]
        self.last_lines.extend(decoded)
        return decoded

    def send(self, number: signal.Signals) -> None:
        """To the child, or for a kill to its whole group."""
        if self.process and self.process.poll() is None:
            kill = os.killpg if number == signal.SIGKILL else os.kill
            kill(self.process.pid, number)
