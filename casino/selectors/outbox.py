"""Reading what follows from the log: alerts by duty, errands that wait, signs of life."""

from datetime import datetime

from django.db.models import Case, Q, QuerySet, Value, When

from casino.models import Alert, Beat, Duty, Errand

NEEDS = [Alert.Need.NOW, Alert.Need.SOON, Alert.Need.INFO]


def alerts_for(duty: Duty) -> QuerySet[Alert]:
    """The house's alerts, and of the pits' only those of the duty's own if it has one."""
    mine = Q(pit=None) | Q(pit=duty.pit_id) if duty.pit_id else Q()
    return Alert.objects.filter(mine).select_related("pit", "owner")


def open_alerts(duty: Duty) -> QuerySet[Alert]:
    """The most urgent first."""
    urgency = Case(*(When(need=need, then=Value(rank)) for rank, need in enumerate(NEEDS)))
    return alerts_for(duty).filter(acknowledged_at=None).order_by(urgency, "-raised_at")


def acknowledged_alerts(duty: Duty) -> QuerySet[Alert]:
    return alerts_for(duty).exclude(acknowledged_at=None).order_by("-acknowledged_at")


def open_alerts_of(act: str, thing: str = "") -> QuerySet[Alert]:
    """Raised because of entries of this act, and not taken on by anybody yet."""
    about = Alert.objects.filter(entry__act=act, acknowledged_at=None).select_related("entry")
    return about.filter(thing=thing) if thing else about


def waiting_errands() -> QuerySet[Errand]:
    waiting = Errand.objects.filter(done_at=None, given_up_at=None)
    return waiting.select_related("entry").order_by("made_at")


def given_up_errands() -> QuerySet[Errand]:
    return Errand.objects.exclude(given_up_at=None).select_related("entry").order_by("given_up_at")


def signs_of_life() -> dict[str, datetime]:
    return dict(Beat.objects.values_list("part", "at"))
