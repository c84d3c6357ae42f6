"""The one log: what was done, by whom, to what, under which clause; and the seals on it."""

from datetime import timedelta

from django.db import models
from django.db.models import F, Q

from casino.lib.append_only import AppendOnly
from casino.models.floor import Pit
from casino.models.people import Duty, User

# position = (transaction id << ORDINAL_BITS) + ordinal within the transaction.
ORDINAL_BITS = 16


class Entry(AppendOnly):
    """One act, accepted or refused. PostgreSQL gives the position (see migration 0002)."""

    position = models.BigIntegerField(primary_key=True, db_default=0)
    at = models.DateTimeField()
    gaming_day = models.DateField()
    # Every index is paid for by every act: none but those that a page asks by.
    person = models.ForeignKey(User, models.PROTECT, null=True, db_index=False, related_name="+")
    duty = models.ForeignKey(Duty, models.PROTECT, null=True, db_index=False, related_name="+")
    second_person = models.ForeignKey(
        User, models.PROTECT, null=True, db_index=False, related_name="+"
    )
    second_duty = models.ForeignKey(
        Duty, models.PROTECT, null=True, db_index=False, related_name="+"
    )
    act = models.CharField(max_length=40)
    thing = models.CharField(max_length=80, blank=True)
    # Of things whose history is counted, a round's: 0 for its first action, without a gap.
    number = models.PositiveIntegerField(null=True)
    table = models.CharField(max_length=20, blank=True)
    pit = models.ForeignKey(Pit, models.PROTECT, null=True, db_index=False, related_name="+")
    clause = models.CharField(max_length=80, blank=True)  # and its game: the longest has 50
    reading = models.CharField(max_length=10, blank=True)
    refused = models.BooleanField(default=False)
    payload = models.JSONField(default=dict)
    request_id = models.CharField(max_length=36, blank=True)

    class Meta:
        ordering = ["-position"]
        indexes = [
            models.Index("thing", "position", name="entry_by_thing"),
            models.Index("gaming_day", "position", name="entry_by_day"),
            models.Index("person", "position", name="entry_by_person"),
            models.Index("act", "position", name="entry_by_act"),
            models.Index("pit", "position", name="entry_by_pit"),
            models.Index(
                "second_person",
                "position",
                name="entry_by_second",
                condition=Q(second_person__isnull=False),
            ),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["thing", "number"],
                condition=Q(number__isnull=False),
                name="one_entry_a_number",
            ),
            models.CheckConstraint(
                condition=Q(second_person=None)
                | Q(person__isnull=False) & ~Q(second_person=F("person")),
                name="two_signatures_are_two_people",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.position} {self.act} {self.thing}"


class LogBase(models.Model):
    """Added to transaction ids, which start anew in a new cluster (`manage.py rebase_log`)."""

    base = models.BigIntegerField(default=0)
    # How far the time of an entry may be from the database's own clock.
    slack = models.DurationField(default=timedelta(minutes=5))


class Seal(AppendOnly):
    """A batch of entries, locked to all that came before: head = hash(previous head, digests)."""

    number = models.BigIntegerField(primary_key=True)
    sealed_at = models.DateTimeField()
    gaming_day = models.DateField(db_index=True)
    first = models.BigIntegerField()
    last = models.BigIntegerField(unique=True)
    # One 32-byte digest an entry, in order of position: so that a breach names its entry.
    positions = models.BinaryField()
    digests = models.BinaryField()
    previous = models.CharField(max_length=64, unique=True)
    head = models.CharField(max_length=64)

    class Meta:
        ordering = ["-number"]

    def __str__(self) -> str:
        return f"seal {self.number} {self.head[:12]}"

    @property
    def count(self) -> int:
        return len(self.digests) // 32
