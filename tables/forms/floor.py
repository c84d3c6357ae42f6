"""What is asked about the floor: a table, another pit, places on the map, a handover's notes."""

import re
from typing import Any

from django import forms

from casino.forms import BIGGEST, SecondSignature, printable
from inventory.rules.deck import in_words
from inventory.rules.words import METHODS
from tables.catalogue import games
from tables.rules.map import Place
from tables.services.floor import MOST_CAMERAS, Facts, Move

NUMBER = re.compile(r"[A-Z0-9][A-Z0-9-]{0,11}\Z")
CAMERA_MAX = 40
AT_ONCE = 1000  # tables on one map


class TableFacts(forms.Form):
    game = forms.ChoiceField(widget=forms.RadioSelect)
    positions = forms.IntegerField(
        min_value=1,
        max_value=6,
        initial=6,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )
    method = forms.ChoiceField(
        label="Dealt from",
        choices=[(one, in_words(one).capitalize()) for one in METHODS],
        widget=forms.RadioSelect,
        initial="manual_shoe",
    )
    cameras = forms.CharField(
        required=False,
        max_length=600,
        widget=forms.Textarea(attrs={"rows": 3, "spellcheck": "false"}),
        help_text="One a line, as surveillance calls them",
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        known = [(game.code, game.name) for game in games()]
        self.fields["game"].choices = known  # type: ignore[attr-defined]

    def clean_cameras(self) -> list[str]:
        lines = [line.strip() for line in str(self.cleaned_data["cameras"]).splitlines()]
        named = list(dict.fromkeys(line for line in lines if line))
        for line in named:
            printable(line)
        if len(named) > MOST_CAMERAS or any(len(line) > CAMERA_MAX for line in named):
            raise forms.ValidationError(
                f"At most {MOST_CAMERAS} cameras, of {CAMERA_MAX} characters each"
            )
        return named

    def facts(self) -> Facts:
        given = self.cleaned_data
        return Facts(given["game"], given["positions"], given["method"], given["cameras"])


class AddTable(TableFacts, SecondSignature):
    number = forms.CharField(
        max_length=12, help_text="As on the table: HU-03. It is never given again"
    )
    pit: Any = forms.ModelChoiceField(queryset=None, widget=forms.RadioSelect, empty_label=None)
    field_order = ("number", "pit", "game", "positions", "method", "cameras")

    def __init__(self, *args: Any, pits: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["pit"].queryset = pits  # type: ignore[attr-defined]

    def clean_number(self) -> str:
        number = str(self.cleaned_data["number"]).upper()
        if not NUMBER.match(number):
            raise forms.ValidationError("Up to 12 letters, digits and hyphens")
        return number


class ChangeTable(TableFacts):
    seen = forms.CharField(max_length=16, widget=forms.HiddenInput)


class MoveTable(forms.Form):
    pit: Any = forms.ModelChoiceField(
        queryset=None, label="To", widget=forms.RadioSelect, empty_label=None
    )
    seen = forms.CharField(max_length=16, widget=forms.HiddenInput)

    def __init__(self, *args: Any, pits: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["pit"].queryset = pits  # type: ignore[attr-defined]


class RetireTable(SecondSignature):
    reason = forms.CharField(max_length=200, validators=[printable])
    seen = forms.CharField(max_length=16, widget=forms.HiddenInput)


class Arrange(forms.Form):
    """Three fields a table: `x:HU-01`, `y:HU-01` and `was:HU-01` ("12,40")."""

    def clean(self) -> dict[str, Any]:
        numbers = [name[2:] for name in self.data if name.startswith("x:")]
        if len(numbers) > AT_ONCE:
            raise forms.ValidationError("These are too many tables for one map")
        moves = {number: self._move(number) for number in numbers}
        return {"moves": moves}

    def _move(self, number: str) -> Move:
        was = str(self.data.get(f"was:{number}", "")).partition(",")
        return Move(
            Place(self._part(number, was[0]), self._part(number, was[2])),
            Place(*(self._part(number, self.data.get(f"{axis}:{number}", "")) for axis in "xy")),
        )

    def _part(self, number: str, text: Any) -> int:
        said = str(text).strip()
        if not (said.isascii() and said.isdigit() and len(said) <= 3 and int(said) <= 100):
            raise forms.ValidationError(f"{number[:20]}: places are whole numbers from 0 to 100")
        return int(said)


class HandOver(SecondSignature):
    notes = forms.CharField(
        required=False,
        max_length=4000,
        widget=forms.Textarea(attrs={"rows": 5, "placeholder": "What the next shift must know"}),
    )
    seen = forms.IntegerField(min_value=0, max_value=BIGGEST, widget=forms.HiddenInput)


class BoardFilter(forms.Form):
    """How the board is looked at: kept in its address. Anything else is taken for nothing."""

    view = forms.ChoiceField(choices=[(v, v) for v in ("tiles", "list", "map")], required=False)
    state = forms.CharField(max_length=10, required=False)
    at = forms.IntegerField(min_value=0, max_value=BIGGEST, required=False)
    also = forms.CharField(max_length=4000, required=False)

    def asked(self) -> dict[str, Any]:
        self.is_valid()
        given = self.cleaned_data
        return {
            "view": given.get("view") or "tiles",
            "state": given.get("state") or "",
            "at": given.get("at"),
            "also": set((given.get("also") or "").split()),
        }
