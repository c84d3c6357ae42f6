"""Reading the rules of tables: those in force, those to come, and what is proposed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from casino.lib.law import Refused
from casino.selectors.settings import all_at
from tables.catalogue import TableGame, game_of
from tables.models import Proposal, RuleSet, Sitting, Table
from tables.rules.notices import Given, Moment, Notice, Version, in_force


def rules_in_force(keys: list[int], now: datetime) -> dict[int, RuleSet]:
    """One query for all tables, by their keys."""
    rows = RuleSet.objects.filter(table__in=keys, effective_at__lte=now)
    return {row.table_id: row for row in rows.order_by("table_id", "-number").distinct("table_id")}


def rule_sets(table: Table) -> list[RuleSet]:
    """All versions, the newest first."""
    people = ("entry__person", "entry__duty", "proposal__proposer", "proposal__proposed__duty")
    return list(RuleSet.objects.filter(table=table).select_related(*people).order_by("-number"))


def versions(table: Table, rows: list[RuleSet]) -> list[Version]:
    game = game_of(table.game)
    return [
        Version(row.number, row.effective_at, game.read_options(row.options))
        for row in sorted(rows, key=lambda row: row.number)
    ]


def rules_at(table: Table, now: datetime, *, round_began: datetime | None = None) -> Version | None:
    """The rules that hold at a table; a round ends with those it began with."""
    return in_force(versions(table, rule_sets(table)), now, round_began=round_began)


def open_proposal(table: Table) -> Proposal | None:
    rows = Proposal.objects.filter(table=table, decided=None)
    return rows.select_related("proposer", "proposed__duty", "proposed__person").first()


def refused_proposals(table: Table) -> list[Proposal]:
    rows = Proposal.objects.filter(table=table, is_approved=False)
    people = ("proposer", "decider", "decided__person", "decided__duty", "decided")
    return list(rows.select_related(*people).order_by("-pk")[:20])


def notice_at(now: datetime) -> Notice:
    """How the house gives notice at this time."""
    held = all_at(now)
    return Notice(
        held["notice_minutes"], bool(held["notice_sign"]), bool(held["notice_announcement"])
    )


def moment(table: Table, proposal: Proposal | None, now: datetime) -> Moment:
    seated = Sitting.objects.filter(table=table, left_at=None).count()
    given = Given(proposal.posted_at, proposal.announced_at) if proposal else Given()
    return Moment(now, seated, given, notice_at(now))


@dataclass(frozen=True, slots=True)
class Row:
    """One choice of the game, now and as proposed."""

    title: str
    now: str
    proposed: str
    choice: Any

    @property
    def differs(self) -> bool:
        return self.now != self.proposed


def side_by_side(
    game: TableGame, now: Mapping[str, Any] | None, proposed: Mapping[str, Any] | None
) -> list[Row]:
    return [
        Row(
            choice.title,
            choice.in_words(now) if now is not None else "",
            choice.in_words(proposed) if proposed is not None else "",
            choice,
        )
        for choice in game.describe_options()
    ]


def read_or_none(game: TableGame, options: Mapping[str, Any]) -> tuple[Any, Refused | None]:
    try:
        return game.read_options(options), None
    except Refused as refusal:
        return None, refusal
