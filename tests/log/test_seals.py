"""The log is sealed without holding anybody up, and a superuser's change is named."""

import threading
from concurrent.futures import ThreadPoolExecutor
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.utils import timezone

from casino.models import Entry, Seal
from casino.selectors.verify import verify
from casino.services.log import record, seal_entries
from tests.cast import make_person
from tests.conftest import superuser
from tests.log.test_feed import write

pytestmark = pytest.mark.django_db(transaction=True)


def sealed_batches(*sizes):
    for size in sizes:
        with transaction.atomic():
            for note in range(size):
                record("sign_on", by=None, now=timezone.now(), note=note, amount=123, name="Zoë")
        seal_entries(now=timezone.now())
    return list(Entry.objects.order_by("position").values_list("position", flat=True))


def tamper(*statements):
    with superuser() as db:
        db.execute("SET session_replication_role = replica")
        for statement in statements:
            db.execute(statement)


def breach(**kwargs):
    return list(verify(**kwargs))[-1].breach


def test_untouched_log_is_whole():
    sealed_batches(3, 2)
    proof = list(verify())[-1]
    assert (proof.entries, proof.seals, proof.breach, proof.unsealed) == (5, 2, "", 0)


def test_altered_entry_is_named():
    positions = sealed_batches(3, 3)
    tamper(f"UPDATE casino_entry SET payload = '{{}}' WHERE position >= {positions[4]}")
    assert breach() == f"entry {positions[4]} was altered (seal 2)"


def test_removed_entry_is_named():
    positions = sealed_batches(3, 3)
    tamper(f"DELETE FROM casino_entry WHERE position = {positions[1]}")
    assert breach() == f"entry {positions[1]} was removed (seal 1)"


def test_inserted_entry_is_named():
    positions = sealed_batches(2, 2)
    false = positions[1] + 1
    columns = ", ".join(f'"{f.column}"' for f in Entry._meta.fields if f.column != "position")
    tamper(
        f"INSERT INTO casino_entry (position, {columns})"
        f" SELECT {false}, {columns} FROM casino_entry WHERE position = {positions[0]}"
    )
    assert breach() == f"entry {false} was inserted (seal 2)"


OTHER = {"DateTimeField": "now()", "DateField": "'2001-01-01'", "JSONField": "'{\"a\": 1}'"}
OTHER |= {"BooleanField": "true", "ForeignKey": "99", "CharField": "'other'"}
OTHER |= {"PositiveIntegerField": "7"}


@pytest.mark.parametrize("field", [f for f in Entry._meta.fields if not f.primary_key])
def test_every_column_is_covered(field):
    person = make_person()
    with transaction.atomic():
        record("sign_on", by=person, now=timezone.now())
    seal_entries(now=timezone.now())
    tamper(f'UPDATE casino_entry SET "{field.column}" = {OTHER[field.get_internal_type()]}')
    assert "altered" in breach()


def test_removed_or_altered_seal_is_named():
    sealed_batches(1, 1, 1)
    tamper("DELETE FROM casino_seal WHERE number = 2")
    assert breach() == "seal 2 was removed"


def test_seal_made_anew_over_a_changed_entry_does_not_match_the_head_kept_outside():
    sealed_batches(2, 2)
    kept = Seal.objects.get(number=2).head
    tamper("DELETE FROM casino_seal", "UPDATE casino_entry SET payload = '{}'")
    while seal_entries(now=timezone.now()):
        pass
    assert breach() == ""
    assert kept in breach(head=kept)


def test_sealing_waits_for_nobody_and_nobody_waits_for_it():
    """With a writer still open, the others' entries are sealed later, not blocked."""
    written, go = threading.Event(), threading.Event()
    with ThreadPoolExecutor() as pool:
        slow = pool.submit(write, "slow", holding=go, written=written)
        assert written.wait(30)
        with transaction.atomic():
            record("sign_on", by=None, now=timezone.now(), note="quick")
        assert seal_entries(now=timezone.now()) is None
        go.set()
        slow.result()
    sealed = seal_entries(now=timezone.now())
    assert sealed is not None
    assert sealed.count == 2


def test_two_sealers_make_one_chain():
    for note in range(20):
        write(note)

    def work():
        seal_entries(now=timezone.now())
        connection.close()

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda _: work(), range(8)))
    seal_entries(now=timezone.now())
    proof = list(verify())[-1]
    assert (proof.entries, proof.breach) == (20, "")


def test_command_says_whole_or_names_the_breach():
    positions = sealed_batches(2)
    out = StringIO()
    call_command("verify_log", stdout=out)
    assert "whole: 2 entries under 1 seals" in out.getvalue()
    tamper(f"DELETE FROM casino_entry WHERE position = {positions[0]}")
    with pytest.raises(CommandError, match=f"entry {positions[0]} was removed"):
        call_command("verify_log")
