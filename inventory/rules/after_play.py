"""A deck that leaves: removed, sealed, collected, examined, and destroyed; missed, and found."""

from casino.lib.law import Refused, honours
from inventory.rules import holds, law
from inventory.rules.at_table import refuse_unticked
from inventory.rules.deck import ON_TABLE, Custody, Movement, Place, Stage
from inventory.rules.departments import OUTSIDE_GAMES, SUPERVISORS, refuse_signatures
from inventory.rules.words import (
    AT_WORKPLACE,
    EXAMINATION_CHECKS,
    KINDS,
    METHODS_OF_DESTRUCTION,
    ONLY_STOCK,
    REASONS,
    STOCK_TOO,
    SUSPECT,
)


def remove(was: Custody, m: Movement) -> Custody:
    """What smells of tampering or of a wrong number is held from this moment."""
    reason = m.facts["reason"]
    _refuse_reason(was, reason)
    if was.stage in (Stage.RECEIVED, Stage.STORED):
        refuse_signatures((SUPERVISORS | OUTSIDE_GAMES,), m, law.STORE_LOG)
    removed = was._replace(stage=Stage.REMOVED, reason=reason)
    return holds.suspected(removed, REASONS[reason]) if reason in SUSPECT else removed


def _refuse_reason(was: Custody, reason: str) -> None:
    if reason not in REASONS:
        raise Refused("Say why the deck is removed", law.REMOVAL)
    if was.stage in ON_TABLE and reason in ONLY_STOCK:
        raise Refused(f"The deck is at a table: not “{REASONS[reason]}”", law.REMOVAL)
    if was.stage not in ON_TABLE and reason not in ONLY_STOCK | STOCK_TOO:
        raise Refused(f"The deck was on no table: not “{REASONS[reason]}”", law.REMOVAL)
    if reason in AT_WORKPLACE and was.place is not Place.WORKPLACE:
        raise Refused("A batch fails where cards are pre-shuffled", law.PREPARED)


def used_or_opened(was: Custody) -> None:
    if was.stage is Stage.ISSUED and not was.is_spoiled:
        raise Refused("This deck is unopened", law.REMOVAL, remedy="Return it to the primary store")


def envelope(was: Custody, m: Movement) -> Custody:
    reason = was.reason or "broken_seal_reserve"
    return was._replace(stage=Stage.ENVELOPED, sealed=m.facts["seal"], reason=reason)


def collect(was: Custody, m: Movement) -> Custody:
    """From now on the time to destroy it runs, unless it is held."""
    return was._replace(
        stage=Stage.COLLECTED,
        place=m.place,
        code=m.code,
        sealed="",
        clock_from=None if was.held else m.at,
    )


@honours("examine", "examine_all")
def examine(was: Custody, m: Movement) -> Custody:
    """Every deck, and all its cards: nothing is destroyed that was not examined.

    A deck that gave cards away has as many fewer; one whose report is closed, as many as that
    tells. A held one is examined too: a wrong count is kept, and clears nothing.
    """
    refuse_unticked(m, EXAMINATION_CHECKS, law.EXAMINATION)
    counted, expected = m.facts["cards"], KINDS[was.kind].size - was.given + was.difference
    if counted != expected and was.held:
        return was
    if counted != expected:
        is_whole = expected == KINDS[was.kind].size
        words = f"a {was.kind} deck holds" if is_whole else "this one should hold"
        raise Refused(
            f"{counted} cards: {words} {expected}",
            law.EXAMINATION,
            remedy="Hold the deck and report the discrepancy",
        )
    cleared = was._replace(stage=Stage.CLEARED)
    return holds.lifted(cleared, holds.FOUND, m) if holds.FOUND in was.holds else cleared


def surrender(was: Custody, m: Movement) -> Custody:
    return _gone(was, Stage.SURRENDERED)


def destroy(was: Custody, m: Movement) -> Custody:
    stage = METHODS_OF_DESTRUCTION.get(m.facts["method"])
    if stage is None:
        raise Refused(
            "Cards are shredded, or drilled through the centre",
            law.DESTRUCTION,
            remedy="Choose one of the two",
        )
    return _gone(was, stage)


def _gone(was: Custody, stage: Stage) -> Custody:
    return was._replace(stage=stage, place=Place.NOWHERE, code="", holds={}, clock_from=None)


def miss(was: Custody, m: Movement) -> Custody:
    return was._replace(is_missing=True)


def is_missing(was: Custody) -> None:
    if not was.is_missing:
        raise Refused("This deck is not missing", law.INVENTORY)


def find(was: Custody, m: Movement) -> Custody:
    """Nobody knows in whose hands it was: it plays no more, and is examined, even if once more."""
    stage = Stage.COLLECTED if was.stage is Stage.CLEARED else was.stage
    back = was._replace(is_missing=False, stage=stage)
    return holds.held(back, holds.FOUND, holds.UNTIL_EXAMINED)
