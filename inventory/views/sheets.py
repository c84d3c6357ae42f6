"""Forms on Letter paper: each is drawn from what the log and the rows say."""

from collections.abc import Iterable
from datetime import date, datetime
from itertools import groupby, zip_longest
from typing import Any

from casino.paper import LINE, Sheet, moment
from inventory.rules.cards import DRAGON
from inventory.rules.movements import KINDS
from inventory.selectors.discrepancies import Notice
from inventory.selectors.papers import BatchFacts, Destruction, signed, signers_of
from inventory.selectors.reconciliation import DID
from inventory.selectors.words import DESTRUCTION, words_of

ORIGINAL, COPY = "Part 1 of 2", "Part 2 of 2"
OPEN_LINES = 5  # of a count sheet, for what the house did not know it had

Sort = tuple[str, str]


def batch_form(found: BatchFacts, *, prints: int) -> Sheet:
    batch = found.batch
    sheet = Sheet("Pre-shuffled deck", at=batch.entry.at, prints=prints)
    for part in (f"{ORIGINAL}: to the pit box", f"{COPY}: to security"):
        sheet.begin(part)
        _batch_page(sheet, found)
    return sheet


def _batch_page(sheet: Sheet, found: BatchFacts) -> None:
    batch, container = found.batch, found.batch.container
    assert container is not None, "a batch that passed is sealed"
    session, deck = batch.session, batch.deck
    y = sheet.get_y()
    sheet.barcode(container.label, sheet.w - sheet.r_margin - 60, y, 60, 12)
    sheet.words(f"Box {container.label}", size=13, bold=True)
    sheet.words(f"Seal {container.seal.number}", size=13, bold=True)
    sheet.ln(2)
    game = [("For the game", "Dragon poker only")] if deck.kind == DRAGON.name else []
    sheet.facts(
        [
            ("Session", f"{session} at {session.workplace}, recording {session.recording}"),
            ("Shuffled and sealed", moment(batch.entry.at)),
            ("Number of decks", "1"),
            ("Deck", f"{deck}, {KINDS[deck.kind].size} cards, {deck.get_back_display()} back"),
            ("Lot", deck.lot.number),
            *game,
        ]
    )
    sheet.heading("What the inspecting machine printed")
    result = "Complete: no card missing or extra" if batch.passed else "Failed"
    sheet.facts(
        [
            ("Machine", f"{batch.maker} {batch.model}, serial {batch.serial}"),
            ("Operator", batch.operator),
            ("Printed", moment(batch.printed_at)),
            ("Result", result),
        ]
    )
    _batch_signatures(sheet, found)


def _batch_signatures(sheet: Sheet, found: BatchFacts) -> None:
    session = found.batch.session
    dealer = signed(session.dealer.person, session.dealer)
    supervisor = signed(session.supervisor.person, session.supervisor)
    sheet.heading("Dealer")
    sheet.words(
        f"{dealer}: I looked at every back, shuffled this deck, had the machine above read it, and "
        "closed the box with the seal above."
    )
    sheet.heading("Supervisor, with no open table to watch")
    sheet.words(f"{supervisor}: I watched it done.")
    sheet.signatures(["Dealer", "Supervisor"])
    sheet.heading("At the table")
    delivered, opened = found.delivered, found.opened
    sheet.facts(
        [
            ("Table", _table(delivered)),
            ("Delivered", _when(delivered)),
            ("Delivered by", _who(delivered)),
            ("Seal broken", _when(opened)),
            ("Before", _who(opened)),
        ]
    )
    sheet.signatures(["Delivered by", "Dealer who saw the seal broken"])


BLANK = "_" * 34


def _table(movement: Any) -> str:
    return movement.entry.table if movement else BLANK


def _when(movement: Any) -> str:
    return moment(movement.entry.at) if movement else BLANK


def _who(movement: Any) -> str:
    return " and ".join(signers_of(movement.entry)) if movement else BLANK


def discrepancy_form(report: Any, notice: Notice, *, prints: int) -> Sheet:
    sheet = Sheet("Card discrepancy report", at=report.reported.at, prints=prints)
    for part in (f"{ORIGINAL}: to the Division", f"{COPY}: stays with the deck"):
        sheet.begin(part)
        _discrepancy_page(sheet, report, notice)
    return sheet


def _discrepancy_page(sheet: Sheet, report: Any, notice: Notice) -> None:
    y = sheet.get_y()
    sheet.barcode(notice.number, sheet.w - sheet.r_margin - 60, y, 60, 12)
    sheet.words(notice.number, size=16, bold=True)
    sheet.words(f"Reported {moment(notice.reported_at)}")
    sheet.ln(3)
    sheet.facts(
        [
            ("Deck", f"{notice.deck}, {notice.kind}, {notice.back} back, {notice.design}"),
            ("Lot", f"{notice.lot} of {notice.vendor}, invoice {notice.invoice}"),
            ("Table", notice.table or "none"),
            ("At the table", _stayed(notice.at_table)),
            ("Why it left", notice.removed or "has not left"),
            ("Kept in", _kept_in(notice.containers)),
            ("Held", notice.held or "no longer"),
            ("Photographs", len(notice.photos) or "none"),
        ]
    )
    sheet.heading("What was found")
    sheet.words(notice.findings)
    sheet.ln(1)
    sheet.facts([("Missing", _faces(notice.missing)), ("Extra", _faces(notice.extra))])
    sheet.heading("Reported by")
    sheet.facts([("Name", signed(report.reported.person, report.reported.duty))])
    sheet.facts([("Registration", notice.licence)])
    sheet.heading("The Division")
    sheet.facts(
        [
            ("Told", moment(report.notified.at) if report.notified else BLANK),
            ("Its reference", report.reference or BLANK),
            ("Outcome", report.outcome or BLANK),
        ]
    )
    sheet.signatures(["Reported by", "Supervisor", "Security", "For the Division"])


def _stayed(stay: tuple[datetime, datetime | None] | None) -> str:
    if stay is None:
        return "never"
    since, until = stay
    return f"{moment(since)} to {moment(until) if until else 'now'}"


def _kept_in(containers: Iterable[Any]) -> str:
    return ", ".join(f"{box.label} (seal {box.seal.number})" for box in containers) or "not sealed"


def _faces(faces: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{face} x {count}" if count > 1 else face for face, count in faces) or "none"


def destruction_certificate(found: Destruction, *, prints: int) -> Sheet:
    entry = found.entry
    method = str(entry.payload.get("facts", {}).get("method", ""))
    sheet = Sheet("Certificate of destruction", at=entry.at, prints=prints)
    sheet.begin()
    sheet.facts(
        [
            ("Number", entry.position),
            ("Date and time", moment(entry.at)),
            ("Gaming day", f"{entry.gaming_day:%d %b %Y}"),
            ("How", DESTRUCTION.get(method, method)),
            ("Decks", len(found.decks)),
            ("Done and seen by", " and ".join(signers_of(entry))),
        ]
    )
    for lot, decks in groupby(found.decks, lambda deck: deck.lot):
        codes = [deck.code for deck in decks]
        sheet.heading(f"{lot}: {_sort(lot)}, {len(codes)} of them")
        sheet.words("   ".join(codes), size=9)
    sheet.signatures(["Destroyed by", "Witness"])
    return sheet


def _sort(lot: Any) -> str:
    return f"{lot.get_kind_display()}, {lot.get_back_display()} back, {lot.design}"


def store_sheet(store: Any, day: date, lines: list[Any], *, at: datetime, prints: int) -> Sheet:
    sheet = Sheet("Log of a card store", at=at, prints=prints)
    sheet.begin()
    sheet.facts([("Store", f"{store} ({store.code})"), ("Gaming day", f"{day:%d %b %Y}")])
    sheet.ln(2)
    head = ("Time", "What", "Sort", "Singles", "Sets", "Left", "Sets left", "Signed")
    widths = (18, 34, 30, 15, 12, 14, 16, 47)
    rows = [_line(line) for line in lines] or [("", "Nothing moved", *[""] * 6)]
    sheet.grid(head, rows, widths, numbers=(3, 4, 5, 6))
    sheet.signatures(["Casino games", "Security or accounting"])
    return sheet


def _line(line: Any) -> tuple[Any, ...]:
    return (
        f"{moment(line.entry.at)[-5:]}",
        words_of(line.do).capitalize(),
        f"{line.get_kind_display().split(',')[0]}, {line.get_back_display().lower()}",
        f"{line.singles:+}" if line.singles else "",
        f"{line.sets:+}" if line.sets else "",
        line.singles_left,
        line.sets_left,
        "; ".join(signers_of(line.entry)),
    )


FIGURES = {
    "start": "At the beginning of the day",
    "end": "At the end of the day",
    "in_stores": "In stores",
    "in_reserve": "of these in card reserve",
    "on_tables": "On tables",
    "over_24h": "of these for more than 24 hours",
    "in_pits": "Removed, in the pits",
    "missing": "Missing",
    "unaccounted": "Not accounted for",
}


def reconciliation_sheet(signed_sheet: Any, *, prints: int) -> Sheet:
    figures, entry = signed_sheet.figures, signed_sheet.entry
    sheet = Sheet("Reconciliation of decks", at=entry.at, prints=prints)
    sheet.begin()
    sheet.facts(
        [
            ("Gaming day", f"{signed_sheet.gaming_day:%d %b %Y}"),
            ("Number", f"{signed_sheet.number}{_corrects(signed_sheet)}"),
            ("Signed", f"{moment(entry.at)}: {' and '.join(signers_of(entry))}"),
        ]
    )
    sheet.ln(2)
    head = ("Where", "Decks", "What was done", "Decks")
    sheet.grid(head, _figures(figures), (68, 20, 68, 20), numbers=(1, 3))
    _differences(sheet, signed_sheet)
    sheet.signatures(["Security", "Accounting"])
    return sheet


def _figures(figures: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Where decks are on the left, what was done with them on the right."""
    left = [(words, figures[name]) for name, words in FIGURES.items() if name in figures]
    did = figures.get("did", {})
    right = [(name.capitalize(), did[name]) for name in DID if name in did]
    both = zip_longest(left, right, fillvalue=("", ""))
    return [(*one, *other) for one, other in both]


def _corrects(signed_sheet: Any) -> str:
    before = signed_sheet.number - 1
    return f", corrects number {before}" if before else ""


def _differences(sheet: Sheet, signed_sheet: Any) -> None:
    sheet.heading(f"Differences: {signed_sheet.differences or 'none'}")
    for difference in signed_sheet.figures.get("differences", []):
        sheet.words(f"· {difference['words']}")
    if signed_sheet.note:
        sheet.ln(1)
        sheet.facts([("Explained", signed_sheet.note)])


def inventory_sheets(count: Any, stores: Iterable[tuple[Any, list[Sort]]], *, prints: int) -> Sheet:
    """Blind: what the logs say is on none of them."""
    sheet = Sheet(f"Count of decks, inventory {count}", at=count.started.at, prints=prints)
    for store, sorts in stores:
        sheet.begin(f"{store} ({store.code})")
        sheet.facts([("Store", store), ("Code", store.code), ("Counted by", BLANK), ("At", BLANK)])
        sheet.ln(2)
        sheet.words(
            "Count what lies there, singles and sealed sets apart; scan each deck if you can. "
            "Nobody tells you what it should be.",
            grey=True,
        )
        sheet.ln(2)
        rows = [(*sort, "", "", "") for sort in sorts] + [("",) * 5] * OPEN_LINES
        head = ("Kind", "Back", "Singles", "Sets", "Remarks")
        sheet.grid(head, rows, (45, 30, 25, 25, 61), row_height=LINE * 1.8)
        sheet.signatures(["Counted by", "Seen by"])
    return sheet
