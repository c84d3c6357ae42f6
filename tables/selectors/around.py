"""What all other records say of tables at a moment: as many queries for two hundred as for one."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple

from casino.lib.law import Clause, Refused
from casino.lib.sql import ask
from casino.services.log import house_day, house_day_ends
from inventory.rules.pair import TableDeck
from inventory.rules.schedule import Periods, refuse_overdue
from inventory.selectors.at_tables import AtTable, DeckThere, at_tables
from inventory.selectors.schedule import periods_at
from tables.catalogue import TableGame, game_of
from tables.models import Table
from tables.rules.approvals import Layout, Stage, refuse_use
from tables.rules.readiness import why_not
from tables.rules.signs import Posted, sign_points
from tables.rules.table import Around

RULES = Clause("13:69F-8.3")


class InForce(NamedTuple):
    """The rules that hold at a table now."""

    pk: int
    number: int
    options: dict[str, Any]


class AtWork(NamedTuple):
    """Who works at a table, on duty."""

    duty: int
    person: int
    badge: str


class Records(NamedTuple):
    """All that is read of one table."""

    laid: Layout | None
    posted: Sequence[Posted]
    rules: InForce | None
    staff: Mapping[str, AtWork]
    seated: Sequence[int]
    there: AtTable


# Of staff only who is still on duty: those whose duty ended are relieved a moment later.
_RECORDS = """
SELECT asked.id,
    (SELECT json_build_array(y.positions, coalesce(y.rendering_id, ''),
            coalesce(y.photograph_id, ''), y.elements, y.inscriptions, y.version, y.stage,
            a.badge, coalesce(v.badge, ''), y.reference, y.submitted_on, y.reason, y.changed_at)
        FROM tables_laying l
        JOIN tables_layout y ON y.id = l.layout_id
        JOIN casino_user a ON a.id = y.author_id
        LEFT JOIN casino_user v ON v.id = y.reviewer_id
        WHERE l.table_id = asked.id AND l.until IS NULL),
    (SELECT json_agg(json_build_array(s.statement, s.text, s.tells) ORDER BY s.statement)
        FROM tables_sign s WHERE s.table_id = asked.id AND s.removed_at IS NULL),
    (SELECT json_build_array(r.id, r.number, r.options) FROM tables_ruleset r
        WHERE r.table_id = asked.id AND r.effective_at <= %(now)s
        ORDER BY r.number DESC LIMIT 1),
    (SELECT json_object_agg(a.role, json_build_array(d.id, p.id, p.badge))
        FROM tables_assignment a
        JOIN casino_duty d ON d.id = a.duty_id
        JOIN casino_user p ON p.id = d.person_id
        WHERE a.table_id = asked.id AND a.until IS NULL
            AND d.ended_at IS NULL AND d.taken_at <= %(now)s AND d.until > %(now)s),
    (SELECT json_agg(s.seat ORDER BY s.seat) FROM tables_sitting s
        WHERE s.table_id = asked.id AND s.left_at IS NULL)
FROM unnest(%(keys)s::bigint[]) AS asked(id)
"""


def around_of(table: Table, now: datetime) -> Around:
    return arounds([table], now)[table.pk]


def read_around(table: Table, now: datetime) -> tuple[Around, Records]:
    """With the records themselves, for who goes on to use them."""
    records = _read([table], now)[table.pk]
    return _around(table, records, periods_at(now), now), records


def arounds(tables: Iterable[Table], now: datetime) -> dict[int, Around]:
    """By the tables' keys. Three queries, however many tables there are."""
    tables, periods = list(tables), periods_at(now)
    records = _read(tables, now)
    return {table.pk: _around(table, records[table.pk], periods, now) for table in tables}


def _read(tables: Sequence[Table], now: datetime) -> dict[int, Records]:
    there = at_tables([table.number for table in tables])
    numbers = {table.pk: table.number for table in tables}
    return {
        key: Records(
            _layout(*laid) if laid else None,
            [Posted(*sign) for sign in signs or ()],
            InForce(*rules) if rules else None,
            {role: AtWork(*one) for role, one in (staff or {}).items()},
            seated or (),
            there[numbers[key]],
        )
        for key, laid, signs, rules, staff, seated in ask(_RECORDS, keys=[*numbers], now=now)
    }


def _layout(*told: Any) -> Layout:
    laid = Layout(*told)
    return laid._replace(
        elements={name: (at[0], at[1]) if at else None for name, at in laid.elements.items()},
        stage=Stage(laid.stage),
        submitted_on=date.fromisoformat(told[10]) if told[10] else None,
        changed_at=datetime.fromisoformat(told[12]),
    )


def _around(table: Table, records: Records, periods: Periods, now: datetime) -> Around:
    game, laid, there = game_of(table.game), records.laid, records.there
    rules, no_rules = _rules_of(game, records.rules)
    return Around(
        demands=game.demands,
        layout=_no_layout(game, laid),
        signs=_no_signs(game, laid, records.posted, rules),
        rules=no_rules,
        fitted=there.fitted,
        loose=there.loose,
        day_began=house_day_ends(house_day(now) - timedelta(days=1)),
        dealer=_badge(records.staff.get("dealer")),
        floorperson=_badge(records.staff.get("floorperson")),
        seated=tuple(records.seated),
        decks=tuple(TableDeck(d.code, d.kind, d.back, d.stage) for d in there.decks),
        removed=there.removed,
        held=tuple(deck.code for deck in there.decks if not deck.may_play),
        late=_late(game, there.decks, periods, now),
        in_round=tuple(table.in_round),
        last_deck=str(table.shown.get("last_deck", "")),
        carried_cents=table.carried_cents,
    )


def _late(
    game: TableGame, decks: Iterable[DeckThere], periods: Periods, now: datetime
) -> dict[str, Refused]:
    found = {}
    for deck in decks:
        try:
            refuse_overdue(deck.opened_at, deck.method, periods, now, game.refuse)
        except Refused as refusal:
            found[deck.code] = refusal
    return found


def _no_layout(game: TableGame, laid: Layout | None) -> Refused | None:
    if laid is None:
        remedy = "Lay a layout that was submitted"
        return game.refuse("layout_submitted", "No layout lies on this table", remedy=remedy)
    return why_not(lambda: refuse_use(laid, game.demands))


def _rules_of(game: TableGame, held: InForce | None) -> tuple[Any, Refused | None]:
    if held is None:
        remedy = "A pit boss proposes them, a shift manager approves"
        return None, Refused("This table has no rules yet", RULES, remedy=remedy)
    try:
        return game.read_options(held.options), None
    except Refused as refusal:
        return None, refusal


def _no_signs(
    game: TableGame, laid: Layout | None, posted: Sequence[Posted], rules: Any
) -> Refused | None:
    if laid is None or rules is None:
        remedy = "They follow the layout and the rules"
        return game.refuse("signs_posted", "What must be posted is not known yet", remedy=remedy)
    points = sign_points(game.demands, laid, posted, rules)
    return points[0].refusal() if points else None


def _badge(one: AtWork | None) -> str:
    return one.badge if one else ""
