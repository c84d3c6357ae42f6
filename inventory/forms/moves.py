"""One form for each movement of a deck, made of what the table of movements says it needs."""

from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from django import forms

from casino.forms import SecondSignature, printable
from inventory.models import Deck
from inventory.rules.codes import NAME
from inventory.rules.deck import ON_TABLE, Place, Step
from inventory.rules.holds import BY_ITSELF
from inventory.rules.movements import STEPS
from inventory.rules.words import (
    AT_WORKPLACE,
    EXAMINATION_CHECKS,
    INSPECTION_CHECKS,
    ONLY_STOCK,
    REASONS,
    STOCK_TOO,
    inspection_checks,
)
from inventory.selectors.scan import plain
from inventory.selectors.words import DESTRUCTION, METHODS

# These have pages of their own: a delivery, a session, a card.
ELSEWHERE = frozenset({"receive", "pre_shuffle", "replace_card", "donate"})
MANY_AT_ONCE = ("issue", "store", "collect", "destroy", "return", "carry")
MOST_CARDS = 999

# What the button says, and what the person in front of it does.
VERBS = {
    "issue": ("Issue", "Count the decks with the other person; they leave the primary store."),
    "store": ("Lock into a store", "Both of you put it away and lock the store."),
    "pre_shuffle": ("Pre-shuffle", "Done in a session at a closed table or the approved place."),
    "deliver": ("Deliver to a table", "The clock of the change runs from this moment."),
    "break_seal": ("Break the seal", "Compare its number, then open it before the dealer."),
    "inspect": ("Inspect", "Front and back, card by card. Tick what you have looked at."),
    "verify": ("Verify", "Look at the cards yourself; you are not the one who inspected them."),
    "play": ("Put in play", "The first shuffle begins."),
    "remove": ("Remove", "Take it off the table and say why."),
    "envelope": ("Seal in an envelope", "Put the deck in, close it, fill in the label together."),
    "collect": ("Collect", "Check that seal and label are whole before you take it."),
    "examine": ("Examine", "Every used deck is looked at once more; hold what is wrong."),
    "destroy": ("Destroy", "The other person watches until nothing is left to deal with."),
    "release": ("Release from the hold", "From here on it goes the way of the others."),
    "find": ("Found again", "Say where it was."),
    "return": ("Return to storage", "Unopened decks only; both of you sign them in."),
    "carry": ("Carry to another place", "Unopened decks only."),
    "deal_from": ("Change how it is dealt", "The clock of the change is set anew at once."),
    "replace_card": ("Replace a card", "One damaged card, from a reserve deck."),
    "donate": ("Open for one card", ""),
    "hold": ("Hold", "Nobody destroys it until it is released."),
    "surrender": ("Hand to the Division", "It leaves the house."),
    "miss": ("Report missing", "Security is told at once."),
}  # fmt: skip


def as_printed(text: str) -> None:
    """It becomes bars, an address and the name of a file."""
    if not NAME.fullmatch(text):
        raise forms.ValidationError("Only letters A to Z, digits and dashes, as it is printed")


class Code(forms.CharField):
    """A number from a label or seal, or the name of a table, typed or scanned."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=20, validators=[as_printed], **kwargs)
        self.widget.attrs |= {
            "autocomplete": "off",
            "autocapitalize": "characters",
            "spellcheck": "false",
        }

    def to_python(self, value: Any) -> str:
        return plain(super().to_python(value) or "")


def _line(label: str, help_text: str = "", length: int = 200) -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": "off"})
    return forms.CharField(
        label=label, help_text=help_text, max_length=length, validators=[printable], widget=widget
    )


def _radio(label: str, choices: dict[str, str]) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices.items(), widget=forms.RadioSelect)


def _ticks(checks: dict[str, str]) -> forms.MultipleChoiceField:
    return forms.MultipleChoiceField(
        label="Looked at",
        choices=checks.items(),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Tick each when you have looked at it"},
    )


def _cards() -> forms.IntegerField:
    return forms.IntegerField(
        label="Cards counted",
        min_value=0,
        max_value=MOST_CARDS,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )


FACTS: dict[str, Callable[[str], forms.Field]] = {
    "seal": lambda do: Code(label="Seal number"),
    "label": lambda do: Code(label="Label number"),
    "method": lambda do: (
        _radio("How", DESTRUCTION) if do == "destroy" else _radio("Dealt", METHODS)
    ),
    "reason": lambda do: _radio("Why", REASONS) if do == "remove" else _line("Why it is held"),
    "checks": lambda do: _ticks(EXAMINATION_CHECKS if do == "examine" else INSPECTION_CHECKS),
    "cards": lambda do: _cards(),
    "hold": lambda do: _line("Which hold", "Its name, as the deck tells it", length=40),
    "note": lambda do: _line("What happened" if do == "miss" else "Where it was"),
    "authority": lambda do: _line("On whose word", "Who decided, and the number of the decision"),
    "reference": lambda do: _line("Receipt of the Division", "Its number, and who took the deck"),
}


class MoveForm(forms.Form):
    """`stores` are the places this movement may go to."""

    rule: ClassVar[Step]

    def __init__(
        self, *args: Any, decks: list[Deck], stores: list[tuple[str, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        if "to" in self.fields and Place.TABLE not in self.rule.goes_to:
            here = {deck.store.code if deck.store else "" for deck in decks}
            self._offer("to", [choice for choice in stores if {choice[0]} != here])
        if self.rule.do == "remove":
            fitting = _reasons(decks)
            self._offer("reason", [(r, words) for r, words in REASONS.items() if r in fitting])
        if self.rule.do == "release":
            self.fields["hold"] = _radio("Which hold", _liftable(decks))
            self._offer("hold", list(_liftable(decks).items()))
        if self.rule.do == "inspect":
            self._offer("checks", list(inspection_checks(decks[0].kind).items()))

    def _offer(self, name: str, choices: list[tuple[str, str]]) -> None:
        field: Any = self.fields[name]
        field.choices = choices
        if len(choices) == 1:
            self.initial.setdefault(name, choices[0][0])

    @property
    def takes_two(self) -> bool:
        return len(self.rule.signers) == 2

    def said(self) -> Iterator[forms.BoundField]:
        """What is asked of the movement itself; who signs as second is asked apart."""
        return (self[name] for name in self.fields if not name.startswith("second_"))

    def to(self) -> str:
        return str(self.cleaned_data.get("to", ""))

    def facts(self) -> dict[str, Any]:
        return {name: self.cleaned_data[name] for name in self.rule.needs}


def _reasons(decks: list[Deck]) -> frozenset[str]:
    """Those that can be true of these decks."""
    if all(deck.stage in ON_TABLE for deck in decks):
        return frozenset(REASONS) - ONLY_STOCK
    prepared = all(deck.place == Place.WORKPLACE for deck in decks)
    return (ONLY_STOCK | STOCK_TOO) - (frozenset() if prepared else AT_WORKPLACE)


def _liftable(decks: list[Deck]) -> dict[str, str]:
    """Holds that a signature ends, each with its name and why it was placed."""
    holds = {name: words for deck in decks for name, words in sorted(deck.holds.items())}
    return {
        name: f"{name.capitalize()}: {words}"
        for name, words in holds.items()
        if name not in BY_ITSELF
    }


def _to(rule: Step) -> forms.Field:
    if Place.TABLE in rule.goes_to:
        return Code(label="Table")
    return forms.ChoiceField(label="To", widget=forms.RadioSelect)


def _form_of(rule: Step) -> type[MoveForm]:
    fields: dict[str, Any] = {"rule": rule}
    if rule.goes_to:
        fields["to"] = _to(rule)
    fields |= {name: FACTS[name](rule.do) for name in rule.needs}
    second = (SecondSignature,) if len(rule.signers) == 2 else ()
    return type(f"Move_{rule.do}", (MoveForm, *second), fields)


def told_by(do: str, sent: Any) -> dict[str, Any]:
    """What a form says, whether or not the decks still allow it: to know an order sent again."""
    fields = MOVES[do].base_fields
    return {
        "do": do,
        "to": _cleaned(fields["to"], sent, "to") if "to" in fields else "",
        "facts": {name: _cleaned(fields[name], sent, name) for name in MOVES[do].rule.needs},
    }


def _cleaned(field: forms.Field, sent: Any, name: str) -> Any:
    value = field.widget.value_from_datadict(sent, {}, name)
    try:
        return field.to_python(value)
    except forms.ValidationError:
        return None


MOVES = {do: _form_of(rule) for do, rule in STEPS.items() if do not in ELSEWHERE}
