"""Where decks are kept: stores with their log and balances, par levels, and keys."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from casino.lib.append_only import AppendOnly
from casino.models import Entry, Pit
from inventory.rules.deck import Place
from inventory.rules.movements import STEPS


class Kind(models.TextChoices):
    STANDARD = "standard", "Standard, 52 cards"
    DRAGON = "dragon", "Dragon, 53 cards"


class Back(models.TextChoices):
    """Colours that a camera tells apart."""

    RED = "red", "Red"
    BLUE = "blue", "Blue"
    GREEN = "green", "Green"
    PURPLE = "purple", "Purple"
    BLACK = "black", "Black"
    GOLD = "gold", "Gold"


class Store(models.Model):
    """A locked place for decks, each with a log of its own."""

    class What(models.TextChoices):
        PRIMARY = Place.PRIMARY, "Primary store"
        SECONDARY = Place.SECONDARY, "Secondary store"
        PIT_STAND = Place.PIT_STAND, "Pit stand"
        RESERVE = Place.RESERVE, "Card reserve"
        WORKPLACE = Place.WORKPLACE, "Pre-shuffle place"
        SECURITY = Place.SECURITY, "Security"

    code = models.SlugField(max_length=20, unique=True)
    name = models.CharField(max_length=60)
    what = models.CharField(max_length=12, choices=What)
    pit = models.ForeignKey(Pit, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["code"]
        constraints = [
            models.CheckConstraint(
                condition=Q(what__in=["pit_stand", "reserve"], pit__isnull=False)
                | ~Q(what__in=["pit_stand", "reserve"]) & Q(pit=None),
                name="stands_and_reserves_name_a_pit",
            )
        ]

    def __str__(self) -> str:
        return self.name


class Stock(models.Model):
    """What a store holds now: the last line of its log, for each kind and back."""

    store = models.ForeignKey(Store, models.PROTECT, related_name="stock")
    kind = models.CharField(max_length=10, choices=Kind)
    back = models.CharField(max_length=10, choices=Back)
    singles = models.PositiveIntegerField(default=0)
    sets = models.PositiveIntegerField(default=0)
    decks = models.PositiveIntegerField(default=0)  # singles, and those in the sets
    lines = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ["store", "kind", "back"]
        constraints = [
            models.UniqueConstraint(fields=["store", "kind", "back"], name="one_stock_a_sort")
        ]


class StoreLine(AppendOnly):
    """One line of a store's log: what came or went, and the balance after it."""

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    store = models.ForeignKey(Store, models.PROTECT, related_name="+")
    kind = models.CharField(max_length=10, choices=Kind)
    back = models.CharField(max_length=10, choices=Back)
    number = models.PositiveIntegerField()
    do = models.CharField(max_length=20)
    singles = models.IntegerField()
    sets = models.IntegerField()
    decks = models.IntegerField()
    singles_left = models.PositiveIntegerField()
    sets_left = models.PositiveIntegerField()
    decks_left = models.PositiveIntegerField()

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index("store", "id", name="line_by_store")]
        constraints = [
            models.UniqueConstraint(
                fields=["store", "kind", "back", "number"], name="one_line_a_number"
            )
        ]

    @property
    def words(self) -> str:
        if self.do in LINES:
            return LINES[self.do]
        if self.do == "return" and self.decks > 0:
            return "Returned"
        return f"{'Received' if self.decks > 0 else 'Removed'}: {STEPS[self.do].words}"


LINES = {"receive": "Received from the vendor", "open_set": "Set opened: counted as singles"}


class Par(models.Model):
    """The least number of decks that a store should hold of one sort, singles and sets together."""

    store = models.ForeignKey(Store, models.PROTECT, related_name="pars")
    kind = models.CharField(max_length=10, choices=Kind)
    back = models.CharField(max_length=10, choices=Back)
    least = models.PositiveIntegerField()

    class Meta:
        ordering = ["store", "kind", "back"]
        constraints = [
            models.UniqueConstraint(fields=["store", "kind", "back"], name="one_par_a_sort")
        ]


class StoreKey(models.Model):
    """One of the two locks of a store, and who holds its key now."""

    class Lock(models.TextChoices):
        SECURITY = "security", "Security's lock"
        GAMES = "games", "Casino games' lock"

    store = models.ForeignKey(Store, models.PROTECT, related_name="keys")
    lock = models.CharField(max_length=10, choices=Lock)
    number = models.CharField(max_length=20, unique=True)
    holder = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+"
    )
    held_since = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["store", "lock", "number"]
        constraints = [
            models.CheckConstraint(
                condition=Q(holder=None, held_since=None)
                | Q(holder__isnull=False, held_since__isnull=False),
                name="key_is_held_since",
            )
        ]
