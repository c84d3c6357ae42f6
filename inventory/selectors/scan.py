"""What was scanned or typed: a deck by its code, label or seal, or another thing with a name."""

import re
from dataclasses import dataclass

from casino.models import User
from inventory.models import Container, Deck, DeckSeal, Device, Lot, Store
from inventory.rules.codes import is_code

LONGEST = 200  # an address from a QR code; nothing we print is longer
CODE_SHAPE = re.compile(r"D?[0-9]{8}\Z")
NEARLY_A_CODE = re.compile(r"D[0-9]+\Z")


@dataclass(frozen=True, slots=True)
class Scanned:
    """`deck` is a code; if it is none, `error` says what it is, and `thing` where that is found."""

    deck: str = ""
    error: str = ""
    remedy: str = ""
    thing: str = ""


def plain(text: str) -> str:
    """As printed: capitals, no spaces; of an address only what it leads to."""
    text = text.strip().partition("?")[0].partition("#")[0].rstrip("/")
    return "".join(text.rpartition("/")[2].split()).upper()


def resolve(text: str) -> Scanned:
    said = plain(text)
    if len(text) > LONGEST or not said:
        return Scanned(error="Nothing readable was scanned", remedy="Scan the label again")
    code = said if said.startswith("D") else f"D{said}"
    if is_code(code) and Deck.objects.filter(code=code).exists():
        return Scanned(deck=code)
    return _by_container(said) or _other_thing(said) or _unknown(said, code)


def _by_container(said: str) -> Scanned | None:
    """An envelope, bag or box tells its deck, by its label or by its seal."""
    found = Container.objects.filter(label=said).select_related("deck").first()
    if found is None:
        sealed = Container.objects.filter(seal__number=said).select_related("deck")
        found = sealed.first()
    return Scanned(deck=found.deck.code) if found else None


def _other_thing(said: str) -> Scanned | None:
    if seal := DeckSeal.objects.filter(number=said).first():
        state = seal.get_state_display().lower()
        return _not_a_deck(f"Seal {said} is {state}: it closes nothing", f"seal:{said}")
    if Lot.objects.filter(number=said).exists():
        return _not_a_deck(f"{said} is a whole lot, not a deck", f"lot:{said}")
    if store := Store.objects.filter(code=said.lower()).first():
        return _not_a_deck(f"{said} is a store: {store}", f"store:{store.code}")
    if Device.objects.filter(serial=said).exists():
        return _not_a_deck(f"{said} is a device", f"device:{said}")
    if User.objects.filter(badge=said).exists():
        return _not_a_deck("That is somebody's badge", "")
    return None


def _not_a_deck(error: str, thing: str) -> Scanned:
    return Scanned(error=error, remedy="Scan the label of a deck or of its envelope", thing=thing)


def _unknown(said: str, code: str) -> Scanned:
    shown = said[:20]
    if CODE_SHAPE.match(said) and not is_code(code):
        return Scanned(
            error=f"{shown} is no deck's code: its last digit does not fit",
            remedy="A digit was misread. Scan again, or type the code as it is printed",
        )
    if NEARLY_A_CODE.match(said) and not CODE_SHAPE.match(said):
        return Scanned(error=f"{shown} is not whole", remedy="A deck's code is D and eight digits")
    return Scanned(
        error=f"Nothing here is called {shown}",
        remedy="Scan the label of a deck or envelope, or a seal; check that it is of this house",
    )


def decks_in_hand(codes: list[str]) -> list[Deck]:
    """These decks, in the order they were scanned; unknown codes are left out."""
    rows = Deck.objects.filter(code__in=codes).select_related("lot", "store", "pit")
    found = {deck.code: deck for deck in rows}
    return [found[code] for code in dict.fromkeys(codes) if code in found]


def whole_set(deck: Deck) -> list[str]:
    """The codes of the sealed set that this deck belongs to, itself first; of a single, its own."""
    if deck.set_number is None:
        return [deck.code]
    others = Deck.objects.filter(set_number=deck.set_number).exclude(pk=deck.pk)
    return [deck.code, *others.order_by("pk").values_list("code", flat=True)]
