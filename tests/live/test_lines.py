"""A line by itself: what it does when the browser at its other end is slow or gone."""

import asyncio
from functools import wraps
from json import loads

from casino import hub
from casino.models import Duty


def in_a_loop(test):
    @wraps(test)
    def run(**fixtures):
        asyncio.run(test(**fixtures))

    return run


class End:
    """A browser's end that takes frames only while it is not stuck."""

    def __init__(self):
        self.frames, self.codes, self.flows = [], [], asyncio.Event()
        self.flows.set()

    async def send(self, text):
        await self.flows.wait()
        self.frames.append(loads(text))

    async def close(self, code):
        self.codes.append(code)


def line(end, topics=("log", "alerts")):
    return hub.Socket(end.send, end.close, key="k", duty=Duty(), topics=topics)


async def until(condition):
    async with asyncio.timeout(5):
        while not condition():
            await asyncio.sleep(0.005)


@in_a_loop
async def test_a_slow_line_is_told_everything_in_one_frame():
    end = End()
    socket = line(end)
    running = asyncio.create_task(socket.run())
    end.flows.clear()
    socket.tell(["log"], 5, delayed=False)
    await until(lambda: not socket.untold)
    for position in range(6, 600):
        socket.tell(["log", "alerts"], position, delayed=True)
    end.flows.set()
    await until(lambda: len(end.frames) == 2)
    assert end.frames[1] == {"position": 599, "topics": ["alerts", "log"], "delayed": True}
    running.cancel()


@in_a_loop
async def test_a_stuck_line_is_given_up(monkeypatch):
    monkeypatch.setattr(hub, "SEND_SECONDS", 0.05)
    end = End()
    end.flows.clear()
    socket = line(end)
    socket.tell(["log"], 5, delayed=False)
    await asyncio.wait_for(socket.run(), 5)
    assert end.codes == [hub.TRY_AGAIN_LATER]


@in_a_loop
async def test_a_line_ends_with_the_first_reason_given():
    end = End()
    socket = line(end)
    socket.tell(["log"], 5, delayed=False)
    socket.end(4401)
    socket.end(4403)
    await asyncio.wait_for(socket.run(), 5)
    assert end.codes == [4401]
