"""Layouts and signs: designs with their chain of approval, and what lies and hangs where."""

from django.db import models
from django.db.models import Q

from casino.models import Entry, Picture, User
from tables.models.floor import Table
from tables.rules import approvals as rules


class Layout(models.Model):
    """One version of a layout design. Any change is another version."""

    class Stage(models.TextChoices):
        DRAFTED = "drafted", "Drafted"
        REVIEWED = "reviewed", "Reviewed"
        SUBMITTED = "submitted", "Submitted to the Division"
        APPROVED = "approved", "Approved"
        OBJECTED = "objected", "Objected to"
        WITHDRAWN = "withdrawn", "Withdrawn"

    code = models.CharField(max_length=20)
    version = models.PositiveSmallIntegerField()
    game = models.CharField(max_length=30)
    name = models.CharField(max_length=60)
    positions = models.PositiveSmallIntegerField(default=6)
    rendering = models.ForeignKey(Picture, models.PROTECT, null=True, blank=True, related_name="+")
    photograph = models.ForeignKey(Picture, models.PROTECT, null=True, blank=True, related_name="+")
    # element → where it is on the rendering, in hundredths: {"main_ante": [40, 71]}
    elements = models.JSONField(default=dict)
    # statement → the words printed on the felt
    inscriptions = models.JSONField(default=dict)
    stage = models.CharField(max_length=10, choices=Stage, default=Stage.DRAFTED)
    author = models.ForeignKey(User, models.PROTECT, related_name="+")
    reviewer = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    reference = models.CharField(max_length=60, blank=True)
    submitted_on = models.DateField(null=True, blank=True)
    reason = models.CharField(max_length=200, blank=True)  # of an objection or a withdrawal
    changed_at = models.DateTimeField()
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["code", "-version"]
        constraints = [
            models.UniqueConstraint(fields=["code", "version"], name="one_layout_a_version"),
            models.CheckConstraint(
                condition=Q(positions__gte=1, positions__lte=6), name="layout_of_at_most_six"
            ),
            models.CheckConstraint(
                condition=Q(reviewer=None) | ~Q(reviewer=models.F("author")),
                name="nobody_reviews_their_own_layout",
            ),
            models.CheckConstraint(
                condition=Q(stage__in=["drafted", "reviewed", "withdrawn"])
                | Q(
                    submitted_on__isnull=False,
                    rendering__isnull=False,
                    photograph__isnull=False,
                    reviewer__isnull=False,
                ),
                name="submitted_with_drawing_and_photograph",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.code} v{self.version}"

    @property
    def stage_in_words(self) -> str:
        """Within a sentence: "submitted to the Division"."""
        shown = self.get_stage_display()
        return shown[0].lower() + shown[1:]

    @property
    def design(self) -> rules.Layout:
        """As the rules see it."""
        return rules.Layout(
            positions=self.positions,
            rendering=self.rendering_id or "",
            photograph=self.photograph_id or "",
            elements={name: tuple(at) if at else None for name, at in self.elements.items()},
            inscriptions=self.inscriptions,
            version=self.version,
            stage=rules.Stage(self.stage),
            author=self.author.badge,
            reviewer=self.reviewer.badge if self.reviewer else "",
            reference=self.reference,
            submitted_on=self.submitted_on,
            reason=self.reason,
            changed_at=self.changed_at,
        )


class Laying(models.Model):
    """Which layout lies on a table, since when."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="layings")
    layout = models.ForeignKey(Layout, models.PROTECT, related_name="layings")
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(until=None), name="one_layout_a_table"
            )
        ]


class Sign(models.Model):
    """A sign at a table: the statement it makes, its words, and the numbers it tells."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="signs")
    statement = models.CharField(max_length=40)
    text = models.CharField(max_length=500)
    tells = models.JSONField(default=dict)
    picture = models.ForeignKey(Picture, models.PROTECT, null=True, blank=True, related_name="+")
    posted_at = models.DateTimeField()
    removed_at = models.DateTimeField(null=True, blank=True)
    posted = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    removed = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ["table", "statement", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "statement"],
                condition=Q(removed_at=None),
                name="one_sign_a_statement",
            )
        ]
