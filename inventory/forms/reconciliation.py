"""What is typed for a day's sheet: blind counts of the stands, and the words under the figures."""

from collections.abc import Sequence
from typing import Any

from django import forms

from casino.forms import SecondSignature, printable
from inventory.services.reconciliation import Counted

MOST = 99_999


def number_field(label: str) -> forms.IntegerField:
    attrs = {"inputmode": "numeric", "autocomplete": "off"}
    return forms.IntegerField(
        label=label, min_value=0, max_value=MOST, widget=forms.TextInput(attrs=attrs)
    )


def note_field(label: str, help_text: str = "") -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=500,
        required=False,
        help_text=help_text,
        widget=forms.Textarea(attrs={"rows": 3}),
    )


class CountStands(forms.Form):
    """Two figures for each sort of each stand and reserve; what the logs say is nowhere in it."""

    def __init__(self, *args: Any, sorts: Sequence[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.sorts = sorts
        for place, row in enumerate(sorts):
            words = f"{row.store.name}, {row.kind} {row.back}"
            self.fields[f"singles-{place}"] = number_field(f"{words}: singles")
            self.fields[f"sets-{place}"] = number_field(f"{words}: sets")

    def rows(self) -> list[tuple[Any, Any, Any]]:
        return [
            (row, self[f"singles-{place}"], self[f"sets-{place}"])
            for place, row in enumerate(self.sorts)
        ]

    def counts(self) -> list[Counted]:
        given = self.cleaned_data
        return [
            Counted(
                row.store.code,
                row.kind,
                row.back,
                given[f"singles-{place}"],
                given[f"sets-{place}"],
            )
            for place, row in enumerate(self.sorts)
        ]


class SignDay(SecondSignature):
    """`seen` is the number of the sheet that is corrected, 0 for the first of a day."""

    note = note_field("What is known of the differences, and what is done")
    seen = forms.IntegerField(min_value=0, max_value=32_000, widget=forms.HiddenInput)
    field_order = ("note",)


class ShowDay(forms.Form):
    """Which figure to look behind."""

    show = forms.CharField(max_length=20, required=False, validators=[printable])
