"""What beats and what is queued. Each is a few lines that call a service; all may run twice."""

from typing import Any

from celery.signals import after_task_publish
from django.db import close_old_connections
from django.utils import timezone

from casino.celery import app
from casino.services import life, log, once, outbox, people

SEALS_A_TICK = 10


@app.task(name="casino.tasks.relay")
def relay() -> None:
    outbox.relay(now=timezone.now(), offer=run_errand.delay)


@app.task(name="casino.tasks.run_errand")
def run_errand(number: int) -> None:
    outbox.run_errand(number=number, now=timezone.now())


@app.task(name="casino.tasks.seal")
def seal() -> None:
    for _ in range(SEALS_A_TICK):
        if log.seal_entries(now=timezone.now()) is None:
            return


@app.task(name="casino.tasks.sign_of_life")
def sign_of_life() -> None:
    life.sign_of_life("worker", now=timezone.now())


@after_task_publish.connect(sender="casino.tasks.sign_of_life")
def beat_lives(**_: Any) -> None:
    """In beat's own process, so that a dead worker is not taken for a dead beat."""
    close_old_connections()  # beat has neither requests nor tasks after which Django would look
    life.sign_of_life("beat", now=timezone.now())


@app.task(name="casino.tasks.end_overdue_duties")
def end_overdue_duties() -> None:
    people.end_overdue_duties(now=timezone.now())
    people.forget_unknown_badges(now=timezone.now())
    once.forget_spent_tickets(now=timezone.now())


@app.task(name="casino.tasks.patrol_log")
def patrol_log() -> None:
    life.patrol_log(now=timezone.now())
