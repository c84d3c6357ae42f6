"""A card discrepancy report, the notice of it, and its end."""

from typing import Any

from django import forms

from casino.forms import BIGGEST, SecondSignature
from inventory.forms.damage import in_rows, photo_field
from inventory.forms.seals import line
from inventory.forms.sessions import Clock
from inventory.rules.movements import KINDS

MOST_EXTRA = 9  # of one face
STATES = (("", "All"), ("open", "Open"), ("closed", "Closed"))
OUTCOMES = (
    ("released", "Released: the deck goes on to its destruction"),
    ("surrendered", "Surrendered: the Division keeps the deck"),
)


class DiscrepancyFilter(forms.Form):
    state = forms.ChoiceField(label="Show", choices=STATES, required=False)
    before = forms.IntegerField(
        min_value=1, max_value=BIGGEST, required=False, widget=forms.HiddenInput
    )


class ReportDiscrepancy(forms.Form):
    """Each face has two small numbers, of which one is missing and one too many."""

    findings = forms.CharField(
        label="What was found",
        max_length=500,
        widget=forms.Textarea,
        help_text="What you saw, where, who was there; facts, no guesses",
    )
    photo = photo_field("Photo")
    photo_2 = photo_field("Second photo")

    def __init__(self, *args: Any, kind: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        held = KINDS[kind].faces
        self.faces = {face: held[face] for face in in_rows(KINDS[kind])}
        for face, count in self.faces.items():
            self.fields[f"missing-{face}"] = _some(f"Missing {face}", count)
            most = MOST_EXTRA if count > 1 else 1
            self.fields[f"extra-{face}"] = _some(f"Extra {face}", most)

    def pad(self, name: str) -> list[tuple[str, int, forms.BoundField]]:
        """For the page: a face, how many of it a deck holds, its field."""
        return [(face, count, self[f"{name}-{face}"]) for face, count in self.faces.items()]

    def missing_pad(self) -> list[tuple[str, int, forms.BoundField]]:
        return self.pad("missing")

    def extra_pad(self) -> list[tuple[str, int, forms.BoundField]]:
        return self.pad("extra")

    def named(self, name: str) -> list[str]:
        """Each face as often as it was said."""
        said = ((face, self.cleaned_data.get(f"{name}-{face}") or 0) for face in self.faces)
        return [face for face, count in said for _ in range(count)]


def _some(label: str, most: int) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=0, max_value=most, required=False)


class DivisionTold(forms.Form):
    reference = line("Reference", "The Division's number, or who took the call", 60)
    clock = Clock(label="Told at")


class CloseDiscrepancy(SecondSignature):
    outcome = forms.ChoiceField(label="Outcome", choices=OUTCOMES, widget=forms.RadioSelect)
    authority = line("On whose word", "Who decided, and the number of the letter or receipt")
