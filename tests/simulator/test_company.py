"""Simulated people are not alone: servers restart, sessions and duties end, somebody else acts."""

import signal
import socket
import subprocess
from contextlib import contextmanager
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.utils import timezone

from casino.models import Duty, Job
from casino.services.people import end_duty
from games.models import Round
from games.selectors.rounds import open_round_at
from games.services.actions import submit
from games.services.opening import open_round
from games.services.submission import Submission
from inventory.models import Deck
from tables.models import Assignment
from tables.services.deeds import Order, carry_out
from tests.conftest import wipe
from tests.inventory.cards import on_duty
from tests.processes import ROOT, Web, part, wait_for
from tests.simulator.conftest import Simulator
from tests.simulator.floor import SECRETS, opened

pytestmark = pytest.mark.xdist_group("simulator")
UVICORN = "--no-access-log --log-level warning --timeout-graceful-shutdown 2"


@pytest.fixture(autouse=True)
def _slow_secrets(settings):
    settings.PASSWORD_HASHERS = ["casino.lib.hashing.Argon2"]


@pytest.fixture
def badges(house):
    wipe()
    yield ",".join(opened("DP-01"))
    wipe()


@contextmanager
def serving(listener):
    """A web process on a socket that outlives it: who calls meanwhile waits, or asks again."""
    command = ["uvicorn", "casino.asgi:application", "--fd", str(listener.fileno())]
    fds = (listener.fileno(),)
    with part(*command, *UVICORN.split(), pass_fds=fds, environment={}) as started:
        server = Web(started, listener.getsockname()[1])
        wait_for(server.answers, 60)
        yield server


@contextmanager
def playing(simulator, *words):
    process = subprocess.Popen(
        simulator.command(*words), cwd=ROOT, env=SECRETS, stdout=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def played():
    return Round.objects.exclude(status="open").count()


def wait_for_rounds(more):
    wanted = played() + more
    wait_for(lambda: played() >= wanted, 60, f"{wanted} rounds")


def floorperson():
    return {"by": on_duty(Job.FLOORPERSON), "now": timezone.now()}


def test_an_evening_with_every_trouble(badges, server, tmp_path):
    """`server` has collected the styles; this one has a house of its own to break."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        with serving(listener) as first:
            simulator = Simulator(first, tmp_path)
            words = ["--people", badges, "--rounds", "100000", "--seed", "5"]
            with playing(simulator, *words) as process:
                wait_for_rounds(1)
                first.part.kill()
                with serving(listener):
                    wait_for_rounds(2)
                    end_sessions()
                    wait_for_rounds(2)
                    send_the_dealer_home()
                    wait_for_rounds(2)
                    pause_and_go_on(simulator.truth)
                    wait_for_rounds(2)
                    process.send_signal(signal.SIGINT)
                    said = process.communicate(timeout=30)[0]
    assert process.returncode == 0, said
    assert "rounds at 1 tables" in said.splitlines()[-1]


def end_sessions():
    Session.objects.all().delete()


def send_the_dealer_home():
    """The duty ends, and with it the place at the table."""
    duty = Duty.objects.get(person__badge="D-DP-01", ended_at=None)
    end_duty(duty=duty, now=timezone.now())
    Assignment.objects.filter(duty=duty, until=None).update(until=timezone.now())


def pause_and_go_on(truth):
    """Somebody of the floor stops the table in a round: nothing is played until it goes on."""
    while True:
        carry_out(Order("pause", "DP-01", {"reason": "dispute"}), **floorperson())
        if open_round_at("DP-01"):
            break
        carry_out(Order("continue", "DP-01", {"note": "Between rounds"}), **floorperson())
    before = state_of_play()
    wait_for(lambda: "nothing is played" in truth.read_text(), 30)
    assert state_of_play() == before
    carry_out(Order("continue", "DP-01", {"note": "Settled"}), **floorperson())


def state_of_play():
    return list(Round.objects.order_by("pk").values_list("pk", "length", "status"))


def test_a_round_that_somebody_else_began_is_played_to_its_end(badges, simulator):
    """With cards that were told: they are in no view, so nobody can guess them."""
    row = open_round(table="DP-01", **floorperson())
    hand = ["RA", "RA", "MO"]
    act(row, {"do": "shuffle", "method": "device"})
    for on in ("ante", "ante_bonus"):
        act(row, {"do": "wager", "seat": 1, "on": on, "amount": 1000})
    act(row, {"do": "no_more_bets"})
    act(row, {"do": "deal", "hands": {"1": hand}, "dealer": ["PH", "TI", "PA"]})
    simulator.run("--people", badges, "--rounds", "2", **SECRETS)
    row.refresh_from_db()
    assert row.status == "settled"
    assert played() == 2
    assert open_round_at("DP-01") is None


def test_an_idle_table_with_an_old_deck_is_made_ready_again(badges, simulator):
    """The old one goes into an envelope, another is brought, shown, washed and shuffled."""
    old = Deck.objects.get(stage="in_play")
    carry_out(Order("go_idle", "DP-01"), **floorperson())
    Deck.objects.filter(pk=old.pk).update(opened_at=timezone.now() - timedelta(days=2))
    said = simulator.run("--people", badges, "--rounds", "1", **SECRETS)
    assert "1 decks changed" in said
    old.refresh_from_db()
    assert (old.stage, old.reason) == ("enveloped", "scheduled_change")
    assert Round.objects.get().deck != old


def test_two_decks_take_turns(house, simulator):
    wipe()
    badges = ",".join(opened("HU-09"))
    simulator.run("--people", badges, "--rounds", "3", "--mishaps", "0", "--losses", "0", **SECRETS)
    first, second, third = Round.objects.order_by("pk").values_list("deck__code", flat=True)
    assert first == third != second
    wipe()


def act(row, action):
    row.refresh_from_db()
    key = f"by-hand-{row.length}"
    answer = submit(Submission(row.pk, row.length, key, action, **floorperson()))
    assert answer.refusal is None, answer
