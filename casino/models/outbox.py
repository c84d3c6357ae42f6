"""What follows from the log: errands to run, alerts to show, and signs of life of the runners."""

from django.db import models
from django.db.models import Q

from casino.models.floor import Pit
from casino.models.log import Entry
from casino.models.people import User


class Reader(models.Model):
    """How far somebody has read the log."""

    name = models.CharField(max_length=40, primary_key=True)
    position = models.BigIntegerField(default=0)


class Errand(models.Model):
    """One thing to be done because of one entry. The row, not the queue, is the record."""

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    errand = models.CharField(max_length=40)
    made_at = models.DateTimeField()
    offered_at = models.DateTimeField()
    done_at = models.DateTimeField(null=True)
    failures = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)
    given_up_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["entry", "errand"], name="one_errand_an_entry")
        ]
        indexes = [
            models.Index(
                "offered_at",
                condition=Q(done_at=None, given_up_at=None),
                name="errand_waiting",
            )
        ]


class Alert(models.Model):
    """Something a person must look at, until somebody says they have."""

    class Need(models.TextChoices):
        NOW = "now", "Act now"
        SOON = "soon", "Attention"
        INFO = "info", "For information"

    need = models.CharField(max_length=5, choices=Need)
    words = models.CharField(max_length=200)
    thing = models.CharField(max_length=80, blank=True)
    pit = models.ForeignKey(Pit, models.PROTECT, null=True, blank=True)
    entry = models.ForeignKey(Entry, models.PROTECT, null=True, related_name="+")
    raised_at = models.DateTimeField()
    owner = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    acknowledged_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-raised_at"]
        constraints = [
            models.CheckConstraint(
                condition=Q(owner=None, acknowledged_at=None)
                | Q(owner__isnull=False, acknowledged_at__isnull=False),
                name="acknowledged_by_somebody",
            ),
            models.UniqueConstraint(
                fields=["thing", "words"],
                condition=Q(acknowledged_at=None),
                name="one_open_alert_a_matter",
            ),
        ]


class Beat(models.Model):
    """The last sign of life of a part that runs on its own."""

    part = models.CharField(max_length=20, primary_key=True)
    at = models.DateTimeField()
