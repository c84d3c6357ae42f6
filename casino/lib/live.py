"""Telling the screens that the log has grown. Nothing is said here but "look again"."""

import asyncio
import time
from collections.abc import Callable

import structlog
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

GROUP = "log"
NUDGE = {"type": "nudge"}
PATIENCE = 1  # seconds; a Valkey that does not answer must not hold up an act
PAUSE = 5  # seconds; and must not do so for each act in turn

_log = structlog.get_logger(__name__)
_wake: list[Callable[[], None]] = []
_quiet_until = [0.0]


def on_nudge(wake: Callable[[], None]) -> None:
    """The hub of this process asks to be woken: it then tells the other processes itself."""
    _wake[:] = [wake]


def nudge() -> None:
    """Call on commit. Losing a nudge loses nothing: every hub looks at the log by itself, too."""
    if _wake:
        _wake[0]()
        return
    if time.monotonic() < _quiet_until[0]:
        return
    try:
        async_to_sync(nudge_others)()
    except Exception as error:
        _quiet_until[0] = time.monotonic() + PAUSE
        _log.warning("nudge_lost", error=repr(error))


async def nudge_others(sender: str = "") -> None:
    layer = get_channel_layer()
    assert layer is not None
    await asyncio.wait_for(layer.group_send(GROUP, NUDGE | {"sender": sender}), PATIENCE)
