"""What beats for the card room. Each is a line that calls a service; all may run twice."""

from django.utils import timezone

from casino.celery import app
from inventory.services import counts, destruction, patrol, reconciliation, schedule


@app.task(name="inventory.tasks.flag_due")
def flag_due() -> None:
    schedule.flag_due(now=timezone.now())


@app.task(name="inventory.tasks.patrol_custody")
def patrol_custody() -> None:
    patrol.patrol_custody(now=timezone.now())


@app.task(name="inventory.tasks.flag_left_undone")
def flag_left_undone() -> None:
    """Days that nobody signed, envelopes that a day left behind, a count whose time has come."""
    now = timezone.now()
    reconciliation.flag_unreconciled(now=now)
    destruction.flag_left_envelopes(now=now)
    counts.flag_inventory_due(now=now)
