"""What the counter of a physical inventory types or scans."""

from typing import Any

from django import forms

from casino.forms import SecondSignature, printable
from inventory.forms.reconciliation import note_field, number_field
from inventory.models import Back, Kind
from inventory.services.counts import Given


class CountSort(forms.Form):
    """One sort of one store: figures, or what was scanned."""

    kind = forms.ChoiceField(choices=Kind.choices)
    back = forms.ChoiceField(choices=Back.choices)
    is_scanned = forms.BooleanField(required=False)
    singles = number_field("Singles")
    sets = number_field("Sealed sets")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.is_bound and self.data.get("is_scanned"):
            self.fields["singles"].required = self.fields["sets"].required = False

    def given(self, store: str) -> Given:
        counted = self.cleaned_data
        return Given(
            store,
            counted["kind"],
            counted["back"],
            counted["singles"] or 0,
            counted["sets"] or 0,
            counted["is_scanned"],
        )


class ScanDeck(forms.Form):
    code = forms.CharField(max_length=200)

    def clean_code(self) -> str:
        """A label's QR opens the passport: its address ends with the code."""
        text = str(self.cleaned_data["code"]).strip().rstrip("/")
        return text.rpartition("/")[2].upper()[:20]


class CloseInventory(SecondSignature):
    note = note_field("Remarks", "What the Division and the next counter should know")
    field_order = ("note",)


class ReportInventory(forms.Form):
    reference = forms.CharField(
        label="The Division's reference",
        max_length=60,
        validators=[printable],
        help_text="The number or name you were given when you told it",
    )
