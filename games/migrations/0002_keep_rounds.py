"""What was played stays played: PostgreSQL keeps ended rounds and the lines of carried pots."""

from django.db import migrations

from casino.lib.append_only import KeepAppendOnly

SAFE = "SET search_path = pg_catalog, pg_temp"

# A round is told by its actions: what it began with never changes, and once over nothing does.
KEEP_ROUND = f"""
CREATE FUNCTION keep_round() RETURNS trigger LANGUAGE plpgsql {SAFE} AS $$
BEGIN
    RAISE EXCEPTION 'round %: what was played stays as it was', OLD.id
        USING ERRCODE = 'check_violation';
END $$;

CREATE TRIGGER keep_ended BEFORE UPDATE ON games_round
    FOR EACH ROW WHEN (OLD.status <> 'open' OR NEW.length < OLD.length)
    EXECUTE FUNCTION keep_round();
CREATE TRIGGER keep_beginning
    BEFORE UPDATE OF table_id, number, deck_id, rules_id, engine, setup, opened_at, opened_id,
        gaming_day, dealer_id, floorperson_id
    ON games_round FOR EACH ROW EXECUTE FUNCTION keep_round();
CREATE TRIGGER keep_all BEFORE DELETE ON games_round
    FOR EACH ROW EXECUTE FUNCTION keep_round();
"""

# Every line of a carried pot continues the one before: what it holds is the sum of what came.
CONTINUE_POT = f"""
CREATE FUNCTION continue_pot() RETURNS trigger LANGUAGE plpgsql {SAFE} AS $$
DECLARE
    before public.games_potline;
BEGIN
    SELECT * INTO before FROM public.games_potline
        WHERE table_id = NEW.table_id ORDER BY index DESC LIMIT 1;
    IF NEW.index <> coalesce(before.index + 1, 0)
        OR NEW.balance_cents <> coalesce(before.balance_cents, 0) + NEW.cents
        OR NEW.round_id IS NOT NULL AND NOT EXISTS (
            SELECT FROM public.games_round r
            WHERE r.id = NEW.round_id AND r.table_id = NEW.table_id
        ) THEN
        RAISE EXCEPTION 'this line does not continue the pot' USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER continue_pot BEFORE INSERT ON games_potline
    FOR EACH ROW EXECUTE FUNCTION continue_pot();
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        KeepAppendOnly("games_potline"),
        migrations.RunSQL(
            KEEP_ROUND,
            "DROP TRIGGER keep_ended ON games_round; DROP TRIGGER keep_beginning ON games_round;"
            " DROP TRIGGER keep_all ON games_round; DROP FUNCTION keep_round()",
        ),
        migrations.RunSQL(
            CONTINUE_POT, "DROP TRIGGER continue_pot ON games_potline; DROP FUNCTION continue_pot()"
        ),
    ]
