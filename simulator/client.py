"""One person at one tablet: signs on like a browser, keeps a duty, and asks again when need be."""

import http.client
import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from http.cookies import SimpleCookie
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

Json = dict[str, Any]
FIRST_PAUSE, LONGEST_PAUSE = 0.1, 5.0
OVERLOADED = (502, 503, 504)
SIGN_ON, DUTY, ME = "/sign-on", "/duty", "/api/v1/me"


class Stopped(Exception):
    """Asked to stop."""


class Trouble(Exception):
    """The house cannot be reached, or answers what nobody can explain."""


class Answer(NamedTuple):
    status: int
    body: Json

    @property
    def is_ok(self) -> bool:
        return self.status < 300

    @property
    def error(self) -> Json:
        error: Json = self.body.get("error") or {}
        return error

    @property
    def code(self) -> str:
        return str(self.error.get("code", ""))

    @property
    def words(self) -> str:
        return str(self.error.get("message", f"status {self.status}"))


@dataclass(frozen=True, slots=True)
class House:
    """Where it is, the secrets that its simulated people share, and how patient they are."""

    address: str
    password: str
    pin: str
    patience: float = 120.0  # seconds in which a server that restarts must be back
    stop: threading.Event = field(default_factory=threading.Event)

    def connect(self) -> http.client.HTTPConnection:
        there = urlsplit(self.address)
        kind = (
            http.client.HTTPSConnection if there.scheme == "https" else http.client.HTTPConnection
        )
        return kind(there.netloc, timeout=30)

    def pauses(self) -> Iterator[None]:
        """Waits, longer and longer; ends when the patience does."""
        deadline, pause = time.monotonic() + self.patience, FIRST_PAUSE
        while time.monotonic() < deadline:
            yield
            if self.stop.wait(pause):
                raise Stopped
            pause = min(2 * pause, LONGEST_PAUSE)


class Form(HTMLParser):
    """The fields of one form of a page, as a browser would send them untouched."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name, self.is_inside, self.is_there = name, False, False
        self.fields: dict[str, str] = {}
        self.first: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.is_inside = given.get("id") == self.name
            self.is_there |= self.is_inside
        if tag == "input" and self.is_inside and given.get("name"):
            self._field(given)

    def _field(self, given: dict[str, str | None]) -> None:
        name, value = str(given["name"]), given.get("value") or ""
        is_choice = given.get("type") in ("radio", "checkbox")
        if is_choice:
            self.first.setdefault(name, value)
        if not is_choice or "checked" in given:
            self.fields[name] = value

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.is_inside = False


class Person:
    """Signed on with badge and password. A session that ended or a duty that is over is renewed."""

    def __init__(self, house: House, badge: str) -> None:
        self.house, self.badge = house, badge
        self.cookies: dict[str, str] = {}
        self.line: http.client.HTTPConnection | None = None

    # --- the doors for machines

    def get(self, path: str, **asked: object) -> Answer:
        return self.ask("GET", f"{path}?{urlencode(asked)}" if asked else path)

    def post(self, path: str, sent: Json) -> Answer:
        return self.ask("POST", path, sent)

    def ask(self, method: str, path: str, sent: Json | None = None) -> Answer:
        """The answer of somebody who is signed on and on duty; the same bytes are sent again."""
        if not self.cookies:
            self.sign_on()
        answer = self._told(method, path, sent)
        for _ in range(3):
            if answer.status == 401 or self._was_forged(answer):
                self.sign_on()
            elif answer.status == 403 and not self.is_on_duty():
                self.take_duty()
            else:
                break
            answer = self._told(method, path, sent)
        return answer

    def _told(self, method: str, path: str, sent: Json | None) -> Answer:
        body = json.dumps(sent).encode() if sent is not None else None
        status, content = self.send(method, path, body, "application/json")
        try:
            told = json.loads(content)
        except ValueError:
            told = {}
        if status >= 500:
            raise Trouble(f"{method} {path} was answered {status}")
        return Answer(status, told if isinstance(told, dict) else {})

    def _was_forged(self, answer: Answer) -> bool:
        """The token of a session that is gone."""
        return answer.status == 403 and "CSRF" in answer.words

    # --- as a browser

    def sign_on(self) -> None:
        self.cookies.clear()
        self.page("GET", SIGN_ON)
        status = self.page("POST", SIGN_ON, badge=self.badge, password=self.house.password)[0]
        if status != 302:
            raise Trouble(f"{self.badge} cannot sign on: {status}")
        if not self.is_on_duty():
            self.take_duty()

    def is_on_duty(self) -> bool:
        return self._told("GET", ME, None).is_ok

    def take_duty(self) -> None:
        """As the page proposes it: the job, the pit and the shift of the last time."""
        form = Form("take-duty")
        form.feed(self.page("GET", DUTY)[1])
        if form.is_there:
            self.page("POST", DUTY, **{**form.first, **form.fields})
        if not self.is_on_duty():
            raise Trouble(f"{self.badge} cannot take a duty")

    def page(self, method: str, path: str, **fields: str) -> tuple[int, str]:
        sent = {**fields, "csrfmiddlewaretoken": self.token}
        body = urlencode(sent).encode() if method == "POST" else None
        status, content = self.send(method, path, body, "application/x-www-form-urlencoded")
        return status, content.decode(errors="replace")

    @property
    def token(self) -> str:
        return next((value for name, value in self.cookies.items() if name.endswith("csrf")), "")

    # --- the wire

    def send(self, method: str, path: str, body: bytes | None, kind: str) -> tuple[int, bytes]:
        """Until it is answered. What is sent twice counts once: keys and lengths see to that."""
        why = ""
        for _ in self.house.pauses():
            try:
                status, content = self._once(method, path, body, kind)
            except (OSError, http.client.HTTPException) as error:
                why = repr(error)
                self.hang_up()
                continue
            if status not in OVERLOADED:
                return status, content
            why = f"status {status}"
        raise Trouble(f"{method} {path}: {why}")

    def _once(self, method: str, path: str, body: bytes | None, kind: str) -> tuple[int, bytes]:
        if self.line is None:
            self.line = self.house.connect()
        headers = {"Content-Type": kind, "Referer": self.house.address, "X-CSRFToken": self.token}
        headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        self.line.request(method, path, body=body, headers=headers)
        answer = self.line.getresponse()
        content = answer.read()
        for line in answer.headers.get_all("Set-Cookie") or ():
            self._keep(SimpleCookie(line))
        return answer.status, content

    def _keep(self, told: SimpleCookie) -> None:
        for name, morsel in told.items():
            if morsel.value and morsel["max-age"] != 0:
                self.cookies[name] = morsel.value
            else:
                self.cookies.pop(name, None)

    def hang_up(self) -> None:
        if self.line:
            self.line.close()
        self.line = None
