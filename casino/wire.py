"""The wire between the web processes: Valkey's channel layer, watched, because it may be cut."""

import asyncio
from collections.abc import Callable

import structlog
from channels.layers import get_channel_layer

from casino.lib import live

TOUCH_SECONDS = 2
TOUCH_SECONDS_WHEN_CUT = 0.5
SILENCE_SECONDS = 3 * TOUCH_SECONDS + live.PATIENCE
PULSE = {"type": "pulse"}

_log = structlog.get_logger(__name__)


class Wire:
    """Tells the other processes and hears them. `up` is what a pulse sent to oneself has proved."""

    def __init__(self, on_nudge: Callable[[], None], on_change: Callable[[], None]) -> None:
        layer = get_channel_layer()
        assert layer is not None
        self.layer, self.channel = layer, ""
        self.on_nudge, self.on_change = on_nudge, on_change
        self.up = True
        self.heard_at = asyncio.get_running_loop().time()
        self.due = asyncio.Event()

    async def run(self) -> None:
        self.channel = await self.layer.new_channel()
        await asyncio.gather(self._listen(), self._touch(), self._tell())

    async def _listen(self) -> None:
        while True:
            try:
                # Pulses come all the time: a wait without any is a connection nobody answers on.
                async with asyncio.timeout(2 * SILENCE_SECONDS):
                    message = await self.layer.receive(self.channel)
            except Exception as error:
                self._cut(error)
                await asyncio.sleep(TOUCH_SECONDS_WHEN_CUT)
                continue
            self._heard()
            if message["type"] == live.NUDGE["type"] and message.get("sender") != self.channel:
                self.on_nudge()

    async def _touch(self) -> None:
        """Join again and again: the group is lost with Valkey's data, and ends by itself."""
        while True:
            try:
                async with asyncio.timeout(live.PATIENCE):
                    await self.layer.group_add(live.GROUP, self.channel)
                    await self.layer.send(self.channel, PULSE)
            except Exception as error:
                self._cut(error)
            if asyncio.get_running_loop().time() - self.heard_at > SILENCE_SECONDS:
                self._cut(TimeoutError("no pulse came back"))
            await asyncio.sleep(TOUCH_SECONDS if self.up else TOUCH_SECONDS_WHEN_CUT)

    async def _tell(self) -> None:
        while True:
            await self.due.wait()
            self.due.clear()
            try:
                await live.nudge_others(self.channel)
            except Exception as error:
                self._cut(error)
                await asyncio.sleep(TOUCH_SECONDS_WHEN_CUT)
                self.due.set()

    def _heard(self) -> None:
        self.heard_at = asyncio.get_running_loop().time()
        if not self.up:
            self.up = True
            _log.info("valkey_is_back")
            self.on_change()

    def _cut(self, error: Exception) -> None:
        if self.up:
            self.up = False
            _log.warning("valkey_is_lost", error=repr(error))
            self.on_change()
