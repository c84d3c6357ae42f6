"""Two locks, two departments, two people."""

import pytest

from casino.lib.law import Refused
from inventory.rules import law
from inventory.rules.deck import Place
from inventory.rules.keys import holders, refuse_holder

GAMES = ["dealer", "floorperson", "pit_boss", "shift_manager"]
SECURITY = ["security_officer", "security_manager"]


def refused(*arguments, **more):
    with pytest.raises(Refused) as no:
        refuse_holder(*arguments, **more)
    return no.value


@pytest.mark.parametrize("job", [*GAMES, *SECURITY, "accountant", "surveillance", "regulator"])
def test_each_lock_has_its_department(job):
    for lock, may in (("security", job in SECURITY), ("games", job == "shift_manager")):
        if may:
            refuse_holder(lock, job, "1001")
        else:
            no = refused(lock, job, "1001")
            assert (no.clause, bool(no.remedy)) == (law.KEYS, True)


def test_nobody_in_games_below_a_shift_manager_holds_the_key_of_a_store():
    no = refused("games", "pit_boss", "1001")
    assert no.remedy == "In casino games nobody below a shift manager holds it"


@pytest.mark.parametrize("place", [Place.PIT_STAND, Place.RESERVE])
def test_the_key_of_a_stand_is_with_its_pit_boss(place):
    refuse_holder("games", "pit_boss", "1001", place=place)
    assert "pit boss" in refused("games", "floorperson", "1001", place=place).remedy
    assert holders("security", place) == frozenset(SECURITY)


def test_nobody_holds_both_keys():
    refuse_holder("games", "shift_manager", "1001", ("games",))
    no = refused("games", "shift_manager", "1001", ("security",))
    assert no.clause == law.SEGREGATION
    assert "nobody opens a store alone" in no.error


def test_there_is_no_third_lock():
    assert refused("bicycle", "shift_manager", "1001").clause == law.KEYS
