"""What people may not do in a round, however they try, and what they must not learn by trying."""

from uuid import uuid4

import pytest
from django.utils import timezone

from casino.lib.law import NotAllowed, Refused
from casino.models import Duty, Entry, Job
from casino.policy import FLOOR
from casino.selectors.log import cover
from games.models import Action, Round
from games.services import actions
from games.services.actions import submit, write
from tables.services import seats
from tests.cast import PIN, make_duty
from tests.inventory.cards import on_duty
from tests.rounds.evening import accept, act, ask, opened, play
from tests.rounds.test_ending import dealt
from tests.tables.play import opened_table

pytestmark = pytest.mark.django_db
SHUFFLE = {"do": "shuffle", "method": "manual"}
JSON = "application/json"


@pytest.mark.parametrize("job", [job for job in Job if job not in FLOOR])
def test_only_the_floor_acts(job):
    row = opened(opened_table())
    answer = submit(ask(row, SHUFFLE, by=on_duty(job)))
    assert isinstance(answer.refusal, NotAllowed)
    assert Action.objects.of(row.pk).count() == 0
    assert Entry.objects.filter(act="round_action", refused=True).exists()


@pytest.mark.parametrize("job", [job for job in Job if job not in FLOOR])
def test_statement_itself_asks_for_the_job(job, monkeypatch):
    """Behind the check in Python stands the one in the database."""
    monkeypatch.setattr(actions, "refuse_acting", lambda *_: None)
    row = opened(opened_table())
    assert submit(ask(row, SHUFFLE, by=on_duty(job))).refusal
    assert Action.objects.of(row.pk).count() == 0


def test_who_may_not_act_learns_nothing_by_guessing():
    table = opened_table("DP-1", "dragon_poker")
    row = opened(table)
    for action in (
        SHUFFLE,
        {"do": "cut", "by": "dealer", "cards": 20},
        {"do": "wager", "seat": 1, "on": "ante", "amount": 1000},
        {"do": "wager", "seat": 1, "on": "ante_bonus", "amount": 1000},
        {"do": "no_more_bets"},
        {"do": "deal", "hands": {"1": ["PH", "PH", "TI"]}, "dealer": ["RA", "RA", "DG"]},
        {"do": "fold", "seat": 1},
    ):
        accept(row, action)
    stranger = make_duty(Job.DEALER, "1999", pit="pit-2")
    guesses = (["RA", "RA", "DG"], ["PH", "PH", "PH"])
    told = set()
    for cards in guesses:
        guess = {"do": "reveal", "what": "dealer", "cards": cards}
        told.add(str(submit(ask(row, guess, by=stranger)).refusal))
    assert len(told) == 1


def test_cards_of_refused_actions_are_covered_while_the_round_is_played():
    row = opened(opened_table("DP-1", "dragon_poker"))
    act(row, do="reveal", what="dealer", cards=["RA", "RA", "DG"])
    kept = Entry.objects.get(thing=row.thing, refused=True)
    assert "RA" not in str(cover([kept], on_duty(Job.PIT_BOSS))[0].payload)


def test_duty_that_has_ended_opens_and_ends_nothing():
    """A socket holds the duty as it was when it was opened."""
    table = opened_table("DD-1", "deuce_of_the_dragon")
    row = dealt(table)
    by = on_duty(Job.PIT_BOSS)
    Duty.objects.filter(pk=by.pk).update(ended_at=timezone.now())
    answer = submit(ask(row, {"do": "irregularity", "kind": "cards_missing_or_added"}, by=by))
    assert isinstance(answer.refusal, NotAllowed)
    assert Round.objects.get(pk=row.pk).is_open


def test_error_of_ours_harms_nobody_else(monkeypatch):
    """One action that breaks the rules' own code is answered alone."""
    row = opened(opened_table())
    step = actions.fold.step

    def breaks(state, action):
        if action["do"] == "cut":
            raise ZeroDivisionError
        return step(state, action)

    monkeypatch.setattr(actions.fold, "step", breaks)
    cut = {"do": "cut", "by": "dealer", "cards": 20}
    good, bad = write([ask(row, SHUFFLE), ask(row, cut, index=1)])
    assert good.refusal is None
    assert isinstance(bad.refusal, actions.Failed)


def test_refusals_of_one_person_do_not_fill_the_log():
    row = opened(opened_table())
    for _ in range(actions.REFUSALS_A_MINUTE + 20):
        assert act(row, do="settle").refusal
    kept = Entry.objects.filter(thing=row.thing, refused=True).count()
    assert kept <= 2 * actions.REFUSALS_A_MINUTE  # the minute may have turned
    assert kept >= actions.REFUSALS_A_MINUTE


def test_nobody_sits_down_to_a_hand_in_play():
    table = opened_table()
    opened(table)
    by, second, now = on_duty(Job.FLOORPERSON), on_duty(Job.SECURITY_OFFICER), timezone.now()
    gone = {"number": str(table), "seat": 1, "why": "disorder"}
    seats.remove_player(**gone, by=by, second=second, now=now)
    with pytest.raises(Refused, match="taken"):
        seats.sit(number=str(table), seat=1, by=by, now=now)


class TestCorrections:
    @pytest.fixture
    def send(self, client_for):
        row = opened(opened_table())
        play(row, seed=2)
        boss, floor = client_for(Job.PIT_BOSS), on_duty(Job.FLOORPERSON)
        signed = {"second_badge": floor.person.badge, "second_pin": PIN, "reason": "Paid twice"}

        def send(**body):
            sent = signed | {"key": uuid4().hex, "seats": {"1": -500}} | body
            return boss.post(f"/api/v1/rounds/{row.pk}/corrections", sent, content_type=JSON)

        return send

    def test_same_key_corrects_once(self, send):
        first, again = send(key="a"), send(key="a")
        assert (first.status_code, again.json()) == (201, first.json())
        assert Entry.objects.filter(act="correct_round", refused=False).count() == 1

    @pytest.mark.parametrize(
        "seats", [{"x": 500, "1": 100}, {"01": 5}, {"²": 5}, {"1": 10**20}, {"1": "a"}, {"7": 1}]
    )
    def test_what_cannot_be_read_is_not_dropped(self, send, seats):
        assert send(seats=seats).status_code == 400

    def test_correction_takes_two(self, send):
        assert send(second_badge="", second_pin="").status_code in (400, 409)


def test_mistyped_card_does_not_spoil_the_replay(client_for):
    table = opened_table()
    row = opened(table)
    for cards in (["Zz"], [5], [{}]):
        act(row, do="reveal", what="dealer", cards=cards)
    play(row, seed=2)
    assert client_for(Job.PIT_BOSS).get(f"/rounds/{row.pk}").status_code == 200
