"""A deck's custody: one movement takes it one step further, or is refused with its clause.

The whole life of a deck is the fold of its movements; `movements.py` lists them.
"""

from collections.abc import Iterable

from casino.lib.law import Refused
from inventory.rules import holds, law
from inventory.rules.deck import GONE, Custody, Movement, Step, in_words
from inventory.rules.departments import refuse_signatures
from inventory.rules.movements import STEPS
from inventory.rules.words import FACTS

LONGEST = 200  # letters of a fact
MOST_CARDS = 999


def step(was: Custody, movement: Movement) -> Custody:
    """The deck after this movement. Refused, nothing has changed."""
    rule = STEPS.get(movement.do)
    if rule is None:
        raise Refused(f"There is no movement {movement.do!r}")
    _refuse_flagged(was, rule)
    _refuse_stage(was, rule)
    for check in rule.asks:
        check(was)
    _refuse_place(rule, movement)
    _refuse_missing_facts(rule, movement)
    refuse_signatures(rule.signers, movement, rule.clause)
    if was.moved_at and movement.at < was.moved_at:
        raise Refused(
            "A movement cannot lie before the one that came ahead of it",
            law.STORE_LOG,
            remedy="Look at the clock of this machine",
        )
    after = rule.does(was, movement)
    return after._replace(moved_at=movement.at, length=was.length + 1)


def fold(movements: Iterable[Movement]) -> Custody:
    custody = Custody()
    for movement in movements:
        custody = step(custody, movement)
    return custody


def legal(custody: Custody) -> tuple[str, ...]:
    """What may be done next with this deck, whoever asks; the usual next step comes first."""
    return tuple(do for do, rule in STEPS.items() if _is_open(custody, rule))


def _is_open(custody: Custody, rule: Step) -> bool:
    try:
        _refuse_flagged(custody, rule)
        for check in rule.asks:
            check(custody)
    except Refused:
        return False
    return custody.stage in rule.starts


def _refuse_flagged(was: Custody, rule: Step) -> None:
    if was.is_missing and rule.do != "find":
        raise Refused(
            "This deck is reported missing", law.INVENTORY, remedy="Report it found first"
        )
    if was.held and not rule.while_held:
        raise Refused(
            f"This deck is held: {was.held}",
            law.EXAMINATION,
            remedy=holds.way_out(was),
        )


def _refuse_stage(was: Custody, rule: Step) -> None:
    if was.stage in rule.starts:
        return
    if was.stage in GONE:
        raise Refused(
            f"This deck is {in_words(was.stage)}: its life is over",
            law.DESTRUCTION,
            remedy="Read its label again; if it is this deck, report the discrepancy",
        )
    now = f"This deck is {in_words(was.stage)}" if was.stage else "This deck was never received"
    starts = " or ".join(in_words(stage) or "new" for stage in rule.starts)
    raise Refused(f"{now}; it must be {starts} for this", rule.clause, remedy=_next_step(was))


def _next_step(was: Custody) -> str:
    usual = next(iter(legal(was)), "")
    return f"The next step: it is {STEPS[usual].words}" if usual else ""


def _refuse_place(rule: Step, movement: Movement) -> None:
    if rule.goes_to and movement.place not in rule.goes_to:
        wanted = " or ".join(in_words(place) for place in rule.goes_to)
        raise Refused(f"This goes to: {wanted}", rule.clause, remedy="Choose another place")


def _refuse_missing_facts(rule: Step, movement: Movement) -> None:
    for name in rule.needs:
        given, called = movement.facts.get(name), FACTS.get(name, in_words(name))
        if given in (None, "", [], ()):
            raise Refused(f"The {called} is missing", rule.clause, remedy="Fill it in")
        if not _is_readable(name, given):
            raise Refused(f"The {called} cannot be read", rule.clause, remedy="Write it anew")


def _is_readable(name: str, given: object) -> bool:
    """Facts come from scanners and other machines too."""
    if name == "checks":
        return isinstance(given, list | tuple) and all(isinstance(tick, str) for tick in given)
    if name == "cards":
        return type(given) is int and 0 <= given <= MOST_CARDS
    return isinstance(given, str) and len(given) <= LONGEST
