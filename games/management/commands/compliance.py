import json
import sys
from collections import Counter
from collections.abc import Sequence
from typing import Any

from django.core.management import BaseCommand, CommandParser

from games.catalogue import GAMES
from games.selectors.compliance import DUE, Compliance, compliance


class Command(BaseCommand):
    help = "Clause by clause: what honours it and which tests prove it. No database."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--game", default="", choices=["", *GAMES], help="only this game")
        parser.add_argument("--topic", default="", help="only this topic")
        parser.add_argument("--json", action="store_true", help="print the list as JSON")
        parser.add_argument(
            "--check", action="store_true", help="fail when a clause that is due has a gap"
        )
        parser.add_argument("--all", action="store_true", help="every topic is due")

    def handle(self, *args: Any, game: str, topic: str, **options: Any) -> None:
        rows = compliance(game, topic)
        if options["json"]:
            self.stdout.write(json.dumps([row.as_json() for row in rows], indent=1))
        elif not options["check"]:
            self._clauses(rows)
        if not options["json"]:
            self._totals(rows)
        if options["check"]:
            self._check([row for row in rows if row.is_due or options["all"]])

    def _clauses(self, rows: Sequence[Compliance]) -> None:
        for row in rows:
            place, topic, kind, summary, *_ = row.provision
            self.stdout.write(f"\n{row.game} {place}  [{topic}, {kind}]  {summary}")
            if row.provision.readings:
                self.stdout.write(f"    read by      {', '.join(row.provision.readings)}")
            self._list("honoured by", row.honoured_by)
            self._list("proved by", row.tests)
            for gap in row.gaps():
                self.stdout.write(f"    {gap if row.is_due else 'open'}")

    def _list(self, title: str, names: Sequence[str]) -> None:
        for name in names:
            self.stdout.write(f"    {title:<12} {name}")
            title = ""

    def _totals(self, rows: Sequence[Compliance]) -> None:
        """Met of all, by game and topic."""
        topics = [*DUE, *sorted({row.provision.topic for row in rows} - set(DUE))]
        met, every = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
        for row in rows:
            for key in ((row.game, row.provision.topic), (row.game, ""), ("", row.provision.topic)):
                every[key] += 1
                met[key] += row.is_met
        games = [game for game in GAMES if every[game, ""]]
        self.stdout.write("\n" + " " * 14 + "".join(f"{game:>22}" for game in [*games, "all"]))
        for topic in [*(topic for topic in topics if every["", topic]), ""]:
            cells = [f"{met[game, topic]}/{every[game, topic]}" for game in games]
            of = [row for row in rows if topic in ("", row.provision.topic)]
            cells.append(f"{sum(row.is_met for row in of)}/{len(of)}")
            self.stdout.write(f"{topic or 'all':<14}" + "".join(f"{cell:>22}" for cell in cells))
        later = [row for row in rows if not row.is_due]
        for row in (row for row in later if not row.is_met):
            self.stdout.write(f"open: {row.game} {row.provision.place}, {row.provision.topic}")
        self.stdout.write(f"\n{len(later)} clauses are of topics that are not due yet.")

    def _check(self, rows: Sequence[Compliance]) -> None:
        gaps = [
            f"{row.game} {row.provision.place}: {gap}, {row.provision.topic}"
            for row in rows
            for gap in row.gaps()
        ]
        for gap in gaps:
            self.stderr.write(gap)
        if gaps:
            sys.exit(1)
