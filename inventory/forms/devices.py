"""Devices: what stands on a plate, and what is said when one is moved."""

from typing import Any

from django import forms

from casino.forms import BIGGEST, printable
from inventory.forms.moves import Code as TableName
from inventory.models import Device
from inventory.rules.equipment import BOXES, SIDES

NOTED = ("suspect", "retire")  # what went wrong is said; a jam is reported with one tap
STATES = (
    ("", "In the house"),
    ("fixed", "At a table"),
    ("jammed", "Jammed"),
    ("suspect", "Suspect"),
    ("off", "Taken off, not locked away"),
    ("locked", "Locked away"),
    ("registered", "Never used yet"),
    ("retired", "Retired"),
)


class Code(forms.CharField):
    """A serial number or a table as people type it: in any case, with spaces around it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(validators=[printable], **kwargs)
        self.widget.attrs |= {
            "autocapitalize": "characters",
            "autocomplete": "off",
            "spellcheck": "false",
        }

    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "").upper()


class DeviceFilter(forms.Form):
    q = Code(label="Serial number or table", max_length=40, required=False)
    what = forms.ChoiceField(
        label="Sort", choices=[("", "Any"), *Device.What.choices], required=False
    )
    state = forms.ChoiceField(label="Show", choices=STATES, required=False)
    after = Code(max_length=40, required=False, widget=forms.HiddenInput)
    before = Code(max_length=40, required=False, widget=forms.HiddenInput)


class RegisterDevice(forms.Form):
    serial = Code(label="Serial number", max_length=40, help_text="As it stands on its plate")
    what = forms.ChoiceField(label="Sort", choices=Device.What.choices)
    maker = forms.CharField(max_length=40, validators=[printable])
    model = forms.CharField(max_length=40, validators=[printable])
    counts_cards = forms.BooleanField(label="It counts the cards it shuffles", required=False)


class MoveDevice(forms.Form):
    """`seen` tells how long the device's trail was on the page this came from."""

    do = forms.CharField(max_length=20, widget=forms.HiddenInput)
    seen = forms.IntegerField(min_value=0, max_value=BIGGEST, widget=forms.HiddenInput)


class FixDevice(MoveDevice):
    table = TableName(label="Table")
    side = forms.ChoiceField(
        choices=[(side, f"To the {side} of the dealer") for side in SIDES],
        widget=forms.RadioSelect,
    )

    def __init__(self, *args: Any, what: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if what not in BOXES:
            del self.fields["side"]


class NoteDevice(MoveDevice):
    note = forms.CharField(
        label="Note",
        max_length=200,
        validators=[printable],
        widget=forms.Textarea(attrs={"rows": 2}),
    )


def form_for(do: str, what: str, *args: Any, **kwargs: Any) -> Any:
    """The form of one move; each has its own names in the page."""
    kwargs["auto_id"] = f"{do}_%s"
    if do == "fix":
        return FixDevice(*args, what=what, **kwargs)
    return NoteDevice(*args, **kwargs) if do in NOTED else MoveDevice(*args, **kwargs)
