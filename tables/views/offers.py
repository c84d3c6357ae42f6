"""What may be done at a table now, each with its form in place, or why this duty cannot do it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse

from casino.signing import seconds_of
from inventory.forms.moves import VERBS
from inventory.rules.equipment import BOXES, SHOES, What, of_sort
from inventory.views.hand import form_for
from tables.forms import work as forms
from tables.rules.table import DeckAt, Need
from tables.selectors.work import Work, duties_for, free_devices
from tables.views.layouts import refusal_words

FORMS: dict[str, type[forms.Seen]] = {
    "begin": forms.ByMethod,
    "change_method": forms.ByMethod,
    "see_accessories": forms.Accessories,
    "count_opener": forms.Counted,
    "count_closer": forms.Counted,
    "cover_pot": forms.Counted,
    "uncover_pot": forms.Counted,
    "keep_pot": forms.CountedAndSealed,
    "spread": forms.Spread,
    "wash": forms.OfDeck,
    "shuffle": forms.OfDeck,
    "pause": forms.Pause,
    "continue": forms.GoOn,
    "begin_close": forms.BeginClose,
    "sit": forms.Sit,
    "leave": forms.AtSeat,
    "clear": forms.Seen,
    "remove_player": forms.Remove,
    "tell_division": forms.TellDivision,
    "assign": forms.Assign,
    "release": forms.InRole,
    "fix": forms.Fix,
    "deliver": forms.Deliver,
}
CARDS = ("break_seal", "inspect", "verify", "remove", "envelope")  # the card room's own forms
# What the button says, and what whoever presses it does.
WORDS = {
    "begin": ("Begin to open", "Its decks and its opener may come from now on."),
    "inspect_devices": ("Inspected: all sound", "No sign of tampering at shoe and shuffler."),
    "see_accessories": ("Seen", "Look at each, then tick it."),
    "count_opener": ("Count the opener", "The dealer counts in the presence of the floor."),
    "spread": ("Spread", "Face up, by suit and rank, before seated players."),
    "wash": ("Washed", "Turned face down, mixed on the felt, stacked."),
    "shuffle": ("Shuffled", "By hand or by the shuffler, into one stack."),
    "open": ("Open the table", "Decks that are ready are put in play."),
    "go_idle": ("No play", "The cards lie spread until players come."),
    "cover_pot": ("Count and cover the pot", "The dealer counts, the floor verifies."),
    "uncover_pot": ("Count the pot again", "The dealer counts, the floor verifies."),
    "resume": ("Resume play", "The cards were shown, washed and shuffled anew."),
    "pause": ("Pause", "Play stops at once; everything stays where it is."),
    "continue": ("Go on", "Play goes on from where it stopped."),
    "change_method": ("Change how it deals", "The device of the old way is off the table."),
    "begin_close": ("Begin to close", "No more rounds are dealt."),
    "keep_pot": ("Seal the pot", "Counted, verified, into a sealed container."),
    "count_closer": ("Count the closer", "The dealer counts in the presence of the floor."),
    "lock_devices": ("Shoe locked away", "Taken off the table, into its compartment."),
    "close": ("Close the table", "Staff is released."),
    "sit": ("Sit down", ""),
    "leave": ("Leaves", ""),
    "clear": ("All players have left", "Every position is free."),
    "remove_player": ("Remove for conduct", "On reasonable suspicion; the notice is drafted."),
    "tell_division": ("The Division was told", "At once, by whoever decided."),
    "assign": ("Put on the table", "Whoever is there now is relieved."),
    "release": ("Release", "Nobody takes over."),
    "fix": ("Fix to the table", ""),
    "deliver": ("Bring the deck", "From the stand of the pit; its clock runs from now."),
}
ACTS = {
    "sit": "seat_player",
    "leave": "unseat_player",
    "clear": "unseat_player",
    "remove_player": "remove_player",
    "tell_division": "tell_division",
    "assign": "assign_staff",
    "release": "release_staff",
    "fix": "device_fix",
    "deliver": "deck_deliver",
}


@dataclass(slots=True)
class Offer:
    """A thing to do; `reason` says why this duty cannot, `url` that it is done elsewhere."""

    do: str
    label: str
    hint: str = ""
    reason: str = ""
    url: str = ""
    form: Any = None
    deck: str = ""  # D00000018:7, for the card room's own forms
    sorts: tuple[str, ...] = ()  # of devices
    seconds: list[str] = field(default_factory=list)
    key: str = ""

    @property
    def takes_two(self) -> bool:
        return self.form is not None and "second_pin" in self.form.fields

    @property
    def fields(self) -> list[Any]:
        """What is asked; who signs as second is asked apart."""
        shown = self.form.visible_fields() if self.form is not None else []
        return [one for one in shown if not one.name.startswith("second_")]

    @property
    def sign_id(self) -> str:
        return f"sign-{self.key or self.do}"


@dataclass(slots=True)
class Row:
    """A need and what can be done about it; the first that is not met comes `next`."""

    need: Need
    is_next: bool
    offers: list[Offer]


def form_of(do: str, work: Work, request: Any, data: Any = None, **initial: Any) -> Any:
    """The form of a deed, with what may be chosen at this table now."""
    given: dict[str, Any] = {"initial": {"seen": work.table.length, **initial}}
    if do in ("spread", "remove_player"):
        given["seats"] = work.around.seated
    if do == "see_accessories":
        given["names"] = work.around.demands.accessories
    if do == "assign":
        role = str(data.get("role", "") if data else initial["role"])
        known = role in ("dealer", "floorperson")
        given["people"] = duties_for(work.table, role, request.now) if known else ()
    if do == "fix":
        sorts = data.getlist("what") if data else initial.get("what", ())
        given["devices"] = free_devices(*sorts)
    if do == "uncover_pot" and work.fold.is_pot_kept:
        return forms.CountedAndSealed(data, **given)  # out of custody: its seal is looked at
    return FORMS.get(do, forms.Seen)(data, **given)


def offer(
    request: Any, work: Work, do: str, *, key: str = "", form: Any = None, **initial: Any
) -> Offer:
    label, hint = WORDS[do]
    act = ACTS.get(do, f"table_{do}")
    reason = refusal_words(request, act, work.table.pit)
    made = Offer(do, label, hint, reason, key=key or do, seconds=seconds_of(act))
    if not reason:
        made.sorts = tuple(initial.get("what", ()))
        made.form = form or form_of(do, work, request, **initial)
        made.form.auto_id = f"{made.key}_%s"
    return made


def card_offer(request: Any, work: Work, do: str, code: str, form: Any = None) -> Offer:
    """A movement of a deck, by the card room's own form."""
    deck, (label, hint) = work.clocks[code].deck if code in work.clocks else None, VERBS[do]
    deck = deck or work.removed_deck(code)
    reason = refusal_words(request, f"deck_{do}", deck.pit)
    key = f"{do}-{code}"
    made = Offer(do, label, hint, reason, key=key, seconds=seconds_of(f"deck_{do}"))
    if not reason:
        made.deck = f"{deck.code}:{deck.length}"
        made.form = form or form_for(do, [deck])
        made.form.auto_id = f"{key}_%s"
    return made


def link(label: str, name: str, *arguments: Any, hint: str = "") -> Offer:
    return Offer("", label, hint, url=reverse(name, args=arguments))


def rows_of(
    request: Any, work: Work, needs: list[Need], failed: str = "", form: Any = None
) -> list[Row]:
    """Each need with what mends it; a form that came back is shown again where it was."""
    first = next((need for need in needs if not need.is_done), None)
    return [
        Row(need, need is first, [] if need.is_done else _mends(request, work, need, failed, form))
        for need in needs
    ]


def _mends(request: Any, work: Work, need: Need, failed: str, form: Any) -> list[Offer]:
    name, _, code = need.name.partition(":")
    made = list(_about(request, work, name, code))
    for one in made:
        if form is not None and one.do == failed and one.form is not None and _same(one, form):
            form.auto_id = one.form.auto_id
            one.form = form
    return made


def _same(one: Offer, form: Any) -> bool:
    """Whether the form that came back is this one: two decks have forms alike."""
    sent = str(form.data.get("deck", "")).partition(":")[0]
    return not sent or sent in one.key or sent == str(one.form.initial.get("deck", sent))


def _about(request: Any, work: Work, name: str, code: str) -> Iterator[Offer]:
    number = work.table.number
    if name in LINKS:
        label, route = LINKS[name]
        yield link(label, route, *([] if route == "layouts" else [number]))
    elif name in ("dealer", "floorperson"):
        yield offer(request, work, "assign", key=f"assign-{name}", role=name)
    elif name in ("boxes", "device"):
        yield from _devices(request, work, name)
    elif name in DEEDS:
        yield offer(request, work, DEEDS[name])
    elif name in ("spread", "wash", "shuffle"):
        yield offer(request, work, name, key=f"{name}-{code}", deck=code)
    else:
        yield from _of_decks(request, work, name, code)


LINKS = {
    "layout": ("Layouts", "layouts"),
    "rules": ("Rules of the table", "table-rules"),
    "signs": ("Signs of the table", "table-signs"),
    "difference": ("Pot of the table", "pot"),
}
DEEDS = {
    "inspected": "inspect_devices",
    "accessories": "see_accessories",
    "opener": "count_opener",
    "deck": "deliver",
    "lid": "cover_pot",
    "count": "uncover_pot",
    "players": "clear",
    "pot": "keep_pot",
    "devices": "lock_devices",
    "closer": "count_closer",
}


def _devices(request: Any, work: Work, name: str) -> Iterator[Offer]:
    """Fix what is missing; what is in the way is taken off at its own page."""
    fitted = work.around.fitted
    wanted = [sort for sort in BOXES if not of_sort(fitted, sort)] if name == "boxes" else []
    if name == "device":
        method = work.fold.method or work.table.method
        sort = What(method) if method in SHOES else What.SHUFFLER
        wanted = [] if of_sort(fitted, sort) else [sort]
    for sort in wanted:
        yield offer(request, work, "fix", key=f"fix-{sort.value}", what=(sort.value,))
    for device in work.devices if name == "device" else ():
        if device.what in (*SHOES, What.SHUFFLER):
            yield link(f"{device.get_what_display()} {device.serial}", "device", device.serial)
    if name == "boxes" and not wanted:
        yield link("Devices", "devices")


def _of_decks(request: Any, work: Work, name: str, code: str) -> Iterator[Offer]:
    if name == "checked":
        deck = work.clocks[code].deck if code in work.clocks else None
        steps = {"at_table": "break_seal" if deck and deck.sealed else "inspect"}
        step = {**steps, "inspected": "verify"}.get(deck.stage if deck else "", "")
        if step:
            yield card_offer(request, work, step, code)
    if name == "fresh":
        yield card_offer(request, work, "remove", code)
    if name in ("decks", "pair"):
        for each in work.fold.decks:
            yield card_offer(request, work, "remove", each.code)
    if name == "envelopes":
        for removed in work.around.removed:
            yield card_offer(request, work, "envelope", removed)


def deck_state(deck: DeckAt) -> str:
    """How far a deck is made ready, in a word."""
    if deck.is_shuffled or deck.is_prepared:
        return "ready"
    return "washed" if deck.is_washed else "spread" if deck.is_spread else "to be spread"
