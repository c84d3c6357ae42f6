"""What beats for rounds. Each is a line that calls a service; all may run twice."""

from django.utils import timezone

from casino.celery import app
from games.services.pots import find_pot_differences
from games.services.verification import verify_rounds as verify


@app.task(name="games.tasks.verify_rounds")
def verify_rounds() -> None:
    verify(now=timezone.now())


@app.task(name="games.tasks.prove_pots")
def prove_pots() -> None:
    find_pot_differences(timezone.now())
