"""`manage.py demo`: a casino to try things in, and how to sign on to it."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from casino.models import CODE_JOBS
from casino.services import demo
from inventory.services import demo as card_room
from tables.services import demo as floor


class Command(BaseCommand):
    help = "Adds what the demo casino lacks (only with DEMO=true) and prints its logins."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEMO:
            raise CommandError("This casino is not a demo: its secrets are not public (DEMO=false)")
        if not (settings.DEMO_PASSWORD and settings.DEMO_PIN):
            raise CommandError(
                "Set DEMO_PASSWORD and DEMO_PIN: everybody will be able to read them"
            )
        parts = (demo, card_room, floor)  # decks come before tables, and each needs the people
        added = [thing for part in parts for thing in part.set_up(now=timezone.now())]
        self.stdout.write(
            f"Demo casino: {len(added)} things added" if added else "Demo casino: ready"
        )
        for line in _table():
            self.stdout.write(line)


def _table() -> list[str]:
    """Badge, name and job in columns; one password and one PIN for all."""
    codes = {job.label for job in CODE_JOBS}
    rows = [("Badge", "Name", "Job")]
    rows += [(x.badge, x.name, x.job + (" *" if x.job in codes else "")) for x in demo.logins()]
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    lines = [f"  {b:<{widths[0]}}  {n:<{widths[1]}}  {job}" for b, n, job in rows]
    return [
        *lines,
        f"  Password {settings.DEMO_PASSWORD}   PIN {settings.DEMO_PIN}",
        "  * asks for a code as well; the page shows it",
    ]
