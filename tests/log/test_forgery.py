"""What the application's own database role can do to the log: add, and no more."""

import psycopg
import pytest
from django.db import transaction
from django.utils import timezone

from casino.lib import seal
from casino.models import Seal
from casino.services.life import patrol_log
from casino.services.log import record, seal_entries
from tests.conftest import superuser
from tests.log.test_seals import sealed_batches, tamper
from tests.servers import servers

pytestmark = pytest.mark.django_db(transaction=True)
ENTRY = (
    'INSERT INTO casino_entry (position, at, gaming_day, act, thing, "table", clause, reading,'
    " refused, payload, request_id)"
    " VALUES (0, {at}, {day}, 'x', '', '', '', '', false, {payload}, '')"
)
FINE = {"at": "now()", "day": "current_date", "payload": "'{}'"}
POISON = [
    {"at": "'infinity'"},
    {"at": "now() - interval '1 day'"},
    {"at": "now() + interval '1 day'"},
    {"day": "'2001-01-01'"},
    {"payload": f"'{{\"n\": {'9' * 5000}}}'"},
    {"payload": "jsonb_build_object('a', repeat('x', 200000))"},
]


@pytest.fixture(autouse=True)
def strict_clock():
    with superuser() as db:
        db.execute("UPDATE casino_logbase SET slack = '5 minutes'")
        yield
        db.execute("UPDATE casino_logbase SET slack = '100 years'")


def insert(statement):
    with psycopg.connect(servers().database_url) as db:
        db.execute(statement)


def test_plain_entry_is_taken():
    insert(ENTRY.format(**FINE))


@pytest.mark.parametrize("poison", POISON)
def test_entry_that_would_stop_the_log_is_refused(poison):
    with pytest.raises(psycopg.errors.CheckViolation):
        insert(ENTRY.format(**(FINE | poison)))


def forged(**changes):
    last = Seal.objects.order_by("-number").first()
    fields = {
        "number": last.number + 1,
        "first": last.last + 1,
        "last": 2**63 - 1,
        "positions": b"",
        "digests": b"",
        "previous": last.head,
    } | changes
    fields["head"] = seal.head(
        fields["previous"], fields["number"], fields["positions"], fields["digests"]
    )
    return fields


@pytest.mark.parametrize("changes", [{}, {"number": 9}, {"previous": "0" * 64}, {"first": 1}])
def test_seal_that_does_not_continue_the_chain_is_refused(changes):
    sealed_batches(2)
    with transaction.atomic():
        record("sign_on", by=None, now=timezone.now())
    names = "number, first, last, positions, digests, previous, head"
    with (
        psycopg.connect(servers().database_url) as db,
        pytest.raises(psycopg.errors.CheckViolation),
    ):
        db.execute(
            f"INSERT INTO casino_seal (sealed_at, gaming_day, {names}) VALUES (now(), current_date,"
            " %(number)s, %(first)s, %(last)s, %(positions)s, %(digests)s, %(previous)s, %(head)s)",
            forged(**changes),
        )
    assert seal_entries(now=timezone.now())


def test_patrol_goes_on_behind_a_breach():
    positions = sealed_batches(1, 1, 1)
    tamper(f"UPDATE casino_entry SET act = 'a' WHERE position = {positions[0]}")
    tamper(f"UPDATE casino_entry SET act = 'b' WHERE position = {positions[2]}")
    found = [patrol_log(now=timezone.now()).breach for _ in range(4)]
    assert any(str(positions[0]) in breach for breach in found)
    assert any(str(positions[2]) in breach for breach in found)
