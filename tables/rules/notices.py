"""Changing the rules of a table: what differs, who is told, and from when it holds.

Patrons at the table are told beforehand, by a sign and aloud; nobody sits there, nobody is told,
save where a game wants notice in any case. No change takes hold in the middle of a round.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime, timedelta
from enum import StrEnum
from fractions import Fraction
from typing import Any, NamedTuple

from casino.lib.law import Clause, Refused, honours
from tables.rules.demands import Demands, Term, Unit
from tables.rules.facts import in_words
from tables.rules.law import NOTICE
from tables.rules.words import money, odds, percent


class Notice(NamedTuple):
    """13:69F-8.3, as the house has it set at that time."""

    minutes: int = 30
    sign: bool = True
    announcement: bool = True
    clause: Clause = NOTICE


class Given(NamedTuple):
    """When patrons were told."""

    posted_at: datetime | None = None
    announced_at: datetime | None = None


class Moment(NamedTuple):
    """What the table looks like when somebody asks for a change."""

    now: datetime
    seated: int
    given: Given = Given()
    notice: Notice = Notice()


class Way(StrEnum):
    RAISED = "raised"
    LOWERED = "lowered"
    CHANGED = "changed"


class Change(NamedTuple):
    """One rule that differs. `row` is the row of a pay table."""

    term: Term
    before: str
    after: str
    way: Way
    row: str = ""

    @property
    def words(self) -> str:
        name = f"{self.term.title}, {self.row.lower()}" if self.row else self.term.title
        return f"{name}: {self.after}, was {self.before}"


class Version(NamedTuple):
    """The rules of a table from a moment on."""

    number: int
    effective_at: datetime
    rules: Any  # as the game reads them


def changes(before: Any, after: Any, demands: Demands) -> tuple[Change, ...]:
    """Every rule that patrons would find different, in the order in which the game names them."""
    return tuple(
        change
        for term in demands.terms
        for change in _changes(term, getattr(before, term.name), getattr(after, term.name), demands)
    )


def _changes(term: Term, before: Any, after: Any, demands: Demands) -> Iterable[Change]:
    if term.unit is not Unit.ODDS:
        return [] if before == after else [_change(term, before, after)]
    return [
        _change(
            term,
            was.get(row),
            now.get(row),
            f"{in_words(name, {})}, {in_words(row, demands.words)}",
        )
        for name, was, now in _tables(before, after)
        for row in dict.fromkeys([*was, *now])
        if was.get(row) != now.get(row)
    ]


def _tables(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterable[tuple[str, Any, Any]]:
    names = dict.fromkeys([*before, *after])
    return [(name, before.get(name, {}), after.get(name, {})) for name in names]


def _change(term: Term, before: Any, after: Any, row: str = "") -> Change:
    told = _told(term, before), _told(term, after)
    return Change(term, *told, _way(term, before, after), row)


def _way(term: Term, before: Any, after: Any) -> Way:
    if term.unit is Unit.YES:
        return Way.CHANGED
    low, high = (_size(value) for value in (before, after))
    return Way.RAISED if low < high else Way.LOWERED


def _size(value: Any) -> Fraction:
    return Fraction(*value) if isinstance(value, tuple | list) else Fraction(value or 0)


def _told(term: Term, value: Any) -> str:
    if value in (None, 0) and term.unit in (Unit.MONEY, Unit.ODDS):
        return "none"
    return _TELL[term.unit](value)


def _yes(value: bool) -> str:
    return "yes" if value else "no"


_TELL: Mapping[Unit, Callable[[Any], str]] = {
    Unit.MONEY: money,
    Unit.PERCENT: percent,
    Unit.ODDS: odds,
    Unit.YES: _yes,
}


@honours("lower_limit_notice")
def notice_clause(found: Iterable[Change], moment: Moment, demands: Demands) -> Clause | None:
    """The clause that wants notice of these changes, or None: they may be made at once."""
    told = [change for change in found if change.term.is_told]
    for change in told:
        if change.way is Way.LOWERED and change.term.lower_needs:
            return demands.clause(change.term.lower_needs)
    return moment.notice.clause if told and moment.seated else None


def earliest(found: Iterable[Change], moment: Moment, demands: Demands) -> datetime:
    """When these changes may take hold; who was not told yet is told now."""
    now, _, given, notice = moment
    if notice_clause(found, moment, demands) is None:
        return now
    told = [given.posted_at] if notice.sign else []
    told += [given.announced_at] if notice.announcement else []
    last = max((at or now for at in told), default=now)
    return max(now, last + timedelta(minutes=notice.minutes))


@honours("lower_limit_notice")
def refuse_change(
    versions: Iterable[Version],
    after: Any,
    effective_at: datetime,
    moment: Moment,
    demands: Demands,
) -> tuple[Change, ...]:
    """What changes, if it may: with notice where it is due, and never before what was decided."""
    last = max(versions, key=lambda version: version.number, default=None)
    if last is None:
        return ()  # a table's first rules change nothing
    found = changes(last.rules, after, demands)
    if not found:
        raise Refused("Nothing is different", remedy="Change something, or leave it as it is")
    if effective_at < moment.now:
        raise Refused("Rules do not change in the past", remedy="Choose a time from now on")
    if effective_at <= last.effective_at:
        raise Refused(
            f"Version {last.number} takes hold at that time or later",
            remedy="Choose a later time",
        )
    _refuse_untold(found, effective_at, moment, demands)
    return found


def _refuse_untold(
    found: tuple[Change, ...], effective_at: datetime, moment: Moment, demands: Demands
) -> None:
    clause, (_, _, given, notice) = notice_clause(found, moment, demands), moment
    if clause is None:
        return
    if notice.sign and not given.posted_at:
        raise Refused("No sign tells of this change", clause, remedy="Post the notice first")
    if notice.announcement and not given.announced_at:
        raise Refused("Nobody announced this change", clause, remedy="Announce it at the table")
    if effective_at < earliest(found, moment, demands):
        raise Refused(
            f"Patrons are told {notice.minutes} minutes before",
            clause,
            remedy=f"Let it take hold {notice.minutes} minutes after they were told",
        )


def notice_text(found: Iterable[Change], starts: str) -> str:
    """The sign that tells of a change; `starts` is the time in the words of the house."""
    return "\n".join([f"From {starts} at this table:", *(change.words for change in found)])


def in_force(
    versions: Iterable[Version], at: datetime, *, round_began: datetime | None = None
) -> Version | None:
    """The rules that hold now; a round ends with those it began with."""
    moment = round_began or at
    begun = (version for version in versions if version.effective_at <= moment)
    return max(begun, key=lambda version: version.number, default=None)
