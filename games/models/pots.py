"""Carried pots as accounts: players' money that waits on the felt from round to round."""

from django.db import models
from django.db.models import F, Q

from casino.lib.append_only import AppendOnly
from casino.models import Entry
from games.models.rounds import Round
from tables.models import Table


class PotLine(AppendOnly):
    """One movement of a table's carried pot. The balance continues that of the line before."""

    class Kind(models.TextChoices):
        ANTES = "antes", "Antes"
        PAID = "paid", "Paid to the winner"
        COMMISSION = "commission", "Commission"
        CORRECTION = "correction", "Correction of a round"
        DIFFERENCE = "difference", "Difference found by count"

    table = models.ForeignKey(Table, models.PROTECT, related_name="pot_lines")
    index = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=Kind)
    cents = models.BigIntegerField()  # what came in; negative: what went out
    balance_cents = models.PositiveBigIntegerField()
    round = models.ForeignKey(Round, models.PROTECT, null=True, blank=True, related_name="+")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["table", "index"]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="one_pot_line_an_index"),
            models.CheckConstraint(condition=~Q(cents=0), name="a_pot_line_moves_something"),
            models.UniqueConstraint(
                fields=["round", "kind"],
                condition=Q(kind__in=["antes", "paid", "commission"]),
                name="a_round_moves_its_pot_once",
            ),
            # Rounds move a pot, and their corrections; a difference is of no round.
            models.CheckConstraint(
                condition=Q(kind="antes", round__isnull=False, cents__gt=0)
                | Q(kind__in=["paid", "commission"], round__isnull=False, cents__lt=0)
                | Q(kind="correction", round__isnull=False)
                | Q(kind="difference", round=None),
                name="a_pot_line_goes_its_way",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table.number} {self.kind} {self.cents}"


class PotDifference(models.Model):
    """A count that is not the account's: open until somebody settles it, and then for ever told."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="pot_differences")
    counted_cents = models.PositiveBigIntegerField()
    expected_cents = models.PositiveBigIntegerField()
    note = models.CharField(max_length=200)
    reported = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    settled = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(settled=None), name="one_open_difference_a_table"
            ),
            models.CheckConstraint(
                condition=~Q(counted_cents=F("expected_cents")), name="a_difference_is_one"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table.number} {self.cents}"

    @property
    def cents(self) -> int:
        """What was too much; negative: what was missing."""
        return self.counted_cents - self.expected_cents
