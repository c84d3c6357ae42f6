"""What people type about a carried pot whose count is not its account's."""

from decimal import Decimal
from typing import Any

from django import forms

from casino.forms import BIGGEST, SecondSignature, printable

CENTS = 100


def _words(label: str, help_text: str) -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=200,
        validators=[printable],
        help_text=help_text,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class LinesPage(forms.Form):
    before = forms.IntegerField(min_value=1, max_value=BIGGEST, required=False)


class ReportDifference(SecondSignature):
    amount = forms.DecimalField(
        label="Counted, in dollars",
        min_value=0,
        max_digits=12,
        decimal_places=2,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"}),
    )
    note = _words("What is known of it", "Who counted, how often, what may have happened")

    @property
    def cents(self) -> int:
        amount: Decimal = self.cleaned_data["amount"]
        return int(amount * CENTS)


class SettleDifference(SecondSignature):
    reason = _words("How it is settled, and why", "What was found, who decided, which camera")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.auto_id = "settle_%s"
