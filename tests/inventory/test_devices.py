"""Devices: registered once, fixed, inspected, jammed, cleared, taken off, locked away, retired."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from django.db import connection
from django.utils import timezone

from casino.lib.law import NotAllowed, Outdated, Refused
from casino.models import Alert, Entry, Job
from casino.policy import ACTS
from inventory.models import Device
from inventory.rules.equipment import DEVICE_STEPS, DeviceMove, fold
from inventory.selectors.devices import devices, fitted, lacks, trail
from inventory.services.devices import Make, Step, move_device, refuse_dealing, register_device
from tests.inventory.cards import bring, make_lot, on_duty

pytestmark = pytest.mark.django_db


def registered(serial="SH-1", what="shuffler", **facts):
    return register_device(
        Make(serial, what, "Shuffle Makers", "Model 4", **facts),
        by=on_duty(Job.PIT_BOSS),
        now=timezone.now(),
    )


def move(do, serial, job=Job.FLOORPERSON, **facts):
    return move_device(Step(do, serial, **facts), by=on_duty(job), now=timezone.now())


def fixed(serial, what, table="HU-01", side="", **facts):
    registered(serial, what, **facts)
    return move("fix", serial, table=table, side=side)


def test_a_device_goes_from_registration_to_retirement():
    fixed("SH-1", "shuffler")
    for do in ("inspect", "jam", "clear", "take_off", "lock_away"):
        move(do, "SH-1")
    device = move("retire", "SH-1", job=Job.PIT_BOSS, note="Worn out")
    assert (device.stage, device.table) == ("retired", "")
    steps = ["register", "fix", "inspect", "jam", "clear", "take_off", "lock_away", "retire"]
    assert [movement.do for movement in reversed(trail(device))] == steps
    assert all(movement.entry.clause for movement in trail(device))
    assert not devices().exists()


def test_its_row_is_the_fold_of_its_moves():
    device = fixed("SH-1", "shuffler")
    moves = [
        DeviceMove(
            m.do, m.entry.at, m.entry.person.badge, m.entry.duty.job,
            table=m.entry.payload.get("to", ""), facts=m.entry.payload,
        )
        for m in reversed(trail(device))
    ]  # fmt: skip
    assert fold(moves) == Device.objects.get().fixture


@pytest.mark.parametrize("do", DEVICE_STEPS)
def test_the_policy_and_the_rules_name_the_same_jobs(do):
    assert {job.value for job in ACTS[f"device_{do}"].jobs} == set(DEVICE_STEPS[do].jobs)


@pytest.mark.parametrize("serial", ["", "x y", "a-1", "-A", "A", "A" * 41, "Ä-1"])
def test_a_serial_number_is_letters_digits_and_hyphens(serial):
    with pytest.raises(Refused, match="no serial number"):
        registered(serial)


def test_a_serial_number_is_registered_once():
    registered()
    with pytest.raises(Refused, match="registered already"):
        registered()
    assert Entry.objects.filter(act="device_register", refused=True).count() == 1


def test_what_takes_no_cards_counts_none():
    with pytest.raises(Refused, match="counts no cards"):
        registered("DB-1", "drop_box", counts_cards=True)
    assert registered(counts_cards=True).counts_cards


def test_a_table_has_one_of_a_sort_and_a_side_for_each_box():
    fixed("SH-1", "shuffler")
    with pytest.raises(Refused, match="has its shuffler"):
        fixed("SH-2", "shuffler")
    fixed("DB-1", "drop_box", side="left")
    with pytest.raises(Refused, match="other box hangs on that side"):
        fixed("TB-1", "tip_box", side="left")
    move("fix", "TB-1", table="HU-01", side="right")
    assert sorted(found.side for found in fitted("HU-01")) == ["", "left", "right"]


@pytest.mark.parametrize(
    ("what", "facts", "words"),
    [
        ("drop_box", {"table": "HU-01"}, "left or to the right"),
        ("shuffler", {"table": "HU-01", "side": "left"}, "Only a drop box or a tip box"),
        ("shuffler", {"table": "x y"}, "no table"),
        ("shuffler", {}, "no table"),
        ("inspector", {"table": "HU-01"}, "fixed to no table"),
    ],
)
def test_a_device_is_fixed_where_it_belongs(what, facts, words):
    registered("X-1", what)
    with pytest.raises(Refused, match=words):
        move("fix", "X-1", **facts)


def test_a_dealer_reports_a_jam_and_fixes_nothing():
    fixed("SH-1", "shuffler")
    with pytest.raises(NotAllowed):
        move("take_off", "SH-1", job=Job.DEALER)
    assert move("jam", "SH-1", job=Job.DEALER).is_jammed


def test_a_jam_alarms_the_pit_until_it_is_cleared():
    deck = bring(make_lot().decks.first().code, "play")
    fixed("SH-1", "shuffler")
    move("jam", "SH-1")
    words = list(Alert.objects.order_by("pk").values_list("words", "need", "pit"))
    assert words == [
        ("HU-01: shuffler SH-1 is jammed", "now", deck.pit_id),
        (
            "HU-01 has no shuffler that works: from the next round on no dealing from the hand",
            "now",
            deck.pit_id,
        ),
    ]
    move("clear", "SH-1")
    assert not Alert.objects.exists()


def test_taking_the_shuffler_off_tells_what_is_over():
    bring(make_lot().decks.first().code, "play")
    fixed("SH-1", "shuffler")
    refuse_dealing("HU-01", "hand")
    move("take_off", "SH-1")
    assert "no dealing from the hand" in Alert.objects.get().words
    with pytest.raises(Refused, match="only where a shuffler works"):
        refuse_dealing("HU-01", "hand")


def test_a_shuffler_of_an_idle_table_leaves_in_silence():
    fixed("SH-1", "shuffler")
    move("take_off", "SH-1")
    assert not Alert.objects.exists()


def test_a_shoe_is_dealt_from_only_when_it_is_fixed():
    with pytest.raises(Refused, match="No manual shoe is fixed"):
        refuse_dealing("HU-01", "manual_shoe")
    fixed("MS-1", "manual_shoe")
    refuse_dealing("HU-01", "manual_shoe")


def test_signs_of_tampering_alarm_and_bar_it_from_tables():
    registered()
    move("suspect", "SH-1", job=Job.DEALER, note="A scratched lock")
    assert "signs of tampering" in Alert.objects.get().words
    with pytest.raises(Refused, match="signs of tampering"):
        move("fix", "SH-1", table="HU-01")


@pytest.mark.parametrize("do", ["suspect", "retire"])
def test_what_needs_a_note_is_refused_without(do):
    registered()
    with pytest.raises(Refused, match="note is missing"):
        move(do, "SH-1", job=Job.PIT_BOSS, note="  ")


def test_what_somebody_did_meanwhile_is_seen_first():
    device = registered()
    move("lock_away", "SH-1")
    with pytest.raises(Outdated, match="is locked now"):
        move("fix", "SH-1", table="HU-01", seen=device.length)
    assert not Entry.objects.filter(refused=True).exists()


@pytest.mark.parametrize(
    ("do", "serial"), [("dance", "SH-1"), ("fix", "NONE"), ("register", "SH-1")]
)
def test_nonsense_is_refused(do, serial):
    with pytest.raises(Refused):
        move(do, serial, table="HU-01")


def test_a_table_knows_what_it_lacks():
    bring(make_lot().decks.first().code, "play")
    since = timezone.now()
    words = [lack.error for lack in lacks("HU-01", since)]
    assert words == [
        "This table has no drop box",
        "Cards are dealt from the hand only where a shuffler works",
    ]
    fixed("DB-1", "drop_box", side="left")
    fixed("TB-1", "tip_box", side="right")
    fixed("SH-1", "shuffler")
    assert [lack.error for lack in lacks("HU-01", since)] == [
        "The shuffler was not inspected today"
    ]
    move("inspect", "SH-1")
    assert lacks("HU-01", since) == []


@pytest.mark.django_db(transaction=True)
def test_of_many_boxes_fixed_at_once_to_one_side_one_hangs():
    for number in range(4):
        registered(f"B-{number}", "drop_box" if number % 2 else "tip_box")
    by, gate = on_duty(Job.FLOORPERSON), Barrier(4)

    def work(number):
        try:
            gate.wait(timeout=30)
            step = Step("fix", f"B-{number}", table="HU-01", side="left")
            return move_device(step, by=by, now=timezone.now())
        except Refused as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as threads:
        answers = list(threads.map(work, range(4)))
    assert sum(isinstance(answer, Device) for answer in answers) == 1
    assert len(fitted("HU-01")) == 1
