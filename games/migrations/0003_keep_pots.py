"""Differences in carried pots: told by people, settled by people, and by nobody in silence."""

import django.db.models.deletion
from django.db import migrations, models

SAFE = "SET search_path = pg_catalog, pg_temp"

# A line of a difference stands under the settlement that two people signed, and says what it says.
SETTLE_POT = f"""
CREATE FUNCTION settle_pot() RETURNS trigger LANGUAGE plpgsql {SAFE} AS $$
BEGIN
    IF NOT EXISTS (
        SELECT FROM public.casino_entry e
        JOIN public.games_potdifference d ON d.table_id = NEW.table_id AND d.settled_id = e.position
        WHERE e.position = NEW.entry_id AND e.act = 'settle_pot_difference' AND NOT e.refused
            AND e.second_person_id IS NOT NULL AND d.counted_cents = NEW.balance_cents
    ) THEN
        RAISE EXCEPTION 'a difference in a pot is settled by two people, never in silence'
            USING ERRCODE = 'check_violation';
    END IF;
    RETURN NEW;
END $$;

CREATE TRIGGER settle_pot BEFORE INSERT ON games_potline
    FOR EACH ROW WHEN (NEW.kind = 'difference') EXECUTE FUNCTION settle_pot();
"""

# What was reported stays, and is settled once.
KEEP_DIFFERENCE = f"""
CREATE FUNCTION keep_difference() RETURNS trigger LANGUAGE plpgsql {SAFE} AS $$
BEGIN
    RAISE EXCEPTION 'difference %: what was reported stays as it was', OLD.id
        USING ERRCODE = 'check_violation';
END $$;

CREATE TRIGGER keep_settled BEFORE UPDATE ON games_potdifference
    FOR EACH ROW WHEN (OLD.settled_id IS NOT NULL) EXECUTE FUNCTION keep_difference();
CREATE TRIGGER keep_reported
    BEFORE UPDATE OF table_id, counted_cents, expected_cents, note, reported_id
    ON games_potdifference FOR EACH ROW EXECUTE FUNCTION keep_difference();
CREATE TRIGGER keep_all BEFORE DELETE ON games_potdifference
    FOR EACH ROW EXECUTE FUNCTION keep_difference();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0007_number_entries"),
        ("tables", "0002_keep_append_only"),
        ("games", "0002_keep_rounds"),
    ]

    operations = [
        migrations.CreateModel(
            name="PotDifference",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("counted_cents", models.PositiveBigIntegerField()),
                ("expected_cents", models.PositiveBigIntegerField()),
                ("note", models.CharField(max_length=200)),
                (
                    "reported",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="casino.entry",
                    ),
                ),
                (
                    "settled",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="casino.entry",
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="pot_differences",
                        to="tables.table",
                    ),
                ),
            ],
            options={"ordering": ["-pk"]},
        ),
        migrations.AddConstraint(
            model_name="potdifference",
            constraint=models.UniqueConstraint(
                condition=models.Q(("settled", None)),
                fields=("table",),
                name="one_open_difference_a_table",
            ),
        ),
        migrations.AddConstraint(
            model_name="potdifference",
            constraint=models.CheckConstraint(
                condition=models.Q(("counted_cents", models.F("expected_cents")), _negated=True),
                name="a_difference_is_one",
            ),
        ),
        migrations.AddConstraint(
            model_name="potline",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("cents__gt", 0), ("kind", "antes"), ("round__isnull", False)),
                    models.Q(
                        ("cents__lt", 0),
                        ("kind__in", ["paid", "commission"]),
                        ("round__isnull", False),
                    ),
                    models.Q(("kind", "correction"), ("round__isnull", False)),
                    models.Q(("kind", "difference"), ("round", None)),
                    _connector="OR",
                ),
                name="a_pot_line_goes_its_way",
            ),
        ),
        migrations.RunSQL(
            SETTLE_POT, "DROP TRIGGER settle_pot ON games_potline; DROP FUNCTION settle_pot()"
        ),
        migrations.RunSQL(
            KEEP_DIFFERENCE,
            "DROP TRIGGER keep_settled ON games_potdifference;"
            " DROP TRIGGER keep_reported ON games_potdifference;"
            " DROP TRIGGER keep_all ON games_potdifference; DROP FUNCTION keep_difference()",
        ),
    ]
