from typing import Any

from django.core.management import BaseCommand, CommandError, CommandParser

from casino.selectors.verify import Proof, verify


class Command(BaseCommand):
    help = "Prove the log: names the first entry or seal that was altered, removed or inserted."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--head", default="", help="a head kept outside, that must be in it")

    def handle(self, *args: Any, head: str, **options: Any) -> None:
        proof = Proof()
        for proof in verify(head=head):
            if options["verbosity"] > 1:
                self.stdout.write(f"seal {proof.seals} holds: {proof.entries} entries")
        if proof.breach:
            raise CommandError(f"The log is broken: {proof.breach}")
        self.stdout.write(
            f"The log is whole: {proof.entries} entries under {proof.seals} seals,"
            f" {proof.unsealed} not yet sealed. Head {proof.head}"
        )
