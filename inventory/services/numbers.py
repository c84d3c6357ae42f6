"""Numbers that are given out once, in order, to whoever asks first."""

from typing import Any

from django.db import connection


def next_numbers(model: Any, count: int = 1) -> list[int]:
    """Primary keys that no other row will have: what is printed on a label is made of one."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)",
            [model._meta.db_table, count],
        )
        return [int(number) for (number,) in cursor.fetchall()]
