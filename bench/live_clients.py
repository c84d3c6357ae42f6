"""The bench's tablets and dashboards: as little Python as can speak WebSocket.

Its own small end of the protocol, because clients share two cores with the servers: frames are cut
by their length, a dashboard reads no more of them than their position.
"""

import asyncio
import base64
import json
import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

POSITION = re.compile(rb'"position":(\d+)')
SMALL, MEDIUM = 125, 65_535


class End(asyncio.Protocol):
    """A client's end: sends masked frames (with a mask of zeros), hands over what it hears."""

    def __init__(self, request: bytes, hear: Callable[[bytes, float], None]) -> None:
        self.request, self.hear = request, hear
        self.buffer, self.is_open = b"", False
        self.opened = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: Any) -> None:
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self.buffer += data
        if not self.is_open:
            head, end, rest = self.buffer.partition(b"\r\n\r\n")
            if not end:
                return
            assert b" 101 " in head.split(b"\r\n")[0], head
            self.buffer, self.is_open = rest, True
            self.opened.set_result(None)
        while (frame := self._cut()) is not None:
            self.hear(frame, now)

    def _cut(self) -> bytes | None:
        """One whole frame, if it is there; pings and closings are not answered."""
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        length, start = buffer[1] & 0x7F, 2
        if length == SMALL + 1:
            length, start = int.from_bytes(buffer[2:4], "big"), 4
        elif length == SMALL + 2:
            length, start = int.from_bytes(buffer[2:10], "big"), 10
        if len(buffer) < start + length:
            return None
        self.buffer = buffer[start + length :]
        return buffer[start : start + length]

    def say(self, text: bytes) -> None:
        size = len(text)
        if size <= SMALL:
            head = bytes((0x81, 0x80 | size))
        else:
            assert size <= MEDIUM
            head = bytes((0x81, 0xFE)) + size.to_bytes(2, "big")
        self.transport.write(head + b"\0\0\0\0" + text)


async def line(port: int, path: str, key: str, hear: Callable[[bytes, float], None]) -> End:
    nonce = base64.b64encode(os.urandom(16)).decode()
    request = (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\n"
        f"Cookie: session={key}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {nonce}\r\n\r\n"
    )
    loop = asyncio.get_running_loop()
    _, end = await loop.create_connection(lambda: End(request.encode(), hear), "127.0.0.1", port)
    await end.opened
    return end


class Tablet:
    """Plays rounds at one table, one action after the other, each when the last is confirmed."""

    def __init__(self, table: str, rounds: list[list[dict[str, Any]]], pause: float) -> None:
        self.table, self.rounds, self.pause = table, rounds, pause
        self.answer: asyncio.Future[dict[str, Any]] | None = None
        self.sent: dict[tuple[int, int], float] = {}  # round, length after it → when it was sent
        self.confirmed: list[tuple[float, float]] = []  # when, how long it took
        self.refused = 0
        self.key = 0

    def hear(self, frame: bytes, now: float) -> None:
        if frame.startswith(b'{"type": "answer"') and self.answer and not self.answer.done():
            self.answer.set_result(json.loads(frame) | {"heard_at": now})

    async def ask(self, end: End, **words: Any) -> dict[str, Any]:
        self.key += 1
        self.answer = asyncio.get_running_loop().create_future()
        self.sent_at = time.perf_counter()
        end.say(json.dumps({**words, "key": f"{os.getpid()}-{self.table}-{self.key}"}).encode())
        return await self.answer

    async def play(self, end: End, until: float) -> None:
        for actions in self.rounds:
            if time.perf_counter() > until:
                return
            opened = await self.ask(end, type="open")
            assert "round" in opened, opened
            number = opened["round"]
            for index, action in enumerate(actions):
                told = await self.ask(end, type="act", round=number, index=index, action=action)
                if "error" in told:
                    self.refused += 1
                    raise SystemExit(f"{self.table}: {action} {told}")
                self.sent[number, told["length"]] = self.sent_at
                self.confirmed.append((told["heard_at"], told["heard_at"] - self.sent_at))
                if self.pause:
                    await asyncio.sleep(self.pause)


class Dashboard:
    """Watches the whole house. One of them reads everything, the others the position."""

    def __init__(self, heard: dict[int, float], reads: bool) -> None:
        self.heard, self.reads = heard, reads
        self.frames = 0
        self.told: dict[tuple[int, int], int] = {}  # round, length → position that told of it

    def hear(self, frame: bytes, now: float) -> None:
        found = POSITION.search(frame, 0, 80)
        if not found or b'"tables"' not in frame[:30]:
            return
        position = int(found[1])
        self.frames += 1
        self.heard[position] = now  # the last of all who hear it stays
        if self.reads:
            for tile in json.loads(frame)["tables"].values():
                self.told[tile["round"], tile["length"]] = position


def percentile(values: list[float], part: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * part))] if ordered else 0.0


async def run(port: int, plan: dict[str, Any], seconds: float, pause: float, boards: int) -> Any:
    heard: dict[int, float] = {}
    dashboards = [Dashboard(heard, reads=n == 0) for n in range(boards)]
    for n, board in enumerate(dashboards):
        await line(port, "/ws/pits/all", plan["watchers"][n // 8], board.hear)
    tablets = []
    for n, place in enumerate(plan["tables"]):
        turned = plan["rounds"][n % 60 :] + plan["rounds"][: n % 60]
        tablets.append((Tablet(place["table"], turned * 50, pause), place["key"]))
    ends = [await line(port, f"/ws/tables/{t.table}", key, t.hear) for t, key in tablets]
    began = time.perf_counter()
    until = began + seconds
    await asyncio.gather(*(t.play(end, until) for (t, _), end in zip(tablets, ends, strict=True)))
    ended = time.perf_counter()
    await asyncio.sleep(1)
    return summary([t for t, _ in tablets], dashboards, heard, began, min(until, ended))


def summary(
    tablets: list[Tablet],
    dashboards: list[Dashboard],
    heard: dict[int, float],
    began: float,
    until: float,
) -> dict[str, Any]:
    inside = [took for t in tablets for at, took in t.confirmed if at <= until]
    delays = delivery(tablets, dashboards[0].told if dashboards else {}, heard)
    return {
        "actions": len(inside),
        "a_second": len(inside) / (until - began),
        "confirm_p50_ms": 1000 * percentile(inside, 0.5),
        "confirm_p99_ms": 1000 * percentile(inside, 0.99),
        "deliver_p50_ms": 1000 * percentile(delays, 0.5),
        "deliver_p99_ms": 1000 * percentile(delays, 0.99),
        "delivered": len(delays),
        "frames": sum(board.frames for board in dashboards),
    }


def delivery(
    tablets: list[Tablet], told: dict[tuple[int, int], int], heard: dict[int, float]
) -> list[float]:
    """From the sending of an action until the last dashboard heard of it, or of a later one."""
    by_round: dict[int, list[tuple[int, int]]] = {}
    for (number, length), position in told.items():
        by_round.setdefault(number, []).append((length, position))
    delays = []
    for tablet in tablets:
        for (number, length), sent in tablet.sent.items():
            later = [p for reached, p in by_round.get(number, ()) if reached >= length]
            if later:
                delays.append(heard[min(later)] - sent)
    return delays


if __name__ == "__main__":
    port, seconds, pause, boards, path = sys.argv[1:6]
    plan = json.loads(Path(path).read_text())
    import uvloop

    told = uvloop.run(run(int(port), plan, float(seconds), float(pause), int(boards)))
    print(json.dumps(told))
