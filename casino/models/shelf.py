"""What several apps keep: pictures by their content, and settings that hold from a date."""

from django.db import models

from casino.lib.append_only import AppendOnly
from casino.models.log import Entry


class Picture(AppendOnly):
    """A picture, checked and drawn anew, under the hash of its bytes: the same one is kept once."""

    hash = models.CharField(max_length=64, primary_key=True)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    content = models.BinaryField()

    def __str__(self) -> str:
        return self.hash[:12]


class DatedSetting(AppendOnly):
    """A value that holds from a moment on. `casino/lib/dated.py` tells what each name means."""

    name = models.CharField(max_length=40)
    value = models.PositiveIntegerField()
    effective_at = models.DateTimeField()
    source = models.CharField(max_length=200)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["name", "-effective_at", "-pk"]
        indexes = [models.Index("name", "effective_at", "id", name="setting_by_date")]

    def __str__(self) -> str:
        return f"{self.name} = {self.value}"
