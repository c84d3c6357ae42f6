"""Movements as they usually are, and decks brought as far as a test needs, without a database."""

from datetime import UTC, datetime, timedelta

import pytest

from casino.lib.law import Refused
from inventory.rules.custody import fold, step
from inventory.rules.deck import ON_TABLE, Movement, Place
from inventory.rules.holds import BY_ITSELF
from inventory.rules.words import EXAMINATION_CHECKS, INSPECTION_CHECKS, KINDS

AT = datetime(2026, 11, 18, 10, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
SHIFT, BOSS, FLOOR, DEALER = "shift_manager", "pit_boss", "floorperson", "dealer"
OFFICER, CHIEF, BOOKS = "security_officer", "security_manager", "accountant"
SEAL = {"seal": "S-1", "label": "L-1"}

# What is done → by whom, with whom, to where, with which facts. A badge is the name of its job.
USUAL = {
    "receive": (OFFICER, SHIFT, "", "", {"kind": "standard"}),
    "store": (OFFICER, SHIFT, Place.PRIMARY, "primary", {}),
    "issue": (SHIFT, OFFICER, Place.PIT_STAND, "stand-1", {}),
    "pre_shuffle": (DEALER, FLOOR, "", "", {"session": "P-1", "receipt": "R-1", **SEAL}),
    "deliver": (FLOOR, "", Place.TABLE, "HU-01", {"method": "hand"}),
    "break_seal": (FLOOR, DEALER, "", "", {"seal": "S-1"}),
    "inspect": (DEALER, "", "", "", {"checks": list(INSPECTION_CHECKS), "cards": 52}),
    "verify": (FLOOR, "", "", "", {}),
    "play": (DEALER, "", "", "", {}),
    "carry": (BOSS, "", Place.RESERVE, "reserve-1", {}),
    "envelope": (FLOOR, DEALER, "", "", SEAL),
    "remove": (FLOOR, "", "", "", {"reason": "scheduled_change"}),
    "collect": (OFFICER, "", Place.SECURITY, "security", {}),
    "examine": (OFFICER, "", "", "", {"checks": list(EXAMINATION_CHECKS), "cards": 52}),
    "destroy": (OFFICER, CHIEF, "", "", {"method": "shred"}),
    "release": (CHIEF, SHIFT, "", "", {"hold": "house", "authority": "Letter 12"}),
    "find": (SHIFT, OFFICER, "", "", {"note": "behind the stand"}),
    "return": (BOSS, OFFICER, Place.PRIMARY, "primary", {}),
    "deal_from": (FLOOR, "", "", "", {"method": "manual_shoe"}),
    "replace_card": (BOSS, DEALER, "", "", {"face": "2h", "flaw": "torn", "donor": "D2", **SEAL}),
    "donate": (BOSS, DEALER, "", "", {"face": "2h", "for": "D1"}),
    "hold": (OFFICER, "", "", "", {"reason": "under inquiry"}),
    "surrender": (CHIEF, "", "", "", {"reference": "Case 7"}),
    "miss": (BOOKS, "", "", "", {"note": "not in its store"}),
}
TO_TABLE = ("receive", "store", "issue", "deliver")
TO_PLAY = (*TO_TABLE, "inspect", "verify", "play")
TO_SECURITY = (*TO_PLAY, "remove", "envelope", "collect")
TO_WORKPLACE = ("receive", "store", ("issue", {"place": Place.WORKPLACE, "code": "workplace"}))
SPOILED = ("receive", "store", "issue", "donate")

# Every situation that the rules tell apart → how a deck comes into it.
SITUATIONS = {
    "new": (),
    "received": TO_TABLE[:1],
    "in the primary store": TO_TABLE[:2],
    "in the secondary store": ("receive", ("store", {"place": Place.SECONDARY, "code": "second"})),
    "at the stand": TO_TABLE[:3],
    "in reserve": (*TO_TABLE[:3], "carry"),
    "at the workplace": TO_WORKPLACE,
    "sealed at the workplace": (*TO_WORKPLACE, "pre_shuffle"),
    "sealed at the stand": (*TO_WORKPLACE, "pre_shuffle", "carry"),
    "sealed in the primary store": (*TO_WORKPLACE, "pre_shuffle", "return"),
    "sealed at the table": (*TO_WORKPLACE, "pre_shuffle", "carry", "deliver"),
    "unsealed": (*TO_WORKPLACE, "pre_shuffle", "carry", "deliver", "break_seal"),
    "opened reserve": SPOILED,
    "opened reserve, sealed": (*SPOILED, "envelope"),
    "at the table": TO_TABLE,
    "inspected": TO_PLAY[:5],
    "verified": TO_PLAY[:6],
    "in play": TO_PLAY,
    "held in play": (*TO_PLAY, "hold"),
    "missing": (*TO_PLAY, "miss"),
    "held and missing": (*TO_PLAY, "hold", "miss"),
    "removed": TO_SECURITY[:8],
    "removed as suspect": (*TO_PLAY, ("remove", {"reason": "suspected_tampering"})),
    "enveloped": TO_SECURITY[:9],
    "collected": TO_SECURITY,
    "held by security": (*TO_SECURITY, "hold"),
    "released": (*TO_SECURITY, "hold", "release"),
    "cleared": (*TO_SECURITY, "examine"),
    "held after examination": (*TO_SECURITY, "examine", "hold"),
    "destroyed": (*TO_SECURITY, "examine", "destroy"),
    "cancelled": (*TO_SECURITY, "examine", ("destroy", {"method": "drill"})),
    "surrendered": (*TO_SECURITY, "hold", "surrender"),
}


def movement(do, at=AT, **changes):
    """As usual, but for `changes`: fields of the movement, or else facts."""
    by, second, place, code, facts = USUAL[do]
    own = {name: changes.pop(name) for name in list(changes) if name in Movement._fields}
    fields = {
        "by": by,
        "job": by,
        "second": second,
        "second_job": second,
        "place": Place(place),
        "code": code,
    }
    return Movement(do=do, at=at, **{**fields, "facts": {**facts, **changes}, **own})


def right(do, was, at=None):
    """The usual movement, with what this deck asks for: its own seal, size, reason and place."""
    changes = {}
    if do == "break_seal":
        changes["seal"] = was.sealed
    if do in ("inspect", "examine"):
        changes["cards"] = KINDS[was.kind].size if was.kind else 52
    if do == "examine":
        changes["cards"] += was.difference - was.given
    if do == "hold":
        changes["reason"] = f"inquiry {was.length}"
    if do == "release":
        changes["hold"] = next((n for n in was.holds if n not in BY_ITSELF), "house")
    if do == "remove" and was.stage not in ON_TABLE:
        changes["reason"] = "division_request"
    if do in ("store", "carry") and was.code == USUAL[do][3]:
        place = Place.SECONDARY if do == "store" else Place.PIT_STAND
        changes |= {"place": place, "code": f"another {place}"}
    return movement(do, at or later(was), **changes)


def later(was):
    return (was.moved_at or AT) + MINUTE


def steps_of(*dos):
    """The movements of a way through life; a pair has changes to the usual one."""
    named = [(do, {}) if isinstance(do, str) else do for do in dos]
    return [movement(do, AT + place * MINUTE, **more) for place, (do, more) in enumerate(named)]


def deck(*dos):
    return fold(steps_of(*dos))


def situation(name):
    return deck(*SITUATIONS[name])


def do(was, what, **changes):
    return step(was, movement(what, later(was), **changes))


def refused(was, what, **changes):
    with pytest.raises(Refused) as no:
        do(was, what, **changes)
    return no.value
