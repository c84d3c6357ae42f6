"""Shoes, shufflers, boxes and racks: what is fixed to which table, and what was done with it."""

from django.db import models
from django.db.models import Q

from casino.lib.append_only import AppendOnly
from casino.models import Entry
from inventory.rules.equipment import Fixture, State

STATES = [(state.value, state.value) for state in State if state]
SIDES = [("left", "left of the dealer"), ("right", "right of the dealer")]


class Device(models.Model):
    """A device and where it stands: the fold of its moves, repeated here for lists and locks."""

    class What(models.TextChoices):
        MANUAL_SHOE = "manual_shoe", "Manual shoe"
        AUTOMATED_SHOE = "automated_shoe", "Automated shoe"
        SHUFFLER = "shuffler", "Shuffler"
        DROP_BOX = "drop_box", "Drop box"
        TIP_BOX = "tip_box", "Tip box"
        DISCARD_RACK = "discard_rack", "Discard rack"
        INSPECTOR = "inspector", "Card inspection machine"

    serial = models.CharField(max_length=40, unique=True)
    what = models.CharField(max_length=15, choices=What)
    maker = models.CharField(max_length=40)
    model = models.CharField(max_length=40)
    counts_cards = models.BooleanField(default=False)
    stage = models.CharField(max_length=12, choices=STATES)
    table = models.CharField(max_length=20, blank=True)
    side = models.CharField(max_length=5, blank=True, choices=SIDES)
    is_jammed = models.BooleanField(default=False)
    is_suspect = models.BooleanField(default=False)
    inspected_at = models.DateTimeField(null=True, blank=True)
    moved_at = models.DateTimeField()
    length = models.PositiveIntegerField()

    class Meta:
        ordering = ["serial"]
        constraints = [
            models.CheckConstraint(
                condition=Q(stage="fixed") & ~Q(table="") | ~Q(stage="fixed") & Q(table=""),
                name="a_fixed_device_names_its_table",
            ),
            models.UniqueConstraint(
                fields=["table", "what"],
                condition=~Q(table=""),
                name="one_device_of_a_sort_a_table",
            ),
            models.UniqueConstraint(
                fields=["table", "side"],
                condition=~Q(table="") & ~Q(side=""),
                name="one_box_a_side",
            ),
        ]

    def __str__(self) -> str:
        return self.serial

    @property
    def fixture(self) -> Fixture:
        """As the rules see it."""
        facts = {name: getattr(self, name) for name in SAME}
        return Fixture(stage=State(self.stage), **facts)

    def take(self, fixture: Fixture) -> None:
        """Repeat what the rules say: the row is written by the service that asked them."""
        self.stage = fixture.stage
        for name in SAME:
            setattr(self, name, getattr(fixture, name))


SAME = tuple(name for name in Fixture._fields if name != "stage")


class DeviceMovement(AppendOnly):
    """One move of one device. Who, when and the facts are in its entry of the log."""

    device = models.ForeignKey(Device, models.PROTECT, related_name="movements")
    index = models.PositiveIntegerField()
    do = models.CharField(max_length=20)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["device", "index"]
        constraints = [
            models.UniqueConstraint(fields=["device", "index"], name="one_device_step_an_index")
        ]
