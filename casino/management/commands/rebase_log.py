from typing import Any

from django.core.management import BaseCommand

from casino.services.log import rebase_log


class Command(BaseCommand):
    help = "After a restore into a new cluster, as the owner: new positions go on after the old."

    def handle(self, *args: Any, **options: Any) -> None:
        base = rebase_log()
        self.stdout.write(f"Positions are transaction ids plus {base}.")
