"""What `check --deploy` says about an installation that is not safe."""

from casino.checks import no_demo, role_owns_nothing
from tests.conftest import as_owner


def test_demo_is_no_production(settings):
    settings.DEMO = True
    assert [message.id for message in no_demo()] == ["casino.E001"]


def test_no_demo_is_silent(settings):
    settings.DEMO = False
    assert no_demo() == []


def test_role_that_owns_nothing_is_silent(transactional_db):
    assert role_owns_nothing(databases=["default"]) == []


def test_role_that_owns_the_tables_is_named(transactional_db):
    with as_owner():
        assert [m.id for m in role_owns_nothing(databases=["default"])] == ["casino.W001"]


def test_production_hashes_with_argon2():
    from casino import settings

    assert settings.PASSWORD_HASHERS == ["casino.lib.hashing.Argon2"]
