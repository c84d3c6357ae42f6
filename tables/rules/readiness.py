"""What must be in order before a table opens or a round is dealt: the list that the page shows.

Who reads a list top down does things in the order in which people do them. A need that is not met
holds the refusal that would come, so page and refusal can never disagree.
"""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime

from casino.lib.law import Clause, Refuse, Refused, honours
from inventory.rules import law as cards
from inventory.rules.deck import in_words
from inventory.rules.equipment import refuse_boxes, refuse_method, refuse_uninspected
from inventory.rules.pair import must_go, next_deck, refuse_decks
from inventory.rules.pair import refuse_round as refuse_turn
from tables.rules.law import A7
from tables.rules.pots import needs_of_pot
from tables.rules.table import (
    FLOOR,
    MANAGERS,
    PIT_BOSSES,
    TABLE_STAFF,
    Around,
    DeckAt,
    Deed,
    Need,
    Phase,
    Table,
    refuse_first,
)

SUPERVISION = Clause("13:69D-1.12(a)1")
TABLE_INVENTORY = Clause("13:69D-1.21(b)")
DEALER = ("dealer",)
READY = ("verified", "in_play")  # stages of a deck's custody in which it may be spread and played
ASSIGN, COUNT = "Put somebody on the table", "The dealer counts, the floor verifies"
MIX = "wash_and_shuffle"
_REMEDIES = {
    "spread": "Spread it before seated players",
    "wash": "After the players saw it",
    "shuffle": "After the wash",
}
EVER = datetime.min.replace(tzinfo=UTC)


def why_not(ask: Callable[[], None]) -> Refused | None:
    try:
        ask()
    except Refused as refusal:
        return refusal
    return None


def needs_to_begin(method: str, around: Around, refuse: Refuse) -> list[Need]:
    """Before a table begins to open: what is approved and posted, who and what is there."""
    nobody_deals = None if around.dealer else _lacks("Nobody deals at this table", ASSIGN)
    nobody_watches = None if around.floorperson else _lacks("Nobody watches this table", ASSIGN)
    boxes = why_not(lambda: refuse_boxes(around.fitted, refuse))
    device = why_not(lambda: refuse_method(method, around.fitted, refuse))
    return [
        Need("layout", "A layout that was submitted to the Division", MANAGERS, around.layout),
        Need("rules", "Rules in force: limits, pay tables, commission", MANAGERS, around.rules),
        Need("signs", "Signs that say what the table takes and pays", FLOOR, around.signs),
        Need("dealer", "A dealer at the table", FLOOR, nobody_deals),
        Need("floorperson", "A floorperson who watches it", PIT_BOSSES, nobody_watches),
        Need("boxes", "Drop box and tip box, one to each hand of the dealer", FLOOR, boxes),
        Need("device", _device_words(method), FLOOR, device),
    ]


def _device_words(method: str) -> str:
    if method == "hand":
        return "A shuffler that works, since cards are dealt from the hand"
    return f"{in_words(method).capitalize()} fixed to the table" if method else "A way of dealing"


def _lacks(error: str, remedy: str, clause: Clause = SUPERVISION) -> Refused:
    return Refused(error, clause, remedy=remedy)


def needs_to_open(table: Table, around: Around, refuse: Refuse) -> list[Need]:
    """Everything, in the order in which people do it. Two decks each go through all of it."""
    needs = [*needs_to_begin(table.method, around, refuse), *_equipped(table, around, refuse)]
    if not table.decks:
        none = refuse("receive_cards", "No deck was brought", remedy="Bring a deck from the stand")
        needs.append(Need("deck", "A deck at the table", FLOOR, none))
    if len(table.decks) > 1:
        why = why_not(lambda: refuse_pair(around, refuse))
        words = "Two decks only beside a shuffler, with different backs"
        needs.append(Need("pair", words, FLOOR, why))
    for deck in table.decks:
        needs += needs_of_deck(deck, around, refuse)
    return [*needs, *needs_of_pot(table, around, refuse)]


def _equipped(table: Table, around: Around, refuse: Refuse) -> list[Need]:
    since = around.day_began or EVER
    looked = why_not(lambda: refuse_uninspected(around.fitted, since, refuse))
    named = " and ".join(around.demands.accessories)
    opener = None if table.has_opener else _lacks("Not counted yet", COUNT, TABLE_INVENTORY)
    absent = None
    if not table.has_accessories:
        absent = refuse("accessories", f"Not yet seen: {named}", remedy="The floorperson looks")
    return [
        Need("inspected", "Shoe and shuffler inspected before cards go in", FLOOR, looked),
        Need("accessories", f"{named.capitalize()} at the table", FLOOR, absent),
        Need("opener", "Opener counted by the dealer, verified by the floor", TABLE_STAFF, opener),
    ]


@honours("one_deck", "second_deck", "both_whole", "two_colours")
def refuse_pair(around: Around, refuse: Refuse) -> None:
    kind = around.demands.deck
    refuse_decks(around.decks, kind, shuffler=around.has_shuffler, refuse=refuse)


@honours("each_deck_apart")
def needs_of_deck(deck: DeckAt, around: Around, refuse: Refuse) -> list[Need]:
    """What one deck must have gone through, whatever the other one has.

    Cards that came pre-shuffled are not spread and washed for their first shuffle (reading A5);
    the cut follows in the round.
    """
    needs = [_checked(deck, around, refuse)]
    if deck.code in around.late:
        words = f"{_named(deck)}: its time is not over"
        needs.append(Need(f"fresh:{deck.code}", words, TABLE_STAFF, around.late[deck.code]))
    return needs if deck.is_prepared else [*needs, *_shown(deck, around.demands.sees, refuse)]


def _named(deck: DeckAt) -> str:
    return f"{deck.back.capitalize()} deck {deck.code}"


@honours("receive_cards")
def _checked(deck: DeckAt, around: Around, refuse: Refuse) -> Need:
    how = "seal broken before the dealer" if deck.is_prepared else "inspected and verified"
    stage = around.stage(deck.code)
    why = None if stage in READY else _unchecked(deck, stage, refuse)
    if deck.code in around.held:
        why = Refused(f"{deck.code} is held", cards.EXAMINATION, remedy="Bring another deck")
    return Need(f"checked:{deck.code}", f"{_named(deck)}: {how}", TABLE_STAFF, why)


def _unchecked(deck: DeckAt, stage: str, refuse: Refuse) -> Refused:
    where = f"is {in_words(stage)}" if stage else "is not at this table"
    if deck.is_prepared:
        todo = "The floorperson breaks its seal before the dealer"
        return refuse("receive_cards", f"{deck.code} {where}", reading=cards.A5, remedy=todo)
    todo = "The dealer inspects it, the floorperson verifies it"
    return refuse("receive_cards", f"{deck.code} {where}", remedy=todo)


@honours("idle_again")
def _shown(deck: DeckAt, sees: int, refuse: Refuse) -> Iterator[Need]:
    """At opening, and anew once nobody played (x.4(e), reading A7)."""
    spread, mixed = ("idle_again",) * 2 if deck.is_again else ("spread_for_players", MIX)
    players = "the first player" if sees == 1 else f"the first {_count(sees)} players"
    name, seen = _named(deck), f"{deck.code} was seen by {len(deck.seen_by)} of {sees}"
    lines = (
        ("spread", f"spread face up for {players}", _is_seen(deck, sees), spread, seen),
        ("wash", "turned, washed and stacked", deck.is_washed, mixed, f"{deck.code} is not washed"),
        ("shuffle", "shuffled", deck.is_shuffled, mixed, f"{deck.code} is not shuffled"),
    )
    for do, words, is_done, duty, error in lines:
        reading = A7 if deck.is_again else None
        why = None if is_done else refuse(duty, error, reading=reading, remedy=_REMEDIES[do])
        yield Need(f"{do}:{deck.code}", f"{name}: {words}", DEALER, why)


def _is_seen(deck: DeckAt, sees: int) -> bool:
    return deck.is_spread and len(deck.seen_by) >= sees


def _count(number: int) -> str:
    return {2: "two", 3: "three"}.get(number, str(number))


def refuse_begin(table: Table, deed: Deed, around: Around, refuse: Refuse) -> None:
    refuse_first(needs_to_begin(deed.facts.get("method", ""), around, refuse))


def refuse_open(table: Table, deed: Deed, around: Around, refuse: Refuse) -> None:
    refuse_first(needs_to_open(table, around, refuse))


def refuse_method_change(table: Table, deed: Deed, around: Around, refuse: Refuse) -> None:
    """Only between rounds, and the device of the old way is off the table first."""
    if around.in_round:
        error, todo = "A round is being played", "Change it when the round is over"
        raise refuse("device_off_first", error, remedy=todo)
    refuse_method(deed.facts.get("method", ""), around.fitted, refuse)


@honours("accessories")
def refuse_accessories(table: Table, deed: Deed, around: Around, refuse: Refuse) -> None:
    """Each of them is looked at: one solid colour that no back and no edge has."""
    for name in around.demands.accessories:
        if name not in deed.facts.get("accessories", ()):
            todo = "One solid colour, unlike the backs: tick it when it lies there"
            raise refuse("accessories", f"No {name} at the table", remedy=todo)


def refuse_deck(table: Table, deed: Deed, around: Around, refuse: Refuse) -> None:
    """The order of spread, wash and shuffle; each deck by itself."""
    deck = table.deck(str(deed.facts.get("deck", "")))
    if deck is None:
        return  # `step` says so
    refuse_first([_checked(deck, around, refuse)])
    _ORDER[deed.do](deck, deed, around, refuse)


@honours("spread_for_players")
def _before_spread(deck: DeckAt, deed: Deed, around: Around, refuse: Refuse) -> None:
    seen, sees = set(deed.facts.get("seen_by", ())), around.demands.sees
    if around.in_round:
        raise refuse("spread_for_players", "A round is being played", remedy="Wait for its end")
    if not seen <= set(around.seated):
        error = "Only players who are seated look at the cards"
        raise refuse("spread_for_players", error, remedy="Seat them first")
    if len(seen) < sees:
        wanted = "a seated player" if sees == 1 else f"{_count(sees)} seated players"
        error = f"The cards are shown to {wanted}"
        raise refuse("spread_for_players", error, remedy="Wait until they are seated")


@honours("wash_and_shuffle")
def _before_wash(deck: DeckAt, deed: Deed, around: Around, refuse: Refuse) -> None:
    if not deck.is_spread and not deck.is_prepared:
        error = "The cards are spread for the players first"
        raise refuse("wash_and_shuffle", error, remedy="Spread them face up")


@honours("wash_and_shuffle")
def _before_shuffle(deck: DeckAt, deed: Deed, around: Around, refuse: Refuse) -> None:
    if not deck.is_washed and not deck.is_prepared:
        error = "The cards are washed and stacked first"
        raise refuse("wash_and_shuffle", error, remedy="Wash them face down")


_ORDER = {"spread": _before_spread, "wash": _before_wash, "shuffle": _before_shuffle}


@honours("take_turns", "one_in_shuffler", "hand_needs_device", "second_deck", "device_off_first")
def deck_for_round(
    table: Table, around: Around, refuse: Refuse, *, in_shuffler: str | None = None
) -> str:
    """Which deck the next round is dealt with, or why none may be dealt.

    `in_shuffler` is what the device reports; without a report it is taken to be as it must be.
    """
    if table.phase is not Phase.OPEN:
        todo = "Open it first" if table.phase is Phase.CLOSED else "See what it lacks"
        raise Refused(f"The table is {table.phase}", SUPERVISION, remedy=todo)
    if around.in_round:
        raise Refused("A round is being played", SUPERVISION, remedy="Settle it, or void it, first")
    playing = next_deck(around.decks, around.last_deck)
    if left := must_go(around.decks, playing, shuffler=around.has_shuffler):
        error = f"Without a shuffler that works {left[0]} leaves the table"
        raise refuse("second_deck", error, reading=cards.A3, remedy="Remove and envelope it")
    refuse_first(needs_to_open(table, around, refuse))
    other = next((deck.code for deck in around.decks if deck.code != playing), "")
    there = other if in_shuffler is None else in_shuffler
    refuse_turn(playing, around.decks, in_shuffler=there, last=around.last_deck, refuse=refuse)
    return playing
