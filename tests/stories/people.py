"""People of a story: each has a browser, opens pages, fills in what they hold, and signs."""

from html.parser import HTMLParser
from typing import Any

from django.test import Client
from django.utils import timezone
from knox.models import AuthToken

from casino import tasks
from casino.models import Duty, Errand, Job
from casino.services.outbox import relay
from inventory import tasks as ticks
from tests.cast import PIN, make_duty, sign_on


class Forms(HTMLParser):
    """The forms of a page: for each address, the names with what a browser would send unasked."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, list[str]]]] = []
        self.chosen = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form" and given.get("method") == "post":
            self.forms.append((given.get("action") or "", {}))
        if tag == "select":
            self.chosen = given.get("name") or ""
        if not self.forms or "disabled" in given:
            return
        kind, name = given.get("type", "text"), given.get("name")
        ticked = kind not in ("checkbox", "radio", "file") or "checked" in given
        if tag == "input" and name and ticked:
            self._keep(name, given.get("value") or "")
        if tag == "option" and "selected" in given:
            self._keep(self.chosen, given.get("value") or "")

    def _keep(self, name: str, value: str) -> None:
        self.forms[-1][1].setdefault(name, []).append(value)


class Person:
    """Somebody on duty, with a browser of their own."""

    def __init__(self, job: Job, clock: Any) -> None:
        self.job, self.clock = job, clock
        self.come_on_duty()

    def come_on_duty(self) -> None:
        """A new shift: a new duty and a new session, as the sign-on page leaves it."""
        Duty.objects.filter(job=self.job, ended_at=None).update(ended_at=timezone.now())
        self.duty = make_duty(self.job)
        self.client = sign_on(Client(), self.duty.person)

    def sees(self, url: str, status: int = 200) -> str:
        sign_on(self.client, self.duty.person)  # an idle screen locks, and stories skip hours
        answer = self.client.get(url)
        assert answer.status_code == status, (url, answer.status_code)
        return answer.content.decode()

    def fills_in(
        self,
        page: str,
        to: str = "",
        /,
        *,
        second: "Person | None" = None,
        refused: int = 0,
        **fields: Any,
    ) -> str:
        """Open a page, fill in its form and send it: where it leads, or what the refusal says."""
        self.clock.shift(60)
        to = to or page.partition("?")[0]
        known = [sent for action, sent in Forms(self.sees(page)).forms if (action or to) == to]
        assert known, f"no form to {to} on {page}"
        sent = known[0] | fields
        if second:
            sent |= {"second_badge": second.duty.person.badge, "second_pin": PIN}
        answer = self.client.post(to, sent)
        text = answer.content.decode()
        assert answer.status_code == (refused or 302), (to, answer.status_code, text[-3000:])
        return text if refused else answer.headers["Location"]

    def moves(self, do: str, *codes: str, **fields: Any) -> str:
        """With these decks in hand in the card room."""
        hand = "&".join(f"deck={code}" for code in codes)
        return self.fills_in(f"/cards?{hand}&do={do}", "/cards/move", **fields)


class Machine:
    """A scanner or surveillance, by API key."""

    def __init__(self, person: Person) -> None:
        person.duty.person.is_machine = True
        person.duty.person.save(update_fields=["is_machine"])
        _, key = AuthToken.objects.create(person.duty.person)
        self.client = Client(headers={"Authorization": f"Token {key}"})

    def asks(self, path: str, **asked: Any) -> Any:
        answer = self.client.get(f"/api/v1/{path}", asked)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def moves(self, code: str, status: int, **sent: Any) -> Any:
        path = f"/api/v1/decks/{code}/movements"
        answer = self.client.post(path, sent, content_type="application/json")
        assert answer.status_code == status, answer.content
        return answer.json()


def beat() -> None:
    """Every tick of the house, once: what is due, what was left undone, what follows, the seals."""
    ticks.flag_due()
    ticks.flag_left_undone()
    ticks.patrol_custody()
    relay(now=timezone.now(), offer=lambda number: None)
    for errand in Errand.objects.filter(done_at=None).order_by("pk"):
        tasks.run_errand(errand.pk)
    tasks.seal()
