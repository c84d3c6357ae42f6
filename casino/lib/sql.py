"""SQL of our own, for what is asked so often that writing the question anew each time costs most.

Read once a connection, and bound by the server.
"""

from typing import Any

from django.db import connection
from psycopg import Cursor


def ask(sql: str, **told: Any) -> list[tuple[Any, ...]]:
    """All rows that it gives. Counted, where queries are counted, as any other."""
    connection.ensure_connection()
    if connection.queries_logged:
        connection.queries_log.append({"sql": sql, "time": ""})
    with connection.wrap_database_errors, Cursor(connection.connection) as cursor:
        cursor.execute(sql, told, prepare=True)
        return cursor.fetchall() if cursor.description else []
