"""One hub a web process: it reads the log and tells this process's sockets what has changed.

Sockets hang on the hub and the hub on the database. Valkey only wakes it earlier, so that losing
Valkey costs a second and no browser its line.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from functools import lru_cache
from json import dumps
from typing import Any, ParamSpec, TypeVar

import structlog
from django.conf import settings
from django.utils import timezone

from casino.lib import live
from casino.lib.own_thread import OwnThread
from casino.metrics import SOCKETS
from casino.models import Duty
from casino.selectors.live import NOT_ALLOWED, NOT_SIGNED_ON, News, missed_by, news_after
from casino.selectors.log import Brief, feed_end
from casino.selectors.sessions import duties_in
from casino.wire import Wire

GATHER_SECONDS = 0.04  # what comes together is told together
HELD_BACK_SECONDS = 0.05
SEND_SECONDS = 5
CHECK_SECONDS = 5
HEARTBEAT_SECONDS = 10
SOCKETS_MAX = 5_000
SOCKETS_A_SESSION = 10
TRY_AGAIN_LATER = 1013

_log = structlog.get_logger(__name__)
P = ParamSpec("P")
T = TypeVar("T")


@lru_cache(maxsize=256)
def frame(position: int, topics: tuple[str, ...], delayed: bool) -> str:
    """One spelling for all the sockets that are told the same."""
    return dumps({"position": position, "topics": topics, "delayed": delayed})


class Socket:
    """One browser's line. What it was not told yet is a set of topics, so nothing can pile up."""

    def __init__(
        self,
        send: Callable[[str], Awaitable[None]],
        close: Callable[[int], Awaitable[None]],
        *,
        key: str,
        duty: Duty,
        topics: Sequence[str],
    ) -> None:
        self.send, self.close = send, close
        self.key, self.duty, self.topics = key, duty, topics
        self.untold: set[str] = set()
        self.position, self.delayed, self.code = 0, False, 0
        self.due = asyncio.Event()
        self.line: asyncio.Task[None] | None = None

    def tell(self, topics: Sequence[str], position: int, *, delayed: bool) -> None:
        self.untold.update(topics)
        self.position, self.delayed = max(self.position, position), delayed
        self.due.set()

    def end(self, code: int) -> None:
        self.code = self.code or code
        self.due.set()

    async def run(self) -> None:
        """The only writer to this line, until it is closed or too slow."""
        try:
            while not self.code:
                await self.due.wait()
                self.due.clear()
                await self._send_untold()
        except Exception as error:
            self.code = TRY_AGAIN_LATER
            _log.info("socket_lost", error=repr(error))
        with suppress(Exception):
            async with asyncio.timeout(SEND_SECONDS):
                await self.close(self.code)

    async def _send_untold(self) -> None:
        if self.code:
            return
        topics = tuple(sorted(self.untold))
        self.untold.clear()
        await self._send_one(frame(self.position, topics, self.delayed))

    async def _send_one(self, text: str) -> None:
        async with asyncio.timeout(SEND_SECONDS):
            await self.send(text)


class Hub:
    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.sockets: set[Socket] = set()
        self.position = 0
        self.ready, self.woken = asyncio.Event(), asyncio.Event()
        self.woken_here = self.blind = False
        self.check_at = self.loop.time() + CHECK_SECONDS
        # A thread and connection of its own: whoever else waits for the database is not in its way.
        self.reader = OwnThread("hub")
        self.wire = Wire(self.woken.set, self._tell_all)
        self.tasks = [
            asyncio.create_task(self._forever(work))
            for work in (self._follow, self._keep_time, self.wire.run)
        ]
        live.on_nudge(self._nudged_here)

    @property
    def delayed(self) -> bool:
        return self.blind or not self.wire.up

    async def join(self, socket: Socket, after: int | None) -> None:
        """Catch up with the hub, then hang on it: nothing is missed between, nothing told twice."""
        if self._is_full(socket.key):  # asked again below: others join while this one reads
            await socket.close(TRY_AGAIN_LATER)
            return
        await self.ready.wait()
        position, missed = await self._read(missed_by, socket.duty, socket.topics, after)
        while position < self.position:  # the hub read on in the meantime
            position, more = await self._read(missed_by, socket.duty, socket.topics, position)
            missed += more
        if self._is_full(socket.key):
            socket.end(TRY_AGAIN_LATER)
        self.sockets.add(socket)
        SOCKETS.inc()
        socket.tell(missed, position, delayed=self.delayed)
        socket.line = asyncio.create_task(socket.run())
        socket.line.add_done_callback(lambda _: self.leave(socket))

    def _is_full(self, key: str) -> bool:
        of_session = sum(socket.key == key for socket in self.sockets)
        return len(self.sockets) >= SOCKETS_MAX or of_session >= SOCKETS_A_SESSION

    def leave(self, socket: Socket) -> None:
        if socket in self.sockets:
            self.sockets.discard(socket)
            SOCKETS.dec()
        if socket.line:
            socket.line.cancel()

    def _nudged_here(self) -> None:
        """Called on commit, in any thread."""
        with suppress(RuntimeError):  # the process is ending, and with it its sockets
            self.loop.call_soon_threadsafe(self._wake_here)

    def _wake_here(self) -> None:
        self.woken_here = True
        self.woken.set()

    async def _read(self, read: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.reader.run(read, *args, **kwargs)

    async def _forever(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            try:
                await work()
            except Exception:
                _log.exception("hub_failed", work=work.__name__)
            await asyncio.sleep(1)

    async def _follow(self) -> None:
        """Read what is new, tell it, wait to be woken; by itself it looks every poll."""
        self.position = await self._read(feed_end)
        self.ready.set()
        while True:
            news = await self._look()
            if news.more and not news.held_back:
                continue
            await self._wait(HELD_BACK_SECONDS if news.held_back else settings.HUB_POLL_SECONDS)
            if self.woken_here:
                self.woken_here = False
                self.wire.due.set()

    async def _wait(self, seconds: float) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.woken.wait()
            await asyncio.sleep(GATHER_SECONDS)
        self.woken.clear()

    async def _look(self) -> News:
        try:
            news = await self._read(news_after, self.position)
        except Exception as error:
            self._see(blind=True, error=error)
            return News(self.position)
        self._see(blind=False)
        await self._hand_on(news)
        for socket in self.sockets if news.changed else ():
            if topics := news.for_duty(socket.duty, socket.topics, after=socket.position):
                socket.tell(topics, news.position, delayed=self.delayed)
        if "person" in news.changed:  # perhaps somebody went off duty, or was told to go
            await self._check()
            # The act is in the log before its session is gone.
            self.check_at = self.loop.time() + 1
        return news

    async def _hand_on(self, news: News) -> None:
        """To whoever follows the entries themselves. One that fails keeps nobody else waiting."""
        self.position = news.position
        for follow in FOLLOWERS if news.entries else ():
            try:
                await follow(self, news.entries)
            except Exception:
                _log.exception("follower_failed", follower=repr(follow))

    def _see(self, *, blind: bool, error: Exception | None = None) -> None:
        if blind != self.blind:
            self.blind = blind
            _log.warning("hub_lost_database" if blind else "hub_sees_again", error=repr(error))
            self._tell_all()

    def _tell_all(self) -> None:
        for socket in self.sockets:
            socket.tell((), self.position, delayed=self.delayed)

    async def _keep_time(self) -> None:
        beat_at = self.loop.time() + HEARTBEAT_SECONDS
        while True:
            await asyncio.sleep(0.5)
            if self.loop.time() >= self.check_at:
                await self._check()
            if self.loop.time() >= beat_at:
                beat_at = self.loop.time() + HEARTBEAT_SECONDS
                self._tell_all()

    async def _check(self) -> None:
        """Close the lines whose session or duty has ended: all of them in a few queries."""
        self.check_at = self.loop.time() + CHECK_SECONDS
        asked = list(self.sockets)
        if not asked:
            return
        try:
            held = await self._read(duties_in, {socket.key for socket in asked}, timezone.now())
        except Exception as error:
            self._see(blind=True, error=error)
            return
        for socket in asked:
            if socket.key not in held:
                socket.end(NOT_SIGNED_ON)
            elif held[socket.key] != socket.duty:
                socket.end(NOT_ALLOWED)


Follower = Callable[[Hub, Sequence[Brief]], Awaitable[None]]
FOLLOWERS: list[Follower] = []  # filled once, when the apps load
_hubs: list[Hub] = []


def hub() -> Hub:
    """The hub of this process, started by its first socket."""
    if not _hubs or _hubs[0].loop is not asyncio.get_running_loop():
        _hubs[:] = [Hub()]
    return _hubs[0]
