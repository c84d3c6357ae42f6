"""The Celery app and what beats when. Beat only ticks; whether anything is due is domain code."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
app = Celery("casino")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


def every(seconds: int, task: str) -> dict[str, object]:
    # A tick that waited longer than its period is stale: the next one does its work.
    return {"task": task, "schedule": seconds, "options": {"expires": max(seconds, 5)}}


app.conf.beat_schedule = {
    "relay": every(1, "casino.tasks.relay"),
    "seal": every(2, "casino.tasks.seal"),
    "sign-of-life": every(5, "casino.tasks.sign_of_life"),
    "duties": every(30, "casino.tasks.end_overdue_duties"),
    "patrol": every(60, "casino.tasks.patrol_log"),
    "decks-due": every(20, "inventory.tasks.flag_due"),
    "custody": every(60, "inventory.tasks.patrol_custody"),
    "rounds": every(60, "games.tasks.verify_rounds"),
    "pots": every(3600, "games.tasks.prove_pots"),
    "left-undone": every(300, "inventory.tasks.flag_left_undone"),
}
