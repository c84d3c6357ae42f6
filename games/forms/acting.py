"""What the console sends: an action, whole or with a part that somebody typed or tapped.

`action` is JSON; a field `dollars:amount`, `number:cards`, `cards:cards`, `flag:misdealt` or
`counted:main` fills in what a pad asked for. Whether it may be done is for the rules to say.
"""

import json
from collections.abc import Callable
from typing import Any

from django import forms

from casino.forms import SecondSignature
from inventory.rules.cards import STANDARD

LONGEST = 2_000
COUNTED = "counted"


def _cents(text: str) -> int:
    amount = forms.DecimalField(min_value=0, max_digits=15, decimal_places=2)
    return int((amount.clean(text.replace(",", "").removeprefix("$")) or 0) * 100)


def _number(text: str) -> int:
    number: int = forms.IntegerField(min_value=0, max_value=10**9).clean(text)
    return number


def _cards(text: str) -> list[str]:
    """As they are typed: "Ah 10d", "ah,TD", or a face of the deck of characters, "PH"."""
    words = text.replace(",", " ").upper().replace("10", "T").split()
    suited = {face.upper(): face for face in STANDARD.faces}
    return [suited.get(word, word) for word in words]


FILLS: dict[str, Callable[[str], Any]] = {
    "dollars": _cents,
    "number": _number,
    "cards": _cards,
    "flag": bool,
}


class Act(forms.Form):
    """`index` is the place in the round that this action is for, as the page was drawn."""

    index = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    key = forms.CharField(max_length=64, widget=forms.HiddenInput)
    action = forms.CharField(max_length=LONGEST, widget=forms.HiddenInput)

    def clean_action(self) -> dict[str, Any]:
        try:
            action = json.loads(self.cleaned_data["action"])
        except (ValueError, RecursionError):
            action = None
        if not isinstance(action, dict):
            raise forms.ValidationError("This is no action")
        return action

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        for name, text in self.data.items():
            what, _, field = name.partition(":")
            if field and "action" in given:
                self._fill(given["action"], what, field, text)
        return given

    def _fill(self, action: dict[str, Any], what: str, field: str, text: str) -> None:
        try:
            if what == COUNTED:
                known = action.get(COUNTED)
                action[COUNTED] = {
                    **(known if isinstance(known, dict) else {}),
                    field: _cents(text),
                }
            elif what in FILLS:
                action[field] = FILLS[what](text)
        except forms.ValidationError as error:
            self.add_error(None, error)


class Award(Act, SecondSignature):
    """Pots are counted by one person and verified by another before they are paid."""


class Key(forms.Form):
    key = forms.CharField(max_length=64, widget=forms.HiddenInput)


class Undo(Key):
    index = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
