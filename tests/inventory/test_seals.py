"""The register of seals: each number is accounted for, and none is used twice."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from casino.lib.law import Refused
from casino.models import Alert, Entry, Job
from casino.services.outbox import ERRANDS, RUNS
from inventory.models import Container, DeckSeal, Roll
from inventory.selectors.seals import counts, skipped
from inventory.services import seals
from tests.inventory.cards import bring, do, make_lot, make_seals, on_duty

pytestmark = pytest.mark.django_db


def receive(prefix="A-", first="0001", last="0010", **more):
    signed = {
        "by": on_duty(Job.SECURITY_OFFICER),
        "second": on_duty(Job.SHIFT_MANAGER),
        "now": timezone.now(),
    } | more
    return seals.receive_roll(prefix=prefix, first=first, last=last, **signed)


def signed(**more):
    return {
        "by": on_duty(Job.SECURITY_OFFICER),
        "second": on_duty(Job.PIT_BOSS),
        "now": timezone.now(),
    } | more


def run_errands():
    """What the outbox would do; it reads only what is committed, and a test commits nothing."""
    for entry in Entry.objects.filter(refused=False).order_by("position"):
        for name in ERRANDS.get(entry.act, ()):
            RUNS[name](entry, timezone.now())


def test_a_roll_is_received_whole_by_two():
    roll = receive()
    assert (roll.count, str(roll)) == (10, "A-0001 to A-0010")
    assert counts() == {"in_stock": 10, "void": 0, "missing": 0, "used": 0}
    entry = Entry.objects.get(act="receive_seals")
    assert entry.second_person
    assert entry.payload["count"] == 10


@pytest.mark.parametrize(
    ("given", "error"),
    [
        (("A-", "0001", "5001"), "at most 5000"),
        (("A-", "0009", "0001"), "comes after"),
        (("A-", "1", "10"), "as many digits"),
        (("A-", "1.", "10"), "in digits"),
        (("a ", "1", "2"), "letters or digits"),
        (("A-", "①", "②"), "in digits"),
        (("ABCDEFGHIJKL", "000000001", "000000002"), "at most 20 signs"),
    ],
)
def test_a_strange_roll_is_refused(given, error):
    with pytest.raises(Refused, match=error):
        receive(*given)
    assert not DeckSeal.objects.exists()


def test_a_number_that_is_known_refuses_the_roll_and_loses_nothing():
    receive()
    with pytest.raises(Refused, match="A-0010 is in the register already"):
        receive(first="0010", last="0020")
    assert DeckSeal.objects.count() == 10
    assert Roll.objects.count() == 1
    assert Entry.objects.filter(act="receive_seals", refused=True).count() == 1


def test_a_dealer_does_not_receive_seals_nor_sign_for_them():
    with pytest.raises(Refused, match="may not"):
        receive(by=on_duty(Job.DEALER))
    with pytest.raises(Refused, match="may sign"):
        receive(second=on_duty(Job.DEALER))
    with pytest.raises(Refused, match="two people"):
        receive(second=on_duty(Job.SECURITY_OFFICER))


def test_a_void_seal_closes_nothing():
    receive()
    with pytest.raises(Refused, match="what is wrong"):
        seals.void(number="A-0001", reason=" ", by=on_duty(Job.PIT_BOSS), now=timezone.now())
    seals.void(number="A-0001", reason="torn", by=on_duty(Job.PIT_BOSS), now=timezone.now())
    code = bring(make_lot().decks.first().code, "remove").code
    with pytest.raises(Refused, match="A-0001 is void"):
        do("envelope", code, seal="A-0001", label="L-1")
    with pytest.raises(Refused, match="A-9999 is not in the register"):
        do("envelope", code, seal="A-9999", label="L-1")
    assert counts()["void"] == 1


def test_a_missing_seal_alarms_and_is_void_once_found():
    receive()
    seals.miss(number="A-0002", note="not in the drawer", **signed())
    run_errands()
    alert = Alert.objects.get(thing="seal:A-0002")
    assert alert.need == "now"
    assert "A-0002 is missing" in alert.words
    with pytest.raises(Refused, match="is missing"):
        seals.void(number="A-0002", reason="x", by=on_duty(Job.PIT_BOSS), now=timezone.now())
    seals.find(number="A-0002", note="behind the drawer", **signed())
    assert DeckSeal.objects.get(number="A-0002").state == "void"
    with pytest.raises(Refused, match="not missing"):
        seals.find(number="A-0002", note="again", **signed())


def test_a_used_seal_and_a_used_label_are_refused_and_nothing_is_lost():
    receive()
    one, other = make_lot().decks.order_by("pk")[:2]
    for deck in (one, other):
        bring(deck.code, "remove")
    do("envelope", one.code, seal="A-0001", label="L-1")
    with pytest.raises(Refused, match="A-0001 is used"):
        do("envelope", other.code, seal="A-0001", label="L-2")
    with pytest.raises(Refused, match="L-1 was used before"):
        do("envelope", other.code, seal="A-0002", label="L-1")
    other.refresh_from_db()
    assert other.stage == "removed"
    assert DeckSeal.objects.get(number="A-0002").state == "in_stock"


def test_raw_sql_uses_no_seal_and_no_label_twice():
    receive()
    one, other = make_lot().decks.order_by("pk")[:2]
    do_envelope(one.code, "A-0001", "L-1")
    used = Container.objects.get()
    free = DeckSeal.objects.get(number="A-0002")
    for seal, label in ((used.seal_id, "L-2"), (free.pk, "L-1")):
        with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO inventory_container (label, what, seal_id, deck_id, entry_id)"
                " VALUES (%s, 'bag', %s, %s, %s)",
                [label, seal, other.pk, used.entry_id],
            )


def test_raw_sql_frees_no_label():
    receive()
    do_envelope(make_lot().decks.first().code, "A-0001", "L-1")
    for sql in ("UPDATE inventory_container SET label = 'X'", "DELETE FROM inventory_container"):
        with pytest.raises(Exception, match=r"append-only|permission denied"), transaction.atomic():
            connection.cursor().execute(sql)


def do_envelope(code, seal, label):
    bring(code, "remove")
    do("envelope", code, seal=seal, label=label)


def test_skipped_numbers_are_listed_as_runs():
    receive()
    receive(prefix="B-", first="01", last="05")
    assert skipped() == []
    one, other = make_lot().decks.order_by("pk")[:2]
    do_envelope(one.code, "A-0004", "L-1")
    do_envelope(other.code, "A-0008", "L-2")
    seals.void(number="A-0006", reason="torn", by=on_duty(Job.PIT_BOSS), now=timezone.now())
    runs = [(run.first, run.last, run.count) for run in skipped()]
    assert runs == [("A-0001", "A-0003", 3), ("A-0005", "A-0005", 1), ("A-0007", "A-0007", 1)]
    assert counts() == {"in_stock": 12, "void": 1, "missing": 0, "used": 2}


def test_a_count_that_differs_is_explained_and_alarms():
    receive()
    seals.count(counted=10, note="", **signed())
    with pytest.raises(Refused, match="differ"):
        seals.count(counted=9, note="", **signed())
    run_errands()
    assert not Alert.objects.exists()
    seals.count(counted=9, note="counted twice", **signed())
    run_errands()
    assert Alert.objects.get().words == "9 seals counted, 10 in the register"


def test_seals_made_by_hand_are_in_the_register_too():
    make_seals("X-1", "X-2")
    assert counts()["in_stock"] == 2
