"""What is written about decks: discrepancies, photographs, reconciliations and counts."""

from django.db import models
from django.db.models import Q

from casino.lib.append_only import AppendOnly
from casino.models import Entry, Picture
from inventory.models.decks import Deck
from inventory.models.stores import Back, Kind, Store


class Discrepancy(models.Model):
    """A card discrepancy report: held with its deck until the Division was told and answers."""

    number = models.CharField(max_length=20, unique=True)
    deck = models.ForeignKey(Deck, models.PROTECT, related_name="discrepancies")
    findings = models.CharField(max_length=500)
    missing = models.JSONField(default=list)  # faces
    extra = models.JSONField(default=list)
    reported = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    notified = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    reference = models.CharField(max_length=60, blank=True)
    closed = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    outcome = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["deck"], condition=Q(closed=None), name="one_open_report_a_deck"
            ),
            models.CheckConstraint(
                condition=Q(closed=None) | ~Q(outcome="") & Q(notified__isnull=False),
                name="a_closed_report_was_told",
            ),
        ]

    def __str__(self) -> str:
        return self.number


class Photo(AppendOnly):
    """A photograph of a flaw, a seal or a carton, of one deck."""

    deck = models.ForeignKey(Deck, models.PROTECT, related_name="photos")
    picture = models.ForeignKey(Picture, models.PROTECT, related_name="+")
    caption = models.CharField(max_length=120)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["pk"]


class Reconciliation(AppendOnly):
    """The decks of one gaming day, accounted for and signed. A later number corrects."""

    gaming_day = models.DateField()
    number = models.PositiveSmallIntegerField()
    figures = models.JSONField()
    differences = models.PositiveIntegerField()
    note = models.CharField(max_length=500, blank=True)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["-gaming_day", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["gaming_day", "number"], name="one_number_a_day"),
            models.CheckConstraint(
                condition=Q(differences=0) | ~Q(note=""), name="a_difference_is_explained"
            ),
        ]


class Inventory(models.Model):
    """A physical inventory: counted blind by somebody independent, then compared with the logs."""

    number = models.CharField(max_length=20, unique=True)
    started = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    closed = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    # When the Division was told of the variances, and its number for that.
    reported = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    reference = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                models.Value(1), condition=Q(closed=None), name="one_open_inventory"
            ),
            models.CheckConstraint(
                condition=Q(reported=None) | Q(closed__isnull=False) & ~Q(reference=""),
                name="a_reported_inventory_is_closed",
            ),
        ]

    def __str__(self) -> str:
        return self.number


class CountLine(AppendOnly):
    """What was counted of one sort in one store, and what its log said at that moment.

    Counted again, it gets the next number; the earlier line stays, the last one counts.
    """

    inventory = models.ForeignKey(Inventory, models.PROTECT, related_name="lines")
    number = models.PositiveSmallIntegerField(default=1)
    is_scanned = models.BooleanField(default=False)  # each deck was seen, so the missing are known
    store = models.ForeignKey(Store, models.PROTECT, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind)
    back = models.CharField(max_length=10, choices=Back)
    singles = models.PositiveIntegerField()
    sets = models.PositiveIntegerField()
    booked_singles = models.PositiveIntegerField()
    booked_sets = models.PositiveIntegerField()
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["store", "kind", "back", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["inventory", "store", "kind", "back", "number"], name="one_line_a_count"
            )
        ]

    @property
    def difference(self) -> str:
        """Counted less booked, in words; nothing when they agree."""
        singles, sets = self.singles - self.booked_singles, self.sets - self.booked_sets
        parts = ((singles, "decks"), (sets, "sets"))
        return " and ".join(f"{count:+} {what}" for count, what in parts if count)


class CountScan(AppendOnly):
    """A deck that was seen in a store while it was counted."""

    inventory = models.ForeignKey(Inventory, models.PROTECT, related_name="scans")
    store = models.ForeignKey(Store, models.PROTECT, related_name="+")
    deck = models.ForeignKey(Deck, models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["inventory", "deck"], name="a_deck_is_seen_once")
        ]
