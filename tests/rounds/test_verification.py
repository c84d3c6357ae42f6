"""Rounds are folded again after they ended; whoever alters one is found."""

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone

from casino.models import Alert, Entry
from casino.services.outbox import relay, run_errand
from games.models import Round
from games.services.verification import verify_rounds
from tests.conftest import superuser
from tests.rounds.evening import opened, play
from tests.tables.play import opened_table

pytestmark = pytest.mark.django_db(transaction=True)
ALTERATIONS = {
    "result": "UPDATE games_round SET result = result || '{\"house_net\": 1}' WHERE id = %s",
    "action": "UPDATE casino_entry SET payload = jsonb_set(payload, '{action,amount}', '1500')"
    " WHERE thing = 'round:' || %s AND payload #>> '{action,do}' = 'wager'",
    "gap": "DELETE FROM casino_entry WHERE thing = 'round:' || %s AND number = 3",
}


def alter(statement, number):
    with superuser() as db:
        db.execute("SET session_replication_role = replica")
        db.execute(statement, [number])


def test_rounds_as_they_were_played_are_found_sound():
    table = opened_table()
    for seed in (1, 2):
        play(opened(table), seed)
    opened(table)
    assert verify_rounds(now=timezone.now()) == (2, [])
    assert verify_rounds(now=timezone.now()) == (0, [])


@pytest.mark.parametrize("what", ALTERATIONS)
def test_altered_round_is_an_alarm_once(what):
    play(opened(opened_table()), seed=2)
    row = Round.objects.get()
    alter(ALTERATIONS[what], row.pk)
    found = verify_rounds(now=timezone.now())
    assert len(found.breaches) == 1
    assert Entry.objects.filter(act="find_round_breach", thing=row.thing).count() == 1
    relay(now=timezone.now(), offer=lambda number: run_errand(number=number, now=timezone.now()))
    assert Alert.objects.get(thing=row.thing).need == "now"


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE games_round SET result = '{}'",
        "UPDATE games_round SET status = 'open', result = NULL, ended_at = NULL",
        "UPDATE games_round SET setup = '{}'",
        "UPDATE games_round SET length = 0",
        "DELETE FROM games_round",
    ],
)
def test_database_itself_keeps_what_was_played(statement):
    play(opened(opened_table()), seed=2)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
