"""What is typed into the register of seals."""

from typing import Any

from django import forms

from casino.forms import SecondSignature, printable
from inventory.forms.moves import Code
from inventory.models import DeckSeal


def line(label: str, help_text: str = "", length: int = 200, **more: Any) -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": "off"})
    return forms.CharField(
        label=label,
        help_text=help_text,
        max_length=length,
        validators=[printable],
        widget=widget,
        **more,
    )


def whole_number(label: str, most: int, help_text: str = "") -> forms.IntegerField:
    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return forms.IntegerField(
        label=label, min_value=0, max_value=most, help_text=help_text, widget=widget
    )


class SealFilter(forms.Form):
    q = Code(label="Number begins with", required=False)
    state = forms.ChoiceField(
        label="Show", choices=[("", "All"), *DeckSeal.State.choices], required=False
    )
    after = Code(required=False, widget=forms.HiddenInput)
    before = Code(required=False, widget=forms.HiddenInput)


class ReceiveSeals(SecondSignature):
    letters = Code(
        label="Letters in front",
        required=False,
        help_text="As printed before the digits, with its dash; leave empty if there are none",
    )
    first = line("First number", "Digits, with their zeros", 12)
    last = line("Last number", "As many digits as the first", 12)


class SealVoid(forms.Form):
    note = line("What is wrong with it", "Torn, misprinted, closed by mistake…")


class SealSigned(SecondSignature):
    note = line("What happened")


class CountSeals(SecondSignature):
    counted = whole_number("Seals in the drawer", 1_000_000, "Count them; the register is hidden")
    note = line(
        "What you saw", "Only if you counted twice and it still differs", 200, required=False
    )
