"""A correction that moves a carried pot is a line under the entry that two people signed."""

from django.db import migrations

SAFE = "SET search_path = pg_catalog, pg_temp"

CORRECT_POT = f"""
CREATE FUNCTION correct_pot() RETURNS trigger LANGUAGE plpgsql {SAFE} AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM public.casino_entry e
        WHERE e.position = NEW.entry_id AND e.act = 'correct_round' AND NOT e.refused
            AND e.second_person_id IS NOT NULL AND e.thing = 'round:' || NEW.round_id
            AND (e.payload ->> 'pot')::bigint = NEW.cents
    ) OR EXISTS (
        SELECT FROM public.games_potline line
        WHERE line.entry_id = NEW.entry_id AND line.kind = 'correction'
    ) THEN
        RAISE EXCEPTION 'a round''s correction moves a pot once, as two people signed it'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER correct_pot BEFORE INSERT ON games_potline
    FOR EACH ROW WHEN (NEW.kind = 'correction') EXECUTE FUNCTION correct_pot();
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0004_one_line_a_kind")]

    operations = [
        migrations.RunSQL(
            CORRECT_POT,
            "DROP TRIGGER correct_pot ON games_potline; DROP FUNCTION correct_pot()",
        ),
    ]
