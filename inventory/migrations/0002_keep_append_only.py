"""Happenings of decks can be added, never changed: the log's own promise."""

from django.db import migrations

from casino.lib.append_only import KeepAppendOnly

TABLES = (
    "inventory_lot",
    "inventory_movement",
    "inventory_storeline",
    "inventory_container",
    "inventory_roll",
    "inventory_batch",
    "inventory_photo",
    "inventory_reconciliation",
    "inventory_countline",
    "inventory_countscan",
    "inventory_devicemovement",
    "inventory_decknotice",
)


class Migration(migrations.Migration):
    dependencies = [("inventory", "0001_initial")]
    operations = [KeepAppendOnly(table) for table in TABLES]
