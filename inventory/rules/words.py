"""The words of a deck's life: kinds, reasons, flaws, and what is looked at."""

from inventory.rules.cards import DRAGON, STANDARD
from inventory.rules.deck import Stage

KINDS = {deck.name: deck for deck in (STANDARD, DRAGON)}
METHODS = ("hand", "manual_shoe", "automated_shoe")
# Why a deck leaves a table, or stock that never came to one.
REASONS = {
    "scheduled_change": "Its time was over",
    "table_closed": "The table closed",
    "damaged": "Cards worn or damaged",
    "flawed": "Flawed at inspection",
    "shuffler_off": "The shuffler left, so the second deck goes",
    "failed_batch": "The machine refused the batch",
    "wrong_count": "Wrong number of cards in the stub",
    "wrong_count_machine": "Wrong number of cards by the machine",
    "missing_or_extra": "Missing or extra cards found in play",
    "suspected_tampering": "Signs of tampering",
    "division_request": "The Division asked for it",
    "unfit_stock": "Unfit stock, never opened",
    "broken_seal_reserve": "A reserve deck whose seal is broken",
}
# These go the way of a discrepancy: the deck is held at once.
SUSPECT = frozenset(
    {"wrong_count", "wrong_count_machine", "missing_or_extra", "suspected_tampering"}
)
AT_WORKPLACE = frozenset({"failed_batch"})
ONLY_STOCK = frozenset({"unfit_stock", "broken_seal_reserve"}) | AT_WORKPLACE
STOCK_TOO = frozenset({"suspected_tampering", "division_request"})
FLAWS = {
    "torn": "Torn or split",
    "bent": "Bent in play",
    "soiled": "Soiled or wet",
    "worn": "Worn corner or edge",
    "marked": "Marked, scratched or tinted",
    "shaved": "Cut or shaved",
    "crimped": "Crimped on purpose",
}
TAMPERING = frozenset({"marked", "shaved", "crimped"})
METHODS_OF_DESTRUCTION = {"shred": Stage.DESTROYED, "drill": Stage.CANCELLED}
# What a dealer and what security look at; each must be ticked.
INSPECTION_CHECKS = {
    "complete": "Sorted by suit and rank: every card there once, none extra",
    "backs": "Every back looked at: all alike, no scratch, mark or shade",
    "edges": "Edges even: no cut, crimp or bend",
}
DRAGON_COMPLETE = (
    "Sorted: 7 dragons (3 red, 3 blue, 1 gold), 7 phoenixes, 8 tigers, 9 pandas, 10 monkeys, "
    "12 rabbits"
)
EXAMINATION_CHECKS = {
    "count": "Counted and sorted, or read by the approved machine",
    "backs": "Backs under ultraviolet light",
    "edges": "Edges for crimps, bends, cuts and shaving",
    "shade": "Shade and colour of the plastic",
}
# How a fact is called when it is missing, where its name will not do.
FACTS = {
    "cards": "number of cards",
    "checks": "list of what was looked at",
    "donor": "code of the reserve deck",
    "for": "deck that the card is for",
    "hold": "name of the hold",
    "receipt": "receipt of the machine",
}


def inspection_checks(kind: str) -> dict[str, str]:
    """For the form: a dragon deck is sorted in its own way."""
    dragon = {"complete": DRAGON_COMPLETE} if kind == DRAGON.name else {}
    return {**INSPECTION_CHECKS, **dragon}
