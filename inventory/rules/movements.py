"""Everything that may happen to a deck, one movement a line; of those that are open, the usual
next step stands first.
"""

from inventory.rules import after_play as after
from inventory.rules import at_table as table
from inventory.rules import before_play as before
from inventory.rules import holds, law
from inventory.rules.deck import GONE, ON_TABLE, Place, Stage, Step
from inventory.rules.departments import (
    DEALERS,
    GAMES,
    OUTSIDE_GAMES,
    PIT_BOSSES,
    SECURITY,
    SECURITY_MANAGERS,
    SHIFT_MANAGERS,
    SUPERVISORS,
)
from inventory.rules.words import (
    EXAMINATION_CHECKS,
    FLAWS,
    INSPECTION_CHECKS,
    KINDS,
    METHODS,
    METHODS_OF_DESTRUCTION,
    REASONS,
    SUSPECT,
    TAMPERING,
)

__all__ = (
    "EXAMINATION_CHECKS",
    "FLAWS",
    "INSPECTION_CHECKS",
    "KINDS",
    "METHODS",
    "METHODS_OF_DESTRUCTION",
    "REASONS",
    "STEPS",
    "SUSPECT",
    "TAMPERING",
)

S, P = Stage, Place
ALIVE = tuple(stage for stage in S if stage not in (S.NONE, *GONE))
TWO_DEPARTMENTS = (GAMES, OUTSIDE_GAMES)
RELEASERS = (SECURITY_MANAGERS, SECURITY | SHIFT_MANAGERS | {"regulator"})
SEALED = ("seal", "label")

_TABLE = (
    Step("receive", "received", (S.NONE,), law.RECEIPT, before.receive, TWO_DEPARTMENTS, needs=("kind",)),
    Step("issue", "issued", (S.STORED,), law.ISSUE, before.issue, (SHIFT_MANAGERS, SECURITY), (P.PIT_STAND, P.RESERVE, P.WORKPLACE), asks=(before.in_primary,)),
    Step("store", "locked into a store", (S.RECEIVED, S.STORED), law.RECEIPT, before.store, TWO_DEPARTMENTS, (P.PRIMARY, P.SECONDARY)),
    Step("pre_shuffle", "pre-shuffled and sealed", (S.ISSUED,), law.PREPARED, before.pre_shuffle, (DEALERS, SUPERVISORS), needs=("session", "receipt", *SEALED), asks=(before.at_workplace,)),
    Step("deliver", "delivered to a table", (S.ISSUED,), law.INSPECTION, table.deliver, (SUPERVISORS,), (P.TABLE,), needs=("method",), asks=(before.unopened, before.away_from_workplace)),
    Step("break_seal", "unsealed before the dealer", (S.AT_TABLE,), law.PREPARED, table.break_seal, (SUPERVISORS, DEALERS), needs=("seal",), asks=(table.in_container,)),
    Step("inspect", "inspected by the dealer", (S.AT_TABLE,), law.INSPECTION, table.inspect, (DEALERS,), needs=("checks", "cards"), asks=(table.out_of_container,)),
    Step("verify", "verified", (S.INSPECTED,), law.INSPECTION, table.verify, (SUPERVISORS,)),
    Step("play", "put in play", (S.VERIFIED,), law.INSPECTION, table.play, (GAMES,)),
    Step("carry", "carried to another place", (S.ISSUED,), law.ISSUE, before.carry, (PIT_BOSSES,), (P.PIT_STAND, P.RESERVE), asks=(before.unopened,)),
    Step("envelope", "sealed in an envelope", (S.REMOVED, S.ISSUED), law.REMOVAL, after.envelope, (SUPERVISORS, GAMES | SECURITY), needs=SEALED, while_held=True, asks=(after.used_or_opened,)),
    Step("remove", "removed", (*ON_TABLE, S.RECEIVED, S.STORED, S.ISSUED), law.REMOVAL, after.remove, (GAMES | SECURITY,), needs=("reason",), while_held=True),
    Step("collect", "collected by security", (S.ENVELOPED,), law.REMOVAL, after.collect, (SECURITY,), (P.SECURITY,), while_held=True),
    Step("examine", "examined", (S.COLLECTED,), law.EXAMINATION, after.examine, (SECURITY,), needs=("checks", "cards"), while_held=True),
    Step("destroy", "destroyed or cancelled", (S.CLEARED,), law.DESTRUCTION, after.destroy, (SECURITY, GAMES | OUTSIDE_GAMES), needs=("method",)),
    # -- not every deck
    Step("release", "released from a hold", ALIVE, law.EXAMINATION, holds.release, RELEASERS, needs=("hold", "authority"), while_held=True, asks=(holds.may_be_lifted,)),
    Step("find", "found again", ALIVE, law.INVENTORY, after.find, TWO_DEPARTMENTS, needs=("note",), while_held=True, asks=(after.is_missing,)),
    Step("return", "returned to storage", (S.ISSUED,), law.ISSUE, before.give_back, (PIT_BOSSES, SECURITY), (P.PRIMARY,), asks=(before.unopened,)),
    Step("deal_from", "dealt another way", ON_TABLE, law.CHANGE, table.deal_from, (SUPERVISORS,), needs=("method",)),
    Step("replace_card", "given another card", ON_TABLE, law.REMOVAL, table.replace_card, (PIT_BOSSES, GAMES), needs=("face", "flaw", "donor", *SEALED), asks=(table.out_of_container,)),
    Step("donate", "opened for one card", (S.ISSUED,), law.REMOVAL, before.donate, (PIT_BOSSES, GAMES), needs=("face", "for"), asks=(before.in_pit,)),
    Step("hold", "held", ALIVE, law.EXAMINATION, holds.hold, needs=("reason",), while_held=True),
    Step("surrender", "handed to the Division", (S.REMOVED, S.ENVELOPED, S.COLLECTED, S.CLEARED), law.EXAMINATION, after.surrender, (SECURITY,), needs=("reference",), while_held=True, asks=(holds.is_held,)),
    Step("miss", "reported missing", ALIVE, law.INVENTORY, after.miss, (GAMES | OUTSIDE_GAMES,), needs=("note",), while_held=True),
)  # fmt: skip

STEPS = {rule.do: rule for rule in _TABLE}
