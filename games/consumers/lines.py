"""One line a console, display or board: a snapshot first, then numbered messages, and a beat."""

from json import dumps, loads
from typing import Any

from channels.consumer import get_handler_name
from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import timezone

from casino.forms import SECRET_MAX
from casino.hub import hub
from casino.lib.envelope import refusal_json
from casino.lib.law import Refused
from casino.lib.own_thread import OwnThread
from casino.models import Duty
from casino.selectors.live import NOT_ALLOWED, admit
from casino.services.people import second_signature
from games.consumers.floor import FLOOR, Line, without
from games.selectors.live import HOUSE, At, catch_up, pit_snapshot, table_snapshot
from games.selectors.rounds import known, legal_in
from games.services.opening import open_round
from games.services.soundness import KEY_CHARACTERS
from games.services.submission import Answer, Submission
from games.services.writer import writer

NOTHING_TO_SAY, UNREADABLE = 1003, 1007
BIGGEST = 2**31 - 1


class Following(AsyncWebsocketConsumer):
    """What both kinds of line share: who may follow, the snapshot, and the end."""

    # Not configured, on purpose: a consumer that listens to Valkey is closed when Valkey goes.
    channel_layer_alias = "none"
    line: Line | None = None
    duty: Duty

    async def dispatch(self, message: Any) -> None:
        """Without the look at this thread's connections that comes before every message: whoever
        works for a line has connections of their own."""
        await getattr(self, get_handler_name(message))(message)

    async def connect(self) -> None:
        await self.accept()
        key = self.scope["cookies"].get(settings.SESSION_COOKIE_NAME, "")
        duty = await database_sync_to_async(admit)(key, self.topics(), timezone.now())
        if isinstance(duty, int) or not self.may_follow(duty):
            await self.close(duty if isinstance(duty, int) else NOT_ALLOWED)
            return
        self.duty = duty
        self.line = Line(self._send, self.close, key=key, duty=duty, beat=self.beat)
        self.lines()[self.name].add(self.line)
        await hub().join(self.line, None)
        await self._begin()

    async def _begin(self) -> None:
        """Joined first, then drawn: what came between is in the snapshot, or it is drawn again."""
        assert self.line
        while True:
            self.line.has_missed = False
            told, at = await hub().reader.run(self.snapshot)
            if not self.line.has_missed:
                self.line.begin(told, at)
                return

    @property
    def name(self) -> str:
        return str(self.scope["url_route"]["kwargs"]["name"])

    def topics(self) -> list[str]:
        return [f"rounds:{self.name}"]

    def may_follow(self, duty: Duty) -> bool:
        return True

    def lines(self) -> dict[str, set[Line]]:
        raise NotImplementedError

    def snapshot(self) -> tuple[str, At]:
        raise NotImplementedError

    def beat(self, delayed: bool) -> str:
        assert self.line
        told = {"type": "beat", "position": self.line.position, "delayed": delayed}
        return dumps(told | self.line.at)

    async def _send(self, text: str) -> None:
        await self.send(text_data=text)

    async def __call__(self, *args: Any) -> None:
        """However it ends: Channels tells a consumer that failed of no disconnection."""
        try:
            await super().__call__(*args)
        finally:
            if self.line:
                without(self.lines(), self.name, self.line)
                hub().leave(self.line)


class PitLine(Following):
    """A board: how the rounds of a pit stand, or of the whole house."""

    def topics(self) -> list[str]:
        return ["rounds"] if self.name == HOUSE else ["rounds", f"pit:{self.name}"]

    def may_follow(self, duty: Duty) -> bool:
        return self.name != HOUSE or duty.pit_id is None

    def lines(self) -> dict[str, set[Line]]:
        return FLOOR.pits

    def snapshot(self) -> tuple[str, At]:
        assert self.line
        return pit_snapshot(self.name, self.line.position)

    async def receive(self, *_: Any, **__: Any) -> None:
        await self.close(NOTHING_TO_SAY)


class TableLine(Following):
    """A console, a device or a display at one table: it may act, and ask for what it missed."""

    def lines(self) -> dict[str, set[Line]]:
        return FLOOR.tables

    def snapshot(self) -> tuple[str, At]:
        assert self.line
        return table_snapshot(self.name, hidden=self.line.hidden)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """What cannot be read ends the line: whoever sends it speaks another language."""
        asked = _read(text_data)
        does = {"act": self._act, "open": self._open, "catch_up": self._catch_up}
        answer = does.get(asked.get("type", "")) if _is_sound(asked) else None
        if answer is None or self.line is None:
            await self.close(UNREADABLE)
            return
        try:
            self.line.push(await answer(asked))
        except Refused as refusal:
            told = {"type": "answer", "key": asked.get("key"), **refusal_json(refusal)}
            self.line.push(dumps(told))

    async def _act(self, asked: dict[str, Any]) -> str:
        number, key = asked["round"], asked["key"]
        answer = await writer().submit(
            Submission(
                number,
                asked["index"],
                key,
                asked.get("action"),  # type: ignore[arg-type]
                self.duty,
                timezone.now(),
                await self._second(asked),
            )
        )
        return _answer(number, key, answer, wants_legal=bool(asked.get("legal")))

    async def _second(self, asked: dict[str, Any]) -> Duty | None:
        """The other person who signs on this machine."""
        if not asked.get("second_badge"):
            return None
        return await database_sync_to_async(second_signature)(
            "award_pot",
            by=self.duty,
            badge=str(asked["second_badge"])[:12],
            pin=str(asked.get("second_pin", ""))[:SECRET_MAX],
            now=timezone.now(),
        )

    async def _open(self, asked: dict[str, Any]) -> str:
        row = await opener().run(
            open_round, table=self.name, by=self.duty, now=timezone.now(), key=asked["key"]
        )
        return dumps(
            {
                "type": "answer",
                "key": asked["key"],
                "round": row.pk,
                "number": row.number,
                "length": row.length,
                "setup": row.setup,
            }
        )

    async def _catch_up(self, asked: dict[str, Any]) -> str:
        """Not by the hub's reader: whoever asks again and again must not hold up the others."""
        assert self.line
        read = database_sync_to_async(catch_up)
        return await read(self.name, asked["round"], asked["after"], hidden=self.line.hidden)


NUMBERS = {"act": ("round", "index"), "catch_up": ("round", "after"), "open": ()}
TEXTS = {"act": ("key",), "catch_up": (), "open": ("key",)}


def _read(text: str | None) -> dict[str, Any]:
    try:
        asked = loads(text or "")
    except (ValueError, RecursionError):  # a number of five thousand digits is no JSON error
        return {}
    return asked if isinstance(asked, dict) else {}


def _is_sound(asked: dict[str, Any]) -> bool:
    kind = asked.get("type")
    if not isinstance(kind, str) or kind not in NUMBERS:
        return False
    numbers = all(_is_number(asked.get(name)) for name in NUMBERS[kind])
    signed = all(_is_key(asked[name]) for name in ("second_badge", "second_pin") if name in asked)
    return numbers and signed and all(_is_key(asked.get(name)) for name in TEXTS[kind])


def _is_number(value: Any) -> bool:
    return type(value) is int and -1 <= value <= BIGGEST


def _is_key(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= KEY_CHARACTERS and value.isprintable()


def _answer(number: int, key: str, answer: Answer, *, wants_legal: bool) -> str:
    """After the commit: what was accepted is in the log."""
    told: dict[str, Any] = {"type": "answer", "key": key, "round": number, "length": answer.length}
    if answer.refusal:
        told |= refusal_json(answer.refusal)
    if answer.result is not None:
        told["result"] = answer.result
    if wants_legal and (folded := known(number)):
        told["legal"] = legal_in(folded)
    return dumps(told)


_openers: list[OwnThread] = []


def opener() -> OwnThread:
    """Rounds are opened beside the writer: it asks much more of the database."""
    if not _openers:
        _openers.append(OwnThread("opener"))
    return _openers[0]
