"""What is posted at a table: all that its felt leaves out, and in numbers that are true.

A text is made from the rules of the table, so that nobody has to write it; when a rule changes,
what was posted before is false and has to be replaced.
"""

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from casino.lib.law import Refuse, Refused, honours
from tables.rules.approvals import Layout, Open
from tables.rules.demands import Demands, Fact, Sign, Statement, Value
from tables.rules.wording import refuse_words


class Posted(NamedTuple):
    """A sign: the statement it makes, its words, and the numbers in them."""

    statement: str
    text: str
    tells: Mapping[str, Value] = {}


@honours("layout_statements", "signs_posted")
def needed_signs(demands: Demands, layout: Layout) -> tuple[Statement, ...]:
    """Those that are always posted, and what this felt leaves out."""
    return tuple(one for one in demands.statements if _needs_sign(one, layout))


def _needs_sign(statement: Statement, layout: Layout) -> bool:
    if statement.sign is not Sign.INSTEAD:
        return statement.sign is Sign.ALWAYS
    if _is_printed(statement.name, layout):
        return False
    others = statement.unless
    return not others or not all(_is_printed(other, layout) for other in others)


def _is_printed(statement: str, layout: Layout) -> bool:
    return bool(layout.inscriptions.get(statement, "").strip())


@honours("layout_statements", "signs_posted", "commission_sign", "payout_limit_sign")
def sign_text(statement: Statement, rules: Any) -> Posted:
    """The sign, or the inscription, that is true for a table with these rules."""
    facts = statement.tells(rules)
    text = "\n".join([statement.words, *(fact.words for fact in facts)])
    return Posted(statement.name, text, {fact.name: fact.value for fact in facts})


@honours("commission_sign", "payout_limit_sign", "signs_posted")
def false_signs(
    demands: Demands, posted: Iterable[Posted], rules: Any
) -> tuple[tuple[Posted, str], ...]:
    """Signs that must be replaced, and what each of them says wrong."""
    wrong = (
        (sign, _wrong(demands.statement(sign.statement), sign.tells, rules)) for sign in posted
    )
    return tuple((sign, why) for sign, why in wrong if why)


def _wrong(statement: Statement | None, tells: Mapping[str, Value], rules: Any) -> str:
    if statement is None:
        return "This game makes no such statement"
    facts = statement.tells(rules)
    for fact in facts:
        if tells.get(fact.name) != fact.value:
            return f"It must say: {fact.words}"
    more = tells.keys() - {fact.name for fact in facts}
    return f"It says more than is so: {', '.join(sorted(more))}" if more else ""


@honours("commission_sign", "payout_limit_sign", "layout_statements")
def false_inscriptions(
    demands: Demands, layout: Layout, rules: Any
) -> tuple[tuple[Statement, str], ...]:
    """What this felt says wrong of a table with these rules: another felt is needed."""
    printed = (one for one in demands.statements if _is_printed(one.name, layout))
    wrong = ((one, _unsaid(one, layout.inscriptions[one.name], rules)) for one in printed)
    return tuple((one, why) for one, why in wrong if why)


def _unsaid(statement: Statement, text: str, rules: Any) -> str:
    fact = unsaid(text, statement.tells(rules))
    return f"It must say: {fact.words}" if fact else ""


_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+")


def _tokens(text: str) -> str:
    """Words and numbers alone: capitals, dots and line ends make no difference."""
    found = [token.replace(",", "") for token in _TOKEN.findall(text.casefold())]
    return f" {' '.join(found)} "


def unsaid(text: str, facts: Iterable[Fact]) -> Fact | None:
    """A fact that the text does not tell. Long ones first: "flush" stands in "straight flush"."""
    left = _tokens(text)
    for fact in sorted(facts, key=lambda fact: -len(_tokens(fact.words))):
        found = _tokens(fact.words)
        if found not in left:
            return fact
        left = left.replace(found, " | ", 1)
    return None


@honours("signs_posted", "layout_statements", "commission_sign", "payout_limit_sign")
def sign_points(
    demands: Demands, layout: Layout, posted: Collection[Posted], rules: Any
) -> list[Open]:
    """All that is missing or untrue at a table, in the order of the clauses; empty: in order."""
    up = {sign.statement for sign in posted}
    unposted = [one for one in needed_signs(demands, layout) if one.name not in up]
    points = [
        Open(f"No sign: {one.title}", demands.clause(one.sign_cited), "Print it and post it")
        for one in unposted
    ]
    for sign, why in false_signs(demands, posted, rules):
        points.append(_false(demands, demands.statement(sign.statement), "sign", why))
    for statement, why in false_inscriptions(demands, layout, rules):
        points.append(_false(demands, statement, "felt", why))
    return points


def _false(demands: Demands, statement: Statement | None, where: str, why: str) -> Open:
    if statement is None:
        return Open(why, None, "Take it down")
    place = statement.sign_cited if where == "sign" else statement.place
    mend = "Replace the sign" if where == "sign" else "Lay another felt, or set the table as it is"
    return Open(f"The {where} is wrong on {statement.title}: {why}", demands.clause(place), mend)


@honours("commission_sign", "payout_limit_sign", "odds_wording")
def refuse_sign(demands: Demands, sign: Posted, rules: Any, refuse: Refuse) -> None:
    """May this be posted? It says what is so, in its numbers and in its words."""
    statement = demands.statement(sign.statement)
    if statement is None or statement.sign is Sign.NEVER:
        raise Refused(f"No sign of this game is called {sign.statement!r}")
    refuse_words(sign.text, refuse)
    clause = demands.clause(statement.sign_cited)
    why = _wrong(statement, sign.tells, rules) or _unsaid(statement, sign.text, rules)
    if why or not sign.text.strip():
        why = why or "The sign says nothing"
        raise Refused(why, clause, remedy="Take the text made for it")
