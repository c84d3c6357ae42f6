"""A casino of script/server, as a process that tests start, watch and kill."""

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).parents[2]
PATIENCE_SECONDS = 60
# What the tests' own settings say must not reach it.
OF_THE_TESTS = ("DATABASE_", "REDIS_URL", "SECRET_KEY", "HTTPS", "STATIC_ROOT", "LOG_", "DEMO")


def wait_until(holds: Callable[[], object], why: Callable[[], str] = str) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not holds():
        assert time.monotonic() < deadline, f"waited in vain: {why()}"
        time.sleep(0.05)


def _stat(pid: int) -> list[str]:
    """The words after the name in /proc/PID/stat: state, parent and so on."""
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return ["Z", "0"]


def is_running(pid: int) -> bool:
    """A zombie has ended; it only waits for somebody to ask how."""
    return _stat(pid)[0] != "Z"


def descendants(ancestor: int) -> list[int]:
    pids = [int(entry.name) for entry in Path("/proc").glob("[0-9]*")]
    parents = {pid: int(_stat(pid)[1]) for pid in pids}
    found = [ancestor]
    for parent in found:
        found += [pid for pid in pids if parents[pid] == parent and is_running(pid)]
    return found[1:]


def command_of(pid: int) -> str:
    try:
        return (Path("/proc") / str(pid) / "cmdline").read_text().replace("\0", " ")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


def environment(**more: str) -> dict[str, str]:
    mine = {key: value for key, value in os.environ.items() if not key.startswith(OF_THE_TESTS)}
    return mine | {"PYTHONPATH": str(ROOT)} | more


class House:
    def __init__(self, var: Path, *, port: int = 0, play: bool = False, **more: str) -> None:
        self.var = var
        self.lines: list[str] = []
        words = ["--var", str(var), "--port", str(port or free_port())]
        words += [] if play else ["--no-play"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "casino.supervisor", *words],
            env=environment(**more),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        with self.process.stdout as output:
            self.lines.extend(line.rstrip("\n") for line in output)

    def said(self, words: str) -> bool:
        return any(words in line for line in list(self.lines))

    def wait_for(self, words: str) -> None:
        ended = self.process.poll
        wait_until(lambda: self.said(words) or ended() is not None, lambda: "\n".join(self.lines))
        assert self.said(words), "\n".join(self.lines)

    @property
    def address(self) -> str:
        self.wait_for("Ctrl-C closes it.")
        (line,) = (line for line in self.lines if line.startswith("Pitkeeper is open at "))
        return line.split()[-1]

    def is_live(self) -> bool:
        with urlopen(f"{self.address}/health/live", timeout=10) as answer:
            return bool(answer.status == 200)

    def pids(self, words: str) -> list[int]:
        return [pid for pid in descendants(self.process.pid) if words in command_of(pid)]

    def ask_to_stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.end()

    def end(self) -> int:
        code = self.process.wait(PATIENCE_SECONDS)
        self._reader.join()
        return code
