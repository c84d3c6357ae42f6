"""Web, worker and beat as real processes beside the tests, on the test run's own servers."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from json import loads
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from casino.models import User
from casino.processes import die_with_parent, front_door

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 60
CSRF = "c" * 32
CELERY = ["celery", "-q", "-A", "casino.celery"]


def wait_for(condition: Callable[[], Any], seconds: float = 15, what: str = "") -> Any:
    """What the condition gives, as soon as that is true."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, f"in vain, {seconds} s: {what or condition}"
        time.sleep(0.02)
    return found


@dataclass
class Part:
    process: subprocess.Popen[bytes]
    output: Path

    def kill(self) -> None:
        """At once, with its children: nothing of it is needed any more."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def said(self) -> str:
        return self.output.read_text(errors="replace")


@contextmanager
def part(
    *command: str, environment: dict[str, str], pass_fds: tuple[int, ...] = ()
) -> Iterator[Part]:
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "output"
        with output.open("wb") as file:
            process = subprocess.Popen(
                [sys.executable, "-m", *command],
                cwd=ROOT,
                env=os.environ | environment | {"PYTHONUNBUFFERED": "1"},
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=file,
                pass_fds=pass_fds,
                process_group=0,
                preexec_fn=die_with_parent(signal.SIGKILL),
            )
        started = Part(process, output)
        try:
            yield started
        finally:
            started.kill()


class Web:
    """One web process: asked over HTTP and WebSocket as a browser would."""

    def __init__(self, part: Part, port: int) -> None:
        self.part, self.port = part, port
        self.address = f"http://127.0.0.1:{port}"

    def answers(self) -> bool:
        assert self.part.process.poll() is None, self.part.said()
        try:
            return httpx.get(f"{self.address}/health/live", timeout=5).status_code == 200
        except httpx.TransportError:
            return False

    def get(self, path: str, key: str = "", timeout: float = 10) -> httpx.Response:
        return httpx.get(self.address + path, cookies=_cookies(key), timeout=timeout)

    def post(self, path: str, key: str, **fields: str) -> httpx.Response:
        headers = {"X-CSRFToken": CSRF}
        return httpx.post(
            self.address + path, data=fields, cookies=_cookies(key), headers=headers, timeout=10
        )

    @contextmanager
    def line(
        self,
        key: str = "",
        topics: str = "log",
        after: int | str | None = None,
        origin: str | None = "its own",
    ) -> Iterator["Line"]:
        query = {"topics": topics} | ({} if after is None else {"after": str(after)})
        with connect(
            f"ws://127.0.0.1:{self.port}/ws/live?{urlencode(query)}",
            origin=self.address if origin == "its own" else origin,  # type: ignore[arg-type]
            additional_headers={"Cookie": f"{settings.SESSION_COOKIE_NAME}={key}"} if key else {},
            ping_interval=None,
            close_timeout=1,
        ) as connection:
            yield Line(connection)


def _cookies(key: str) -> dict[str, str]:
    session = {settings.SESSION_COOKIE_NAME: key} if key else {}
    return session | {settings.CSRF_COOKIE_NAME: CSRF}


class Line:
    """A browser's end of a live socket."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.frames = 0

    def frame(self, seconds: float = 15) -> dict[str, Any]:
        frame: dict[str, Any] = loads(self.connection.recv(timeout=seconds))
        self.frames += 1
        return frame

    def frame_where(self, wanted: Callable[[dict[str, Any]], Any], seconds: float = 15) -> Any:
        """The first frame of that kind; those before it (heartbeats, say) are passed over."""
        deadline = time.monotonic() + seconds
        while True:
            frame = self.frame(deadline - time.monotonic())
            if wanted(frame):
                return frame

    def frame_about(self, topic: str, seconds: float = 15) -> Any:
        return self.frame_where(lambda frame: topic in frame["topics"], seconds)

    def is_silent(self, seconds: float) -> bool:
        """No word about any topic for that long (a heartbeat is no word)."""
        try:
            self.frame_where(lambda frame: frame["topics"], seconds)
        except TimeoutError:
            return True
        return False

    def close_code(self, seconds: float = 15) -> int | None:
        try:
            self.frame_where(lambda _: False, seconds)
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006
        raise AssertionError("unreachable")


@contextmanager
def web(**environment: str) -> Iterator[Web]:
    with front_door() as listener:
        fd = listener.fileno()
        options = f"--fd {fd} --no-access-log --log-level warning --timeout-graceful-shutdown 2"
        command = ["uvicorn", "casino.asgi:application", *options.split()]
        with part(*command, pass_fds=(fd,), environment=environment) as started:
            yield Web(started, listener.getsockname()[1])


@contextmanager
def worker(**environment: str) -> Iterator[Part]:
    command = [*CELERY, "worker", "-l", "WARNING", "--concurrency", "1", "--without-mingle"]
    with part(*command, environment=environment) as started:
        yield started


@contextmanager
def beat(**environment: str) -> Iterator[Part]:
    with tempfile.TemporaryDirectory() as folder:
        options = ["-l", "WARNING", "-s", f"{folder}/schedule", "--pidfile="]
        with part(*CELERY, "beat", *options, environment=environment) as started:
            yield started


def session_of(person: User, **fields: Any) -> str:
    """The key of a session as the sign-on page leaves it."""
    moment = timezone.now().isoformat()
    session = SessionStore()
    session.update(
        {
            SESSION_KEY: str(person.pk),
            BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
            HASH_SESSION_KEY: person.get_session_auth_hash(),
            "signed_on_at": moment,
            "seen_at": moment,
            "code_shown": True,
            **fields,
        }
    )
    session.create()
    assert session.session_key
    return session.session_key
