"""Rounds and their actions. An action is an entry of the one log, numbered within its round."""

from typing import Any, ClassVar

from django.db import models
from django.db.models import F, Q

from casino.models import Entry, User
from games.engine.fold import OPEN, SETTLED, VOID
from inventory.models import Deck
from tables.models import RuleSet, Table

PREFIX = "round:"


def thing_of(number: int) -> str:
    """As the log names a round."""
    return f"{PREFIX}{number}"


class Round(models.Model):
    """One round of play. Its state is the fold of its actions; `status` and `result` repeat it."""

    class Status(models.TextChoices):
        OPEN = OPEN, "In play"
        SETTLED = SETTLED, "Settled"
        VOID = VOID, "Void"

    table = models.ForeignKey(Table, models.PROTECT, related_name="rounds")
    number = models.PositiveIntegerField()  # of this table
    deck = models.ForeignKey(Deck, models.PROTECT, related_name="+")
    rules = models.ForeignKey(RuleSet, models.PROTECT, related_name="+")
    engine = models.CharField(max_length=12)  # which version of the rules refereed it
    setup = models.JSONField()  # the head of its transcript: what is fixed before the first action
    dealer = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    floorperson = models.ForeignKey(User, models.PROTECT, null=True, related_name="+")
    gaming_day = models.DateField()
    opened_at = models.DateTimeField()
    opened = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    length = models.PositiveIntegerField(default=0)  # how many actions it has
    status = models.CharField(max_length=8, choices=Status, default=Status.OPEN)
    result = models.JSONField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index("table", "opened_at", name="round_by_table"),
            models.Index("gaming_day", "id", name="round_by_day"),
            models.Index("table", "number", name="void_round_by_table", condition=Q(status=VOID)),
        ]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_round_a_number"),
            models.UniqueConstraint(
                fields=["table"], condition=Q(status=OPEN), name="one_open_round_a_table"
            ),
            models.CheckConstraint(
                condition=Q(status=OPEN, result=None, ended_at=None)
                | Q(status__in=[SETTLED, VOID], result__isnull=False, ended_at__gte=F("opened_at")),
                name="a_round_that_ended_has_a_result",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table.number} round {self.number}"

    @property
    def thing(self) -> str:
        return thing_of(self.pk)

    @property
    def is_open(self) -> bool:
        return self.status == OPEN


class ActionManager(models.Manager["Action"]):
    def get_queryset(self) -> models.QuerySet["Action"]:
        return super().get_queryset().filter(number__isnull=False, thing__startswith=PREFIX)

    def of(self, number: int) -> models.QuerySet["Action"]:
        """Of one round, in their order."""
        mine = super().get_queryset().filter(thing=thing_of(number), number__isnull=False)
        return mine.order_by("number")


class Action(Entry):
    """An entry that is an action of a round: `number` is its index, `payload` what was done."""

    objects: ClassVar[ActionManager] = ActionManager()

    class Meta:
        proxy = True

    @property
    def raw(self) -> dict[str, Any]:
        """As the engine reads it."""
        raw: dict[str, Any] = self.payload["action"]
        return raw
