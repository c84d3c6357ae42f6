"""Why a deck may not be destroyed: several holds, each by its name, and each lifted by itself.

Whoever holds a deck names nobody else's hold: one of the house and one of the Division stand
beside each other, and a report's own ends with the report.
"""

from casino.lib.law import Refused
from inventory.rules import law
from inventory.rules.deck import Custody, Movement, Stage

HOUSE, DIVISION, SUSPICION, FOUND = "house", "division", "suspicion", "found"
REPORT = "report "
REGULATOR = "regulator"
UNTIL_EXAMINED = "Found again, to be examined"


def of_report(number: str) -> str:
    return f"{REPORT}{number}"


def hold(was: Custody, m: Movement) -> Custody:
    """The time to destroy it stands still. A report takes the place of the suspicion before it."""
    reason, report = m.facts["reason"], m.facts.get("report")
    if report:
        return held(_without(was, SUSPICION), of_report(report), reason)
    if reason in was.holds.values():
        raise Refused(f"This deck is held already: {reason}", law.EXAMINATION)
    return held(was, _free(was, DIVISION if m.job == REGULATOR else HOUSE), reason)


def _free(was: Custody, author: str) -> str:
    """A second hold of the same author has a number: the first does not stand in for it."""
    names = [author, *(f"{author} {number}" for number in range(2, len(was.holds) + 2))]
    return next(name for name in names if name not in was.holds)


def held(was: Custody, name: str, reason: str) -> Custody:
    holds = {**was.holds, name: reason}
    return was._replace(holds=holds, clock_from=None, is_released=False)


def suspected(was: Custody, reason: str) -> Custody:
    """Held until its report is closed, whether that was written before or is written after."""
    is_reported = any(name.startswith(REPORT) for name in was.holds)
    return was if is_reported else held(was, SUSPICION, reason)


def lifted(was: Custody, name: str, m: Movement) -> Custody:
    """In the hands of security the time to destroy it starts anew; earlier, at its collection."""
    after = _without(was, name)
    if after.holds:
        return after
    collected = was.stage in (Stage.COLLECTED, Stage.CLEARED)
    return after._replace(clock_from=m.at if collected else None, is_released=collected)


def _without(was: Custody, name: str) -> Custody:
    return was._replace(holds={n: words for n, words in was.holds.items() if n != name})


def release(was: Custody, m: Movement) -> Custody:
    """One hold by its name. Closing a report tells how many cards more or fewer there are."""
    name, report = m.facts["hold"], m.facts.get("report")
    if name not in was.holds:
        raise Refused(
            f"There is no hold “{name[:40]}” on this deck",
            law.EXAMINATION,
            remedy=f"It is held by: {', '.join(sorted(was.holds))}",
        )
    _refuse_lifting(name, m)
    after = lifted(was, name, m)
    return after._replace(difference=m.facts.get("difference", 0)) if report else after


def _refuse_lifting(name: str, m: Movement) -> None:
    if name in BY_ITSELF:
        raise Refused(BY_ITSELF[name][0], law.EXAMINATION, remedy=BY_ITSELF[name][1])
    if name.startswith(REPORT) and name != of_report(m.facts.get("report", "")):
        raise Refused(
            "A reported deck is let go where its report is closed",
            law.EXAMINATION,
            remedy=f"Close {name}",
        )
    if name.startswith(DIVISION) and REGULATOR not in (m.job, m.second_job):
        raise Refused(
            "What the Division holds is released by the Division alone",
            law.EXAMINATION,
            remedy="Its agent signs too",
        )


# Holds that nobody lifts: what they ask for does.
BY_ITSELF = {
    SUSPICION: (
        "A suspect deck is let go by its discrepancy report alone",
        "Report the discrepancy; closing the report lets the deck go",
    ),
    FOUND: (
        "A deck that was missing is examined before anything else",
        "Remove it, seal it and let security examine it",
    ),
}


def is_held(was: Custody) -> None:
    if not was.holds:
        raise Refused("This deck is not held", law.EXAMINATION)


def may_be_lifted(was: Custody) -> None:
    is_held(was)
    if all(name in BY_ITSELF for name in was.holds):
        error, remedy = BY_ITSELF[min(was.holds)]
        raise Refused(error, law.EXAMINATION, remedy=remedy)


def way_out(was: Custody) -> str:
    """What ends its holds, the strictest first."""
    for name in BY_ITSELF:
        if name in was.holds:
            return BY_ITSELF[name][1]
    return "A security manager can release it, with a second signature"
