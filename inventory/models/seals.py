"""Numbered seals, what they close, and the sessions in which decks are shuffled beforehand."""

from django.db import models
from django.db.models import Q

from casino.lib.append_only import AppendOnly
from casino.models import Duty, Entry
from inventory.models.decks import Deck
from inventory.models.stores import Store
from inventory.rules.codes import NAME


def _named(column: str) -> Q:
    return Q(**{f"{column}__regex": f"^{NAME.pattern}$"})


class Roll(AppendOnly):
    """Seals that came together, numbered from the first to the last."""

    first = models.CharField(max_length=20)
    last = models.CharField(max_length=20)
    count = models.PositiveIntegerField()
    entry = models.OneToOneField(Entry, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["-pk"]

    def __str__(self) -> str:
        return self.first if self.count == 1 else f"{self.first} to {self.last}"


class DeckSeal(models.Model):
    """One numbered seal: its register tells what became of each."""

    class State(models.TextChoices):
        IN_STOCK = "in_stock", "In stock"
        USED = "used", "Used"
        VOID = "void", "Void"
        MISSING = "missing", "Missing"

    number = models.CharField(max_length=20, unique=True)
    state = models.CharField(max_length=10, choices=State, default=State.IN_STOCK)
    received = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    changed = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    # In which session it was spoiled, if in one: the session accounts for it.
    spoiled_in = models.ForeignKey(
        "Session", models.PROTECT, null=True, blank=True, related_name="spoiled_seals"
    )

    class Meta:
        ordering = ["number"]
        indexes = [
            models.Index("state", "number", name="seal_by_state"),
            # The last one used of a roll: what was skipped lies before it.
            models.Index("received", "state", "number", name="seal_of_roll"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(state="in_stock", changed=None)
                | ~Q(state="in_stock") & Q(changed__isnull=False),
                name="seal_left_stock_by_an_act",
            ),
            models.CheckConstraint(condition=_named("number"), name="a_seal_is_named_plainly"),
            models.CheckConstraint(
                condition=Q(spoiled_in=None) | Q(state="void"), name="a_spoiled_seal_is_void"
            ),
        ]

    def __str__(self) -> str:
        return self.number


class Container(AppendOnly):
    """An envelope, bag or box, closed with a seal and told by its label; neither is used twice."""

    class What(models.TextChoices):
        ENVELOPE = "envelope", "Envelope of a used deck"
        BAG = "bag", "Bag with a damaged card"
        BATCH = "batch", "Box of a pre-shuffled deck"

    label = models.CharField(max_length=20, unique=True)
    what = models.CharField(max_length=10, choices=What)
    seal = models.OneToOneField(DeckSeal, models.PROTECT, related_name="container")
    deck = models.ForeignKey(Deck, models.PROTECT, related_name="containers")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=_named("label"), name="a_label_is_named_plainly")
        ]

    def __str__(self) -> str:
        return self.label


class Session(models.Model):
    """Decks are inspected and shuffled ahead of play, by a dealer, watched by a free supervisor."""

    number = models.CharField(max_length=20, unique=True)
    workplace = models.ForeignKey(Store, models.PROTECT, related_name="+")
    dealer = models.ForeignKey(Duty, models.PROTECT, related_name="+")
    supervisor = models.ForeignKey(Duty, models.PROTECT, related_name="+")
    recording = models.CharField(max_length=60)
    started = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    ended = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["workplace"], condition=Q(ended=None), name="one_session_a_place"
            ),
            models.UniqueConstraint(
                fields=["dealer"], condition=Q(ended=None), name="one_session_a_dealer"
            ),
            models.UniqueConstraint(
                fields=["supervisor"], condition=Q(ended=None), name="one_session_a_supervisor"
            ),
        ]

    def __str__(self) -> str:
        return self.number


class Batch(AppendOnly):
    """One deck of a session, with what the inspecting machine printed and what it is sealed in."""

    session = models.ForeignKey(Session, models.PROTECT, related_name="batches")
    deck = models.ForeignKey(Deck, models.PROTECT, related_name="batches")
    maker = models.CharField(max_length=40)
    model = models.CharField(max_length=40)
    serial = models.CharField(max_length=40)
    operator = models.CharField(max_length=40)
    printed_at = models.DateTimeField()
    passed = models.BooleanField()
    container = models.OneToOneField(Container, models.PROTECT, related_name="batch")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["session", "deck"], name="a_deck_once_a_session"),
            models.UniqueConstraint(fields=["serial", "printed_at"], name="a_receipt_is_one_decks"),
        ]
