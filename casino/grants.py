"""What the application's role may do in PostgreSQL: never own, never change a happening.

It deletes from a few tables only: what it could delete elsewhere, nobody would miss.
"""

from typing import Any

from django.conf import settings
from django.db import connection
from psycopg import sql

from casino.lib.append_only import append_only_tables

# What ends without a trace that is worth keeping, or whose end the log tells.
DELETED_FROM = (
    "django_session",
    "knox_authtoken",
    "otp_totp_totpdevice",
    "casino_tries",
    "casino_unknowntries",
    "casino_spentticket",
    "casino_alert",
    "inventory_par",
)


def grant(**kwargs: Any) -> None:
    """After each migration, as the owner: the same grants again, so that new tables have them."""
    role = settings.DATABASE_APP_ROLE
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_user, EXISTS (SELECT FROM pg_roles WHERE rolname = %s)", [role]
        )
        me, exists = cursor.fetchone()
        if not exists or me == role:
            return  # one role for everything: triggers still hold, and `check --deploy` warns
        database = sql.Identifier(connection.settings_dict["NAME"])
        for statement in _statements(sql.Identifier(role), database):
            cursor.execute(statement)


def _statements(role: sql.Identifier, database: sql.Identifier) -> list[sql.Composed]:
    def say(text: str, **parts: sql.Composable) -> sql.Composed:
        return sql.SQL(text).format(role=role, **parts)

    ours = [
        say("GRANT USAGE ON SCHEMA public TO {role}"),
        say("GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA public TO {role}"),
        say("REVOKE DELETE, TRUNCATE ON ALL TABLES IN SCHEMA public FROM {role}"),
        say("GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA public TO {role}"),
        say("REVOKE TEMPORARY ON DATABASE {database} FROM PUBLIC, {role}", database=database),
        say("REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {role}"),
        say("REVOKE INSERT, UPDATE, DELETE ON casino_logbase FROM {role}"),
    ]
    ended = [
        say("GRANT DELETE ON {table} TO {role}", table=sql.Identifier(table))
        for table in DELETED_FROM
    ]
    kept = [
        say("REVOKE UPDATE, DELETE, TRUNCATE ON {table} FROM {role}", table=sql.Identifier(table))
        for table in append_only_tables()
    ]
    return ours + ended + kept
