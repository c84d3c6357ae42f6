"""The pit board: every table with what it needs; as many queries for two hundred as for three."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import Q

from casino.models import Alert, Duty, Entry, Pit
from casino.policy import may
from casino.selectors.outbox import alerts_for, open_alerts
from casino.selectors.settings import all_at
from inventory.rules.equipment import Fixture
from inventory.selectors.schedule import clocks
from tables.catalogue import TableGame, game_of
from tables.models import Assignment, Proposal, RuleSet, Table
from tables.rules.limits import limits_in_words
from tables.rules.needs import RANKS, Call, DeckTime, Glance, Level, Patience, calls, turns_at
from tables.rules.table import Around, Phase
from tables.selectors.around import arounds
from tables.selectors.floor import tables_in
from tables.selectors.rules import rules_in_force
from tables.selectors.staff import staff_of

LOOK_BACK = 200  # entries; a board that missed more is drawn anew
TAKEN_FOR = timedelta(hours=1)  # so long an alert that somebody took stays on the board
TAKEN_ROWS = 5
# Acts that change which tables stand on a board, or how all of them are judged.
REDRAWS = frozenset({"add_table", "move_table", "retire_table", "arrange_floor", "change_setting"})
ORDER = (Phase.PAUSED, Phase.IDLE, Phase.OPEN, Phase.OPENING, Phase.CLOSING, Phase.CLOSED)
SHAPES = {Level.NOW: "act", Level.SOON: "attention", Level.INFO: "info"}
BETWEEN = (Phase.OPENING, Phase.CLOSING)


@dataclass(frozen=True, slots=True)
class Tile:
    """A table as the board shows it."""

    table: Table
    game: TableGame
    around: Around
    calls: list[Call]
    limits: str
    dealer: Assignment | None
    floorperson: Assignment | None
    decks: list[DeckTime]
    turns_at: datetime | None
    now: datetime

    @property
    def urgent(self) -> list[Call]:
        return [call for call in self.calls if call.level is not Level.INFO]

    @property
    def meaning(self) -> str:
        """Colour and shape: the worst need, else how it stands."""
        if self.urgent:
            return SHAPES[self.urgent[0].level]
        if self.table.phase == Phase.CLOSED:
            return "closed"
        return "info" if self.table.phase in BETWEEN else "ok"

    @property
    def state(self) -> str:
        is_playing = self.table.phase == Phase.OPEN and self.around.in_round
        return "Playing" if is_playing else str(self.table.get_phase_display())

    @property
    def rank(self) -> int:
        need = RANKS[self.urgent[0].level] if self.urgent else len(RANKS)
        return need * 10 + ORDER.index(Phase(self.table.phase))

    @property
    def is_late(self) -> bool:
        return any(call.name == "push" for call in self.calls)

    @property
    def seats(self) -> list[tuple[int, str]]:
        """Each position, and how it is: free, taken or in the round."""
        return [(seat, self._seat(seat)) for seat in range(1, self.table.positions + 1)]

    def _seat(self, seat: int) -> str:
        if seat not in self.around.seated:
            return "free"
        return "plays" if seat in self.around.in_round else "taken"

    @property
    def rings(self) -> list[tuple[DeckTime, int]]:
        """Each deck, and how much of its time is left, in percent."""
        return [(deck, _left(deck, self.now)) for deck in self.decks]

    @property
    def jams(self) -> list[Fixture]:
        return [device for device in self.around.fitted if device.is_jammed or device.is_suspect]


def _left(deck: DeckTime, now: datetime) -> int:
    whole = (deck.due - deck.opened).total_seconds()
    left = max(0, (deck.due - now).total_seconds())
    return round(100 * left / whole) if whole > 0 else 0


@dataclass(frozen=True, slots=True)
class Line:
    """One line of "Needs you": a need of a table, or an alert."""

    level: Level
    words: str
    tile: Tile | None = None
    call: Call | None = None
    alert: Alert | None = None

    @property
    def shape(self) -> str:
        return SHAPES[self.level]

    @property
    def since(self) -> datetime | None:
        return self.alert.raised_at if self.alert else self.call.at if self.call else None


def _about(call: Call, tile: Tile) -> str:
    """As an alert would name it: the pot of a table has no number but the table's."""
    return call.thing if ":" in call.thing else f"{call.thing}:{tile.table.number}"


@dataclass(frozen=True, slots=True)
class Board:
    tiles: list[Tile]
    alerts: list[Alert] = field(default_factory=list)
    taken: list[Alert] = field(default_factory=list)

    @property
    def lines(self) -> list[Line]:
        """What needs somebody: now first; what happened first comes first within it."""
        told = {alert.thing for alert in self.alerts}
        found = [Line(Level(alert.need), alert.words, alert=alert) for alert in self.alerts]
        found += [
            Line(call.level, call.words, tile, call)
            for tile in self.tiles
            for call in tile.calls
            if not (call.thing and _about(call, tile) in told)
        ]
        return sorted(found, key=lambda line: (RANKS[line.level], line.alert is None))

    @property
    def totals(self) -> dict[str, int]:
        """One line of figures; what nobody knows is not in it."""
        at_work = [tile for tile in self.tiles if tile.table.phase != Phase.CLOSED]
        decks = [deck for tile in self.tiles for deck in tile.decks]
        devices = [device for tile in self.tiles for device in tile.around.fitted]
        return {
            "tables": len(self.tiles),
            "at_work": len(at_work),
            "players": sum(len(tile.around.seated) for tile in self.tiles),
            "seats": sum(tile.table.positions for tile in at_work),
            "decks": len(decks),
            "late": sum(deck.state == "overdue" for deck in decks),
            "soon": sum(deck.state == "soon" for deck in decks),
            "devices": len(devices),
            "jammed": sum(device.is_jammed or device.is_suspect for device in devices),
            "carried": sum(tile.table.carried_cents for tile in self.tiles),
        }

    @property
    def states(self) -> dict[str, int]:
        """How many tables stand how: for the filter."""
        found: dict[str, int] = defaultdict(int)
        for tile in self.tiles:
            found[tile.table.phase] += 1
        return {phase.value: found[phase.value] for phase in ORDER if found[phase.value]}

    def estimate(self, name: str) -> int | None:
        """The sum of what rounds tell of a figure; None where any table at work has not told."""
        at_work = [tile.table for tile in self.tiles if tile.table.phase != Phase.CLOSED]
        told = [table.shown.get(name) for table in at_work]
        if not told or not all(isinstance(value, int) for value in told):
            return None
        return sum(value for value in told if isinstance(value, int))


def board_of(pit: Pit | None, duty: Duty, now: datetime) -> Board:
    tiles = tiles_of(tables_in(pit), now)
    if not may(duty, "see_alerts"):
        return Board(tiles)
    mine = Q(pit=pit) if pit else Q()
    taken = alerts_for(duty).filter(mine, acknowledged_at__gte=now - TAKEN_FOR)
    return Board(
        tiles,
        list(open_alerts(duty).filter(mine)[:50]),
        list(taken.order_by("-acknowledged_at")[:TAKEN_ROWS]),
    )


def tiles_of(tables: Iterable[Table], now: datetime) -> list[Tile]:
    """Sorted by need."""
    tables = list(tables)
    keys, numbers = [table.pk for table in tables], [table.number for table in tables]
    around, patience = arounds(tables, now), _patience(now)
    staff, decks = _staff(keys), _decks(numbers, now)
    rules, proposed, coming = rules_in_force(keys, now), _proposed(keys), _coming(keys, now)
    tiles = []
    for table in tables:
        game, people = game_of(table.game), staff[table.pk]
        dealer, held = people.get("dealer"), rules.get(table.pk)
        glance = Glance(
            table.fold,
            around[table.pk],
            now,
            patience,
            game.refuse,
            tuple(decks[table.number]),
            dealer.since if dealer else None,
            proposed.get(table.pk),
            coming.get(table.pk),
        )
        tile = Tile(
            table=table,
            game=game,
            around=around[table.pk],
            calls=calls(glance),
            limits=limits_in_words(game.describe_options(), held.options) if held else "",
            dealer=dealer,
            floorperson=people.get("floorperson"),
            decks=decks[table.number],
            turns_at=turns_at(glance),
            now=now,
        )
        tiles.append(tile)
    return sorted(tiles, key=lambda tile: (tile.rank, tile.table.number))


def _patience(now: datetime) -> Patience:
    held = all_at(now)
    names = ("idle_minutes", "dealer_minutes", "change_warning")
    return Patience(*(timedelta(minutes=held[name]) for name in names))


def _staff(keys: list[int]) -> dict[int, dict[str, Assignment]]:
    found: dict[int, dict[str, Assignment]] = defaultdict(dict)
    for row in staff_of(keys):
        found[row.table_id][row.role] = row
    return found


def _decks(numbers: list[str], now: datetime) -> dict[str, list[DeckTime]]:
    found: dict[str, list[DeckTime]] = defaultdict(list)
    for clock in clocks(now, tables=numbers):
        deck = clock.deck
        opened = deck.opened_at or now
        found[deck.table].append(DeckTime(deck.code, opened, clock.due, clock.state))
    return found


def _proposed(keys: list[int]) -> dict[int, datetime]:
    rows = Proposal.objects.filter(table__in=keys, decided=None)
    return dict(rows.values_list("table", "proposed__at"))


def _coming(keys: list[int], now: datetime) -> dict[int, datetime]:
    """When rules that are approved take hold: the first of each table."""
    rows = RuleSet.objects.filter(table__in=keys, effective_at__gt=now)
    return dict(rows.order_by("-effective_at").values_list("table", "effective_at"))


def changed_since(position: int, pit: Pit | None) -> set[str] | None:
    """The tables whose tiles are old; None when the whole board is."""
    here = Q(pit=pit) | Q(act__in=REDRAWS) if pit else Q()
    rows = Entry.objects.filter(here, position__gt=position, refused=False).order_by("position")
    entries = list(rows.values_list("act", "table", "at")[: LOOK_BACK + 1])
    if len(entries) > LOOK_BACK or any(act in REDRAWS for act, _, _ in entries):
        return None
    numbers = {table for _, table, _ in entries if table}
    if entries:  # whoever was pushed away left another table than the entry names
        left = Assignment.objects.filter(until__gte=entries[0][2])
        numbers.update(left.values_list("table__number", flat=True))
    return numbers
