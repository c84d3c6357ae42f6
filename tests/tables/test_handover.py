"""The handover sheet writes itself, is signed by two people, and stays as it was signed."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.db.utils import Error
from django.utils import timezone

from casino.lib.law import Refused
from casino.models import Alert, Entry, Job
from casino.services.alerts import raise_alert
from casino.services.log import record
from tables.models import Handover
from tables.selectors.handover import began_at, sheet_of
from tables.services.handover import hand_over
from tests.cast import PIN, make_duty, make_pit, ticket_for
from tests.people.test_races import at_once
from tests.tables.floor import make_table, set_rules


def note(act, by, table="HU-01", **told):
    with transaction.atomic():
        thing = f"table:{table}"
        return record(act, by=by, now=timezone.now(), thing=thing, table=table, pit=by.pit, **told)


def lines(sheet, name):
    return next(section["lines"] for section in sheet if section["name"] == name)


def people():
    return make_duty(Job.PIT_BOSS, "OUT-1"), make_duty(Job.PIT_BOSS, "IN-1")


def test_sheet_tells_what_happened(db):
    going, _ = people()
    began = timezone.now() - timedelta(hours=1)
    table = make_table("HU-01")
    note("table_open", going)
    note("table_pause", going, facts={"reason": "medical", "note": "Position 3"})
    note("remove_player", going, seat=3, why="collusion")
    note("report_discrepancy", going)
    note("give_notice", going, how="posted")
    note("deck_deliver", going, decks=["D1"])
    set_rules(table)
    raise_alert(need=Alert.Need.NOW, words="Jam", now=timezone.now(), pit=make_pit())
    sheet = sheet_of(make_pit(), began, timezone.now())
    assert lines(sheet, "tables")[0]["what"] == "HU-01"
    assert lines(sheet, "pauses")[0]["note"] == "Somebody needs help · Position 3"
    assert "position 3" in lines(sheet, "removals")[0]["note"]
    assert lines(sheet, "alerts")[0]["by"] == "nobody yet"
    assert lines(sheet, "changes")[0]["words"] == "rules 1 hold"
    for name in ("discrepancies", "notices", "decks"):
        assert len(lines(sheet, name)) == 1, name


def test_other_pits_and_earlier_shifts_are_not_on_it(db):
    going, _ = people()
    note("table_open", going)
    note("table_open", make_duty(Job.PIT_BOSS, "P2", "pit-2"))
    sheet = sheet_of(make_pit(), timezone.now(), timezone.now())
    assert lines(sheet, "tables") == []


def test_sheet_costs_no_more_for_a_large_pit(db, django_assert_num_queries):
    pit = make_table("HU-01").pit
    with django_assert_num_queries(10):
        sheet_of(pit, timezone.now(), timezone.now())
    for number in range(50):
        make_table(f"T-{number}")
    with django_assert_num_queries(10):
        sheet_of(pit, timezone.now(), timezone.now())


class TestSigning:
    def test_nothing_falls_between_two_sheets(self, db):
        going, coming = people()
        first = hand_over(pit=make_pit(), notes="", by=going, second=coming, now=timezone.now())
        assert first.began_at == going.taken_at
        assert began_at(coming, first, timezone.now()) == first.at

    def test_kept_as_it_was_read(self, db):
        going, coming = people()
        note("table_open", going)
        kept = hand_over(
            pit=make_pit(), notes=" Watch 3 ", by=going, second=coming, now=timezone.now()
        )
        assert kept.notes == "Watch 3"
        assert len(lines(kept.sheet, "tables")) == 1
        entry = Entry.objects.get(act="hand_over_pit")
        assert (entry.person, entry.second_person) == (going.person, coming.person)
        with pytest.raises(Error), transaction.atomic():
            Handover.objects.filter(pk=kept.pk).update(notes="Nothing")

    def test_nobody_hands_over_to_oneself_or_to_somebody_elsewhere(self, db):
        going, _ = people()
        for second in (going, make_duty(Job.PIT_BOSS, "P2", "pit-2"), make_duty(Job.DEALER)):
            with pytest.raises(Refused):
                hand_over(pit=make_pit(), notes="", by=going, second=second, now=timezone.now())
        assert not Handover.objects.exists()

    def test_not_the_pit_of_somebody_else(self, db):
        going, coming = people()
        with pytest.raises(Refused, match="not in Pit 2"):
            hand_over(pit=make_pit("pit-2"), notes="", by=going, second=coming, now=timezone.now())


@pytest.mark.django_db(transaction=True)
def test_two_who_hand_over_at_once_make_one_sheet():
    going, coming = people()

    def sign(_):
        given = {"notes": "", "by": going, "second": coming, "now": timezone.now(), "seen": 0}
        return hand_over(pit=make_pit(), **given)

    make_pit()
    answers = at_once(3, sign)
    assert sum(isinstance(answer, Refused) for answer in answers) == 2
    assert Handover.objects.count() == 1


class TestPages:
    def post(self, client, **given):
        usual = {"notes": "Watch 3", "seen": 0, "second_badge": "IN-1", "second_pin": PIN}
        return client.post("/pits/pit-1/handover", usual | {"ticket": ticket_for(client)} | given)

    def test_signed_kept_and_printed(self, client_for):
        client = client_for(Job.PIT_BOSS)
        make_duty(Job.PIT_BOSS, "IN-1")
        make_table("HU-01")
        note("table_open", client.duty)
        assert b"opened a table" in client.get("/pits/pit-1/handover").content
        answer = self.post(client)
        assert answer.url == f"/handovers/{Handover.objects.get().pk}"
        page = client.get(answer.url).content.decode()
        assert "Watch 3" in page
        assert "Incoming: Person IN-1" in page
        assert "Earlier sheets" in client.get("/pits/pit-1/handover").content.decode()

    @pytest.mark.parametrize(
        ("given", "status"),
        [
            ({"seen": "x"}, 422),
            ({"seen": 7}, 409),
            ({"second_pin": "1"}, 409),
            ({"notes": "x" * 4001}, 422),
        ],
    )
    def test_bad_forms_keep_nothing(self, client_for, given, status):
        client = client_for(Job.PIT_BOSS)
        make_duty(Job.PIT_BOSS, "IN-1")
        assert self.post(client, **given).status_code == status
        assert not Handover.objects.exists()

    def test_who_only_looks_sees_no_form(self, client_for):
        make_pit()
        page = client_for(Job.SURVEILLANCE).get("/pits/pit-1/handover").content
        assert b"Signed by: floorperson" in page
