"""A deuce pot over three days: rounds and counts through the API alone, night after night.

What else happens at a closing and an opening (decks, devices, people) is told in test_tables.py.
"""

from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from casino.models import Duty, Job
from tables.services import seats
from tests.cast import PIN, sign_on
from tests.games import pots
from tests.inventory.cards import on_duty
from tests.tables import play
from tests.tables.play import deed

pytestmark = pytest.mark.django_db
GAME, JSON = "deuce_of_the_dragon", "application/json"


class Dealer:
    """Whoever deals today, with a session of today."""

    def __init__(self, table):
        self.table = table
        self.client = sign_on(Client(), on_duty(Job.DEALER).person)
        floor = on_duty(Job.FLOORPERSON).person
        self.second = {"second_badge": floor.badge, "second_pin": PIN}

    def post(self, path, **body):
        return self.client.post(f"/api/v1/{path}", body, content_type=JSON)

    def done(self, path, **body):
        answer = self.post(path, **body)
        assert answer.status_code in (200, 201), answer.json()
        return answer.json()

    def counts(self, do, cents, **facts):
        facts = {"cents": cents, **facts}
        return self.post(f"tables/{self.table}/deeds", do=do, facts=facts, **self.second)

    def plays(self, *, wins=False):
        """$10 come into the pot; unless somebody wins it, it stays."""
        told = self.done(f"tables/{self.table}/rounds", key=uuid4().hex)
        row, setup = told["round"], told["setup"]
        ended = [{"do": "forfeit", "seat": 1}]
        if wins:
            ended = pots.won(type("Round", (), {"setup": setup}), "2h")
        counted = {"main": 2000, "deuce": setup["rules"]["carried"] + 1000}
        settle = {"do": "settle", "counted": counted}
        for index, action in enumerate([*pots.before_the_bets("deuce"), *ended, settle]):
            signed = self.second if action is settle else {}
            asked = {"index": index, "key": uuid4().hex, "action": action, **signed}
            told = self.done(f"rounds/{row}/actions", **asked)
        return told["result"]["deuce"]


def goes_home(dealer, cents, seal):
    """The pot into sealed custody, everything else as every night."""
    table = dealer.table
    deed(table, "begin_close", reason="shift_end")
    seats.clear(number=str(table), by=on_duty(Job.DEALER), now=timezone.now())
    assert dealer.counts("keep_pot", cents - 500, seal=seal).status_code == 409
    assert dealer.counts("keep_pot", cents, seal=seal).status_code == 201
    play.take_away(table)
    deed(table, "lock_devices")
    deed(table, "count_closer", Job.DEALER, Job.FLOORPERSON, cents=2_500_000)
    deed(table, "close")
    Duty.objects.filter(ended_at=None).update(ended_at=timezone.now())


def comes_back(table, back, cents, seal):
    """Out of custody: the seal is named and the money counted before the table opens."""
    pots.begin_again(table, back)
    dealer = Dealer(table)
    wrong = dealer.counts("uncover_pot", cents + 500, seal=seal)
    assert wrong.status_code == 409
    assert "41.10(l)" in wrong.json()["error"]["clause"]
    assert dealer.counts("uncover_pot", cents, seal="S-WRONG").status_code == 409
    assert dealer.counts("uncover_pot", cents, seal=seal).status_code == 201
    deed(table, "open")
    return dealer


def test_a_pot_waits_for_its_winner_for_three_days():
    with time_machine.travel(pots.DAY_ONE, tick=True) as clock:
        table = play.opened_table("DD-01", GAME)
        dealer, held = Dealer(table), 0
        for day, back in enumerate(pots.BACKS):
            if day:
                clock.move_to(pots.DAY_ONE + day * pots.A_DAY)
                dealer = comes_back(table, back, held, f"S-{day}")
            for _ in range(2):
                pot = dealer.plays()
                held += 1000
                assert (pot["won_by"], pot["carried"]) == (None, held)
            if day < 2:
                goes_home(dealer, held, f"S-{day + 1}")
        pot = dealer.plays(wins=True)
    assert pot == {
        "opening": 6000,
        "antes": 1000,
        "won_by": pot["won_by"],
        "commission": 300,
        "paid": 6700,
        "carried": 0,
    }
    assert pot["won_by"]
