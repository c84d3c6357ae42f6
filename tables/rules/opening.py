"""Opening, idling, resuming and closing a table: one deed at a time, or refused with its clause.

`step` folds deeds that were accepted; `check` asks, before a deed, what the rest of the house says.
Which clause is cited is the game's to say: a refusal names a duty, and its law knows the place.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from casino.lib.law import Clause, Refuse, Refused, honours
from inventory.rules.departments import DEALERS, SUPERVISORS, refuse_signatures
from inventory.rules.words import METHODS
from tables.rules.closing import refuse_close, refuse_in_round
from tables.rules.pots import refuse_pot_deed, refuse_uncover
from tables.rules.readiness import (
    TABLE_INVENTORY,
    refuse_accessories,
    refuse_begin,
    refuse_deck,
    refuse_method_change,
    refuse_open,
)
from tables.rules.table import Around, DeckAt, Deed, Phase, Table

SUPERVISION = Clause("13:69D-1.12(a)1")
PAUSES = {
    "dispute": "A dispute is being settled",
    "device": "A device has failed",
    "cards": "Cards are missing, extra or damaged",
    "medical": "Somebody needs help",
    "security": "Security asked for it",
    "evacuation": "The floor is cleared",
    "other": "Another reason, told in the note",
}
CLOSINGS = {"shift_end": "End of its hours", "no_players": "No players", "order": "By order"}
MOST_CENTS = 10**12
LONGEST = 200


class Rule(NamedTuple):
    """`words` complete "The table …"; `starts` are the phases in which it may be done."""

    do: str
    words: str
    starts: tuple[Phase, ...]
    does: Callable[[Table, Deed], Table]
    needs: tuple[str, ...] = ()
    check: Callable[[Table, Deed, Around, Refuse], None] | None = None
    follows: bool = False  # comes with what is told elsewhere, of a deck or a pot
    duty: str = ""  # the game's clause for it
    takes_two: bool = False  # a dealer and a supervisor, in either order


def step(was: Table, deed: Deed) -> Table:
    """The table after this deed."""
    rule = RULES.get(deed.do)
    if rule is None:
        raise Refused(f"There is nothing called {deed.do!r} to be done to a table")
    _refuse_phase(was, rule)
    for name in rule.needs:
        _refuse_unreadable(name, deed.facts.get(name))
    after = rule.does(was, deed)
    since = deed.at if after.phase is not was.phase else was.since
    return after._replace(since=since, length=was.length + 1)


def fold(deeds: Iterable[Deed]) -> Table:
    table = Table()
    for deed in deeds:
        table = step(table, deed)
    return table


def check(was: Table, deed: Deed, around: Around, refuse: Refuse) -> None:
    """Refuse what the table itself would take but the rest of the house does not allow."""
    rule = RULES.get(deed.do)
    if rule is None or was.phase not in rule.starts:
        return  # `step` says so
    if rule.takes_two:
        refuse_signatures((DEALERS, SUPERVISORS), deed, TABLE_INVENTORY)
    if rule.check:
        rule.check(was, deed, around, refuse)


def legal(table: Table) -> tuple[str, ...]:
    """What people may do to it now, as far as the table itself goes."""
    return tuple(
        do for do, rule in RULES.items() if table.phase in rule.starts and not rule.follows
    )


def _refuse_phase(was: Table, rule: Rule) -> None:
    if was.phase not in rule.starts:
        starts = " or ".join(rule.starts)
        raise Refused(
            f"The table is {was.phase}; it must be {starts} for this",
            SUPERVISION,
            remedy=f"Now possible: {', '.join(do.replace('_', ' ') for do in legal(was))}",
        )


def _refuse_unreadable(name: str, given: object) -> None:
    """Facts come from pages and from machines; what cannot be read is not guessed."""
    if given in (None, "", [], ()):
        raise Refused(f"The {name} is missing", SUPERVISION, remedy="Say it, then try again")
    if name == "cents":
        readable = type(given) is int and 0 <= given <= MOST_CENTS
    elif name in ("seen_by", "accessories"):
        readable = isinstance(given, list | tuple)
    else:
        readable = isinstance(given, str) and len(given) <= LONGEST
    if not readable:
        raise Refused(f"The {name} cannot be read", SUPERVISION, remedy="Say it anew")


def _method_of(deed: Deed) -> str:
    if deed.facts["method"] not in METHODS:
        raise Refused("Cards are dealt from the hand, a manual or an automated shoe", SUPERVISION)
    return str(deed.facts["method"])


def _begin(was: Table, deed: Deed) -> Table:
    return _pot_alone(was)._replace(phase=Phase.OPENING, method=_method_of(deed))


def _pot_alone(was: Table) -> Table:
    """A table with nothing at it but what is known of its pot, which outlasts its closing."""
    return Table(
        is_pot_kept=was.is_pot_kept,
        pot_seal=was.pot_seal,
        pot_found=was.pot_found,
        length=was.length,
    )


def _same(was: Table, deed: Deed) -> Table:
    """The table is as it was; what was done stands in other records."""
    return was


def _accessories(was: Table, deed: Deed) -> Table:
    return was._replace(has_accessories=True)


def _opener(was: Table, deed: Deed) -> Table:
    return was._replace(has_opener=True)


def _bring(was: Table, deed: Deed) -> Table:
    code = deed.facts["deck"]
    if was.deck(code):
        raise Refused(f"{code} is at this table already", SUPERVISION)
    deck = DeckAt(code, deed.facts["back"], bool(deed.facts.get("is_prepared")))
    return was._replace(decks=(*was.decks, deck))


def _deck_of(was: Table, deed: Deed) -> DeckAt:
    deck = was.deck(deed.facts["deck"])
    if deck is None:
        raise Refused(
            f"{deed.facts['deck']} is not at this table", SUPERVISION, remedy="Scan the deck again"
        )
    return deck


def _with(was: Table, deck: DeckAt) -> Table:
    return was._replace(decks=tuple(deck if d.code == deck.code else d for d in was.decks))


def _spread(was: Table, deed: Deed) -> Table:
    """Whoever looks at the cards: they are washed and shuffled after it, and not before."""
    seen = tuple(sorted(deed.facts["seen_by"]))
    spread = _deck_of(was, deed)._replace(is_spread=True, seen_by=seen)
    return _with(was, spread._replace(is_prepared=False, is_washed=False, is_shuffled=False))


def _wash(was: Table, deed: Deed) -> Table:
    washed = _deck_of(was, deed)._replace(is_washed=True, is_shuffled=False)
    return _with(was, washed)


def _shuffle(was: Table, deed: Deed) -> Table:
    return _with(was, _deck_of(was, deed)._replace(is_shuffled=True))


def _open(was: Table, deed: Deed) -> Table:
    return _lidless(was)._replace(phase=Phase.OPEN)


def _lidless(was: Table) -> Table:
    """The pot lies on the felt, as in play."""
    return was._replace(is_pot_covered=False, is_pot_counted=False, is_pot_kept=False, pot_seal="")


@honours("idle_again")
def _idle(was: Table, deed: Deed) -> Table:
    """Whoever comes next sees the cards anew, and they are washed and shuffled again (x.4(e))."""
    again = tuple(DeckAt(deck.code, deck.back, is_again=True) for deck in was.decks)
    return _lidless(was)._replace(phase=Phase.IDLE, decks=again)


def _cover_pot(was: Table, deed: Deed) -> Table:
    return _lidless(was)._replace(is_pot_covered=True)


def _uncover_pot(was: Table, deed: Deed) -> Table:
    return _lidless(was)._replace(is_pot_counted=True)


def _miss_pot(was: Table, deed: Deed) -> Table:
    """Another count than the account's was reported: it stands until people settle it."""
    return was._replace(pot_found=deed.facts["cents"])


def _settle_pot(was: Table, deed: Deed) -> Table:
    return was._replace(pot_found=None)


def _pause(was: Table, deed: Deed) -> Table:
    reason = deed.facts["reason"]
    if reason not in PAUSES or (reason == "other" and not deed.facts.get("note")):
        raise Refused("Say why the table is paused", SUPERVISION, remedy="A word in the note")
    return was._replace(phase=Phase.PAUSED, paused_from=was.phase.value, reason=reason)


def _continue(was: Table, deed: Deed) -> Table:
    return was._replace(phase=Phase(was.paused_from), paused_from="", reason="")


def _refuse_continue(table: Table, deed: Deed, around: Around, refuse: Refuse) -> None:
    """Play goes on only where it could begin; an opening goes on wherever it stood."""
    if table.paused_from == Phase.OPEN and not around.in_round:
        refuse_open(table, deed, around, refuse)


def _method(was: Table, deed: Deed) -> Table:
    """Cards shuffled for one way of dealing are shuffled again for another."""
    again = tuple(deck._replace(is_shuffled=False) for deck in was.decks)
    return was._replace(method=_method_of(deed), decks=again)


def _take_deck(was: Table, deed: Deed) -> Table:
    gone = _deck_of(was, deed)
    return was._replace(decks=tuple(deck for deck in was.decks if deck.code != gone.code))


def _begin_close(was: Table, deed: Deed) -> Table:
    if deed.facts["reason"] not in CLOSINGS:
        raise Refused("Say why the table closes", SUPERVISION)
    return was._replace(phase=Phase.CLOSING, paused_from="", reason=deed.facts["reason"])


def _keep_pot(was: Table, deed: Deed) -> Table:
    return _lidless(was)._replace(is_pot_kept=True, pot_seal=deed.facts["seal"])


def _closer(was: Table, deed: Deed) -> Table:
    return was._replace(has_closer=True)


def _close(was: Table, deed: Deed) -> Table:
    return _pot_alone(was)


P = Phase
AT_WORK = (P.OPENING, P.OPEN, P.IDLE, P.PAUSED)
BETWEEN = (P.OPENING, P.OPEN, P.IDLE)
_TABLE = (
    Rule("begin", "began to open", (P.CLOSED,), _begin, ("method",), refuse_begin),
    Rule("inspect_devices", "had its devices inspected", AT_WORK, _same),
    Rule("see_accessories", "had its cover card seen", (P.OPENING,), _accessories, ("accessories",), refuse_accessories, duty="accessories"),
    Rule("count_opener", "had its opener counted", (P.OPENING,), _opener, ("cents",), takes_two=True),
    Rule("bring_deck", "was brought a deck", AT_WORK, _bring, ("deck", "back"), follows=True, duty="receive_cards"),
    Rule("spread", "had its cards spread", BETWEEN, _spread, ("deck", "seen_by"), refuse_deck, duty="spread_for_players"),
    Rule("wash", "had its cards washed", BETWEEN, _wash, ("deck",), refuse_deck, duty="wash_and_shuffle"),
    Rule("shuffle", "had its cards shuffled", BETWEEN, _shuffle, ("deck",), refuse_deck, duty="wash_and_shuffle"),
    Rule("open", "opened", (P.OPENING,), _open, (), refuse_open),
    Rule("go_idle", "has no play", (P.OPEN,), _idle, (), refuse_in_round, duty="idle_again"),
    Rule("cover_pot", "had its pot counted and covered", (P.IDLE,), _cover_pot, ("cents",), refuse_pot_deed, duty="idle_pot", takes_two=True),
    Rule("uncover_pot", "had its pot counted again", (P.OPENING, P.IDLE), _uncover_pot, ("cents",), refuse_uncover, duty="idle_pot", takes_two=True),
    Rule("miss_pot", "had another count of its pot than its account", tuple(P), _miss_pot, ("cents",), follows=True, duty="idle_pot"),
    Rule("settle_pot", "had the difference in its pot settled", tuple(P), _settle_pot, follows=True, duty="idle_pot"),
    Rule("resume", "resumed play", (P.IDLE,), _open, (), refuse_open, duty="idle_again"),
    Rule("change_method", "changed how it deals", BETWEEN, _method, ("method",), refuse_method_change, duty="device_off_first"),
    Rule("pause", "was paused", BETWEEN, _pause, ("reason",)),
    Rule("continue", "went on", (P.PAUSED,), _continue, ("note",), _refuse_continue),
    Rule("take_deck", "gave up a deck", (*AT_WORK, P.CLOSING), _take_deck, ("deck",), follows=True),
    Rule("begin_close", "began to close", AT_WORK, _begin_close, ("reason",), refuse_in_round),
    Rule("keep_pot", "had its pot taken into custody", (P.CLOSING,), _keep_pot, ("cents", "seal"), refuse_pot_deed, duty="idle_pot", takes_two=True),
    Rule("count_closer", "had its closer counted", (P.CLOSING,), _closer, ("cents",), takes_two=True),
    Rule("lock_devices", "had its devices locked away", (P.CLOSING,), _same),
    Rule("close", "closed", (P.CLOSING,), _close, (), refuse_close),
)  # fmt: skip
RULES = {rule.do: rule for rule in _TABLE}
