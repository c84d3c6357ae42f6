"""What people fill in at a table: one small form for each thing that is done there."""

from decimal import Decimal
from typing import Any

from django import forms

from casino.forms import BIGGEST, SecondSignature, printable
from inventory.forms.moves import Code
from inventory.selectors.words import METHODS
from tables.rules.opening import CLOSINGS, PAUSES
from tables.rules.seats import CONDUCT

CENTS = 100


class Seen(forms.Form):
    """`seen` is how long the table's history was when the page was drawn."""

    seen = forms.IntegerField(min_value=0, max_value=BIGGEST, widget=forms.HiddenInput)

    def facts(self) -> dict[str, Any]:
        """What the deed is told."""
        left_out = ("seen", "second_badge", "second_pin")
        return {name: value for name, value in self.cleaned_data.items() if name not in left_out}


def _radio(label: str, choices: Any) -> forms.ChoiceField:
    return forms.ChoiceField(label=label, choices=choices, widget=forms.RadioSelect)


def _note(label: str, *, required: bool = True) -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=200,
        required=required,
        validators=[printable],
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class ByMethod(Seen):
    method = _radio("Cards are dealt", METHODS.items())


class Pause(Seen):
    reason = _radio("Why", PAUSES.items())
    note = _note("Note", required=False)


class GoOn(Seen):
    note = _note("What was done about it")


class BeginClose(Seen):
    reason = _radio("Why", CLOSINGS.items())


class OfDeck(Seen):
    deck = forms.CharField(max_length=20, widget=forms.HiddenInput)


class Spread(OfDeck):
    """Who looked at the cards: `seats` are the positions that are taken."""

    seen_by = forms.TypedMultipleChoiceField(
        label="Seen by",
        coerce=int,
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Tick who looked at the cards"},
    )

    def __init__(self, *args: Any, seats: Any = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["seen_by"]
        field.choices = [(seat, f"Position {seat}") for seat in seats]


class Accessories(Seen):
    accessories = forms.MultipleChoiceField(
        label="At the table",
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": "Tick each when you have seen it"},
    )

    def __init__(self, *args: Any, names: Any = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        words = "one solid colour, unlike the backs"
        field: Any = self.fields["accessories"]
        field.choices = [(name, f"{name.capitalize()}, {words}") for name in names]


class Counted(Seen, SecondSignature):
    """An amount that one person counts and another verifies."""

    amount = forms.DecimalField(
        label="Counted, in dollars",
        min_value=0,
        max_digits=12,
        decimal_places=2,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )

    def facts(self) -> dict[str, Any]:
        told = super().facts()
        amount: Decimal = told.pop("amount")
        return {**told, "cents": int(amount * CENTS)}


class CountedAndSealed(Counted):
    seal = Code(label="Seal number of the container")


class AtSeat(Seen):
    seat = forms.IntegerField(min_value=1, max_value=6, widget=forms.HiddenInput)


class Sit(AtSeat):
    patron = forms.CharField(
        label="Name, if they want to be known",
        max_length=40,
        required=False,
        validators=[printable],
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class Remove(Seen, SecondSignature):
    """`seats` are the positions that are taken."""

    seat = forms.TypedChoiceField(label="Who", coerce=int, widget=forms.RadioSelect)
    why = _radio("What was seen", [(name, breach.words) for name, breach in CONDUCT.items()])

    def __init__(self, *args: Any, seats: Any = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["seat"]
        field.choices = [(seat, f"Position {seat}") for seat in seats]


class TellDivision(Seen):
    sitting = forms.IntegerField(min_value=1, max_value=BIGGEST, widget=forms.HiddenInput)
    reference = _note("Who took the notice, and its number")


class InRole(Seen):
    role = forms.CharField(max_length=12, widget=forms.HiddenInput)


class Assign(InRole):
    """`people` are those on duty who could: the ones without a table first."""

    duty = forms.TypedChoiceField(label="Who", coerce=int, widget=forms.RadioSelect)

    def __init__(self, *args: Any, people: Any = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["duty"]
        field.choices = [(duty.pk, _told(duty)) for duty in people]


def _told(duty: Any) -> str:
    at = getattr(duty, "at_tables", [])
    return f"{duty.person.name} ({duty.person.badge})" + (f", at {', '.join(at)}" if at else "")


class Fix(Seen):
    """`devices` are those of the sort that could be fixed here."""

    serial = forms.ChoiceField(label="Device", widget=forms.RadioSelect)
    side = forms.ChoiceField(
        label="Side",
        choices=[("left", "Left of the dealer"), ("right", "Right of the dealer")],
        widget=forms.RadioSelect,
        required=False,
    )

    def __init__(self, *args: Any, devices: Any = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["serial"]
        field.choices = [
            (d.serial, f"{d.get_what_display()} {d.serial}, {d.maker} {d.model}") for d in devices
        ]
        if devices and not any(device.what.endswith("_box") for device in devices):
            del self.fields["side"]


class Deliver(Seen):
    code = Code(label="Label of the deck", help_text="Scan it, or type it")
