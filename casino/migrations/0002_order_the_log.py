"""The log's own order, and what may never be done to it.

A sequence would give positions in the order in which writers ask, not in which they commit:
a reader could pass 104 before 103 is there. A transaction's id is given out once, and PostgreSQL
knows which of them are still running: an order by transaction has a horizon below which nothing
can appear any more.
"""

from django.db import migrations

from casino.lib.append_only import KeepAppendOnly

PLACE_ENTRY = """
CREATE FUNCTION place_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    ordinal int := coalesce(nullif(current_setting('pitkeeper.ordinal', true), ''), '0')::int + 1;
    shift bigint;
BEGIN
    IF ordinal NOT BETWEEN 1 AND 65535 THEN
        RAISE EXCEPTION 'more entries in one transaction than the log can order';
    END IF;
    PERFORM set_config('pitkeeper.ordinal', ordinal::text, true);
    SELECT base INTO STRICT shift FROM public.casino_logbase;
    NEW.position := ((pg_current_xact_id()::text::bigint + shift) << 16) + ordinal;
    RETURN NEW;
END $$;

CREATE TRIGGER place BEFORE INSERT ON casino_entry
    FOR EACH ROW EXECUTE FUNCTION place_entry();
"""

HORIZON = """
CREATE FUNCTION log_horizon() RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + base) << 16
    FROM public.casino_logbase
$$;
"""


class Migration(migrations.Migration):
    dependencies = [("casino", "0001_initial")]

    operations = [
        migrations.RunSQL(
            "INSERT INTO casino_logbase (id, base) VALUES (1, 0)", "DELETE FROM casino_logbase"
        ),
        migrations.RunSQL(
            PLACE_ENTRY, "DROP TRIGGER place ON casino_entry; DROP FUNCTION place_entry()"
        ),
        migrations.RunSQL(HORIZON, "DROP FUNCTION log_horizon()"),
        KeepAppendOnly("casino_entry"),
        KeepAppendOnly("casino_seal"),
    ]
