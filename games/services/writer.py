"""One writer a web process: what arrives while it commits goes together into the next commit."""

import asyncio

from casino.lib.own_thread import OwnThread
from games.services.actions import write
from games.services.submission import Answer, Submission

AT_ONCE = 200


class Writer:
    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.waiting: list[tuple[Submission, asyncio.Future[Answer]]] = []
        self.woken = asyncio.Event()
        self.thread = OwnThread("writer")
        self.task = asyncio.create_task(self._run())

    async def submit(self, asked: Submission) -> Answer:
        answer: asyncio.Future[Answer] = self.loop.create_future()
        self.waiting.append((asked, answer))
        self.woken.set()
        return await answer

    async def _run(self) -> None:
        while True:
            await self.woken.wait()
            self.woken.clear()
            while self.waiting:
                batch, self.waiting = self.waiting[:AT_ONCE], self.waiting[AT_ONCE:]
                await self._write(batch)

    async def _write(self, batch: list[tuple[Submission, asyncio.Future[Answer]]]) -> None:
        """Whoever has gone meanwhile is not told; what failed, fails for each of its senders."""
        try:
            answers = await self.thread.run(write, [asked for asked, _ in batch])
        except Exception as error:
            for _, waits in batch:
                if not waits.done():
                    waits.set_exception(error)
            return
        for (_, waits), answer in zip(batch, answers, strict=True):
            if not waits.done():
                waits.set_result(answer)


_writers: list[Writer] = []


def writer() -> Writer:
    """The writer of this process, started by the first who needs it."""
    if not _writers or _writers[0].loop is not asyncio.get_running_loop():
        _writers[:] = [Writer()]
    return _writers[0]
