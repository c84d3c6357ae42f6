"""Every rule that is cited without a game is told in plain words; readings are the register's."""

from casino.lib.dated import Sure
from casino.lib.law import Clause
from casino.policy import ONE_JOB_A_SHIFT, REGISTRATION, SEGREGATION
from games.engine.readings import EVERY_GAME
from games.selectors.readings import numbers
from inventory.rules import law
from inventory.rules.provisions import PROVISIONS, topics


def test_every_clause_of_cards_and_people_is_told():
    named = [clause for clause in vars(law).values() if isinstance(clause, Clause)]
    cited = {*named, ONE_JOB_A_SHIFT, REGISTRATION, SEGREGATION}
    assert {clause.place for clause in cited if not clause.game} <= PROVISIONS.keys()


def test_every_provision_stands_once_under_its_topic():
    listed = [provision.place for found in topics().values() for provision in found]
    assert len(listed) == len(set(listed)) == len(PROVISIONS)


def test_every_provision_says_how_sure_it_is():
    for provision in PROVISIONS.values():
        assert provision.sure in list(Sure)
        assert provision.source or provision.sure is Sure.SEEN, provision.place
        assert provision.summary.endswith(".")


def test_readings_are_those_of_the_register():
    assert {law.A3, law.A5, law.A6} <= set(EVERY_GAME)
    assert {number for p in PROVISIONS.values() for number in p.readings} <= numbers()
