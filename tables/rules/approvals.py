"""A layout's way to the table: drawn, reviewed by somebody else, submitted to the Division.

It may lie on a table from its submission on, until the Division objects or it is withdrawn. What
was reviewed is not changed any more: a change is another version, and its way begins anew.
"""

from collections.abc import Callable, Mapping
from datetime import date, datetime
from enum import StrEnum
from typing import Any, NamedTuple

from casino.lib.law import Clause, Refused, honours
from tables.rules.demands import Demands, Element, Sign, Statement
from tables.rules.table import Deed
from tables.rules.wording import wrong_odds

SIDE = 100  # a picture's width and height: points are whole hundredths of them


class Stage(StrEnum):
    DRAFTED = "drafted"
    REVIEWED = "reviewed"
    SUBMITTED = "submitted"
    APPROVED = "approved"
    OBJECTED = "objected"
    WITHDRAWN = "withdrawn"


USABLE = frozenset({Stage.SUBMITTED, Stage.APPROVED})
Point = tuple[int, int]


class Layout(NamedTuple):
    """One version of a design. Pictures are named by what identifies them; people by their badge.

    `elements`: what is ticked, and where on the rendering it is pointed to.
    `inscriptions`: statement → the words printed on the felt.
    """

    positions: int = 0
    rendering: str = ""
    photograph: str = ""
    elements: Mapping[str, Point | None] = {}
    inscriptions: Mapping[str, str] = {}
    version: int = 0
    stage: Stage = Stage.DRAFTED
    author: str = ""
    reviewer: str = ""
    reference: str = ""
    submitted_on: date | None = None
    reason: str = ""  # of an objection or a withdrawal
    changed_at: datetime | None = None

    def has_element(self, name: str) -> bool:
        point = self.elements.get(name)
        return point is not None and _is_on(point)


CONTENT = ("positions", "rendering", "photograph", "elements", "inscriptions")


class Open(NamedTuple):
    """Something that is missing: the clause that asks for it, and what mends it."""

    words: str
    clause: Clause | None = None
    remedy: str = ""

    def refusal(self) -> Refused:
        return Refused(self.words, self.clause, remedy=self.remedy)


@honours("layout_elements", "layout_statements", "odds_wording")
def missing(layout: Layout, demands: Demands) -> list[Open]:
    """What the design itself lacks, in the order of the clauses."""
    return [
        *_positions(layout, demands),
        *_pictures(layout, demands),
        *(_element(layout, one, demands) for one in demands.elements if not _has(layout, one)),
        *(_unsaid(one, demands) for one in demands.statements if _must_be_printed(layout, one)),
        *_worded(layout, demands),
    ]


def open_points(layout: Layout, demands: Demands) -> list[Open]:
    """All that stands between this version and a table; empty when it may be used."""
    if may_use(layout):
        return []
    clause = demands.clause(demands.submission_place)
    waits = {
        Stage.DRAFTED: Open(
            "Nobody but the author has reviewed it", clause, "Another person reviews it"
        ),
        Stage.OBJECTED: Open(
            f"The Division objected: {layout.reason}", clause, "Change it: that is a new version"
        ),
        Stage.WITHDRAWN: Open(f"It was withdrawn: {layout.reason}", clause, "Take another layout"),
    }
    submission = Open("It was not submitted to the Division", clause, "Submit it, with a reference")
    chain = [waits[layout.stage]] if layout.stage in waits else []
    is_over = layout.stage in (Stage.OBJECTED, Stage.WITHDRAWN)
    return chain if is_over else [*missing(layout, demands), *chain, submission]


@honours("layout_submitted")
def may_use(layout: Layout) -> bool:
    return layout.stage in USABLE


@honours("layout_submitted")
def refuse_use(layout: Layout, demands: Demands) -> None:
    points = open_points(layout, demands)
    if points:
        raise points[-1].refusal()


@honours("six_positions")
def refuse_positions(positions: int, demands: Demands) -> None:
    """More than any table has cannot even be drawn."""
    if not 1 <= positions <= demands.most_positions:
        raise _positions(Layout(positions=positions), demands)[0].refusal()


@honours("six_positions")
def _positions(layout: Layout, demands: Demands) -> list[Open]:
    most, clause = demands.most_positions, demands.clause(demands.positions_place)
    if not 1 <= layout.positions <= most:
        return [Open(f"A table has 1 to {most} positions", clause, "Draw it with fewer positions")]
    if demands.exact_positions and layout.positions != most:
        return [Open(f"All {most} positions are dealt to", clause, f"Draw it with {most}")]
    return []


def _pictures(layout: Layout, demands: Demands) -> list[Open]:
    asked = {"rendering": "A rendering true to scale", "photograph": "A photograph in colour"}
    clause = demands.clause(demands.submission_place)
    return [
        Open(f"{words} is missing", clause, f"Add the {name}")
        for name, words in asked.items()
        if not getattr(layout, name)
    ]


def _has(layout: Layout, element: Element) -> bool:
    return layout.has_element(element.name)


def _element(layout: Layout, element: Element, demands: Demands) -> Open:
    clause = demands.clause(element.place)
    if element.name not in layout.elements:
        return Open(f"Not ticked: {element.words}", clause, "Tick it if the felt shows it")
    return Open(f"Not pointed to: {element.words}", clause, "Point to it on the rendering")


def _must_be_printed(layout: Layout, statement: Statement) -> bool:
    return statement.sign is Sign.NEVER and not layout.inscriptions.get(statement.name, "").strip()


def _unsaid(statement: Statement, demands: Demands) -> Open:
    words = f"Not printed on the felt: {statement.title}"
    return Open(words, demands.clause(statement.place), "Write down what the felt says")


def _worded(layout: Layout, demands: Demands) -> list[Open]:
    return [
        Open(
            f"The felt says “{phrase}”", demands.clause(demands.odds_place), "Say 5 to 1, or win 5"
        )
        for text in layout.inscriptions.values()
        for phrase in wrong_odds(text)
    ]


class Rule(NamedTuple):
    """`words` say what to do; `starts` are the stages in which it may be done."""

    words: str
    starts: frozenset[Stage]
    does: Callable[[Layout, Deed, Demands], Layout]
    needs: tuple[str, ...] = ()


def step(was: Layout, deed: Deed, demands: Demands) -> Layout:
    """The layout after this deed, or the next version of it. Refused, nothing has changed."""
    clause = demands.clause(demands.submission_place)
    rule = RULES.get(deed.do)
    if rule is None:
        raise Refused(f"Nothing is called {deed.do!r} here")
    if was.stage not in rule.starts or (not was.version and deed.do != "change"):
        usual = RULES[legal(was)[0]].words
        raise Refused(f"This layout is {was.stage}", clause, remedy=f"Next: {usual}")
    if was.changed_at and deed.at < was.changed_at:
        raise Refused("This lies before what was done last", clause)
    for name in rule.needs:
        if not deed.facts.get(name):
            raise Refused(f"The {name.replace('_', ' ')} is missing", clause)
    return rule.does(was, deed, demands)._replace(changed_at=deed.at)


def legal(layout: Layout) -> tuple[str, ...]:
    """What may be done next, whoever asks; the usual next step comes first."""
    if not layout.version:
        return ("change",)
    return tuple(do for do, rule in RULES.items() if layout.stage in rule.starts)


def _change(was: Layout, deed: Deed, demands: Demands) -> Layout:
    """The author's own draft is drawn on; anything else is another version."""
    content: dict[str, Any] = {n: deed.facts.get(n, getattr(was, n)) for n in CONTENT}
    if all(getattr(was, name) == value for name, value in content.items()):
        raise Refused("Nothing is different", remedy="Change something, or leave it as it is")
    _refuse_unknown(content, demands)
    is_own_draft = was.version and was.stage is Stage.DRAFTED and was.author == deed.by
    version = was.version if is_own_draft else was.version + 1
    return Layout(**content, version=version, author=deed.by)


def _refuse_unknown(content: Mapping[str, Any], demands: Demands) -> None:
    known = {one.name for one in demands.elements} | {one.name for one in demands.statements}
    strange = (content["elements"].keys() | content["inscriptions"].keys()) - known
    if strange:
        raise Refused(f"This game has no {', '.join(sorted(strange))}")
    outside = [name for name, at in content["elements"].items() if at and not _is_on(at)]
    if outside:
        raise Refused(
            f"A point lies outside the picture: {', '.join(outside)}",
            remedy=f"Both numbers lie between 0 and {SIDE}",
        )


def _is_on(point: Any) -> bool:
    return len(point) == 2 and all(type(at) is int and 0 <= at <= SIDE for at in point)


def _review(was: Layout, deed: Deed, demands: Demands) -> Layout:
    if deed.by == was.author:
        raise Refused(
            "Nobody reviews their own layout",
            demands.clause(demands.submission_place),
            remedy="Ask another person",
        )
    _refuse_incomplete(was, demands)
    return was._replace(stage=Stage.REVIEWED, reviewer=deed.by)


@honours("layout_submitted")
def _submit(was: Layout, deed: Deed, demands: Demands) -> Layout:
    _refuse_incomplete(was, demands)
    day = deed.facts["submitted_on"]
    day = date.fromisoformat(day) if isinstance(day, str) else day
    if day > deed.at.date():
        clause = demands.clause(demands.submission_place)
        raise Refused("A submission is recorded once it was made", clause)
    reference = str(deed.facts["reference"])
    return was._replace(stage=Stage.SUBMITTED, reference=reference, submitted_on=day)


def _refuse_incomplete(layout: Layout, demands: Demands) -> None:
    points = missing(layout, demands)
    if points:
        raise points[0].refusal()


def _approve(was: Layout, deed: Deed, demands: Demands) -> Layout:
    return was._replace(stage=Stage.APPROVED)


def _object(was: Layout, deed: Deed, demands: Demands) -> Layout:
    return was._replace(stage=Stage.OBJECTED, reason=str(deed.facts["reason"]))


def _withdraw(was: Layout, deed: Deed, demands: Demands) -> Layout:
    return was._replace(stage=Stage.WITHDRAWN, reason=str(deed.facts["reason"]))


_ANY = frozenset(Stage)
_LIVE = _ANY - {Stage.WITHDRAWN}
RULES = {
    "review": Rule("review it, by another person", frozenset({Stage.DRAFTED}), _review),
    "submit": Rule(
        "submit it to the Division",
        frozenset({Stage.REVIEWED}),
        _submit,
        ("submitted_on", "reference"),
    ),
    "approve": Rule("record the approval", frozenset({Stage.SUBMITTED}), _approve),
    "object": Rule("record the objection", USABLE, _object, ("reason",)),
    "change": Rule("change it", _ANY, _change),
    "withdraw": Rule("withdraw it", _LIVE, _withdraw, ("reason",)),
}
