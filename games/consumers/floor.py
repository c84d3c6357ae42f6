"""The lines of this process that follow tables and pits, and what they are handed."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

from casino.hub import TRY_AGAIN_LATER, Hub, Socket
from casino.models import Duty
from casino.selectors.log import Brief
from games.selectors.live import HOUSE, At, Step, at_of, pit_message, steps_of, table_message
from games.selectors.views import may_see_hidden

WAITING_MOST = 200  # messages; who is slower than that begins anew


class Line(Socket):
    """A socket that is told whole messages, in order. The hub still keeps its session and beat."""

    def __init__(
        self,
        send: Callable[[str], Awaitable[None]],
        close: Callable[[int], Awaitable[None]],
        *,
        key: str,
        duty: Duty,
        beat: Callable[[bool], str],
    ) -> None:
        super().__init__(send, close, key=key, duty=duty, topics=())
        self.beat = beat
        self.hidden = may_see_hidden(duty)
        self.at: At = {}
        self.waiting: list[str] = []
        self.is_ready = False  # until its snapshot is made nothing is handed over
        self.has_missed = False

    def tell(self, topics: Sequence[str], position: int, *, delayed: bool) -> None:
        """From the hub: nothing but a sign of life, with where things stand."""
        self.position = max(self.position, position)
        if self.is_ready:
            self.push(self.beat(delayed))

    def push(self, message: str) -> None:
        if self.code:
            return  # it is being closed
        if not self.is_ready:
            self.has_missed = True
            return
        self.waiting.append(message)
        if len(self.waiting) > WAITING_MOST:
            self.end(TRY_AGAIN_LATER)
        self.due.set()

    def begin(self, snapshot: str, at: At) -> None:
        self.is_ready, self.at = True, at
        self.push(snapshot)

    async def _send_untold(self) -> None:
        waiting, self.waiting = self.waiting, []
        for message in waiting if not self.code else ():
            await self._send_one(message)


class Floor:
    """By table and by pit, who follows."""

    def __init__(self) -> None:
        self.tables: dict[str, set[Line]] = defaultdict(set)
        self.pits: dict[str, set[Line]] = defaultdict(set)

    async def follow(self, hub: Hub, entries: Sequence[Brief]) -> None:
        if not (self.tables or self.pits):
            return
        try:
            told = await hub.reader.run(self._messages, entries, hub.position)
        except Exception:
            self._begin_anew()
            raise
        for lines, messages, at in told:
            for line in lines:
                line.push(messages[line.hidden])
                line.at = at

    def _begin_anew(self) -> None:
        """What these entries did was told to nobody: every line is closed, and asks for all."""
        for lines in (*self.tables.values(), *self.pits.values()):
            for line in lines:
                line.end(TRY_AGAIN_LATER)

    def _messages(
        self, entries: Sequence[Brief], position: int
    ) -> list[tuple[list[Line], dict[bool, str], At]]:
        """Written once for all who are told the same."""
        steps = steps_of(entries)
        told = []
        for step in steps:
            if lines := list(self.tables.get(step.table, ())):
                told.append((lines, _by_right(lines, step), at_of(step.round, step.folded)))
        for pit, boards in list(self.pits.items()):
            mine = [step for step in steps if pit in (HOUSE, step.pit)]
            if mine:
                message = pit_message(mine, position)
                told.append((list(boards), {True: message, False: message}, {}))
        return told


def _by_right(lines: Sequence[Line], step: Step) -> dict[bool, str]:
    return {
        hidden: table_message(step, hidden=hidden) for hidden in {line.hidden for line in lines}
    }


FLOOR = Floor()


async def follow(hub: Hub, entries: Sequence[Brief]) -> None:
    await FLOOR.follow(hub, entries)


def without(lines: dict[str, set[Line]], name: str, line: Any) -> None:
    if name in lines:
        lines[name].discard(line)
        if not lines[name]:
            del lines[name]
