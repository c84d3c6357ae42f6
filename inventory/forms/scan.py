"""The scan box, and the list of decks: what people and scanners type."""

from typing import Any

from django import forms

from casino.forms import BIGGEST
from inventory.models import Back, Kind
from inventory.rules.deck import Stage, in_words
from inventory.selectors.scan import plain

TRAY = 50  # decks in hand at once
STAGES = (
    ("", "Any"),
    ("alive", "All in the house"),
    *((stage.value, in_words(stage.value).capitalize()) for stage in Stage if stage),
    ("held", "Held"),
    ("missing", "Missing"),
)


class DeckFilter(forms.Form):
    q = forms.CharField(
        label="Code, seal, lot or table",
        max_length=200,
        required=False,
        widget=forms.TextInput(attrs={"type": "search", "autocomplete": "off"}),
    )
    stage = forms.ChoiceField(label="State", choices=STAGES, required=False)
    store = forms.ChoiceField(required=False)
    kind = forms.ChoiceField(choices=[("", "Any"), *Kind.choices], required=False)
    back = forms.ChoiceField(choices=[("", "Any"), *Back.choices], required=False)
    lot = forms.CharField(max_length=20, required=False)
    after = forms.IntegerField(
        min_value=1, max_value=BIGGEST, required=False, widget=forms.HiddenInput
    )
    before = forms.IntegerField(
        min_value=1, max_value=BIGGEST, required=False, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, stores: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "Any"), *stores]
        self.fields["store"] = forms.ChoiceField(label="Store", choices=choices, required=False)
        self.order_fields(["q", "stage", "store", "kind", "back", "lot"])

    def clean_q(self) -> str:
        return plain(self.cleaned_data["q"])

    def clean_lot(self) -> str:
        return str(self.cleaned_data["lot"]).upper()
