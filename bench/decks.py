"""The card room and passports with a hundred decks, and with a hundred thousand, in one run.

    python -m bench.decks [--decks 100000] [--asks 40]

The first hundred live their lives through the services, a hundred days ago; the others are copies
of a destroyed one and of a stored one, with all their movements, stays, seals and lines, made by
the database. Every page is asked for in turn. Fails when a page asks the database more often than
before, or is half as slow again.
"""

import argparse
import os
import sys
from datetime import timedelta
from time import perf_counter
from typing import Any, NamedTuple

import tests.servers  # noqa: F401  starts PostgreSQL and Valkey before Django reads its settings

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "casino.settings")
import django

django.setup()
import psycopg  # noqa: E402
import time_machine  # noqa: E402
from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402
from django.urls import reverse  # noqa: E402
from django.utils import timezone  # noqa: E402

from casino.models import Duty, Job  # noqa: E402
from casino.services.log import house_day  # noqa: E402
from inventory.models import Deck  # noqa: E402
from tests.cast import sign_on  # noqa: E402
from tests.conftest import as_owner, superuser  # noqa: E402
from tests.inventory.cards import LIFE, do, make_lot, on_duty  # noqa: E402

LIMIT = 1.5
GONE = 0.97  # of the copies; the others lie in the primary store
BEFORE = timedelta(days=100)
GROW = """
INSERT INTO inventory_deck ({columns})
SELECT {values} FROM inventory_deck d, generate_series(%(first)s::int, %(last)s::int) AS n
WHERE d.code = %(like)s
"""
FOLLOW = """
INSERT INTO inventory_movement (deck_id, index, "do", entry_id, key)
SELECT copy.id, m.index, m."do", m.entry_id, ''
FROM inventory_movement m JOIN inventory_deck d ON d.id = m.deck_id AND d.code = %(like)s,
     inventory_deck copy WHERE copy.id BETWEEN %(first)s AND %(last)s
"""
# Each copy was at its table a minute before the one ahead of it.
STAYS = """
INSERT INTO inventory_stay (deck_id, "table", during)
SELECT copy.id, s."table", tstzrange(lower(s.during) - copy.id * interval '1 minute',
    upper(s.during) - copy.id * interval '1 minute')
FROM inventory_stay s JOIN inventory_deck d ON d.id = s.deck_id AND d.code = %(like)s,
     inventory_deck copy WHERE copy.id BETWEEN %(first)s AND %(last)s
"""
SEALS = """
INSERT INTO inventory_deckseal (number, state, received_id, changed_id)
SELECT 'X' || n, 'used', s.received_id, s.changed_id
FROM inventory_container c JOIN inventory_deck d ON d.id = c.deck_id AND d.code = %(like)s
     JOIN inventory_deckseal s ON s.id = c.seal_id,
     generate_series(%(first)s::int, %(last)s::int) AS n
"""
CONTAINERS = """
INSERT INTO inventory_container (label, what, seal_id, deck_id, entry_id)
SELECT 'X' || n, c.what, seal.id, n, c.entry_id
FROM inventory_container c JOIN inventory_deck d ON d.id = c.deck_id AND d.code = %(like)s,
     generate_series(%(first)s::int, %(last)s::int) AS n
     JOIN inventory_deckseal seal ON seal.number = 'X' || n
"""
LINES = """
INSERT INTO inventory_storeline (entry_id, store_id, kind, back, number, "do",
    singles, sets, decks, singles_left, sets_left, decks_left)
SELECT l.entry_id, l.store_id, l.kind, l.back, l.number + n, l."do",
    l.singles, l.sets, l.decks, l.singles_left, l.sets_left, l.decks_left
FROM (SELECT * FROM inventory_storeline WHERE store_id =
        (SELECT id FROM inventory_store WHERE code = 'primary') ORDER BY id DESC LIMIT 1) l,
     generate_series(%(first)s::int, %(last)s::int) AS n
"""


def main() -> int:
    asked = _arguments()
    setup_test_environment()
    settings.STORAGES["staticfiles"] = {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
    }
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    with as_owner():
        call_command("migrate", verbosity=0)
    with superuser() as db:  # the log tells of now; here it tells of long ago
        db.execute("UPDATE casino_logbase SET slack = '1 year'")
    with time_machine.travel(timezone.now() - BEFORE):
        codes = _first_hundred()
        Duty.objects.update(ended_at=timezone.now())
    client = sign_on(Client(), on_duty(Job.SECURITY_MANAGER).person)
    pages = _pages(codes)
    before = {name: _ask(client, url, asked.asks) for name, url in pages.items()}
    _grow(codes, asked.decks)
    after = {name: _ask(client, url, asked.asks) for name, url in pages.items()}
    return _tell(before, after)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=100_000)
    parser.add_argument("--asks", type=int, default=40)
    return parser.parse_args()


def _first_hundred() -> dict[str, str]:
    """Decks of every stage; the names are those the pages below are asked for."""
    lot = make_lot(singles=100, invoiced_singles=100)
    codes = list(lot.decks.order_by("pk").values_list("code", flat=True))
    lives = ("destroy", "play", "remove", "envelope", "collect", "examine")
    for place, (code, until) in enumerate(zip(codes, lives * 10, strict=False)):
        for what in list(LIFE)[: list(LIFE).index(until) + 1]:
            do(what, code, to=f"T-{place:02}" if what == "deliver" else None)
    return {"destroyed": codes[0], "in play": codes[1], "stored": codes[-1]}


def _pages(codes: dict[str, str]) -> dict[str, str]:
    room = reverse("card-room")
    return {
        "card room": room,
        "card room, a deck in hand": f"{room}?deck={codes['stored']}",
        "list of decks": reverse("decks"),
        "list of decks, one seal": f"{reverse('decks')}?q=S-{codes['destroyed']}",
        "stores": reverse("stores"),
        "log of the primary store": reverse("store", args=["primary"]),
        "register of seals": reverse("seal-register"),
        "collection": reverse("collection"),
        "destruction": reverse("destruction"),
        "reconciliation of today": reverse("reconciliation-day", args=[house_day(timezone.now())]),
        **{f"passport, {stage}": reverse("deck", args=[code]) for stage, code in codes.items()},
        "API, one deck": reverse("api-deck", args=[codes["in play"]]),
        "API, a table at a moment": reverse("api-table-decks", args=["T-01"]),
    }


class Asked(NamedTuple):
    """Queries, and the milliseconds of the quickest answer; beside it those of a page that has
    nothing to do with decks, asked for in turn: it tells how busy the machine is."""

    queries: int
    took: float
    beside: float


def _ask(client: Client, url: str, times: int) -> Asked:
    queries = 0

    def count(execute: Any, *asked: Any) -> Any:
        nonlocal queries
        queries += 1
        return execute(*asked)

    client.get(url)  # now and then a request writes that somebody is there
    with connection.execute_wrapper(count):
        answer = client.get(url)
    assert answer.status_code == 200, (url, answer.status_code)
    beside = reverse("styleguide")
    taken = [(_time(client, url), _time(client, beside)) for _ in range(times)]
    return Asked(queries, min(took for took, _ in taken), min(other for _, other in taken))


def _time(client: Client, url: str) -> float:
    start = perf_counter()
    client.get(url)
    return (perf_counter() - start) * 1000


def _grow(codes: dict[str, str], decks: int) -> None:
    """As a superuser, in the house's own tables; balances follow, so that they still tie."""
    with superuser() as db:
        (last,) = db.execute("SELECT max(id) FROM inventory_deck").fetchone() or (0,)
        gone = int((decks - last) * GONE)
        _copy(db, codes["destroyed"], last + 1, last + gone)
        _copy(db, codes["stored"], last + gone + 1, decks)
        db.execute(
            "UPDATE inventory_stock SET singles = singles + %s"
            " WHERE store_id = (SELECT id FROM inventory_store WHERE code = 'primary')",
            [decks - last - gone],
        )
        for name in ("deck", "movement", "stay", "deckseal", "container", "storeline"):
            db.execute(f"VACUUM ANALYZE inventory_{name}")
        db.execute("VACUUM ANALYZE casino_entry")


def _copy(db: psycopg.Connection[Any], like: str, first: int, last: int) -> None:
    columns = [field.column for field in Deck._meta.concrete_fields]
    values = {name: f"d.{name}" for name in columns} | {"id": "n", "code": "'X' || n"}
    text = GROW.format(
        columns=", ".join(f'"{name}"' for name in columns), values=", ".join(values.values())
    )
    for statement in (text, FOLLOW, STAYS, SEALS, CONTAINERS, LINES):
        db.execute(statement, {"first": first, "last": last, "like": like})


def _tell(before: dict[str, Asked], after: dict[str, Asked]) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM inventory_movement")
        (movements,) = cursor.fetchone()
    _say(f"{Deck.objects.count():,} decks, {movements:,} movements")
    _say(f"{'':28} {'queries':>16} {'ms, 100':>9} {'ms, now':>9} {'times':>6}")
    failed = False
    for name, was in before.items():
        now = after[name]
        slower = (now.took / now.beside) / (was.took / was.beside)
        failed |= now.queries > was.queries or slower > LIMIT
        counts = f"{was.queries:>7} {now.queries:>8}"
        _say(f"{name:28} {counts} {was.took:9.1f} {now.took:9.1f} {slower:6.2f}")
    return int(failed)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
