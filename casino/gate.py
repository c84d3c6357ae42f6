"""Before Django: what nobody could read is turned away, and what is too much waits or goes.

Each request inside takes a thread and a database connection, and PostgreSQL has only so many.
"""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, MutableMapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from functools import lru_cache
from typing import Any

import structlog
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.utils.http import parse_header_parameters

from casino import errors
from casino.metrics import REQUESTS
from casino.middleware import HEADERS

WAIT_SECONDS = 5
BODY_SECONDS = 20
SEND_SECONDS = 10
SMALL_BODY = 64 * 1024
FRAME_OF_FORM = 100_000  # what a form adds to its fields: names, boundaries, the quoting of signs
# Addresses that end so take pictures; no other takes anything large.
UPLOADS = ("/photos", "/card", "/discrepancy")
UPLOADS_AT_ONCE = 4  # in memory: each may be a picture's bytes, twice; pixels one at a time
CHARSETS = {"", "utf-8", "utf8", "us-ascii", "ascii", "iso-8859-1"}
SESSION_KEY = re.compile(r"[a-z0-9]{8,40}")
LIVE = "/health/live"

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_log = structlog.get_logger(__name__)


class TurnedAway(Exception):
    def __init__(self, status: int) -> None:
        self.status = status


class Gate:
    """For pages and API: as many inside at once as there are places, the others queue for a while.

    The body is taken in before: whoever sends slowly must not hold a place meanwhile.
    """

    def __init__(self, inside: App, at_once: int) -> None:
        self.inside = inside
        self.places, self.heavy = asyncio.Semaphore(at_once), asyncio.Semaphore(at_once)
        self.uploads = asyncio.Semaphore(min(at_once, UPLOADS_AT_ONCE))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope = {**scope, "headers": _sound_headers(scope)}
        try:
            _refuse_unreadable(scope)
            async with self._place_for_its_weight(scope):
                body = await _body(scope, receive)
                async with nullcontext() if scope["path"] == LIVE else _place(self.places):
                    await self.inside(scope, _again(body, receive), _to_those_who_read(send))
        except TurnedAway as away:
            await _answer(scope, away.status, send)
        except ConnectionAbortedError:
            return

    def _place_for_its_weight(self, scope: Scope) -> AbstractAsyncContextManager[None]:
        """A picture is heavy however few bytes it has: they tell nothing of its pixels."""
        if _is_upload(scope):
            return _place(self.uploads)
        return _place(self.heavy) if _is_heavy(scope) else nullcontext()


@asynccontextmanager
async def _place(places: asyncio.Semaphore) -> AsyncIterator[None]:
    try:
        async with asyncio.timeout(WAIT_SECONDS):
            await places.acquire()
    except TimeoutError as error:
        raise TurnedAway(503) from error
    try:
        yield
    finally:
        places.release()


def _sound_headers(scope: Scope) -> list[tuple[bytes, bytes]]:
    """Without a session cookie that none of ours can be. Who asks for health is nobody at all."""
    if scope["path"].startswith("/health/"):
        return [(name, value) for name, value in scope["headers"] if name != b"cookie"]
    return [
        (name, _sound_cookies(value) if name == b"cookie" else value)
        for name, value in scope["headers"]
    ]


def _sound_cookies(header: bytes) -> bytes:
    cookies = header.decode("latin-1").split(";")
    return ";".join(cookie for cookie in cookies if _is_sound(cookie)).encode("latin-1")


def _is_sound(cookie: str) -> bool:
    name, _, value = cookie.partition("=")
    return name.strip() != settings.SESSION_COOKIE_NAME or bool(
        SESSION_KEY.fullmatch(value.strip())
    )


def _header(scope: Scope, wanted: bytes) -> str:
    """As Django joins what was sent twice."""
    return ",".join(value.decode("latin-1") for name, value in scope["headers"] if name == wanted)


def _refuse_unreadable(scope: Scope) -> None:
    """A NUL fits into no text of PostgreSQL; a charset may be one that decodes nothing."""
    if "\0" in scope["path"] or b"%00" in scope["query_string"]:
        raise TurnedAway(400)
    try:
        _, fields = parse_header_parameters(_header(scope, b"content-type"))
    except ValueError as error:
        raise TurnedAway(400) from error
    if fields.get("charset", "").lower() not in CHARSETS:
        raise TurnedAway(400)


def _is_heavy(scope: Scope) -> bool:
    """Large, or of a size that nobody tells: of these only a few are held in memory at once."""
    return _length(scope) > SMALL_BODY or bool(_header(scope, b"transfer-encoding"))


def _is_upload(scope: Scope) -> bool:
    return scope["method"] == "POST" and str(scope["path"]).endswith(UPLOADS)


def body_limit(*, is_upload: bool) -> int:
    limit = (settings.DATA_UPLOAD_MAX_MEMORY_SIZE or 0) + FRAME_OF_FORM
    return limit + (settings.PICTURE_MAX_BYTES if is_upload else 0)


def _length(scope: Scope) -> int:
    told = _header(scope, b"content-length")
    return int(told) if told.isascii() and told.isdigit() else 0


async def _body(scope: Scope, receive: Receive) -> bytes:
    """All of it, unless it is too large or too slow; then the rest is not even read."""
    limit = body_limit(is_upload=_is_upload(scope))
    if _length(scope) > limit:
        raise TurnedAway(413)
    body, more = bytearray(), True
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while more:
                message = await receive()
                if message["type"] == "http.disconnect":
                    raise ConnectionAbortedError
                body += message.get("body", b"")
                more = message.get("more_body", False)
                if len(body) > limit:
                    raise TurnedAway(413)
    except TimeoutError as error:
        raise TurnedAway(408) from error
    return bytes(body)


def _again(body: bytes, receive: Receive) -> Receive:
    """The body for Django, and then whatever else the server says."""
    taken = [{"type": "http.request", "body": body, "more_body": False}]

    async def replay() -> Any:
        return taken.pop() if taken else await receive()

    return replay


def _to_those_who_read(send: Send) -> Send:
    """Whoever does not read their answer loses the rest of it, and does not keep the place."""
    given_up = False

    async def hurry(message: Any) -> None:
        nonlocal given_up
        if given_up:
            return
        try:
            async with asyncio.timeout(SEND_SECONDS):
                await send(message)
        except TimeoutError:
            given_up = True

    return hurry


async def _answer(scope: Scope, status: int, send: Send) -> None:
    REQUESTS.labels("gate", str(status)).inc()
    _log.info("turned_away", status=status, path=ascii(scope["path"][:200]))
    headers, content = _page(status, scope["path"].startswith("/api/"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": content})


@lru_cache
def _page(status: int, api: bool) -> tuple[list[tuple[bytes, bytes]], bytes]:
    """One for all whom it happens to: it is needed most when there is no time to draw it."""
    page = errors.turned_away(status, api=api)
    for name, value in (HEADERS | {"Cache-Control": "no-store"}).items():
        page.headers[name] = value
    page.headers["X-Content-Type-Options"] = "nosniff"
    page.headers["Content-Length"] = str(len(page.content))
    page.headers["Connection"] = "close"  # what is still being sent belongs to no other request
    if status == 503:
        page.headers["Retry-After"] = str(WAIT_SECONDS)
    return [(k.encode(), v.encode()) for k, v in page.headers.items()], page.content


def sockets(inside: App) -> App:
    """For live lines: only from pages of this very origin, scheme and port included."""

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        scope = {**scope, "headers": _sound_headers(scope)}
        await (inside if _is_same_origin(scope) else deny)(scope, receive, send)

    return app


deny: App = WebsocketDenier.as_asgi()  # type: ignore[assignment]


def _is_same_origin(scope: Scope) -> bool:
    host, origin = _header(scope, b"host").lower(), _header(scope, b"origin").lower()
    ours = validate_host(split_domain_port(host)[0], settings.ALLOWED_HOSTS)
    return ours and origin == f"{'https' if settings.HTTPS else 'http'}://{host}"
