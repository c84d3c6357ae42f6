"""Pictures and dated settings are added, never changed."""

from django.db import migrations

from casino.lib.append_only import KeepAppendOnly


class Migration(migrations.Migration):
    dependencies = [("casino", "0004_shelf")]
    operations = [KeepAppendOnly("casino_picture"), KeepAppendOnly("casino_datedsetting")]
