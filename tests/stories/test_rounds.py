"""An evening of each game, through HTTP and WebSocket only.

Two tablets fight over the table, a line is lost in the middle, a round is void, a deck leaves for a
wrong count, and the next round waits until another deck was shown, washed and shuffled.
"""

import json
from contextlib import ExitStack
from random import Random
from uuid import uuid4

import httpx
import pytest
from django.conf import settings
from django.contrib.auth.hashers import Argon2PasswordHasher

from casino.models import Job
from games.catalogue import GAMES
from games.engine import fold
from games.engine.transcript import replay
from tests.cast import PIN
from tests.conftest import wipe
from tests.inventory.cards import INSPECTED, on_duty
from tests.processes import CSRF, session_of, wait_for, web
from tests.rounds.evening import counted
from tests.rounds.lines import End, line_to
from tests.rules.players import Table as Players
from tests.tables.floor import CODES
from tests.tables.play import SIZES, issue, opened_table

SHUFFLE = {"do": "shuffle", "method": "manual"}
CUT = {"do": "cut", "by": "dealer", "cards": 20}


@pytest.fixture(scope="module")
def server(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), web() as started:
        wait_for(started.answers, 60)
        yield started
        wipe()


class Evening:
    """One table, the dealer's tablet and the floorperson's, and both their HTTP."""

    def __init__(self, server, table, stack):
        self.server, self.table, self.stack = server, table, stack
        self.dealer, self.floor = self.line(Job.DEALER), self.line(Job.FLOORPERSON)
        self.length = 0

    def line(self, job):
        path = f"/ws/tables/{self.table}"
        end = End(self.stack.enter_context(line_to(self.server, path, on_duty(job).person)))
        self.snapshot = end.hear("snapshot")
        return end

    def http(self, job, method, path, **body):
        cookies = {
            settings.SESSION_COOKIE_NAME: session_of(on_duty(job).person),
            settings.CSRF_COOKIE_NAME: CSRF,
        }
        ask = getattr(httpx, method)
        more = {"json": body} if method == "post" else {}
        headers = {"X-CSRFToken": CSRF}
        address = f"{self.server.address}/api/v1{path}"
        return ask(address, cookies=cookies, headers=headers, timeout=20, **more)

    def done(self, job, path, **body):
        answer = self.http(job, "post", path, **body)
        assert answer.status_code in (200, 201), (path, body, answer.json())
        return answer.json()

    def open(self):
        """Over the dealer's line; the answer, whatever it is."""
        self.length = 0
        self.dealer.say(type="open", key=uuid4().hex)
        self.round = self.dealer.hear("answer")
        return self.round

    def act(self, action, **more):
        told = self.dealer.act(self.round["round"], self.length, action, **more)
        assert "error" not in told, (action, told)
        self.length = told["length"]
        return told

    def begin(self):
        """A round up to its deal."""
        self.open()
        setup = self.round["setup"]
        players = Players(GAMES[setup["game"]], Random(3), setup)
        wagers = list(players.wagers())
        for action in (SHUFFLE, CUT, *wagers):
            self.act(action)
        calls = ("collect_antes",) if hasattr(players.game, "special_pot") else ("no_more_bets",)
        self.act({"do": calls[0]})
        self.act(self._deal(players, wagers))

    def _deal(self, players, wagers):
        size = len(players.cards[1])
        seats = sorted({wager["seat"] for wager in wagers})
        deal = {"do": "deal", "hands": {str(seat): ["??"] * size for seat in seats}}
        if hasattr(players, "dealer"):
            deal["dealer"] = ["??"] * size
        if board := getattr(players, "board", None):
            deal["board"] = ["??"] * len(board)
        return deal


@pytest.fixture
def evening(server, request):
    game = request.param
    with ExitStack() as stack:
        floor = on_duty(Job.FLOORPERSON).person
        floor.pin = Argon2PasswordHasher().encode(PIN, "as the server does")
        floor.save(update_fields=["pin"])
        yield Evening(server, opened_table(f"{CODES[game]}-01", game), stack)


def play_with_trouble(evening):
    """A whole round, though somebody interferes and the line is lost half-way."""
    evening.open()
    setup = evening.round["setup"]
    players = quiet_players(setup)
    plan, number, told = players.play(), evening.round["round"], {}
    for index, (_, action) in enumerate(plan):
        action, more = _as_sent(players, action)
        told = evening.act(action, key=f"mine {index}", **more)
        if index == 3:
            late = evening.floor.act(number, index, action, key="another's")
            assert late["error"]["code"] == "outdated"
            assert late["length"] == index + 1
        if index == 6 and "result" not in told:
            evening.dealer.socket.close()
            evening.dealer = evening.line(Job.DEALER)
            assert (evening.snapshot["round"], evening.snapshot["length"]) == (number, index + 1)
            again = evening.dealer.act(number, index, action, key=f"mine {index}")
            assert (again["length"], "error" in again) == (index + 1, False)
    return told


def quiet_players(setup):
    """Players whose round goes well by itself; the trouble comes from outside."""
    game = GAMES[setup["game"]]
    for seed in range(100):
        trial = Players(game, Random(seed), setup)
        done = [action["do"] for _, action in trial.play()]
        if trial.state.status == fold.SETTLED and "irregularity" not in done and len(done) > 8:
            return Players(game, Random(seed), setup)
    raise AssertionError("every round goes wrong")


def _as_sent(players, action):
    if action.get("method") == "preshuffled":
        return {**action, "method": "manual"}, {}
    if action["do"] == "settle" and hasattr(players.game, "special_pot"):
        before = replayed(players)
        badge = on_duty(Job.FLOORPERSON).person.badge
        return counted(before, action), {"second_badge": badge, "second_pin": PIN}
    return action, {}


def replayed(players):
    """The state before the last action that the players made."""
    state = fold.start(players.game, players.given)
    for action in players.actions[:-1]:
        state = fold.step(state, action)
    return state


def bring_another_deck(evening, code):
    """From the stand to the felt, through the API alone."""
    kind = GAMES[evening.round["setup"]["game"]].table.deck if "setup" in evening.round else None
    size = SIZES[kind or "standard"]
    move, table = f"/decks/{code}/movements", f"/tables/{evening.table}"
    facts = {"method": "manual_shoe"}
    at = {"to": str(evening.table), "facts": facts}
    evening.done(Job.FLOORPERSON, move, do="deliver", key=f"deliver-{code}", **at)
    inspected = {**INSPECTED, "cards": size}
    evening.done(Job.DEALER, move, do="inspect", key=f"inspect-{code}", facts=inspected)
    evening.done(Job.FLOORPERSON, move, do="verify", key=f"verify-{code}")
    for do in ("spread", "wash", "shuffle"):
        facts = {"deck": code} | ({"seen_by": [1, 2]} if do == "spread" else {})
        evening.done(Job.DEALER, f"{table}/deeds", do=do, facts=facts)


@pytest.mark.parametrize("evening", CODES, indirect=True)
def test_an_evening(evening):
    first = play_with_trouble(evening)
    assert first["result"]["status"] == "settled"
    button = evening.round["setup"].get("button")

    evening.begin()
    moved = evening.round["setup"].get("button")
    assert button is None or moved != button
    void = evening.act({"do": "count_stub", "cards": 1, "misdealt": True})["result"]
    assert (void["status"], void["deck"]) == ("void", "reshuffle")
    assert all(seat["net"] == 0 for seat in void["seats"].values())

    evening.begin()
    assert evening.round["setup"].get("button") == moved
    setup, deck = evening.round["setup"], decks_of(evening)[0]["code"]
    wrong = evening.act({"do": "count_stub", "cards": 1})["result"]
    assert (wrong["status"], wrong["deck"]) == ("void", "remove")
    assert decks_of(evening) == []
    told = evening.http(Job.SECURITY_OFFICER, "get", f"/decks/{deck}").json()
    assert (told["stage"], bool(told["held"])) == ("removed", True)
    refused = evening.open()
    assert refused["error"]["clause"]

    evening.round = {"setup": setup}
    bring_another_deck(evening, issue(evening.table, "blue"))
    evening.begin()
    assert "error" not in evening.round
    transcripts_fold_to_their_results(evening)


def decks_of(evening):
    return evening.http(Job.FLOORPERSON, "get", f"/tables/{evening.table}").json()["decks"]


def transcripts_fold_to_their_results(evening):
    last = evening.round["round"]
    for number in range(last - 3, last):
        told = evening.http(Job.PIT_BOSS, "get", f"/rounds/{number}").json()
        transcript = evening.http(Job.PIT_BOSS, "get", f"/rounds/{number}/transcript").json()
        again = json.loads(json.dumps(replay(transcript, GAMES[told["setup"]["game"]])))
        assert {**again, "id": None, "refused": None} == {
            **told["result"],
            "id": None,
            "refused": None,
        }
