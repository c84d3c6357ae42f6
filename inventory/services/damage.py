"""One worn card changes for the same one of a reserve deck; a second one takes the deck along."""

from dataclasses import dataclass
from datetime import datetime

from casino.lib.law import Refused
from casino.models import Duty, Entry
from casino.services.acts import whole
from casino.services.log import house_day
from casino.services.pictures import Drawing
from inventory.models import Deck
from inventory.rules.law import CARDS, REMOVAL
from inventory.rules.movements import KINDS
from inventory.selectors.damage import cards_given, cards_replaced_on
from inventory.selectors.decks import known, locked_with_sets
from inventory.services.custody import Order, move_within
from inventory.services.photos import photograph_within


@dataclass(frozen=True, slots=True)
class Flaw:
    """Which card of which deck, what is wrong with it, and what it was sealed in."""

    deck: str
    donor: str
    face: str
    flaw: str
    seal: str
    label: str


def replace_card(
    found: Flaw,
    *,
    by: Duty,
    second: Duty,
    now: datetime,
    seen: int | None = None,
    photo: Drawing | None = None,
) -> Entry:
    """Both decks move in one transaction; the worn card leaves in a sealed bag."""
    thing = f"deck:{found.deck}"
    with whole("deck_replace_card", by=by, second=second, now=now, thing=thing):
        deck, donor = _both(found)
        _refuse_donor(deck, donor, found)
        _refuse_second_card(deck, now)
        entry = move_within(_order(found, seen), by=by, second=second, now=now)
        given = Order("donate", [donor.code], facts={"face": found.face, "for": deck.code})
        move_within(given, by=by, second=second, now=now)
        if photo:
            caption = f"{found.face}: {found.flaw}"
            photograph_within(deck.code, photo, caption=caption, by=by, now=now)
        return entry


def _order(found: Flaw, seen: int | None) -> Order:
    facts = {
        "face": found.face,
        "flaw": found.flaw,
        "donor": found.donor,
        "seal": found.seal,
        "label": found.label,
    }
    known = {} if seen is None else {found.deck: seen}
    return Order("replace_card", [found.deck], facts=facts, seen=known)


def _both(found: Flaw) -> tuple[Deck, Deck]:
    """Locked together, in the one order of all decks: two who swap roles wait, and do not block."""
    if found.deck == found.donor:
        raise Refused("A deck does not give a card to itself", REMOVAL, remedy="Scan the reserve")
    rows = list(locked_with_sets([found.deck, found.donor]))
    return known(found.deck, rows), known(found.donor, rows)


def _refuse_donor(deck: Deck, donor: Deck, found: Flaw) -> None:
    """The deck must stay one that nobody can tell a card of: same kind, back and design."""
    if donor.kind != deck.kind:
        raise Refused(f"{donor} is a {donor.kind} deck, {deck} a {deck.kind} one", CARDS)
    if (donor.back, donor.lot.design) != (deck.back, deck.lot.design):
        raise Refused(
            f"The back of {donor} is not the back of {deck}: players could tell the card",
            CARDS,
            remedy=f"Take a reserve deck with {deck.get_back_display().lower()} backs, "
            f"{deck.lot.design}",
        )
    if donor.pit_id != deck.pit_id:
        raise Refused("A replacement comes from a reserve deck of the same pit", REMOVAL)
    if donor.sealed:
        raise Refused(f"{donor} is shuffled and sealed", REMOVAL, remedy="Take another deck")
    _refuse_given(donor, found.face)


def _refuse_given(donor: Deck, face: str) -> None:
    if cards_given(donor).count(face) >= KINDS[donor.kind].faces.get(face, 1):
        raise Refused(f"{donor} gave that card before", REMOVAL, remedy="Take another reserve deck")


def _refuse_second_card(deck: Deck, now: datetime) -> None:
    if cards_replaced_on(deck, house_day(now)):
        raise Refused(
            "A second flawed card in one gaming day: the whole deck goes",
            REMOVAL,
            remedy="Remove the deck as damaged and open another",
        )
