"""What happened to a table can be added to, never changed."""

from django.db import migrations

from casino.lib.append_only import KeepAppendOnly


class Migration(migrations.Migration):
    dependencies = [("tables", "0001_initial")]
    operations = [
        KeepAppendOnly(f"tables_{name}") for name in ("tableevent", "ruleset", "handover")
    ]
