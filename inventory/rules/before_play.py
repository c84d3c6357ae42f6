"""A deck before it comes to a table: received, stored, issued, pre-shuffled, carried, returned."""

from casino.lib.law import Refused, honours
from inventory.rules import law
from inventory.rules.deck import Custody, Movement, Place, Stage
from inventory.rules.words import KINDS


@honours("whole_deck")
def receive(was: Custody, m: Movement) -> Custody:
    if m.facts["kind"] not in KINDS:
        raise Refused("There are standard and dragon decks, no others", law.CARDS)
    return was._replace(stage=Stage.RECEIVED, kind=m.facts["kind"])


def store(was: Custody, m: Movement) -> Custody:
    _refuse_same_place(was, m)
    return was._replace(stage=Stage.STORED, place=m.place, code=m.code)


def _refuse_same_place(was: Custody, m: Movement) -> None:
    if was.code == m.code:
        raise Refused("The deck is there already", law.STORE_LOG, remedy="Choose another place")


def in_primary(was: Custody) -> None:
    if was.place is not Place.PRIMARY:
        raise Refused(
            "The secondary store holds surplus: it issues nothing to a pit",
            law.RECEIPT,
            remedy="Move the deck to the primary store first",
        )


def issue(was: Custody, m: Movement) -> Custody:
    if m.place is Place.WORKPLACE and was.sealed:
        raise Refused(
            f"This deck is shuffled and sealed already ({was.sealed})",
            law.PREPARED,
            remedy="Issue it to a pit stand",
        )
    return was._replace(stage=Stage.ISSUED, place=m.place, code=m.code)


def carry(was: Custody, m: Movement) -> Custody:
    _refuse_same_place(was, m)
    return was._replace(place=m.place, code=m.code)


def give_back(was: Custody, m: Movement) -> Custody:
    """A sealed container comes back sealed."""
    return was._replace(stage=Stage.STORED, place=m.place, code=m.code)


def unopened(was: Custody) -> None:
    if was.is_spoiled:
        raise Refused(
            "This reserve deck was opened",
            law.REMOVAL,
            remedy="Seal it in an envelope for security",
        )


def at_workplace(was: Custody) -> None:
    if was.place is not Place.WORKPLACE:
        raise Refused(
            "Cards are pre-shuffled at a closed table or another approved place",
            law.PREPARED,
            remedy="Issue the deck to that place first",
        )
    if was.sealed:
        raise Refused(
            f"This deck is shuffled and sealed already ({was.sealed})",
            law.PREPARED,
            remedy="Carry it to the stand of its pit",
        )


def pre_shuffle(was: Custody, m: Movement) -> Custody:
    return was._replace(sealed=m.facts["seal"])


def away_from_workplace(was: Custody) -> None:
    if was.place is Place.WORKPLACE:
        raise Refused(
            "A deck at the workplace goes to a pit stand first",
            law.PREPARED,
            remedy="Carry it to the stand of its pit",
        )


def in_pit(was: Custody) -> None:
    if was.place not in (Place.RESERVE, Place.PIT_STAND):
        raise Refused(
            "A replacement comes from a reserve deck of the pit",
            law.REMOVAL,
            remedy="Take a deck of the card reserve",
        )
    if was.sealed:
        raise Refused(
            "A pre-shuffled deck is not opened for one card",
            law.PREPARED,
            remedy="Take an ordinary reserve deck",
        )


def donate(was: Custody, m: Movement) -> Custody:
    """Opened for one card: from now on it is only fit for security."""
    refuse_face(was, m)
    return was._replace(is_spoiled=True, given=was.given + 1)


@honours("whole_deck")
def refuse_face(was: Custody, m: Movement) -> None:
    if m.facts["face"] not in KINDS[was.kind].faces:
        raise Refused(f"A {was.kind} deck has no card “{m.facts['face'][:4]}”", law.CARDS)
