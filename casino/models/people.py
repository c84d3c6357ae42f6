"""People, the jobs they are licensed for, and the duty each one holds at this moment."""

from datetime import date, datetime
from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.postgres.fields import ArrayField
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Now


class Job(models.TextChoices):
    DEALER = "dealer", "Dealer"
    FLOORPERSON = "floorperson", "Floorperson"
    PIT_BOSS = "pit_boss", "Pit boss"
    SHIFT_MANAGER = "shift_manager", "Shift manager"
    SECURITY_OFFICER = "security_officer", "Security officer"
    SECURITY_MANAGER = "security_manager", "Security manager"
    CASHIER = "cashier", "Chip-bank cashier"
    COUNT_TEAM = "count_team", "Count team"
    ACCOUNTANT = "accountant", "Accountant"
    SURVEILLANCE = "surveillance", "Surveillance"
    REGULATOR = "regulator", "Regulator"
    ADMINISTRATOR = "administrator", "Administrator"


# Held in one pit; the others work for the whole house.
PIT_JOBS = frozenset({Job.DEALER, Job.FLOORPERSON, Job.PIT_BOSS})
# Taken only with a code from the person's second device.
CODE_JOBS = frozenset({Job.ACCOUNTANT, Job.SECURITY_MANAGER, Job.ADMINISTRATOR})


class Shift(models.TextChoices):
    DAY = "day", "Day"
    SWING = "swing", "Swing"
    GRAVE = "grave", "Grave"


class UserManager(BaseUserManager["User"]):
    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(badge=username)


class User(AbstractBaseUser):
    """A person with a badge, or a machine that speaks for one department. Never deleted."""

    badge = models.CharField(
        max_length=12,
        unique=True,
        validators=[RegexValidator(r"^[A-Z0-9-]{3,12}\Z", "3 to 12 capitals, digits or hyphens")],
    )
    name = models.CharField(max_length=80)
    licence_number = models.CharField(max_length=30, blank=True)
    licence_valid_until = models.DateField(null=True, blank=True)
    pin = models.CharField(max_length=200, blank=True, editable=False)
    jobs = ArrayField(models.CharField(max_length=20, choices=Job), default=list, blank=True)
    is_active = models.BooleanField(default=True)
    is_machine = models.BooleanField(default=False)
    # Set by somebody else, so its owner must choose another at first sign-on.
    password_is_borrowed = models.BooleanField(default=True)
    # Sessions begun before this moment are over, wherever they are open.
    sessions_end_before = models.DateTimeField(null=True, blank=True)

    USERNAME_FIELD = "badge"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]
    objects = UserManager()

    class Meta:
        ordering = ["badge"]
        constraints = [
            models.CheckConstraint(
                condition=Q(jobs__contained_by=Job.values), name="user_jobs_are_known"
            )
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.badge})"

    def licensed_on(self, day: date) -> bool:
        return self.is_machine or (
            bool(self.licence_number)
            and self.licence_valid_until is not None
            and day <= self.licence_valid_until
        )


class Duty(models.Model):
    """The job a person holds for this shift. All rights come from it; the account has none."""

    person = models.ForeignKey(User, models.PROTECT, related_name="duties")
    job = models.CharField(max_length=20, choices=Job)
    pit = models.ForeignKey("casino.Pit", models.PROTECT, null=True, blank=True)
    shift = models.CharField(max_length=10, choices=Shift)
    gaming_day = models.DateField()
    taken_at = models.DateTimeField()
    until = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person"], condition=Q(ended_at=None), name="one_open_duty_a_person"
            ),
            models.CheckConstraint(
                condition=Q(job__in=PIT_JOBS, pit__isnull=False)
                | ~Q(job__in=PIT_JOBS) & Q(pit=None),
                name="pit_jobs_name_a_pit",
            ),
            models.CheckConstraint(condition=Q(until__gt=F("taken_at")), name="duty_has_an_end"),
            models.CheckConstraint(
                condition=Q(ended_at=None) | Q(ended_at__gte=F("taken_at")),
                name="duty_ends_after_it_began",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_job_display()}, {self.pit}" if self.pit else self.get_job_display()

    def holds_at(self, now: datetime) -> bool:
        return self.ended_at is None and self.taken_at <= now < self.until


class Count(models.Model):
    """Wrong guesses so far, and until when no further one is listened to."""

    wrong = models.PositiveSmallIntegerField(default=0)
    locked_until = models.DateTimeField(null=True)

    class Meta:
        abstract = True


class Tries(Count):
    """Wrong guesses at one secret of one person: the row that makes guessers queue and stop.

    A browser in which the person once signed on has a row of its own, named by its cookie; all
    others share the one without a name. So a stranger who is locked out locks out no tablet.
    """

    class Secret(models.TextChoices):
        PASSWORD = "password", "password"
        PIN = "pin", "PIN"
        CODE = "code", "code"

    person = models.ForeignKey(User, models.CASCADE)
    secret = models.CharField(max_length=10, choices=Secret)
    device = models.CharField(max_length=32, default="", blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["person", "secret", "device"], name="one_count_a_secret"
            )
        ]


class SpentTicket(models.Model):
    """A form that was sent (`casino/services/once.py`): what is here counts no more."""

    number = models.CharField(max_length=32, primary_key=True)
    at = models.DateTimeField(db_default=Now(), db_index=True)


class UnknownTries(Count):
    """Guesses at a badge that nobody wears, counted like those at a real one.

    Kept by a hash: people type their password into the wrong field.
    """

    badge_hash = models.CharField(max_length=64, unique=True)
    at = models.DateTimeField(db_index=True)
