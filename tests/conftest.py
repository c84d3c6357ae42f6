"""The database as the application meets it: made by its owner, used by a role that owns nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from django.core.management import call_command
from django.db import connection
from django.test import TransactionTestCase

from tests.servers import servers

pytest_plugins = ["tests.cast", "tests.chromium"]
KEPT = ("django_migrations", "django_content_type", "auth_permission", "casino_logbase")


@contextmanager
def as_owner() -> Iterator[None]:
    """This thread's connection as the owner of the schema."""
    mine, owner = dict(connection.settings_dict), urlsplit(servers().owner_url)
    connection.close()
    connection.settings_dict |= {"USER": owner.username, "PASSWORD": owner.password}
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict |= {"USER": mine["USER"], "PASSWORD": mine["PASSWORD"]}


@pytest.fixture(scope="session")
def django_db_setup(django_db_blocker: Any) -> None:
    """The worker's database is new and goes with it, so it is the test database itself."""
    TransactionTestCase._fixture_teardown = lambda self: wipe()  # type: ignore[attr-defined]
    with django_db_blocker.unblock(), as_owner():
        call_command("migrate", verbosity=0)
    with superuser() as db:  # tests move the clock of Python, not that of the database
        db.execute("UPDATE casino_logbase SET slack = '100 years'")


def superuser() -> psycopg.Connection[Any]:
    return psycopg.connect(servers().superuser_url, autocommit=True)


def wipe() -> None:
    """After a test that committed. Only a superuser can: the log refuses everybody else."""
    connection.close()
    with superuser() as db:
        db.execute("SET session_replication_role = replica")
        names = db.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        db.execute("TRUNCATE " + ", ".join(n for (n,) in names if n not in KEPT))


@pytest.fixture(autouse=True)
def _quick_secrets(settings: Any) -> None:
    """Argon2 is slow on purpose; one test of its own shows that it is what production uses."""
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.REFUSAL_SECONDS = 0
    settings.STORAGES = settings.STORAGES | {
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    }
