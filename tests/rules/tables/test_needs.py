"""What a table needs of somebody, read from how it stands."""

from datetime import UTC, datetime, timedelta

import pytest

from casino.lib.law import Clause, Refused
from inventory.rules.equipment import Fixture, State
from tables.rules.choices import Choice, Kind
from tables.rules.demands import Demands
from tables.rules.law import refuse
from tables.rules.limits import TO, limits_in_words
from tables.rules.map import Box, Place, free_place, hull, seat_places
from tables.rules.needs import DeckTime, Glance, Level, Patience, calls, turns_at
from tables.rules.table import Around, Phase, Table

NOW = datetime(2026, 11, 18, 21, 0, tzinfo=UTC)
WAITS = Patience(timedelta(minutes=10), timedelta(minutes=60), timedelta(minutes=30))
DEMANDS = Demands("g", "standard", 52, 1, "", "", (), (), ())
AROUND = Around(DEMANDS, dealer="1001", floorperson="1002", seated=(1, 2))


def ago(minutes):
    return NOW - timedelta(minutes=minutes)


def glance(phase=Phase.OPEN, around=AROUND, since=None, **given):
    table = Table(phase=phase, since=since or ago(5), reason=given.pop("reason", ""))
    table = table._replace(is_pot_covered=given.pop("covered", False))
    return Glance(table, around, NOW, WAITS, refuse, **given)


def named(*given, **more):
    return [(call.level, call.name) for call in calls(glance(*given, **more))]


def deck(state, due):
    return DeckTime("D1", ago(200), due, state)


def fixture(**state):
    return Fixture("shuffler", State.FIXED, "HU-01", **state)


def test_a_table_in_order_needs_nobody():
    assert named() == []
    assert named(Phase.CLOSED, Around(DEMANDS)) == []


@pytest.mark.parametrize(
    ("given", "need"),
    [
        ({"phase": Phase.PAUSED, "reason": "medical"}, (Level.NOW, "pause")),
        ({"around": AROUND._replace(fitted=(fixture(is_jammed=True),))}, (Level.NOW, "jam")),
        ({"around": AROUND._replace(fitted=(fixture(is_suspect=True),))}, (Level.NOW, "tampering")),
        ({"decks": (deck("overdue", ago(5)),)}, (Level.NOW, "deck")),
        ({"decks": (deck("soon", ago(-5)),)}, (Level.SOON, "deck")),
        ({"around": AROUND._replace(held=("D1",))}, (Level.NOW, "held")),
        ({"around": AROUND._replace(removed=("D1",))}, (Level.SOON, "envelope")),
        ({"around": AROUND._replace(signs=Refused("untrue"))}, (Level.NOW, "signs")),
        ({"around": AROUND._replace(dealer="")}, (Level.SOON, "dealer")),
        ({"around": AROUND._replace(floorperson="")}, (Level.SOON, "floorperson")),
        ({"dealer_since": ago(60)}, (Level.SOON, "push")),
        ({"around": AROUND._replace(seated=())}, (Level.SOON, "empty")),
        ({"phase": Phase.IDLE, "since": ago(10)}, (Level.SOON, "idle")),
        ({"proposed_at": ago(1)}, (Level.INFO, "proposal")),
        ({"changes_at": ago(-30)}, (Level.INFO, "change")),
    ],
)
def test_each_need_alone(given, need):
    assert named(**given) == [need]


def test_a_sign_that_is_missing_while_it_opens_is_not_yet_an_alarm():
    around = AROUND._replace(signs=Refused("missing"))
    assert named(Phase.OPENING, around) == [(Level.SOON, "signs")]


def test_layout_comes_before_rules_and_signs():
    around = AROUND._replace(layout=Refused("a"), rules=Refused("b"), signs=Refused("c"))
    assert named(around=around) == [(Level.NOW, "layout")]


def test_a_pot_without_its_lid_is_covered_at_once():
    around = AROUND._replace(carried_cents=124_000, seated=())
    found = calls(glance(Phase.IDLE, around, since=ago(1)))
    assert [call.words for call in found] == ["Pot of $1,240 is not under its lid"]
    assert found[0].clause == Clause("13:69D-1.20")
    assert named(Phase.IDLE, around, since=ago(1), covered=True) == []


def test_a_closed_table_asks_for_devices_that_lie_about():
    assert named(Phase.CLOSED, Around(DEMANDS, loose=("SH-1",))) == [(Level.SOON, "loose")]


def test_the_most_urgent_comes_first():
    around = AROUND._replace(dealer="", fitted=(fixture(is_jammed=True),))
    assert [level for level, _ in named(around=around)] == [Level.NOW, Level.SOON]


def test_the_board_knows_when_time_alone_changes_something():
    assert turns_at(glance()) is None
    assert turns_at(glance(decks=(deck("ok", ago(-45)),))) == ago(-15)
    assert turns_at(glance(decks=(deck("soon", ago(-10)),))) == ago(-10)
    assert turns_at(glance(dealer_since=ago(50))) == ago(-10)
    assert turns_at(glance(Phase.IDLE, since=ago(4))) == ago(-6)


def test_limits_are_told_as_the_game_has_them():
    house = [Choice("min", "Least", Kind.MONEY, 500), Choice("max", "Most", Kind.MONEY, 100_000)]
    pot = [Choice("ante", "", Kind.MONEY, 1000), Choice("pot_ante", "", Kind.MONEY, 500)]
    assert limits_in_words(house, {"min": 1500}) == f"$15{TO}$1,000"
    assert limits_in_words(pot, {}) == "ante $10/$5"
    assert limits_in_words([], {}) == ""


class TestMap:
    def test_new_tables_stand_beside_those_of_their_pit(self):
        pit = [Place(6, 10), Place(14, 10)]
        assert free_place(pit, pit) == Place(22, 10)
        assert free_place([]) == Place(6, 10)

    def test_a_full_floor_still_gives_a_place(self):
        everywhere = [Place(x, y) for x in range(0, 101, 4) for y in range(0, 101, 4)]
        assert free_place(everywhere) == Place(50, 50)

    def test_the_ground_of_a_pit_stays_on_the_map(self):
        assert hull([Place(0, 0), Place(100, 50)]) == Box(0, 0, 100, 59)

    @pytest.mark.parametrize("positions", range(1, 7))
    def test_every_seat_has_a_place_of_its_own(self, positions):
        places = seat_places(positions)
        assert len(set(places)) == positions
        assert all(0 < place.x < 100 and 0 < place.y < 50 for place in places)
