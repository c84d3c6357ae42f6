"""A deck at its table: delivered, unsealed or inspected and verified, played, repaired."""

from collections.abc import Mapping

from casino.lib.law import Clause, Refused, honours
from inventory.rules import law
from inventory.rules.before_play import refuse_face
from inventory.rules.cards import DRAGON
from inventory.rules.deck import Custody, Movement, Place, Stage
from inventory.rules.words import FLAWS, INSPECTION_CHECKS, KINDS, METHODS, TAMPERING

REPORT = "Remove the deck and report the discrepancy"


@honours("one_deck", "whole_deck")
def deliver(was: Custody, m: Movement) -> Custody:
    """`kind` is what the table's game plays with, where that is known."""
    wanted = m.facts.get("kind", was.kind)
    if wanted != was.kind:
        raise Refused(
            f"A {was.kind} deck is not played at this table",
            law.DRAGON_DECK if wanted == DRAGON.name else law.CARDS,
            remedy=f"Bring a {wanted} deck",
        )
    return was._replace(
        stage=Stage.AT_TABLE, place=Place.TABLE, code=m.code, opened_at=m.at, method=_method(m)
    )


def _method(m: Movement) -> str:
    method = m.facts["method"]
    if method not in METHODS:
        raise Refused("Cards are dealt from the hand, a manual or an automated shoe", law.SHOE)
    return str(method)


def in_container(was: Custody) -> None:
    if not was.sealed:
        raise Refused("This deck is in no sealed container", law.PREPARED, remedy="Inspect it")


def break_seal(was: Custody, m: Movement) -> Custody:
    if m.facts["seal"] != was.sealed:
        raise Refused(
            f"Seal {m.facts['seal']} is not the one of this deck",
            law.PREPARED,
            remedy="Report the discrepancy: the container was not the one that was sealed",
        )
    return was._replace(stage=Stage.VERIFIED, sealed="", is_prepared=True, opened_at=m.at)


def out_of_container(was: Custody) -> None:
    if was.sealed:
        raise Refused(
            "Pre-shuffled cards are not inspected at the table",
            law.PREPARED,
            reading=law.A5,
            remedy="Break the seal before the dealer",
        )


@honours("whole_deck", "uniform_backs")
def inspect(was: Custody, m: Movement) -> Custody:
    refuse_unticked(m, INSPECTION_CHECKS, law.INSPECTION)
    refuse_count(was, m, law.INSPECTION, REPORT)
    return was._replace(stage=Stage.INSPECTED, inspected_by=m.by)


def refuse_unticked(m: Movement, checks: Mapping[str, str], clause: Clause) -> None:
    for name, words in checks.items():
        if name not in m.facts["checks"]:
            raise Refused(f"Not yet looked at: {words}", clause, remedy="Tick it when it is done")


@honours("whole_deck")
def refuse_count(was: Custody, m: Movement, clause: Clause, remedy: str) -> None:
    size, found = KINDS[was.kind].size, m.facts["cards"]
    if found != size:
        raise Refused(f"{found} cards: a {was.kind} deck holds {size}", clause, remedy=remedy)


def verify(was: Custody, m: Movement) -> Custody:
    if m.by == was.inspected_by:
        raise Refused(
            "Nobody verifies their own inspection",
            law.INSPECTION,
            remedy="The floorperson of this table does it",
        )
    return was._replace(stage=Stage.VERIFIED)


def play(was: Custody, m: Movement) -> Custody:
    return was._replace(stage=Stage.IN_PLAY)


def deal_from(was: Custody, m: Movement) -> Custody:
    """The clock of the new method counts from when the deck was opened, so it may be over."""
    return was._replace(method=_method(m))


def replace_card(was: Custody, m: Movement) -> Custody:
    refuse_face(was, m)
    if m.facts["flaw"] not in FLAWS:
        raise Refused("Say what is wrong with the card", law.REMOVAL)
    if m.facts["flaw"] in TAMPERING:
        raise Refused(
            "A card that may be tampered with is not replaced",
            law.REMOVAL,
            remedy="Remove the whole deck as suspected tampering and report the discrepancy",
        )
    return was
