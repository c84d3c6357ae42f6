"""The log's own order, and what may never be done to it.

A sequence would give positions in the order in which writers ask, not in which they commit:
a reader could pass 104 before 103 is there. A transaction's id is given out once, and PostgreSQL
knows which of them are still running: an order by transaction has a horizon below which nothing
can appear any more.
"""

from django.db import migrations

from casino.lib.append_only import KeepAppendOnly

# Names are looked up in pg_catalog first: nobody puts a type or table of their own in the way.
SAFE = "SET search_path = pg_catalog, pg_temp"

PLACE_ENTRY = f"""
CREATE FUNCTION place_entry() RETURNS trigger LANGUAGE plpgsql {SAFE} AS $$
DECLARE
    ordinal int := coalesce(nullif(current_setting('pitkeeper.ordinal', true), ''), '0')::int + 1;
    log public.casino_logbase;
BEGIN
    SELECT * INTO STRICT log FROM public.casino_logbase;
    IF ordinal NOT BETWEEN 1 AND 65535 THEN
        RAISE EXCEPTION 'more entries in one transaction than the log can order';
    END IF;
    IF NEW.at NOT BETWEEN clock_timestamp() - log.slack AND clock_timestamp() + log.slack
        OR abs(NEW.gaming_day - (NEW.at AT TIME ZONE 'UTC')::date) > 1 THEN
        RAISE EXCEPTION 'an entry tells of now: % is too far from the clock', NEW.at
            USING ERRCODE = 'check_violation';
    END IF;
    IF octet_length(NEW.payload::text) > 100000
        OR jsonb_path_exists(NEW.payload, '$.** ? (@ > 1e18 || @ < -1e18)') THEN
        RAISE EXCEPTION 'the payload of an entry is too big' USING ERRCODE = 'check_violation';
    END IF;
    PERFORM set_config('pitkeeper.ordinal', ordinal::text, true);
    NEW.position := ((pg_current_xact_id()::text::bigint + log.base) << 16) + ordinal;
    RETURN NEW;
END $$;

CREATE TRIGGER place BEFORE INSERT ON casino_entry
    FOR EACH ROW EXECUTE FUNCTION place_entry();
"""

HORIZON = f"""
CREATE FUNCTION log_horizon() RETURNS bigint LANGUAGE sql STABLE {SAFE} AS $$
    SELECT (pg_snapshot_xmin(pg_current_snapshot())::text::bigint + base) << 16
    FROM public.casino_logbase
$$;
"""

# A seal continues the last one, covers every entry from there to its end, and no other, and its
# head is what it says: so the chain cannot be stopped or bent by whoever may add to it.
CHECK_SEAL = f"""
CREATE FUNCTION check_seal() RETURNS trigger LANGUAGE plpgsql {SAFE} AS $$
DECLARE
    before public.casino_seal;
    covered bigint;
    lowest bigint;
    highest bigint;
BEGIN
    SELECT * INTO before FROM public.casino_seal ORDER BY number DESC LIMIT 1;
    SELECT count(*), min(position), max(position) INTO covered, lowest, highest
        FROM public.casino_entry
        WHERE position > coalesce(before.last, 0) AND position <= NEW.last;
    IF NEW.number <> coalesce(before.number, 0) + 1
        OR NEW.previous <> coalesce(before.head, repeat('0', 64))
        OR NEW.last >= public.log_horizon()
        OR covered = 0 OR NEW.first <> lowest OR NEW.last <> highest
        OR octet_length(NEW.positions) <> 8 * covered
        OR octet_length(NEW.digests) <> 32 * covered
        OR NEW.head <> encode(sha256(decode(NEW.previous, 'hex') || int8send(NEW.number)
            || NEW.positions || NEW.digests), 'hex') THEN
        RAISE EXCEPTION 'this seal does not continue the chain' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER check_seal BEFORE INSERT ON casino_seal
    FOR EACH ROW EXECUTE FUNCTION check_seal();
"""


class Migration(migrations.Migration):
    dependencies = [("casino", "0001_initial")]

    operations = [
        migrations.RunSQL(
            "INSERT INTO casino_logbase (id, base, slack) VALUES (1, 0, '5 minutes')",
            "DELETE FROM casino_logbase",
        ),
        migrations.RunSQL(
            PLACE_ENTRY, "DROP TRIGGER place ON casino_entry; DROP FUNCTION place_entry()"
        ),
        migrations.RunSQL(HORIZON, "DROP FUNCTION log_horizon()"),
        migrations.RunSQL(
            CHECK_SEAL, "DROP TRIGGER check_seal ON casino_seal; DROP FUNCTION check_seal()"
        ),
        KeepAppendOnly("casino_entry"),
        KeepAppendOnly("casino_seal"),
    ]
