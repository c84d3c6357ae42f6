"""Rows that can be added and never changed: the promise is kept by PostgreSQL, not by Python."""

from typing import Any

from django.db import models
from django.db.migrations.operations import RunSQL

_FUNCTION = """
CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP
        USING ERRCODE = 'insufficient_privilege';
END $$;
"""


class AppendOnly(models.Model):
    """A happening. `KeepAppendOnly` in a migration guards its table; grants leave out changes."""

    class Meta:
        abstract = True

    def save(self, *args: Any, **kwargs: Any) -> None:
        assert self._state.adding, f"{self._meta.label} is append-only"
        super().save(*args, **kwargs)

    def delete(self, *args: Any, **kwargs: Any) -> tuple[int, dict[str, int]]:
        raise AssertionError(f"{self._meta.label} is append-only")


class KeepAppendOnly(RunSQL):
    """Migration operation: refuses UPDATE, DELETE and TRUNCATE on a table, from anybody."""

    def __init__(self, table: str) -> None:
        super().__init__(
            sql=[
                _FUNCTION,
                f"CREATE TRIGGER append_only_row BEFORE UPDATE OR DELETE ON {table}"
                " FOR EACH ROW EXECUTE FUNCTION refuse_change()",
                f"CREATE TRIGGER append_only_table BEFORE TRUNCATE ON {table}"
                " FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()",
            ],
            reverse_sql=[
                f"DROP TRIGGER append_only_row ON {table}",
                f"DROP TRIGGER append_only_table ON {table}",
            ],
        )
        self.table = table

    def deconstruct(self) -> tuple[str, list[str], dict[str, Any]]:
        return self.__class__.__name__, [self.table], {}


def append_only_tables() -> list[str]:
    """Every table that promises it, for the grants."""
    from django.apps import apps

    return [m._meta.db_table for m in apps.get_models() if issubclass(m, AppendOnly)]
