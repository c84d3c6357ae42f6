import json
from typing import Any

from django.core.management import BaseCommand

from casino.selectors.log import head_json, last_seal


class Command(BaseCommand):
    help = "Print the head of the log as JSON, to be kept outside (see verify_log --head)."

    def handle(self, *args: Any, **options: Any) -> None:
        seal = last_seal()
        self.stdout.write(json.dumps(head_json(seal) if seal else None))
