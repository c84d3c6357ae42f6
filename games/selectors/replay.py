"""A round told again: every action with the felt as it was then, refusals, corrections, result."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple

from django.db.models import QuerySet

from casino.lib.law import Refused
from casino.models import Entry
from games.engine import fold
from games.models import Action, Round, thing_of
from games.selectors.rounds import UNDO, start_of
from games.selectors.sentences import cards_in, pot_name, sentence, wager_name
from games.selectors.views import shown_action
from tables.models import Table

LOOK, CORRECT = "see_replay", "correct_round"
LOOKS = (LOOK, "see_hidden_cards")
CONSOLE, DEVICE, REFUSED = "console", "device", "refused"
LANES = {CONSOLE: "Console", DEVICE: "Devices", REFUSED: "Refused", "money": "Money"}
MONEY = (
    "wager", "collect_antes", "raise", "play", "bet", "call", "all_in", "settle",
)  # fmt: skip
FATES = {
    "reshuffle": "Kept: the cards are shuffled again before the next round",
    "remove": "Removed from the table, and held",
}
A_DAY = timedelta(days=1)


@dataclass(slots=True)
class Line:
    """One thing that happened: `at` is how many actions the round has with it."""

    entry: Entry
    at: int
    words: str
    lane: str
    cards: list[str] = field(default_factory=list)
    is_money: bool = False
    undone_by: Entry | None = None
    undoes: int | None = None  # the `at` of the line that this one takes back


class SeatResult(NamedTuple):
    seat: int
    staked: int
    returned: int
    net: int
    corrected: int  # what corrections gave to the seat, or took from it
    wagers: list[tuple[str, dict[str, Any]]]

    @property
    def net_now(self) -> int:
        return self.net + self.corrected


class PotResult(NamedTuple):
    name: str
    amount: int
    commission: int
    won_by: int | None
    paid: int
    carried: int = 0


@dataclass(slots=True)
class Replay:
    """`states[n]` is the round after n actions, as far as today's rules can fold it."""

    round: Round
    states: list[Any]
    lines: list[Line] = field(default_factory=list)
    corrections: list[Entry] = field(default_factory=list)
    broken: Refused | None = None

    @property
    def length(self) -> int:
        return len(self.states) - 1

    def line_at(self, at: int) -> Line | None:
        """What brought the round to this length."""
        return next((one for one in self.lines if one.at == at and one.lane != REFUSED), None)

    def refused_at(self, at: int) -> list[Line]:
        """What was tried there in vain."""
        return [one for one in self.lines if one.at == at and one.lane == REFUSED]

    def lanes(self) -> list[tuple[str, str, list[Line | None]]]:
        """Each lane with a cell for every line."""
        return [
            (name, words, [one if _is_in(one, name) else None for one in self.lines])
            for name, words in LANES.items()
        ]


def _is_in(line: Line, lane: str) -> bool:
    return line.is_money if lane == "money" else line.lane == lane


def round_with(number: int) -> Round | None:
    """With everything that its page names."""
    people = ("dealer", "floorperson", "opened__person", "opened__duty")
    rows = Round.objects.select_related("table__pit", "deck", "rules", *people)
    return rows.filter(pk=number).first()


def replay_of(row: Round, *, hidden: bool) -> Replay:
    """`hidden`: with what a deal tells of cards that lie face down."""
    told = Replay(row, [start_of(row.setup)])
    stack: list[tuple[Any, Line | None]] = [(told.states[0], None)]
    for entry in entries_of(row.pk):
        if entry.act == CORRECT and not entry.refused:
            told.corrections.append(entry)
        elif entry.number is None:
            told.lines.append(_refusal(entry, told.length, stack[-1][0], hidden=hidden))
        elif told.broken is None:
            _go_on(told, stack, entry, hidden=hidden)
    return told


def entries_of(number: int) -> QuerySet[Entry]:
    """All that the log has of a round, but who looked at it."""
    rows = Entry.objects.filter(thing=thing_of(number)).exclude(act__in=LOOKS)
    people = rows.select_related("person", "second_person", "duty", "second_duty")
    return people.order_by("position")


def _go_on(told: Replay, stack: list[Any], entry: Entry, *, hidden: bool) -> None:
    raw, before = entry.payload["action"], stack[-1][0]
    line = _line(entry, told.length + 1, raw, before, hidden=hidden)
    if raw["do"] == UNDO:
        _, undone = stack.pop()
        undone.undone_by, line.undoes = entry, undone.at
    else:
        try:
            stack.append((fold.step(before, raw), line))
        except Refused as refusal:  # by rules that have changed since
            told.broken = refusal
            return
    told.lines.append(line)
    told.states.append(stack[-1][0])


def _line(entry: Entry, at: int, raw: Any, before: Any, *, hidden: bool) -> Line:
    shown = shown_action(raw, hidden=hidden)
    is_machine = entry.person is not None and entry.person.is_machine
    return Line(
        entry,
        at,
        sentence(shown, before),
        DEVICE if is_machine else CONSOLE,
        cards_in(shown),
        raw["do"] in MONEY,
    )


def _refusal(entry: Entry, at: int, state: Any, *, hidden: bool) -> Line:
    """Of a refused deal nothing is told but that it was tried: its cards may lie face down."""
    raw = entry.payload.get("action")
    if not isinstance(raw, dict):
        return Line(entry, at, entry.act.replace("_", " ").capitalize(), REFUSED)
    return Line(entry, at, sentence(raw, state), REFUSED, cards_in(raw) if hidden else [])


# --- the result


def seats_of(told: Replay) -> list[SeatResult]:
    result = told.round.result or {}
    corrected = corrected_seats(told.corrections)
    return [
        SeatResult(
            int(seat),
            one["staked"],
            one["returned"],
            one["net"],
            corrected.get(int(seat), 0),
            _wagers(told, result.get("wagers", {}).get(seat, {})),
        )
        for seat, one in result.get("seats", {}).items()
    ]


def _wagers(told: Replay, placed: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return [(wager_name(told.states[0], name), one) for name, one in placed.items()]


def corrected_seats(corrections: Sequence[Entry]) -> dict[int, int]:
    """What all corrections together gave to each seat."""
    sums: dict[int, int] = {}
    for entry in corrections:
        for seat, cents in entry.payload["seats"].items():
            sums[int(seat)] = sums.get(int(seat), 0) + cents
    return sums


def house_net(result: dict[str, Any] | None, corrections: Sequence[Entry]) -> tuple[int, int]:
    """As it was settled, and with all corrections."""
    net = (result or {}).get("house_net", 0)
    return net, net + sum(entry.payload["house"] for entry in corrections)


def pots_of(told: Replay) -> list[PotResult]:
    """The main pot, side pots, and the one that is carried."""
    result = told.round.result or {}
    pots = [
        PotResult(pot_name(p["name"]), p["amount"], p["commission"], p["won_by"], p["paid"])
        for p in result.get("pots", [])
    ]
    special = getattr(told.states[0].game, "special_pot", "")
    return [*pots, _special(special, result[special])] if special in result else pots


def _special(name: str, told: dict[str, Any]) -> PotResult:
    held = told["opening"] + told["antes"]
    paid, carried = told["paid"], told["carried"]
    return PotResult(pot_name(name), held, told["commission"], told["won_by"], paid, carried)


# --- the list


class Row(NamedTuple):
    round: Round
    net: int
    net_now: int

    @property
    def is_corrected(self) -> bool:
        return self.net != self.net_now


def rounds_at(table: Table, wanted: dict[str, Any], *, size: int) -> list[Row]:
    """The newest first, one more than asked for: every page is a walk along one index."""
    rows = Round.objects.filter(table=table).select_related("deck", "dealer").order_by("-number")
    if wanted.get("day"):
        rows = rows.filter(gaming_day=wanted["day"], opened_at__range=_around(wanted["day"]))
    if wanted.get("void"):
        rows = rows.filter(status=Round.Status.VOID)
    if wanted.get("before"):
        rows = rows.filter(number__lt=wanted["before"])
    return _with_nets(list(rows[: size + 1]))


def _around(day: date) -> tuple[datetime, datetime]:
    """Wide enough for any start of a gaming day, and any zone: the index knows moments."""
    noon = datetime.combine(day, time(12), UTC)
    return noon - A_DAY, noon + 2 * A_DAY


def _with_nets(rows: list[Round]) -> list[Row]:
    things = [row.thing for row in rows]
    told: dict[str, list[Entry]] = {}
    for entry in Entry.objects.filter(thing__in=things, act=CORRECT, refused=False):
        told.setdefault(entry.thing, []).append(entry)
    return [Row(row, *house_net(row.result, told.get(row.thing, []))) for row in rows]


def last_action(number: int) -> dict[str, Any]:
    """What ended a round that is over."""
    last = Action.objects.of(number).order_by("-number").first()
    return last.raw if last else {}
