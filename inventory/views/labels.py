"""Labels: of a deck, of all decks of a lot, of an envelope, bag or box."""

from collections.abc import Callable, Iterable
from typing import Any

from casino.paper import LABEL, SLIP, SLIP_MARGIN, Sheet, moment
from inventory.rules.movements import FLAWS, REASONS
from inventory.selectors.papers import Enclosed, signers_of

ACROSS, DOWN = 3, 10  # labels on a Letter page, as they are sold: 66.7 by 25.4 mm
LEFT, TOP, STEP, HEIGHT, WIDTH = 4.8, 12.7, 69.85, 25.4, 66.7
LABEL_OF = {
    "envelope": "Envelope: used deck",
    "bag": "Bag: damaged card",
    "batch": "Box: pre-shuffled deck",
}
SIGNERS_OF = {
    "envelope": ("Dealer", "Floorperson", "Collected by security"),
    "bag": ("Dealer", "Supervisor", "Collected by security"),
    "batch": ("Dealer", "Supervisor"),
}

Address = Callable[[str], str]  # of a deck's passport


def deck_label(deck: Any, *, address: Address, prints: int) -> Sheet:
    sheet = Sheet("Deck label", at=deck.lot.entry.at, prints=prints, size=LABEL)
    sheet.begin()
    margin = SLIP_MARGIN
    width, height = LABEL
    box = (margin, margin, width - 2 * margin, height - 2 * margin)
    _draw(sheet, deck, deck.lot, address(deck.code), box)
    return sheet


def lot_labels(lot: Any, decks: Iterable[Any], *, address: Address, prints: int) -> Sheet:
    title = f"Deck labels, lot {lot}"
    sheet = Sheet(title, at=lot.entry.at, prints=prints, is_framed=False)
    for place, deck in enumerate(decks):
        row, column = divmod(place % (ACROSS * DOWN), ACROSS)
        if row == column == 0:
            sheet.begin()
        box = (LEFT + column * STEP + 2, TOP + row * HEIGHT + 1.5, WIDTH - 4, HEIGHT - 3)
        _draw(sheet, deck, lot, address(deck.code), box)
    return sheet


def _draw(
    sheet: Sheet, deck: Any, lot: Any, url: str, box: tuple[float, float, float, float]
) -> None:
    """Bars and code on the left, the square that opens the passport on the right."""
    x, y, width, height = box
    side = min(height, width * 0.42)
    left = width - side
    sheet.barcode(deck.code, x - 2, y, left, height * 0.38)
    sheet.qr(url, x + left, y + (height - side) / 2, side)
    sheet.set_font("Helvetica", "B", 13)
    sheet.text(x, y + height * 0.58, deck.code)
    sheet.set_font("Helvetica", size=7)
    a_set = f" · set {deck.set_number}" if deck.set_number else ""
    sort = f"{deck.get_kind_display()} · {deck.get_back_display()}"
    sheet.fitting(sort, x, y + height * 0.74, left)
    sheet.fitting(f"{lot}{a_set}", x, y + height * 0.86, left)
    if sheet.mark:
        sheet.set_font("Helvetica", "B", 7)
    sheet.fitting(sheet.mark or lot.design, x, y + height * 0.98, left)


def envelope_label(found: Enclosed, *, prints: int) -> Sheet:
    container = found.container
    what, entry = container.what, container.entry
    sheet = Sheet(LABEL_OF[what], at=entry.at, prints=prints, size=SLIP)
    sheet.begin()
    sheet.words(" · ".join(part for part in (sheet.form, sheet.mark) if part), size=11, bold=True)
    top = sheet.get_y() + 1
    sheet.barcode(container.label, sheet.l_margin, top, sheet.epw, 13)
    sheet.set_y(top + 14)
    sheet.words(container.label, size=16, bold=True)
    sheet.facts(_told(found, what), label_width=18)
    for name in signers_of(entry):
        sheet.words(f"Signed on screen: {name}", size=7, grey=True)
    sheet.signatures(SIGNERS_OF[what])
    return sheet


def _told(found: Enclosed, what: str) -> list[tuple[str, Any]]:
    container, facts = found.container, found.fact
    deck, entry = container.deck, container.entry
    told = [
        ("Table", entry.table or "none"),
        ("Closed", moment(entry.at)),
        ("Gaming day", f"{entry.gaming_day:%d %b %Y}"),
        ("Seal", container.seal.number),
        ("Deck", f"{deck} · {deck.get_kind_display()} · {deck.get_back_display()}"),
    ]
    if what == "envelope":
        told.append(("Why", REASONS.get(deck.reason, deck.reason)))
    if what == "bag":
        told.append(("Card", f"{facts.get('face', '')}, {_flaw(facts)}"))
    return told


def _flaw(facts: dict[str, object]) -> str:
    flaw = str(facts.get("flaw", ""))
    return FLAWS.get(flaw, flaw).lower()
