"""Two tablets at one table, shown with the guard and without it."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from casino.lib.law import Refused
from casino.models import Job
from games.models import Action, Round
from games.services import actions, appending
from games.services.actions import submit, write
from games.services.opening import open_round
from tables.models import Assignment
from tables.selectors.floor import locked_table
from tables.services.deeds import Order, carry_out_within
from tables.services.rounds import begin_round
from tests.inventory.cards import on_duty
from tests.processes import wait_for
from tests.rounds.evening import accept, ask, opened, plays
from tests.tables.play import fresh, opened_table

pytestmark = pytest.mark.django_db(transaction=True)
SHUFFLE = {"do": "shuffle", "method": "manual"}
AT_ONCE = 6


def at_once(work, count=AT_ONCE):
    """All of them start together; each with a connection of its own."""
    gate = Barrier(count)

    def run(number):
        try:
            gate.wait()
            return work(number)
        except (Refused, IntegrityError) as error:
            return error
        finally:
            connection.close()

    with ThreadPoolExecutor(count) as pool:
        return list(pool.map(run, range(count)))


def test_one_place_takes_one_action():
    row = opened(opened_table())
    asked = [ask(row, SHUFFLE) for _ in range(AT_ONCE)]
    answers = at_once(lambda number: submit(asked[number]))
    assert sum(answer.refusal is None for answer in answers) == 1
    assert Action.objects.of(row.pk).count() == 1
    assert Round.objects.get(pk=row.pk).length == 1


def test_without_the_check_of_the_length_the_database_refuses(monkeypatch):
    """The unique number stands behind it: an action is never written twice, only answered badly."""
    careless = appending.APPEND.replace("AND r.length = asked.before", "")
    assert careless != appending.APPEND
    monkeypatch.setattr(appending, "APPEND", careless)
    append, both = appending.append, Barrier(2)

    def late(judged):
        """Both have asked the rules before either writes."""
        both.wait(timeout=30)
        return append(judged)

    monkeypatch.setattr(actions, "append", late)
    row = opened(opened_table())
    asked = [ask(row, SHUFFLE) for _ in range(2)]
    answers = at_once(lambda number: submit(asked[number]), 2)
    assert any(isinstance(answer.refusal, actions.Failed) for answer in answers)
    assert Action.objects.of(row.pk).count() == 1


def test_same_act_from_two_threads_counts_once_and_is_answered_twice():
    row = opened(opened_table())
    asked = ask(row, SHUFFLE)
    answers = at_once(lambda _: submit(asked))
    assert [answer.length for answer in answers] == [1] * AT_ONCE
    assert all(answer.refusal is None for answer in answers)


def about_to_settle(table):
    """A round of the house, before its last action: nothing but its table moves with it."""
    row = opened(table)
    acts = next(acts for seed in range(40) if (acts := [*plays(row, seed)])[-1]["do"] == "settle")
    for action in acts[:-1]:
        accept(row, action)
    return row, ask(row, acts[-1])


def settled_while(table, meanwhile):
    """The answer to a round's last action, sent while somebody does that and holds the table."""
    row, settle = about_to_settle(table)
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            meanwhile(locked_table(str(table)))
            ending = pool.submit(apart, submit, settle)
            wait_for(waits_for_a_lock, 30)
        return row, ending.result()


def test_what_was_written_on_a_table_stays_when_its_round_ends_in_that_moment():
    """It waits for the table, and adds to what it then finds there."""
    table = opened_table()
    written = {"seats": [1, 2], "shown": {"written": "meanwhile"}}
    row, answer = settled_while(table, lambda held: begin_round(held, **written))
    assert answer.result
    shown = fresh(table).shown
    assert (shown["written"], shown["last_deck"]) == ("meanwhile", row.deck.code)
    assert fresh(table).in_round == []


def pause(table):
    order = Order("pause", str(table), {"reason": "dispute"})
    carry_out_within(order, by=on_duty(Job.FLOORPERSON), now=timezone.now())


def relieve(table):
    staff = Assignment.objects.filter(table=table, role=Assignment.Role.DEALER, until=None)
    staff.update(until=timezone.now())


@pytest.mark.parametrize(
    ("meanwhile", "words"), [(pause, "HU-01 is paused: nothing is played"), (relieve, "You do not")]
)
def test_a_round_does_not_end_against_what_is_done_to_its_table_in_that_moment(meanwhile, words):
    row, answer = settled_while(opened_table(), meanwhile)
    assert str(answer.refusal).startswith(words)
    assert Round.objects.get(pk=row.pk).is_open


def test_others_do_not_wait_for_a_table_that_somebody_holds():
    other, by = opened(opened_table("DC-01", "double_cross_poker")), on_duty(Job.FLOORPERSON)
    row, settle = about_to_settle(opened_table())  # the dealer has come here
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            locked_table("HU-01")
            ending = pool.submit(apart, write, [settle, ask(other, SHUFFLE, by=by)])
            wait_for(lambda: Round.objects.get(pk=other.pk).length, 2)
        assert [answer.refusal for answer in ending.result()] == [None, None]
    assert not Round.objects.get(pk=row.pk).is_open


def apart(send, asked):
    """In a thread: with a connection of its own, which ends with it."""
    try:
        return send(asked)
    finally:
        connection.close()


def waits_for_a_lock():
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return cursor.fetchone()[0] > 0


def test_one_table_opens_one_round():
    table, by = opened_table(), on_duty(Job.DEALER)
    answers = at_once(
        lambda number: open_round(table=str(table), by=by, now=timezone.now(), key=f"k{number}")
    )
    assert sum(isinstance(answer, Round) for answer in answers) == 1
    assert Round.objects.count() == 1
    assert fresh(table).in_round == [1, 2]


def test_without_the_lock_the_database_still_keeps_one_open_round():
    table = opened_table()
    row = opened(table)
    again = Round.objects.get(pk=row.pk)
    again.pk, again.number = None, 99
    with pytest.raises(IntegrityError, match="one_open_round_a_table"):
        again.save(force_insert=True)
