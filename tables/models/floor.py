"""Tables, what happened to them, who works and who sits there."""

from typing import Any

from django.db import models
from django.db.models import Q

from casino.lib.append_only import AppendOnly
from casino.models import Duty, Entry, Pit, User
from tables.rules import table as rules
from tables.rules.table import Phase

PHASES = [(phase.value, phase.value.capitalize()) for phase in Phase]


class Table(models.Model):
    """A table of the floor. `phase`, `since` and `state` repeat the fold of its events."""

    number = models.CharField(max_length=20, unique=True)
    pit = models.ForeignKey(Pit, models.PROTECT, related_name="tables")
    game = models.CharField(max_length=30)
    positions = models.PositiveSmallIntegerField(default=6)
    method = models.CharField(max_length=15, default="manual_shoe")
    cameras = models.JSONField(default=list)
    # Where it stands on the floor map, in hundredths of the map's width and height.
    x = models.PositiveSmallIntegerField(default=0)
    y = models.PositiveSmallIntegerField(default=0)
    retired_at = models.DateTimeField(null=True, blank=True)
    phase = models.CharField(max_length=10, choices=PHASES, default=Phase.CLOSED)
    since = models.DateTimeField(null=True, blank=True)
    state = models.JSONField(default=dict)
    length = models.PositiveIntegerField(default=0)
    # What rounds write here for the board; tables never ask games.
    shown = models.JSONField(default=dict)
    # Players' money that waits on the felt from round to round.
    carried_cents = models.PositiveBigIntegerField(default=0)
    in_round = models.JSONField(default=list)  # positions that take part in the round now

    class Meta:
        ordering = ["number"]
        indexes = [models.Index("pit", "number", name="table_by_pit")]
        constraints = [
            models.CheckConstraint(
                condition=Q(positions__gte=1, positions__lte=6), name="at_most_six_positions"
            ),
            models.CheckConstraint(
                condition=Q(phase__in=[value for value, _ in PHASES]), name="table_phase_is_known"
            ),
            models.CheckConstraint(
                condition=Q(retired_at=None) | Q(phase="closed"), name="only_closed_tables_retire"
            ),
            models.CheckConstraint(condition=Q(x__lte=100, y__lte=100), name="on_the_map"),
        ]

    def __str__(self) -> str:
        return self.number

    @property
    def thing(self) -> str:
        """As the log names it."""
        return f"table:{self.number}"

    @property
    def fold(self) -> rules.Table:
        """As the rules see it."""
        known: dict[str, Any] = dict(self.state)
        decks = tuple(
            rules.DeckAt(**{**deck, "seen_by": tuple(deck["seen_by"])})
            for deck in known.pop("decks", [])
        )
        return rules.Table(
            phase=Phase(self.phase), since=self.since, length=self.length, decks=decks, **known
        )

    def take(self, after: rules.Table) -> None:
        """Repeat what the rules say."""
        told = after._asdict()
        self.phase, self.since, self.length = (told.pop(n) for n in ("phase", "since", "length"))
        self.state = {**told, "decks": [deck._asdict() for deck in after.decks]}


class TableEvent(AppendOnly):
    """One deed at one table; who, when and the facts are in its entry of the log."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="events")
    index = models.PositiveIntegerField()
    do = models.CharField(max_length=20)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["table", "index"]
        constraints = [
            models.UniqueConstraint(fields=["table", "index"], name="one_event_an_index")
        ]


class Assignment(models.Model):
    """Who deals at a table, or watches it, since when."""

    class Role(models.TextChoices):
        DEALER = "dealer", "Dealer"
        FLOORPERSON = "floorperson", "Floorperson"

    table = models.ForeignKey(Table, models.PROTECT, related_name="assignments")
    duty = models.ForeignKey(Duty, models.PROTECT, related_name="+")
    role = models.CharField(max_length=12, choices=Role)
    since = models.DateTimeField()
    until = models.DateTimeField(null=True, blank=True)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["-since"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "role"], condition=Q(until=None), name="one_of_a_role_a_table"
            ),
            models.UniqueConstraint(
                fields=["duty"],
                condition=Q(until=None, role="dealer"),
                name="a_dealer_deals_at_one_table",
            ),
        ]


class Sitting(models.Model):
    """A patron at a position: anonymous unless they say who they are."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="sittings")
    seat = models.PositiveSmallIntegerField()
    patron = models.CharField(max_length=40, blank=True)
    sat_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True, blank=True)
    why = models.CharField(max_length=20, blank=True)  # of a removal
    notice = models.TextField(blank=True)  # to the Division, as drafted
    notified = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["-sat_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["table", "seat"], condition=Q(left_at=None), name="one_patron_a_seat"
            ),
            models.CheckConstraint(
                condition=Q(seat__gte=1, seat__lte=6), name="seats_are_one_to_six"
            ),
        ]


class RuleSet(AppendOnly):
    """The approved rules of a table from a moment on: what the game's options read."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="rule_sets")
    number = models.PositiveIntegerField()
    options = models.JSONField()
    effective_at = models.DateTimeField()
    proposal = models.OneToOneField(
        "tables.Proposal", models.PROTECT, related_name="rule_set", null=True, blank=True
    )
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["table", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["table", "number"], name="one_rule_set_a_number")
        ]


class Proposal(models.Model):
    """A change of a table's rules that waits for somebody else's approval."""

    table = models.ForeignKey(Table, models.PROTECT, related_name="proposals")
    options = models.JSONField()
    effective_at = models.DateTimeField(null=True, blank=True)  # None: once it is approved
    reason = models.CharField(max_length=200)
    # When patrons were told: by the sign, and by word of mouth.
    posted_at = models.DateTimeField(null=True, blank=True)
    announced_at = models.DateTimeField(null=True, blank=True)
    length = models.PositiveSmallIntegerField(default=0)  # what was done to it so far
    proposer = models.ForeignKey(User, models.PROTECT, related_name="+")
    decider = models.ForeignKey(User, models.PROTECT, null=True, blank=True, related_name="+")
    proposed = models.ForeignKey(Entry, models.PROTECT, related_name="+")
    decided = models.ForeignKey(Entry, models.PROTECT, null=True, blank=True, related_name="+")
    is_approved = models.BooleanField(null=True, blank=True)
    why = models.CharField(max_length=200, blank=True)  # of a refusal

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=Q(decided=None), name="one_open_proposal_a_table"
            ),
            models.CheckConstraint(
                condition=Q(decided=None, decider=None, is_approved=None)
                | Q(decided__isnull=False, decider__isnull=False, is_approved__isnull=False),
                name="a_decision_is_somebodys",
            ),
            models.CheckConstraint(
                condition=Q(is_approved=None)
                | Q(is_approved=False)
                | ~Q(decider=models.F("proposer")),
                name="nobody_approves_their_own_proposal",
            ),
        ]


class Handover(AppendOnly):
    """A pit handed over from one supervisor to the next: what both signed, as they read it."""

    pit = models.ForeignKey(Pit, models.PROTECT, related_name="+")
    shift = models.CharField(max_length=10)
    began_at = models.DateTimeField()
    at = models.DateTimeField()
    sheet = models.JSONField()  # sections, each with its lines
    notes = models.TextField(blank=True)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="+")

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["pit", "-id"], name="handover_by_pit")]

    def __str__(self) -> str:
        return f"Handover {self.pk}"
