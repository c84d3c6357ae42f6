import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from typing import Any

from django.core.management import BaseCommand, CommandParser

from games.catalogue import GAMES
from games.engine.transcript import UNREADABLE, replay_line


class Command(BaseCommand):
    help = "Play transcripts through the rules: one JSON line in, one result line out. No database."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("files", nargs="*", metavar="FILE", help="default: standard input")

    def handle(self, *args: Any, files: list[str], **options: Any) -> None:
        unread = False
        for line in self._lines(files):
            told = replay_line(line, GAMES)
            unread = unread or told["status"] == UNREADABLE
            self.stdout.write(json.dumps(told))
        if unread:
            sys.exit(1)

    def _lines(self, files: Iterable[str]) -> Iterator[str]:
        """Every line that is not blank. Bytes that are no text make a line that is no JSON."""
        with ExitStack() as opened:
            sources: list[Any] = [
                opened.enter_context(open(name, encoding="utf-8", errors="replace"))  # noqa: PTH123
                for name in files
            ] or [sys.stdin]
            for source in sources:
                yield from (line for line in source if line.strip())
