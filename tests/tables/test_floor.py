"""The floor: tables are added by two people, changed, moved and retired only while closed."""

import pytest
from django.utils import timezone

from casino.lib.law import Outdated, Refused
from casino.models import Duty, Entry, Job
from tables.models import Laying, Table
from tables.rules.map import Place
from tables.selectors.floor import version_of
from tables.services import floor
from tables.services.floor import Facts, Move
from tests.cast import make_duty, make_pit
from tests.tables.floor import approve_layout, make_table, manager, set_rules

HU = Facts("heads_up_holdem", 6, "manual_shoe", ["CAM-1"])


def boss():
    found = Duty.objects.filter(job=Job.PIT_BOSS).first()
    return found or make_duty(Job.PIT_BOSS)


def add(number="HU-01", facts=HU, pit="pit-1"):
    given = {"by": manager(), "second": boss(), "now": timezone.now()}
    return floor.add_table(number=number, pit=make_pit(pit), facts=facts, **given)


def change(table, facts, **given):
    return floor.change_table(
        number=table.number, facts=facts, by=manager(), now=timezone.now(), **given
    )


class TestAdding:
    def test_table_is_closed_and_stands_on_a_free_place(self, db):
        first, second = add("HU-01"), add("HU-02")
        assert first.phase == "closed"
        assert abs(first.x - second.x) >= 8 or abs(first.y - second.y) >= 14
        entry = Entry.objects.get(act="add_table", thing="table:HU-02")
        assert entry.second_person
        assert entry.payload["cameras"] == ["CAM-1"]

    def test_number_is_given_once(self, db):
        add("HU-01")
        with pytest.raises(Refused, match="HU-01 is there"):
            add("HU-01")

    def test_number_of_a_retired_table_stays_its_own(self, db):
        table = add("HU-01")
        table.retired_at = timezone.now()
        table.save()
        with pytest.raises(Refused, match="stays its own"):
            add("HU-01")

    def test_seven_positions_are_refused_with_the_clause_of_the_game(self, db):
        with pytest.raises(Refused) as refused:
            add(facts=HU._replace(positions=7))
        assert "13:69E-1.13Z" in str(refused.value.clause)

    def test_a_game_for_a_pot_deals_to_all_positions(self, db):
        with pytest.raises(Refused, match="all 6 positions"):
            add(facts=Facts("ultimate_8", 5, "manual_shoe"))

    @pytest.mark.parametrize(
        "facts",
        [
            HU._replace(game="chess"),
            HU._replace(method="by_post"),
            HU._replace(cameras=[f"C-{n}" for n in range(13)]),
        ],
    )
    def test_what_is_not_in_the_house_is_refused(self, db, facts):
        with pytest.raises(Refused):
            add(facts=facts)
        assert not Table.objects.exists()
        assert Entry.objects.get(act="add_table").refused

    def test_two_signatures_are_two_people(self, db):
        with pytest.raises(Refused, match="two people"):
            floor.add_table(
                number="HU-01", pit=make_pit(), facts=HU, by=manager(), second=manager(),
                now=timezone.now(),
            )  # fmt: skip


class TestChanging:
    def test_before_and_after_are_in_the_log(self, db):
        table = change(make_table(), HU._replace(method="hand", cameras=["C-7"]))
        told = Entry.objects.get(act="change_table").payload
        assert told["before"]["method"] == "manual_shoe"
        assert told["after"]["cameras"] == ["C-7"]
        assert Table.objects.get(pk=table.pk).method == "hand"

    def test_only_a_closed_table_is_changed(self, db):
        table = make_table(phase="open")
        with pytest.raises(Refused, match="HU-01 is open"):
            change(table, HU._replace(method="hand"))

    def test_nothing_different_is_refused(self, db):
        table = make_table(cameras=["CAM-1"])
        with pytest.raises(Refused, match="Nothing is different"):
            change(table, HU)

    def test_other_positions_take_the_layout_off(self, db):
        table = make_table()
        approve_layout(table)
        change(table, HU._replace(positions=5))
        assert not Laying.objects.filter(table=table, until=None).exists()

    def test_a_table_with_rules_keeps_its_game(self, db):
        table = make_table()
        set_rules(table)
        with pytest.raises(Refused, match="set up for its game"):
            change(table, Facts("dragon_poker", 6, "manual_shoe"))

    def test_a_bare_table_may_get_another_game(self, db):
        assert change(make_table(), Facts("dragon_poker", 6, "manual_shoe")).game == "dragon_poker"

    def test_who_saw_an_older_table_is_told(self, db):
        table = make_table()
        seen = version_of(table)
        change(table, HU._replace(method="hand"))
        with pytest.raises(Outdated):
            change(table, HU._replace(positions=5), seen=seen)


class TestMoving:
    def test_to_another_pit(self, db):
        table, by = make_table(), manager()
        moved = floor.move_table(
            number=table.number, pit=make_pit("pit-2"), by=by, now=timezone.now()
        )
        assert moved.pit.code == "pit-2"
        assert Entry.objects.get(act="move_table").payload["before"] == {"pit": "Pit 1"}

    def test_not_to_where_it_stands_and_not_while_open(self, db):
        for table, pit in (
            (make_table("HU-01"), "pit-1"),
            (make_table("HU-02", phase="idle"), "pit-2"),
        ):
            with pytest.raises(Refused):
                floor.move_table(
                    number=table.number, pit=make_pit(pit), by=manager(), now=timezone.now()
                )


class TestArranging:
    def test_many_at_once_in_one_entry(self, db):
        make_table("HU-01"), make_table("HU-02"), make_table("HU-03", x=9, y=9)
        moves = {
            "HU-01": Move(Place(0, 0), Place(10, 20)),
            "HU-02": Move(Place(0, 0), Place(30, 20)),
            "HU-03": Move(Place(9, 9), Place(9, 9)),
        }
        entry = floor.arrange(moves=moves, by=manager(), now=timezone.now())
        assert entry.payload["places"] == {"HU-01": [10, 20], "HU-02": [30, 20]}
        assert Table.objects.get(number="HU-02").x == 30

    def test_all_or_none(self, db):
        make_table("HU-01"), make_table("HU-02", x=5)
        moves = {
            "HU-01": Move(Place(0, 0), Place(10, 20)),
            "HU-02": Move(Place(0, 0), Place(30, 20)),
        }
        with pytest.raises(Outdated, match="moved HU-02"):
            floor.arrange(moves=moves, by=manager(), now=timezone.now())
        assert Table.objects.get(number="HU-01").x == 0

    @pytest.mark.parametrize(
        ("number", "to"), [("HU-01", Place(101, 0)), ("XX", Place(1, 1)), ("HU-01", Place(0, 0))]
    )
    def test_bad_places_are_refused(self, db, number, to):
        make_table("HU-01")
        with pytest.raises(Refused):
            floor.arrange(moves={number: Move(Place(0, 0), to)}, by=manager(), now=timezone.now())


class TestRetiring:
    def retire(self, table, **given):
        given = {"reason": "Worn out", "by": manager(), "second": boss()} | given
        return floor.retire_table(number=table.number, now=timezone.now(), **given)

    def test_it_leaves_the_floor_for_good(self, db):
        table = self.retire(make_table())
        assert table.retired_at
        with pytest.raises(Refused, match="no table"):
            change(table, HU)

    def test_only_closed_and_with_a_reason(self, db):
        with pytest.raises(Refused, match="is paused"):
            self.retire(make_table(phase="paused"))
        with pytest.raises(Refused, match="Say why"):
            self.retire(make_table("HU-02"), reason=" ")

    def test_not_with_a_pot_on_it(self, db):
        with pytest.raises(Refused, match="pot"):
            self.retire(make_table(carried_cents=500))
