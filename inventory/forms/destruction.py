"""Which decks are collected or destroyed: each with the length of its trail as it was shown."""

from typing import Any

from django import forms

from casino.forms import SecondSignature, printable
from inventory.rules.codes import is_code
from inventory.services.custody import AT_ONCE

MOST_STEPS = 10_000
HOW = (("shred", "Shredded"), ("drill", "Drilled through the centre"))


class Chosen(forms.MultipleChoiceField):
    """Codes that were ticked or scanned, whichever they are: the service knows which may be."""

    def valid_value(self, value: Any) -> bool:
        return is_code(str(value))

    def validate(self, value: Any) -> None:
        super().validate(value)
        if len(value) > AT_ONCE:
            raise forms.ValidationError(f"At most {AT_ONCE} at once")


def seen_in(data: Any, codes: list[str]) -> dict[str, int]:
    """What the page showed of each chosen deck; nonsense counts as never seen."""
    sent = {code: str(data.get(f"seen-{code}", "")) for code in codes}
    return {
        code: int(text) if text.isdecimal() and len(text) < 6 else -1 for code, text in sent.items()
    }


class Collect(forms.Form):
    deck = Chosen(error_messages={"required": "Scan or tick each envelope that you take"})
    to = forms.CharField(max_length=20)


class Notice(forms.Form):
    place = forms.CharField(label="Where", max_length=60, validators=[printable])


class Destroy(SecondSignature):
    deck = Chosen(error_messages={"required": "Tick or scan the decks to destroy"})
    method = forms.ChoiceField(label="How", choices=HOW, widget=forms.RadioSelect)
    place = forms.CharField(label="Where", max_length=60, validators=[printable])
    field_order = ("deck", "method", "place")
