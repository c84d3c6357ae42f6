"""One way in which a round goes on, whatever the door."""

from datetime import timedelta

import pytest
from django.utils import timezone

from casino.lib.law import NotAllowed, Outdated
from casino.models import Duty, Entry, Job
from games.catalogue import GAMES
from games.engine import fold
from games.engine.transcript import replay
from games.models import Action, Round
from games.selectors.rounds import folded_from, present, transcript_of
from games.services.actions import submit, write
from tests.cast import make_duty
from tests.inventory.cards import on_duty
from tests.rounds.evening import accept, act, ask, opened, play
from tests.tables.floor import CODES
from tests.tables.play import fresh, opened_table

SHUFFLE = {"do": "shuffle", "method": "manual"}
CUT = {"do": "cut", "by": "dealer", "cards": 20}
pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("game", CODES)
def test_whole_rounds_are_played_and_fold_to_their_result(game):
    table = opened_table(f"{CODES[game]}-1", game)
    for seed in range(3):
        if fresh(table).fold.decks and not fresh(table).in_round:
            play(opened(table), seed)
    for row in Round.objects.all():
        actions = [action.raw for action in Action.objects.of(row.pk)]
        assert row.length == len(actions)
        assert fold.result(folded_from(row.setup, actions)) == row.result
        told = replay(transcript_of(row), GAMES[game])
        assert {k: v for k, v in told.items() if k not in ("id", "refused")} == {
            k: v for k, v in row.result.items() if k not in ("id", "refused")
        }
        assert row.status == row.result["status"]
    assert fresh(table).in_round == []


def test_the_same_key_twice_is_one_action():
    row = opened(opened_table())
    asked = ask(row, SHUFFLE)
    first, again = submit(asked), submit(asked)
    assert (first.length, again.length, again.is_repeated) == (1, 1, True)
    assert Action.objects.of(row.pk).count() == 1


def test_another_action_at_a_taken_place_is_late():
    row = opened(opened_table())
    late = ask(row, CUT, index=0)
    accept(row, SHUFFLE)
    answer = submit(late)
    assert isinstance(answer.refusal, Outdated)
    assert answer.length == 1


def test_refusals_are_kept_with_their_clause():
    row = opened(opened_table())
    answer = act(row, do="cut", by="dealer", cards=20)
    kept = Entry.objects.get(thing=row.thing, refused=True)
    assert answer.refusal.clause
    assert kept.clause == str(answer.refusal.clause)
    assert kept.payload["action"] == CUT
    assert kept.number is None
    assert present(row.pk).length == 0


def test_an_act_after_the_end_is_refused_with_its_clause():
    """The clause that says what a round is has a long name; nothing fails because of it."""
    row = opened(opened_table())
    end = play(row)
    late = ask(row, SHUFFLE, index=end.length)
    assert late.index == Round.objects.get(pk=row.pk).length
    kept = submit(late).refusal
    assert str(kept) == "The round is over"
    assert Entry.objects.get(thing=row.thing, refused=True).clause == str(kept.clause)


@pytest.mark.parametrize("game", CODES)
def test_every_clause_fits_into_the_log(game):
    room = Entry._meta.get_field("clause").max_length
    law = GAMES[game].law
    assert max(len(str(law.refuse(duty, "").clause)) for duty in law.cited) <= room


def test_nobody_acts_before_their_duty_begins():
    row, by = opened(opened_table()), make_duty(Job.FLOORPERSON, "1999", "pit-1")
    Duty.objects.filter(pk=by.pk).update(taken_at=timezone.now() + timedelta(hours=1))
    answer = submit(ask(row, SHUFFLE, by=Duty.objects.get(pk=by.pk)))
    assert isinstance(answer.refusal, NotAllowed)
    assert present(row.pk).length == 0


def test_many_at_once_are_judged_one_by_one():
    """Two tablets, a mistake and a nonsense in one batch: none of them harms another."""
    row = opened(opened_table())
    batch = [
        ask(row, SHUFFLE),
        ask(row, {"do": "dance"}, index=1),
        ask(row, CUT, index=1),
        ask(row, CUT, index=1),
        ask(row, {"do": "cut", "by": "dealer", "cards": 3}, index=2),
    ]
    answers = write(batch)
    assert [answer.length for answer in answers] == [1, 1, 2, 2, 2]
    assert [bool(answer.refusal) for answer in answers] == [False, True, False, True, True]
    assert [a.raw["do"] for a in Action.objects.of(row.pk)] == ["shuffle", "cut"]


@pytest.mark.parametrize(
    "action",
    [
        {"do": "shuffle", "method": "manual", "x": 1e309},
        {"do": "shuffle", "method": "manual", "x": 10**30},
        {"do": "shuffle", "method": "manual", "x": "\0"},
        {"do": "shuffle", "method": "manual", "x": "\ud800"},
        {"do": "shuffle", "method": "manual", "x": [[[[[1]]]]]},
        {"do": "shuffle", "method": "manual", "x": "y" * 1000},
        {"do": "shuffle", "method": "manual", "x": list(range(500))},
    ],
)
def test_what_no_database_keeps_spoils_no_batch(action):
    row = opened(opened_table())
    answers = write([ask(row, action), ask(row, SHUFFLE)])
    assert [bool(answer.refusal) for answer in answers] == [True, False]


def test_dealer_of_another_table_may_not_act():
    row = opened(opened_table())
    stranger = make_duty(Job.DEALER, "1999")
    answer = submit(ask(row, SHUFFLE, by=stranger))
    assert isinstance(answer.refusal, NotAllowed)
    assert present(row.pk).length == 0


def test_nobody_slips_in_before_another():
    """What a stranger sends is not carried by what the dealer sends in the same batch."""
    row = opened(opened_table())
    stranger = make_duty(Job.DEALER, "1999")
    answers = write([ask(row, SHUFFLE, by=stranger), ask(row, CUT, index=1)])
    assert all(answer.refusal for answer in answers)
    assert present(row.pk).length == 0


def test_supervisor_of_the_pit_may_help():
    row = opened(opened_table())
    assert submit(ask(row, SHUFFLE, by=on_duty(Job.PIT_BOSS))).length == 1
