"""Devices of a table: shoes, shufflers, boxes and racks, each by itself and all of one table.

A device's life is the fold of its moves, as a deck's is. What a whole table must have is asked of
its `fitted` devices: those that are fixed to it.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from casino.lib.law import Clause, Refuse, Refused, honours
from inventory.rules import law
from inventory.rules.deck import in_words
from inventory.rules.departments import GAMES, PIT_BOSSES, SECURITY, SUPERVISORS


class What(StrEnum):
    MANUAL_SHOE = "manual_shoe"
    AUTOMATED_SHOE = "automated_shoe"
    SHUFFLER = "shuffler"
    DROP_BOX = "drop_box"
    TIP_BOX = "tip_box"
    DISCARD_RACK = "discard_rack"
    INSPECTOR = "inspector"


class State(StrEnum):
    NONE = ""
    REGISTERED = "registered"
    FIXED = "fixed"
    OFF = "off"  # taken off a table, not yet locked away
    LOCKED = "locked"
    RETIRED = "retired"


SHOES = (What.MANUAL_SHOE, What.AUTOMATED_SHOE)
BOXES = (What.DROP_BOX, What.TIP_BOX)
CARDS_GO_IN = (*SHOES, What.SHUFFLER)  # looked at before the cards of the day go in
SIDES = ("left", "right")  # as the dealer stands


class Fixture(NamedTuple):
    """Where a device stands. Columns of its row repeat this; its moves are the truth."""

    what: str = ""
    stage: State = State.NONE
    table: str = ""
    side: str = ""
    is_jammed: bool = False
    is_suspect: bool = False  # signs of tampering: it stays off every table
    inspected_at: datetime | None = None  # since it was fixed to this table
    moved_at: datetime | None = None
    length: int = 0


class DeviceMove(NamedTuple):
    do: str
    at: datetime
    by: str = ""
    job: str = ""
    table: str = ""
    side: str = ""
    facts: dict[str, Any] = {}


class DeviceStep(NamedTuple):
    """`words` complete "The device was …"."""

    do: str
    words: str
    starts: tuple[State, ...]
    clause: Clause
    does: Callable[[Fixture, DeviceMove], Fixture]
    jobs: frozenset[str]
    needs: tuple[str, ...] = ()
    asks: tuple[Callable[[Fixture], None], ...] = ()


def step(was: Fixture, move: DeviceMove) -> Fixture:
    """The device after this move. Refused, nothing has changed."""
    rule = DEVICE_STEPS.get(move.do)
    if rule is None:
        raise Refused(f"There is no move {move.do!r} of a device")
    _refuse_state(was, rule)
    for ask in rule.asks:
        ask(was)
    if move.job not in rule.jobs:
        jobs = ", ".join(in_words(job) for job in sorted(rule.jobs))
        raise Refused("This is not for you to do", law.SEGREGATION, remedy=f"Ask for: {jobs}")
    _refuse_missing(rule, move)
    if was.moved_at and move.at < was.moved_at:
        raise Refused("A move cannot lie before the one that came ahead of it", rule.clause)
    return rule.does(was, move)._replace(moved_at=move.at, length=was.length + 1)


def fold(moves: Iterable[DeviceMove]) -> Fixture:
    fixture = Fixture()
    for move in moves:
        fixture = step(fixture, move)
    return fixture


def legal(fixture: Fixture) -> tuple[str, ...]:
    """What may be done next with this device, whoever asks; the usual next step comes first."""
    return tuple(do for do, rule in DEVICE_STEPS.items() if _is_open(fixture, rule))


def _is_open(fixture: Fixture, rule: DeviceStep) -> bool:
    if fixture.stage not in rule.starts:
        return False
    try:
        for ask in rule.asks:
            ask(fixture)
    except Refused:
        return False
    return True


def _refuse_state(was: Fixture, rule: DeviceStep) -> None:
    if was.stage in rule.starts:
        return
    if was.stage is State.RETIRED:
        raise Refused("This device is retired", rule.clause, remedy="Register another one")
    now = f"This device is {was.stage}" if was.stage else "This device was never registered"
    starts = " or ".join(state or "new" for state in rule.starts)
    raise Refused(f"{now}; it must be {starts} for this", rule.clause, remedy=_remedy(was))


def _remedy(was: Fixture) -> str:
    usual = next(iter(legal(was)), "")
    return f"The next step: it is {DEVICE_STEPS[usual].words}" if usual else ""


def _refuse_missing(rule: DeviceStep, move: DeviceMove) -> None:
    for name in rule.needs:
        if not move.facts.get(name):
            raise Refused(f"The {in_words(name)} is missing", rule.clause)


# -- each step --


def _register(was: Fixture, move: DeviceMove) -> Fixture:
    if move.facts["what"] not in list(What):
        raise Refused("There is no such sort of device", law.SHOE)
    return was._replace(stage=State.REGISTERED, what=What(move.facts["what"]))


def _fixable(was: Fixture) -> None:
    if was.what == What.INSPECTOR:
        raise Refused("A card inspection machine is fixed to no table", law.PREPARED)
    if was.is_suspect:
        raise Refused(
            "This device shows signs of tampering",
            law.TAMPERING,
            remedy="It stays locked away until it is retired or handed over",
        )


def _fix(was: Fixture, move: DeviceMove) -> Fixture:
    if not move.table:
        raise Refused("Say which table", law.SHOE)
    _refuse_side(was, move.side)
    return was._replace(stage=State.FIXED, table=move.table, side=move.side)


def _refuse_side(was: Fixture, side: str) -> None:
    if was.what in BOXES and side not in SIDES:
        raise Refused("A box hangs to the left or to the right of the dealer", law.BOXES)
    if was.what not in BOXES and side:
        raise Refused("Only a drop box or a tip box has a side", law.BOXES)


def _takes_cards(was: Fixture) -> None:
    if was.what not in CARDS_GO_IN:
        raise Refused("Only shoes and shufflers take cards", law.SHUFFLER)


def _inspect(was: Fixture, move: DeviceMove) -> Fixture:
    """Found sound. What is not is reported by `suspect`."""
    return was._replace(inspected_at=move.at)


def _running(was: Fixture) -> None:
    if was.what not in (What.AUTOMATED_SHOE, What.SHUFFLER):
        raise Refused("Only a machine jams", law.SHUFFLER)
    if was.is_jammed:
        raise Refused("It is jammed already", law.SHUFFLER, remedy="Clear it")


def _jam(was: Fixture, move: DeviceMove) -> Fixture:
    return was._replace(is_jammed=True)


def _jammed(was: Fixture) -> None:
    if not was.is_jammed:
        raise Refused("It is not jammed", law.SHUFFLER)


def _clear(was: Fixture, move: DeviceMove) -> Fixture:
    return was._replace(is_jammed=False)


def _take_off(was: Fixture, move: DeviceMove) -> Fixture:
    return was._replace(stage=State.OFF, table="", side="", inspected_at=None)


def _lock_away(was: Fixture, move: DeviceMove) -> Fixture:
    return was._replace(stage=State.LOCKED)


def _sound(was: Fixture) -> None:
    if was.is_suspect:
        raise Refused("That is reported already", law.TAMPERING)


def _suspect(was: Fixture, move: DeviceMove) -> Fixture:
    return was._replace(is_suspect=True, inspected_at=None)


def _retire(was: Fixture, move: DeviceMove) -> Fixture:
    return was._replace(stage=State.RETIRED)


S = State
OFF_TABLE = (S.REGISTERED, S.OFF, S.LOCKED)
HANDS = SUPERVISORS | SECURITY
_TABLE = (
    DeviceStep("register", "registered", (S.NONE,), law.SHUFFLER, _register, PIT_BOSSES, needs=("what", "maker", "model")),
    DeviceStep("clear", "cleared of a jam", (S.FIXED, S.OFF), law.SHUFFLER, _clear, SUPERVISORS, asks=(_jammed,)),
    DeviceStep("inspect", "inspected", (S.FIXED,), law.SHUFFLER, _inspect, SUPERVISORS, asks=(_takes_cards, _sound)),
    DeviceStep("lock_away", "locked away", (S.OFF, S.REGISTERED), law.SHOE, _lock_away, HANDS),
    DeviceStep("fix", "fixed to a table", OFF_TABLE, law.SHOE, _fix, HANDS, asks=(_fixable,)),
    DeviceStep("take_off", "taken off a table", (S.FIXED,), law.SHOE, _take_off, HANDS),
    DeviceStep("jam", "jammed", (S.FIXED,), law.SHUFFLER, _jam, GAMES, asks=(_running,)),
    DeviceStep("suspect", "found with signs of tampering", (S.FIXED, *OFF_TABLE), law.TAMPERING, _suspect, GAMES | SECURITY, needs=("note",), asks=(_sound,)),
    DeviceStep("retire", "retired", OFF_TABLE, law.SHUFFLER, _retire, PIT_BOSSES, needs=("note",)),
)  # fmt: skip
DEVICE_STEPS = {rule.do: rule for rule in _TABLE}


# -- all devices of one table; `fitted` are those fixed to it --


def of_sort(fitted: Iterable[Fixture], *what: str) -> list[Fixture]:
    return [fixture for fixture in fitted if fixture.what in what]


def shuffler_works(fitted: Iterable[Fixture]) -> bool:
    return any(not found.is_jammed for found in of_sort(fitted, What.SHUFFLER))


@honours("boxes", "shuffler")
def refuse_fit(
    what: str, side: str, fitted: Iterable[Fixture], refuse: Refuse = law.refuse
) -> None:
    """Before a device is fixed: one of a sort a table, and a side of its own for each box."""
    fitted = list(fitted)
    if of_sort(fitted, what):
        error = f"This table has its {in_words(what)}"
        raise refuse("boxes" if what in BOXES else "shuffler", error, remedy="Take it off first")
    if what in BOXES and any(box.side == side for box in of_sort(fitted, *BOXES)):
        raise refuse("boxes", "The other box hangs on that side", remedy="Take the other side")


@honours("boxes")
def refuse_boxes(fitted: Iterable[Fixture], refuse: Refuse = law.refuse) -> None:
    """Before a table opens: drop box and tip box, one to each hand of the dealer."""
    boxes = of_sort(fitted, *BOXES)
    for what in BOXES:
        if not of_sort(boxes, what):
            error = f"This table has no {in_words(what)}"
            raise refuse("boxes", error, remedy="Fix it beside the dealer")
    if len({box.side for box in boxes} & set(SIDES)) < len(BOXES):
        raise refuse("boxes", "Both boxes hang on one side of the dealer", remedy="Move one")


@honours("hand_dealing", "hand_needs_device", "shoe_secured", "device_off_first")
def refuse_method(method: str, fitted: Iterable[Fixture], refuse: Refuse = law.refuse) -> None:
    """Whether cards may be dealt this way with the devices that are at the table."""
    fitted = list(fitted)
    _refuse_other_shoe(method, fitted, refuse)
    if method == "hand":
        return _refuse_hand(fitted, refuse)
    if method not in SHOES:
        raise refuse("hand_dealing", "Cards are dealt from the hand or from a shoe")
    if not of_sort(fitted, method):
        error = f"No {in_words(method)} is fixed to this table"
        raise refuse("shoe_secured", error, remedy="Fix it to the table first")
    if any(shoe.is_jammed for shoe in of_sort(fitted, method)):
        raise refuse("device_off_first", "The shoe is jammed", remedy="Clear it, or take it off")
    return None


def _refuse_hand(fitted: list[Fixture], refuse: Refuse) -> None:
    if not shuffler_works(fitted):
        raise refuse(
            "hand_needs_device",
            "Cards are dealt from the hand only where a shuffler works",
            reading=law.A3,
            remedy="Fix a shuffler, or deal from a shoe",
        )


def _refuse_other_shoe(method: str, fitted: list[Fixture], refuse: Refuse) -> None:
    for shoe in of_sort(fitted, *SHOES):
        if shoe.what != method:
            raise refuse(
                "device_off_first",
                f"The {in_words(shoe.what)} is still at the table",
                remedy="Take it off before another way of dealing is used",
            )


@honours("shuffler")
def refuse_uninspected(
    fitted: Iterable[Fixture], since: datetime, refuse: Refuse = law.refuse
) -> None:
    """Shoes and shufflers are looked at on every gaming day, before cards go in."""
    for device in of_sort(fitted, *CARDS_GO_IN):
        if device.is_suspect:
            raise Refused("A device with signs of tampering is at this table", law.TAMPERING)
        if device.inspected_at is None or device.inspected_at < since:
            error = f"The {in_words(device.what)} was not inspected today"
            raise refuse("shuffler", error, remedy="The floorperson inspects it")


@honours("shoe_secured")
def refuse_left_out(fitted: Iterable[Fixture], refuse: Refuse = law.refuse) -> None:
    """A table that closes leaves no shoe behind."""
    for shoe in of_sort(fitted, *SHOES):
        error = f"The {in_words(shoe.what)} is still at the table"
        raise refuse("shoe_secured", error, remedy="Take it off and lock it away")


def ends(fitted: Iterable[Fixture], method: str, decks: int) -> tuple[str, ...]:
    """What of a table's way to play is over, from the next round on, with these devices (A3)."""
    if shuffler_works(fitted):
        return ()
    hand = ("hand_dealing",) if method == "hand" else ()
    return (*hand, "second_deck") if decks > 1 else hand
