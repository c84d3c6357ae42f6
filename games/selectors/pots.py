"""Carried pots read back: their lines, what proves them, and the commission of a day."""

from datetime import date
from typing import Any, NamedTuple

from django.db.models import BigIntegerField, F, Q, QuerySet, Sum
from django.db.models.expressions import Window
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce, Lag

from games.catalogue import GAMES
from games.engine.fold import SETTLED
from games.engine.pot_state import PotGame
from games.engine.pots import commission
from games.models import PotDifference, PotLine, Round
from games.selectors.settings import most_commission
from tables.models import Table

Kind = PotLine.Kind
POTS = sorted(game.special_pot for game in GAMES.values() if isinstance(game, PotGame))
BY_ROUNDS = (Kind.ANTES, Kind.PAID, Kind.COMMISSION)
CHART_LINES = 80


class Proof(NamedTuple):
    """Four figures that were kept apart and must be one; and no line may be missing."""

    lines: int  # the sum of all that came in and went out
    balance: int  # as the last line has it
    carried: int  # as the table has it
    rounds: int  # as the results of the rounds tell it
    is_whole: bool = True  # each line continues the one before
    since: PotLine | None = None  # the line that last emptied it

    @property
    def holds(self) -> bool:
        return self.is_whole and self.lines == self.balance == self.carried == self.rounds


class Commission(NamedTuple):
    """What a day's pots paid to the house; `wrong` are rounds that took another share."""

    rounds: int
    main_cents: int
    pot_cents: int
    most: int  # the cap, in basis points
    wrong: list[int]

    @property
    def cents(self) -> int:
        return self.main_cents + self.pot_cents


def pot_of(table: Table) -> str:
    """The name of the pot that this table carries, or nothing."""
    return str(getattr(GAMES[table.game], "special_pot", ""))


def lines_of(table: Table) -> QuerySet[PotLine]:
    """The newest first."""
    people = ("person", "duty", "second_person", "second_duty")
    rows = PotLine.objects.select_related("round", *(f"entry__{one}" for one in people))
    return rows.filter(table=table).order_by("-index")


def tables_with_pots() -> list[Table]:
    known = PotLine.objects.order_by().values("table").distinct()
    rows = Table.objects.filter(Q(pk__in=known) | Q(carried_cents__gt=0))
    return list(rows.select_related("pit").order_by("pk"))


def open_difference(table: Table) -> PotDifference | None:
    rows = PotDifference.objects.filter(table=table, settled=None)
    return rows.select_related("reported__person", "reported__second_person").first()


def differences_of(table: Table) -> QuerySet[PotDifference]:
    """Those that were settled, the newest first."""
    rows = PotDifference.objects.filter(table=table).exclude(settled=None)
    return rows.select_related("reported__person", "settled__person", "settled__second_person")


def proof(table: Table) -> Proof:
    """Since the pot was last empty: what a page can ask at every moment."""
    lines = PotLine.objects.filter(table=table)
    last = lines.order_by("-index").first()
    if last is None:
        return Proof(0, 0, table.carried_cents, 0)
    emptied = lines.filter(balance_cents=0, index__lt=last.index).order_by("-index").first()
    fresh = lines.filter(index__gt=emptied.index) if emptied else lines
    played = fresh.filter(kind__in=BY_ROUNDS).values("round")
    rounds = _result_of(Round.objects.filter(pk__in=played))
    return _proof(table, fresh, last, rounds, emptied)


def whole_proof(table: Table) -> Proof:
    """From the first line on, over all rounds of the table: for the night."""
    lines = PotLine.objects.filter(table=table)
    last = lines.order_by("-index").first()
    rounds = _result_of(Round.objects.filter(table=table, status=SETTLED))
    return _proof(table, lines, last, rounds) if last else Proof(0, 0, table.carried_cents, rounds)


def _proof(
    table: Table,
    lines: QuerySet[PotLine],
    last: PotLine,
    rounds: int,
    emptied: PotLine | None = None,
) -> Proof:
    others = _sum(lines.exclude(kind__in=BY_ROUNDS))
    return Proof(
        lines=_sum(lines),
        balance=last.balance_cents,
        carried=table.carried_cents,
        rounds=rounds + others,
        is_whole=_continues(lines),
        since=emptied,
    )


def _sum(lines: QuerySet[PotLine]) -> int:
    return int(lines.aggregate(cents=Coalesce(Sum("cents"), 0))["cents"])


def _continues(lines: QuerySet[PotLine]) -> bool:
    """From nothing on, without a gap."""
    before = Window(Lag("balance_cents", default=0), order_by="index")
    place = Window(Lag("index"), order_by="index")
    rows = lines.annotate(before=before, place=place).values_list(
        F("balance_cents") - F("cents") - F("before"), F("index") - F("place")
    )
    return all(off == 0 and step in (1, None) for off, step in rows.iterator())


def _result_of(rounds: QuerySet[Round]) -> int:
    """What these rounds left in the pot, as their results have it."""
    sums = {
        f"{pot}_{name}": Coalesce(Sum(Cast(KT(f"result__{pot}__{name}"), BigIntegerField())), 0)
        for pot in POTS
        for name in ("antes", "paid", "commission")
    }
    told = rounds.aggregate(**sums)
    return sum(
        told[f"{pot}_antes"] - told[f"{pot}_paid"] - told[f"{pot}_commission"] for pot in POTS
    )


def commission_of(table: Table, day: date) -> Commission:
    """Each one proved: within the cap, and rounded down to whole units."""
    pot, main, special, wrong = pot_of(table), 0, 0, []
    rows = Round.objects.filter(table=table, gaming_day=day, status=SETTLED).order_by("pk")
    told = list(rows.values_list("number", "setup__rules", "result__pots", f"result__{pot}"))
    for number, rules, pots, carried in told:
        taken = _taken(pots, carried)
        main, special = main + taken[0][1], special + taken[1][1]
        if not _is_right(GAMES[table.game].options(rules), taken):
            wrong.append(number)
    return Commission(len(told), main, special, most_commission(GAMES[table.game]), wrong)


def _taken(pots: Any, carried: Any) -> tuple[tuple[int, int], tuple[int, int]]:
    """Of the main pot and the carried one: what it held, and what the house took."""
    won = carried["opening"] + carried["antes"] if carried["won_by"] else 0
    return (pots[0]["amount"], pots[0]["commission"]), (won, carried["commission"])


def _is_right(rules: Any, taken: tuple[tuple[int, int], ...]) -> bool:
    return all(
        cents == commission(held, rules.commission_bp, rules.commission_unit)
        and cents * 10_000 <= held * rules.commission_bp
        for held, cents in taken
    )


def balances(table: Table) -> list[int]:
    """What the pot held after each of its last rounds, the oldest first; a win shows its height."""
    rows = PotLine.objects.filter(table=table).order_by("-index")[:CHART_LINES]
    found: list[int] = []
    newer: tuple[str, int | None] = ("", None)
    for kind, played, cents in rows.values_list("kind", "round", "balance_cents"):
        if not (kind == Kind.PAID and newer == (Kind.COMMISSION, played)):
            found.append(cents)  # between payment and commission nothing is to be seen
        newer = (kind, played)
    return found[::-1]
