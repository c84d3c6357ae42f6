"""Lots, decks and their movements. A movement is append-only; a deck's row repeats its fold."""

from typing import Any

from django.contrib.postgres.fields import DateTimeRangeField
from django.contrib.postgres.indexes import GistIndex
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from casino.lib.append_only import AppendOnly
from casino.models import Entry, Pit
from inventory.models.stores import Back, Kind, Store
from inventory.rules.deck import GONE, ON_TABLE, Custody, Place, Stage

STAGES = [(stage.value, stage.value.replace("_", " ")) for stage in Stage if stage]
PLACES = [(place.value, place.value.replace("_", " ")) for place in Place]


class Lot(AppendOnly):
    """One delivery of one sort of deck. Singles and sets are counted apart, as the log wants it."""

    number = models.CharField(max_length=20, unique=True)
    vendor = models.CharField(max_length=80)
    invoice = models.CharField(max_length=40)
    kind = models.CharField(max_length=10, choices=Kind)
    back = models.CharField(max_length=10, choices=Back)
    design = models.CharField(max_length=60)
    singles = models.PositiveIntegerField()
    sets = models.PositiveIntegerField()
    set_size = models.PositiveSmallIntegerField(default=1)
    invoiced_singles = models.PositiveIntegerField()
    invoiced_sets = models.PositiveIntegerField()
    # [{"seal": "…", "intact": false, "checked": "…"}]: each carton as it came
    cartons = models.JSONField(default=list)
    note = models.CharField(max_length=500, blank=True)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                Lower("vendor"),
                Lower("invoice"),
                "kind",
                "back",
                name="an_invoice_is_received_once",
            ),
            models.CheckConstraint(
                condition=Q(sets=0) | Q(set_size__gt=1), name="a_set_is_more_than_one_deck"
            ),
        ]

    def __str__(self) -> str:
        return self.number


class Deck(models.Model):
    """A deck and where it stands: the fold of its movements, repeated here for lists and locks."""

    code = models.CharField(max_length=12, unique=True)
    lot = models.ForeignKey(Lot, models.PROTECT, related_name="decks")
    kind = models.CharField(max_length=10, choices=Kind)
    back = models.CharField(max_length=10, choices=Back)
    # Decks of one sealed set share this number, and leave the stores together.
    set_number = models.PositiveIntegerField(null=True, blank=True)
    stage = models.CharField(max_length=12, choices=STAGES)
    place = models.CharField(max_length=12, choices=PLACES, blank=True)
    store = models.ForeignKey(Store, models.PROTECT, null=True, blank=True, related_name="+")
    table = models.CharField(max_length=20, blank=True)
    # The pit that answers for it, from the stand to the collection.
    pit = models.ForeignKey(Pit, models.PROTECT, null=True, blank=True, related_name="+")
    opened_at = models.DateTimeField(null=True, blank=True)
    method = models.CharField(max_length=15, blank=True)
    sealed = models.CharField(max_length=20, blank=True)
    is_prepared = models.BooleanField(default=False)
    is_spoiled = models.BooleanField(default=False)
    inspected_by = models.CharField(max_length=12, blank=True)
    reason = models.CharField(max_length=30, blank=True)
    holds = models.JSONField(default=dict)  # each by its name, and why
    held = models.TextField(blank=True)  # all of it in words, for lists
    given = models.PositiveSmallIntegerField(default=0)
    difference = models.SmallIntegerField(default=0)
    is_missing = models.BooleanField(default=False)
    clock_from = models.DateTimeField(null=True, blank=True)
    is_released = models.BooleanField(default=False)
    moved_at = models.DateTimeField()
    length = models.PositiveIntegerField()

    class Meta:
        ordering = ["code"]
        indexes = [
            # Lists of what waits: none of them grows with the decks that are gone.
            models.Index("table", condition=Q(stage__in=ON_TABLE), name="deck_on_table"),
            models.Index("stage", "moved_at", condition=~Q(stage__in=GONE), name="deck_waiting"),
            models.Index(
                "store",
                "kind",
                "back",
                "id",
                condition=Q(store__isnull=False),
                name="deck_in_store",
            ),
            models.Index(
                "clock_from", condition=Q(clock_from__isnull=False), name="deck_to_destroy"
            ),
            models.Index("moved_at", condition=~Q(held=""), name="deck_held"),
            models.Index("moved_at", condition=Q(is_missing=True), name="deck_missing"),
            models.Index("set_number", condition=Q(set_number__isnull=False), name="deck_of_set"),
        ]
        constraints = [
            models.CheckConstraint(
                condition=Q(stage__in=[value for value, _ in STAGES]), name="deck_stage_is_known"
            ),
            models.CheckConstraint(
                condition=~Q(stage__in=ON_TABLE) | ~Q(table="") & Q(opened_at__isnull=False),
                name="deck_on_a_table_names_it",
            ),
            models.CheckConstraint(
                condition=~Q(stage__in=GONE) | Q(held="", store=None),
                name="deck_that_is_gone_was_not_held",
            ),
            models.CheckConstraint(
                condition=Q(held="", holds={}) | ~Q(held="") & ~Q(holds={}),
                name="a_held_deck_says_why",
            ),
            models.CheckConstraint(condition=Q(length__gt=0), name="deck_has_a_movement"),
        ]

    def __str__(self) -> str:
        return self.code

    @property
    def custody(self) -> Custody:
        """As the rules see it."""
        code = self.table if self.place == Place.TABLE else self.store.code if self.store else ""
        return Custody(
            stage=Stage(self.stage),
            place=Place(self.place),
            code=code,
            **{name: getattr(self, name) for name in SAME},
        )

    def take(self, custody: Custody, store: Store | None) -> None:
        """Repeat what the rules say: the row is written by the service that asked them."""
        self.stage, self.place, self.store = custody.stage, custody.place, store
        self.table = custody.code if custody.place is Place.TABLE else ""
        if custody.place is not Place.TABLE:
            self.pit = store.pit if store else None
        for name in SAME:
            setattr(self, name, getattr(custody, name))
        self.held = custody.held


SAME = tuple(name for name in Custody._fields if name not in ("stage", "place", "code"))
HEAD = ("stage", "place", "store", "table", "pit", "held", *SAME)


class Movement(AppendOnly):
    """One step of one deck. Who, when and the facts are in its entry of the log, sealed there."""

    deck = models.ForeignKey(Deck, models.PROTECT, related_name="movements")
    index = models.PositiveIntegerField()
    do = models.CharField(max_length=20)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    # Sent by whoever asked, so that the same thing asked twice is done once.
    key = models.CharField(max_length=64, blank=True)

    class Meta:
        ordering = ["deck", "index"]
        constraints = [
            models.UniqueConstraint(fields=["deck", "index"], name="one_movement_an_index"),
            models.UniqueConstraint(
                fields=["deck", "key"], condition=~Q(key=""), name="one_movement_a_key"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.deck_id} {self.index} {self.do}"

    @property
    def facts(self) -> dict[str, Any]:
        """What was said of all the decks of this act, and what of this one alone."""
        payload = self.entry.payload
        each = payload.get("each", {})
        return {**payload.get("facts", {}), **each.get(self.deck.code, {})}


class Stay(models.Model):
    """From when to when a deck was at a table: answers which deck was there at a moment."""

    deck = models.ForeignKey(Deck, models.PROTECT, related_name="stays")
    table = models.CharField(max_length=20)
    during = DateTimeRangeField()

    class Meta:
        indexes = [GistIndex(fields=["during"], name="stay_during")]
        constraints = [
            models.UniqueConstraint(
                fields=["deck"],
                condition=Q(during__endswith__isnull=True),
                name="a_deck_is_at_one_table",
            )
        ]
