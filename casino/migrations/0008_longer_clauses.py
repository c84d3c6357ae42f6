from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("casino", "0007_number_entries"),
    ]

    operations = [
        migrations.AlterField(
            model_name="entry",
            name="clause",
            field=models.CharField(blank=True, max_length=80),
        ),
    ]
