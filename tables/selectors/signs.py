"""Reading the signs of a table: what is needed, what hangs, and what is not true any more."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from tables.catalogue import TableGame, game_of
from tables.models import Laying, RuleSet, Sign, Table
from tables.rules.approvals import Open
from tables.rules.demands import Sign as Where
from tables.rules.demands import Statement
from tables.rules.signs import Posted, false_signs, needed_signs, sign_points, sign_text
from tables.selectors.layouts import laying_on
from tables.selectors.rules import rule_sets


@dataclass(frozen=True, slots=True)
class Board:
    """One statement of the game at this table: `text` is what it must say now."""

    statement: Statement
    is_needed: bool
    printed: str  # on the felt
    text: str
    coming: str  # what it must say once rules that are approved take hold
    hangs: Sign | None
    wrong: str
    is_known: bool  # whether it can be said at all what must hang there

    @property
    def state(self) -> str:
        if not self.is_known:
            return "unknown"
        if self.hangs:
            return "false" if self.wrong else "true"
        return "missing" if self.is_needed else "free"


@dataclass(frozen=True, slots=True)
class Boards:
    laying: Laying | None
    rules: RuleSet | None
    coming: RuleSet | None
    boards: list[Board]
    points: list[Open]

    @property
    def is_known(self) -> bool:
        """Whether it can be said at all what must hang there."""
        return bool(self.laying and self.rules)


def hanging(table: Table) -> list[Sign]:
    rows = Sign.objects.filter(table=table, removed_at=None)
    return list(rows.select_related("posted__person", "posted__duty").defer("picture__content"))


def signs_of(table: Table, now: datetime) -> Boards:
    """Everything about the signs of one table: three queries."""
    laying, rows, posted = laying_on(table), rule_sets(table), hanging(table)
    held = next((row for row in rows if row.effective_at <= now), None)
    coming = next((row for row in rows if row.effective_at > now), None)
    game = game_of(table.game)
    read = game.read_options(held.options) if held else None
    return Boards(
        laying,
        held,
        coming,
        _boards(game, laying, posted, read, coming),
        _points(game, laying, posted, read),
    )


def _points(game: TableGame, laying: Laying | None, posted: list[Sign], rules: Any) -> list[Open]:
    if laying is None or rules is None:
        return []
    return sign_points(game.demands, laying.layout.design, _as_posted(posted), rules)


def _as_posted(rows: list[Sign]) -> list[Posted]:
    return [Posted(row.statement, row.text, row.tells) for row in rows]


def _boards(
    game: TableGame, laying: Laying | None, posted: list[Sign], rules: Any, coming: RuleSet | None
) -> list[Board]:
    """Those that may hang at a table of this game, the needed ones first."""
    needed = needed_signs(game.demands, laying.layout.design) if laying else ()
    printed = laying.layout.inscriptions if laying else {}
    wrong = _wrong(game, posted, rules)
    by_name = {row.statement: row for row in posted}
    later = game.read_options(coming.options) if coming else None
    boards = [
        Board(
            one,
            one in needed,
            printed.get(one.name, ""),
            sign_text(one, rules).text if rules is not None else "",
            _differs(one, rules, later),
            by_name.get(one.name),
            wrong.get(one.name, ""),
            laying is not None and rules is not None,
        )
        for one in game.demands.statements
        if one.sign is not Where.NEVER
    ]
    return sorted(boards, key=lambda board: not board.is_needed)


def _wrong(game: TableGame, posted: list[Sign], rules: Any) -> dict[str, str]:
    if rules is None:
        return {}
    found = false_signs(game.demands, _as_posted(posted), rules)
    return {sign.statement: why for sign, why in found}


def _differs(one: Statement, rules: Any, later: Any) -> str:
    if later is None:
        return ""
    text = sign_text(one, later).text
    return text if rules is None or text != sign_text(one, rules).text else ""
