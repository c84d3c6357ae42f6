"""A client's end of the live line of a table or a pit, over a real socket."""

from json import dumps, loads
from time import monotonic
from typing import Any
from uuid import uuid4

from django.conf import settings
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from casino.models import User
from tests.processes import Web, session_of


class End:
    """One end of a live line."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket

    def hear(self, kind, seconds=15):
        """The next message of this kind; a heartbeat, say, is passed over."""
        deadline = monotonic() + seconds
        while True:
            told = loads(self.socket.recv(timeout=deadline - monotonic()))
            if told["type"] == kind:
                return told

    def say(self, **words):
        self.socket.send(dumps(words))

    def act(self, row, index, action, key="", **more):
        self.say(type="act", round=row, index=index, key=key or uuid4().hex, action=action, **more)
        return self.hear("answer")

    def code(self):
        """Of the closing, whatever was said before it."""
        try:
            self.hear("nothing more")
        except ConnectionClosed as closed:
            return closed.rcvd.code
        raise AssertionError("unreachable")


def line_to(server: Web, path: str, person: User | None) -> Any:
    """For a `with`: as a browser of that person would open it."""
    key = session_of(person) if person else ""
    return connect(  # type: ignore[call-overload]
        f"ws://127.0.0.1:{server.port}{path}",
        origin=server.address,
        additional_headers={"Cookie": f"{settings.SESSION_COOKIE_NAME}={key}"},
        ping_interval=None,
        close_timeout=1,
    )
