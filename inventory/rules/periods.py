"""How long cards may do what: each a dated setting with its source, and how sure we are of it."""

from casino.lib.dated import Dated, Sure

CHANGES, AFTERWARDS, ROUTINE = "Changing decks", "After play", "Routine"
UNREAD = "Older New Jersey practice; 13:69E-1.18(o) could not be read"

CHANGE_ANY = Dated(
    "change_any",
    "Change of any deck",
    "A deck that was opened and placed on a table is changed within this time, however it is dealt",
    24, "hour", "13:69E-1.18(g)", Sure.SEEN, 1, 72, CHANGES,
)  # fmt: skip
CHANGE_BY_HAND = Dated(
    "change_by_hand",
    "Change when dealt from the hand",
    "A deck dealt from the hand is changed within this time; the clause names two of our five"
    " games, reading A6 holds all of them to it",
    4, "hour", "13:69E-1.18(g)2, reading A6", Sure.PARTLY, 1, 24, CHANGES,
)  # fmt: skip
CHANGE_FROM_SHOE = Dated(
    "change_from_shoe",
    "Change when dealt from a shoe",
    "A deck dealt from a manual or an automated shoe is changed within this time",
    8, "hour", "Maryland, COMAR 36.05.02.16T(1)(b); reading A6", Sure.SISTER, 1, 24, CHANGES,
)  # fmt: skip
CHANGE_WARNING = Dated(
    "change_warning",
    "Warning ahead of a change",
    "So early the pit is told that a deck falls due",
    15, "minute", "The house's choice: time to fetch a deck", Sure.TRADE, 1, 120, CHANGES,
)  # fmt: skip
COLLECT_WITHIN = Dated(
    "collect_within",
    "Collection of envelopes",
    "Security collects every sealed envelope within this time: once a gaming day",
    24, "hour", "Maryland, COMAR 36.05.02.16M", Sure.SISTER, 1, 72, AFTERWARDS,
)  # fmt: skip
DESTROY_WARNING = Dated(
    "destroy_warning",
    "Warning ahead of destruction",
    "So long after their collection security is told that used cards still wait",
    48, "hour", UNREAD, Sure.TRADE, 1, 168, AFTERWARDS,
)  # fmt: skip
DESTROY_LIMIT = Dated(
    "destroy_limit",
    "Destruction of used cards",
    "Used cards are destroyed or cancelled within this time of their collection, unless held",
    72, "hour", UNREAD, Sure.TRADE, 1, 336, AFTERWARDS,
)  # fmt: skip
DESTROY_AFTER_RELEASE = Dated(
    "destroy_after_release",
    "Destruction after a hold",
    "Cards released from a hold are destroyed or cancelled within this time of the release",
    5, "day", "Maryland, COMAR 36.05.02.16P", Sure.SISTER, 1, 30, AFTERWARDS,
)  # fmt: skip
INVENTORY_EVERY = Dated(
    "inventory_every",
    "Physical inventory",
    "All decks are counted within this time of the last count; 89 days never exceed three months",
    89, "day", "13:69E-1.18(b)3; the period read in 205 CMR 146.49(2)(g)",
    Sure.PARTLY, 1, 92, ROUTINE,
)  # fmt: skip
RECORDINGS_KEPT = Dated(
    "recordings_kept",
    "Recordings of pre-shuffling",
    "Surveillance keeps the recording of a pre-shuffle session at least so long",
    7, "day", "13:69E-1.18A(b)", Sure.SEEN, 7, 365, ROUTINE,
)  # fmt: skip

ALL = (
    CHANGE_ANY,
    CHANGE_BY_HAND,
    CHANGE_FROM_SHOE,
    CHANGE_WARNING,
    COLLECT_WITHIN,
    DESTROY_WARNING,
    DESTROY_LIMIT,
    DESTROY_AFTER_RELEASE,
    INVENTORY_EVERY,
    RECORDINGS_KEPT,
)
