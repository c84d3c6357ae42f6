"""The one socket of a page: it is told what has changed, and says nothing itself."""

from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import timezone

from casino.hub import Socket, hub
from casino.selectors.live import NOT_ALLOWED, admit

TOPICS_MAX = 20
TOPIC_CHARACTERS_MAX = 100
POSITION_DIGITS_MAX = 18
NOTHING_TO_SAY = 1003


class Live(AsyncWebsocketConsumer):
    # Not configured, on purpose: a consumer that listens to Valkey is closed when Valkey goes.
    channel_layer_alias = "none"
    socket: Socket | None = None

    async def connect(self) -> None:
        """Accept first: a line that is refused before shows the browser no reason."""
        await self.accept()
        topics, after = _asked(self.scope["query_string"])
        key = self.scope["cookies"].get(settings.SESSION_COOKIE_NAME, "")
        duty = await database_sync_to_async(admit)(key, topics, timezone.now())
        if isinstance(duty, int) or len(topics) > TOPICS_MAX:
            await self.close(duty if isinstance(duty, int) else NOT_ALLOWED)
            return
        self.socket = Socket(self._send, self.close, key=key, duty=duty, topics=topics)
        await hub().join(self.socket, after)

    async def _send(self, text: str) -> None:
        await self.send(text_data=text)

    async def receive(self, *_: Any, **__: Any) -> None:
        await self.close(NOTHING_TO_SAY)

    async def disconnect(self, code: int) -> None:
        if self.socket:
            hub().leave(self.socket)


def _asked(query: bytes) -> tuple[list[str], int | None]:
    """What the page watches, and the position it was drawn at, if that is a number at all."""
    fields = parse_qs(query.decode("latin-1"))
    topics = dict.fromkeys(topic for topic in fields.get("topics", [""])[0].split(",") if topic)
    after = fields.get("after", [""])[0]
    known = after.isascii() and after.isdigit() and len(after) <= POSITION_DIGITS_MAX
    return [topic[:TOPIC_CHARACTERS_MAX] for topic in topics], int(after) if known else None
