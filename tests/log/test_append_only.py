"""The log cannot be changed: not by the application's role, and not by raw SQL of its owner."""

import psycopg
import pytest
from django.db import transaction
from django.utils import timezone

from casino.services.log import record, seal_entries
from tests.conftest import superuser
from tests.servers import servers

pytestmark = pytest.mark.django_db(transaction=True)

CHANGES = [
    "UPDATE casino_entry SET act = 'sign_off'",
    "DELETE FROM casino_entry",
    "TRUNCATE casino_entry CASCADE",
    "UPDATE casino_seal SET head = ''",
    "DELETE FROM casino_seal",
    "TRUNCATE casino_seal",
]
ESCAPES = [
    "ALTER TABLE casino_entry DISABLE TRIGGER ALL",
    "ALTER TABLE casino_seal DISABLE TRIGGER append_only_row",
    "DROP TRIGGER append_only_row ON casino_entry",
    "DROP TABLE casino_entry CASCADE",
    "ALTER TABLE casino_entry ALTER COLUMN act TYPE text",
    "SET session_replication_role = replica",
    "SET ROLE postgres",
    "SET ROLE pitkeeper_owner",
    "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS"
    " 'BEGIN RETURN NEW; END'",
    "CREATE TABLE public.mine (id int)",
    "UPDATE casino_logbase SET base = 1000000",
]


@pytest.fixture(autouse=True)
def one_sealed_entry(db):
    with transaction.atomic():
        record("sign_on", by=None, now=timezone.now())
    assert seal_entries(now=timezone.now())


@pytest.mark.parametrize("statement", CHANGES + ESCAPES)
def test_application_role_is_refused(statement):
    with (
        psycopg.connect(servers().database_url) as db,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        db.execute(statement)


@pytest.mark.parametrize("statement", CHANGES)
def test_owner_is_refused_while_the_triggers_stand(statement):
    with (
        psycopg.connect(servers().owner_url) as db,
        pytest.raises(psycopg.errors.InsufficientPrivilege, match="append-only"),
    ):
        db.execute(statement)


def test_application_cannot_choose_a_position():
    with psycopg.connect(servers().database_url) as db:
        (position,) = db.execute(
            'INSERT INTO casino_entry (position, at, gaming_day, act, thing, "table", clause,'
            " reading, refused, payload, request_id) VALUES (1, now(), current_date, 'x', '', '',"
            " '', '', false, '{}', '') RETURNING position"
        ).fetchone()
    assert position > 65536


def test_table_of_the_same_name_does_not_move_the_log():
    """A temporary table comes first on the search path: the log's functions name their schema."""
    with superuser() as db:
        db.execute("CREATE TEMP TABLE casino_logbase (base bigint, slack interval)")
        db.execute("INSERT INTO pg_temp.casino_logbase VALUES (1000000000)")
        (horizon,) = db.execute("SELECT log_horizon() >> 16").fetchone()
        (now,) = db.execute("SELECT pg_current_xact_id()::text::bigint").fetchone()
    assert horizon <= now
