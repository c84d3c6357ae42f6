"""What all other records say of tables at a moment: as many queries for two hundred as for one."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from casino.lib.law import Clause, Refused
from casino.services.log import house_day, house_day_ends
from inventory.models import Deck
from inventory.rules.deck import Stage
from inventory.rules.equipment import Fixture
from inventory.rules.pair import TableDeck
from inventory.rules.schedule import Periods, refuse_overdue
from inventory.selectors.devices import fitted_at, loose_from
from inventory.selectors.schedule import DeckClock, clocks, periods_at
from tables.catalogue import TableGame, game_of
from tables.models import Assignment, Laying, RuleSet, Sign, Sitting, Table
from tables.rules.approvals import Layout, refuse_use
from tables.rules.readiness import why_not
from tables.rules.signs import Posted, sign_points
from tables.rules.table import Around
from tables.selectors.rules import rules_in_force

RULES = Clause("13:69F-8.3")


class Records(NamedTuple):
    """All that is read, by the tables' keys and numbers."""

    laid: dict[int, Layout]
    posted: dict[int, list[Posted]]
    rules: dict[int, RuleSet]
    fitted: dict[str, list[Fixture]]
    loose: dict[str, list[str]]
    decks: dict[str, list[DeckClock]]
    removed: dict[str, list[str]]
    staff: dict[int, dict[str, Assignment]]
    seated: dict[int, list[int]]
    periods: Periods


def around_of(table: Table, now: datetime) -> Around:
    return arounds([table], now)[table.pk]


def read_around(table: Table, now: datetime) -> tuple[Around, Records]:
    """With the records themselves, for who goes on to use them."""
    records = _read([table], now)
    return _around(table, records, now), records


def arounds(tables: Iterable[Table], now: datetime) -> dict[int, Around]:
    """By the tables' keys. Nine queries and the settings, however many tables there are."""
    tables = list(tables)
    records = _read(tables, now)
    return {table.pk: _around(table, records, now) for table in tables}


def _read(tables: list[Table], now: datetime) -> Records:
    keys, numbers = [table.pk for table in tables], [table.number for table in tables]
    periods = periods_at(now)
    return Records(
        laid={laying.table_id: laying.layout.design for laying in _layings(keys)},
        posted=_signs(keys),
        rules=rules_in_force(keys, now),
        fitted=fitted_at(numbers),
        loose=loose_from(numbers),
        decks=_decks(numbers, now, periods),
        removed=_removed(numbers),
        staff=_staff(keys, now),
        seated=_seated(keys),
        periods=periods,
    )


def _around(table: Table, records: Records, now: datetime) -> Around:
    game, number = game_of(table.game), table.number
    laid, decks = records.laid.get(table.pk), records.decks[number]
    rules, no_rules = _rules_of(game, records.rules.get(table.pk))
    staff = records.staff[table.pk]
    return Around(
        demands=game.demands,
        layout=_no_layout(game, laid),
        signs=_no_signs(game, laid, records.posted[table.pk], rules),
        rules=no_rules,
        fitted=tuple(records.fitted.get(number, ())),
        loose=tuple(records.loose.get(number, ())),
        day_began=house_day_ends(house_day(now) - timedelta(days=1)),
        dealer=_badge(staff.get("dealer")),
        floorperson=_badge(staff.get("floorperson")),
        seated=tuple(sorted(records.seated[table.pk])),
        decks=tuple(TableDeck(c.deck.code, c.deck.kind, c.deck.back, c.deck.stage) for c in decks),
        removed=tuple(records.removed[number]),
        held=tuple(c.deck.code for c in decks if c.deck.held or c.deck.is_missing),
        late=_late(game, decks, records.periods, now),
        in_round=tuple(table.in_round),
        last_deck=str(table.shown.get("last_deck", "")),
        carried_cents=table.carried_cents,
    )


def _late(
    game: TableGame, decks: list[DeckClock], periods: Periods, now: datetime
) -> dict[str, Refused]:
    found = {}
    for deck in (clock.deck for clock in decks if clock.state == "overdue"):
        try:
            refuse_overdue(deck.opened_at or now, deck.method, periods, now, game.refuse)
        except Refused as refusal:
            found[deck.code] = refusal
    return found


def _no_layout(game: TableGame, laid: Layout | None) -> Refused | None:
    if laid is None:
        remedy = "Lay a layout that was submitted"
        return game.refuse("layout_submitted", "No layout lies on this table", remedy=remedy)
    return why_not(lambda: refuse_use(laid, game.demands))


def _rules_of(game: TableGame, options: RuleSet | None) -> tuple[Any, Refused | None]:
    if options is None:
        remedy = "A pit boss proposes them, a shift manager approves"
        return None, Refused("This table has no rules yet", RULES, remedy=remedy)
    try:
        return game.read_options(options.options), None
    except Refused as refusal:
        return None, refusal


def _no_signs(
    game: TableGame, laid: Layout | None, posted: list[Posted], rules: Any
) -> Refused | None:
    if laid is None or rules is None:
        remedy = "They follow the layout and the rules"
        return game.refuse("signs_posted", "What must be posted is not known yet", remedy=remedy)
    points = sign_points(game.demands, laid, posted, rules)
    return points[0].refusal() if points else None


def _layings(keys: list[int]) -> list[Laying]:
    rows = Laying.objects.filter(table__in=keys, until=None)
    return list(rows.select_related("layout__author", "layout__reviewer"))


def _signs(keys: list[int]) -> dict[int, list[Posted]]:
    found: dict[int, list[Posted]] = defaultdict(list)
    for sign in Sign.objects.filter(table__in=keys, removed_at=None):
        found[sign.table_id].append(Posted(sign.statement, sign.text, sign.tells))
    return found


def _badge(assignment: Assignment | None) -> str:
    return assignment.duty.person.badge if assignment else ""


def _staff(keys: list[int], now: datetime) -> dict[int, dict[str, Assignment]]:
    """Only who is still on duty: those whose duty ended are relieved a moment later."""
    found: dict[int, dict[str, Assignment]] = defaultdict(dict)
    rows = Assignment.objects.filter(table__in=keys, until=None).select_related("duty__person")
    for row in rows:
        if row.duty.holds_at(now):
            found[row.table_id][row.role] = row
    return found


def _seated(keys: list[int]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = defaultdict(list)
    rows = Sitting.objects.filter(table__in=keys, left_at=None)
    for table, seat in rows.values_list("table", "seat"):
        found[table].append(seat)
    return found


def _decks(numbers: list[str], now: datetime, periods: Periods) -> dict[str, list[DeckClock]]:
    found: dict[str, list[DeckClock]] = defaultdict(list)
    for clock in clocks(now, numbers, periods):
        found[clock.deck.table].append(clock)
    return found


def _removed(numbers: list[str]) -> dict[str, list[str]]:
    """A removed deck lies at its table until it is sealed in an envelope."""
    found: dict[str, list[str]] = defaultdict(list)
    rows = Deck.objects.filter(stage=Stage.REMOVED, table__in=numbers).order_by("code")
    for table, code in rows.values_list("table", "code"):
        found[table].append(code)
    return found
