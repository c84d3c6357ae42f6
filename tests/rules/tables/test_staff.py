"""Who may deal and who may watch."""

import pytest

from casino.lib.law import Refused
from tables.rules.staff import refuse_assignment

FINE = {"is_licensed": True, "watched": (), "most": 6}


@pytest.mark.parametrize(
    ("role", "job"),
    [("dealer", "dealer"), ("floorperson", "floorperson"), ("floorperson", "pit_boss")],
)
def test_each_works_in_their_own_job(role, job):
    refuse_assignment(role, job, **FINE)


@pytest.mark.parametrize(
    ("role", "job"), [("dealer", "floorperson"), ("floorperson", "dealer"), ("cook", "dealer")]
)
def test_nobody_works_in_another(role, job):
    with pytest.raises(Refused) as refused:
        refuse_assignment(role, job, **FINE)
    assert refused.value.clause.place == "13:69D-1.12(a)1"


def test_nobody_works_without_a_licence():
    with pytest.raises(Refused, match="licence") as refused:
        refuse_assignment("dealer", "dealer", **{**FINE, "is_licensed": False})
    assert refused.value.clause.place == "13:69A-1.2(a)"


def test_a_floorperson_watches_so_many_tables():
    five = [f"HU-{n}" for n in range(5)]
    refuse_assignment("floorperson", "floorperson", is_licensed=True, watched=five, most=6)
    six = [*five, "HU-5"]
    with pytest.raises(Refused, match="at most 6"):
        refuse_assignment("floorperson", "floorperson", is_licensed=True, watched=six, most=6)
