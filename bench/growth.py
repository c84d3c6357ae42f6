"""What an action costs with an empty log, and with millions of actions in it, in one run.

    python -m bench.growth [--millions 10]

Measured, in turn before and after: one action written by itself, twenty written together, a round
read and folded anew, the feed read from its end, the list of a table's rounds. The history is made
by the database, as copies of one played round under other numbers. Fails when anything takes half
as long again.
"""

import argparse
import os
import sys
from collections.abc import Callable
from time import perf_counter
from uuid import uuid4

import tests.servers  # noqa: F401  starts PostgreSQL and Valkey before Django reads its settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
import django

django.setup()
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from casino.lib import live  # noqa: E402
from casino.models import Entry, Job  # noqa: E402
from casino.selectors.live import news_after  # noqa: E402
from games.models import Round  # noqa: E402
from games.selectors import rounds  # noqa: E402
from games.services.actions import write  # noqa: E402
from games.services.submission import Submission  # noqa: E402
from tests.conftest import as_owner, superuser  # noqa: E402
from tests.inventory.cards import on_duty  # noqa: E402
from tests.rounds.evening import opened, play  # noqa: E402
from tests.tables.play import opened_table  # noqa: E402

LIMIT = 1.5
ASKS, WARM = 20, 10  # a round has at most a thousand actions
COPIES = """
INSERT INTO casino_entry (position, at, gaming_day, person_id, duty_id, act, thing, number,
    "table", pit_id, clause, reading, refused, payload, request_id)
SELECT n * 100 + number + 1, at - (%(last)s - n) * interval '1 second', gaming_day, person_id,
    duty_id, act, 'round:-' || n, number, "table", pit_id, clause, reading, refused, payload, ''
FROM casino_entry, generate_series(%(first)s::bigint, %(last)s::bigint) AS n
WHERE thing = %(like)s AND number IS NOT NULL
"""
ROUNDS = """
INSERT INTO games_round (table_id, number, engine, setup, gaming_day, opened_at, length, status,
    result, ended_at, deck_id, rules_id, dealer_id, floorperson_id, opened_id)
SELECT table_id, 1000 + n, engine, setup, gaming_day, opened_at - (n + 1) * interval '1 minute',
    length, status, result, ended_at, deck_id, rules_id, dealer_id, floorperson_id, opened_id
FROM games_round, generate_series(%(first)s::bigint, %(last)s::bigint) AS n WHERE id = %(id)s
"""


def grow(row: Round, actions: int) -> None:
    """Copies of this round, until there are so many actions more."""
    copies = actions // row.length
    with superuser() as db:
        db.execute("SET session_replication_role = replica")
        for first in range(1, copies + 1, 20_000):
            last = min(first + 19_999, copies)
            known = {"first": first, "last": last, "like": row.thing, "id": row.pk}
            db.execute(COPIES, known)
            db.execute(ROUNDS, known)
            print(f"\r{last * row.length:,} actions", end="", flush=True)
        db.execute("ANALYZE casino_entry, games_round")
    print()


class Table:
    """One round that is never settled: the same seat wagers again and again."""

    def __init__(self, row: Round) -> None:
        self.row, self.by, self.index = row, on_duty(Job.DEALER), 0

    def wager(self) -> Submission:
        action = {"do": "wager", "seat": 1, "on": "ante", "amount": 500 + 100 * (self.index % 9)}
        self.index += 1
        key = uuid4().hex
        return Submission(self.row.pk, self.index - 1, key, action, self.by, timezone.now())

    def write(self, count: int) -> None:
        answers = write([self.wager() for _ in range(count)])
        assert not any(answer.refusal for answer in answers)


def measures(table: Table, ended: Round) -> dict[str, Callable[[], object]]:
    end = Entry.objects.order_by("-position").values_list("position", flat=True)[0]
    return {
        "one action": lambda: table.write(1),
        "twenty actions": lambda: table.write(20),
        "a round folded anew": lambda: rounds.state_at(ended.pk, ended.length),
        "the feed's end": lambda: news_after(end - 1),
        "a table's rounds": lambda: list(rounds.rounds_of(ended.table.number)[:2]),
    }


def timed(works: dict[str, Callable[[], object]]) -> dict[str, float]:
    """The quickest of many, each in turn with the others: what the machine adds is not counted.

    On a new connection, and after a few that are not measured: PostgreSQL weighs a plan that it
    keeps against those it made before, and they were of tables that had nothing in them.
    """
    connection.close()
    for _ in range(WARM):
        works["one action"]()
    best = dict.fromkeys(works, 9.9)
    for _ in range(ASKS):
        for name, work in works.items():
            began = perf_counter()
            work()
            best[name] = min(best[name], perf_counter() - began)
    return best


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--millions", type=float, default=10)
    asked = parser.parse_args()
    live.on_nudge(lambda: None)  # nobody listens here
    with as_owner():
        call_command("migrate", verbosity=0)
    floor = opened_table()
    play(opened(floor), seed=2)
    ended = Round.objects.select_related("table").get()
    table = Table(opened(floor))
    before = timed(measures(table, ended))
    grow(ended, int(asked.millions * 1_000_000))
    after = timed(measures(table, ended))
    worst = 0.0
    for name, took in before.items():
        times = after[name] / took
        worst = max(worst, times)
        print(f"{name:<22} {took * 1000:7.2f} ms  {after[name] * 1000:7.2f} ms  {times:5.2f} times")
    return 0 if worst <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main())
