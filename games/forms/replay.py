"""What people type about rounds: which of them they look for, and how one is corrected."""

from collections.abc import Iterable
from typing import Any

from django import forms

from casino.forms import BIGGEST, SecondSignature, printable

MOST_DOLLARS = 10_000_000
REASON_MAX = 500
DECK_MOST = 53  # cards of the largest deck


class DayInput(forms.DateInput):
    input_type = "date"


class RoundsFilter(forms.Form):
    day = forms.DateField(required=False, label="Gaming day", widget=DayInput)
    void = forms.BooleanField(required=False, label="Void rounds only")
    before = forms.IntegerField(
        required=False, min_value=1, max_value=BIGGEST, widget=forms.HiddenInput
    )


class At(forms.Form):
    """After how many actions a replay shows the round."""

    at = forms.IntegerField(required=False, min_value=0, max_value=BIGGEST)


class Dollars(forms.DecimalField):
    """Handed out or, below 0, collected; kept in cents."""

    def __init__(self, **kwargs: Any) -> None:
        limits: dict[str, Any] = {"min_value": -MOST_DOLLARS, "max_value": MOST_DOLLARS}
        widget = forms.TextInput(
            attrs={"inputmode": "text", "autocomplete": "off", "placeholder": "0"}
        )
        super().__init__(max_digits=12, decimal_places=2, widget=widget, **limits, **kwargs)

    def to_python(self, value: Any) -> Any:
        text = str(value or "").replace(",", "").replace("$", "").replace("\N{MINUS SIGN}", "-")
        return super().to_python(text.strip())

    def clean(self, value: Any) -> int:
        found = super().clean(value)
        return int(found * 100) if found else 0


class Correct(SecondSignature):
    """One amount for each seat that played."""

    reason = forms.CharField(
        label="Why",
        max_length=REASON_MAX,
        validators=[printable],
        help_text="What was wrong, and who found it",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, seats: Iterable[int], pot: str = "", **kwargs: Any) -> None:
        """`pot`: the name of the one that the table carries, if it does."""
        super().__init__(*args, **kwargs)
        self.seats = list(seats)
        for seat in self.seats:
            self.fields[f"seat_{seat}"] = Dollars(label=f"Seat {seat}", required=False)
        if pot:
            self.fields["pot"] = Dollars(label=f"{pot.capitalize()} pot", required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if not self.errors and not self.amounts() and not self.pot():
            self.add_error(
                None, "Say what a seat is handed (10) or what is collected from it (-10)"
            )
        return data

    def amounts(self) -> dict[int, int]:
        """In cents, of every seat that gets or gives something."""
        given = {seat: self.cleaned_data.get(f"seat_{seat}") or 0 for seat in self.seats}
        return {seat: cents for seat, cents in given.items() if cents}

    def pot(self) -> int:
        """In cents: what goes back into it; below 0 what is taken out of it."""
        return self.cleaned_data.get("pot") or 0

    def amount_fields(self) -> list[Any]:
        return [self[name] for name in self.fields if name == "pot" or name.startswith("seat_")]


class Irregular(forms.Form):
    """What went wrong; the numbers are asked for a stub that was counted wrong."""

    kind = forms.CharField(max_length=40)
    cards = forms.IntegerField(
        label="Cards counted",
        required=False,
        min_value=0,
        max_value=DECK_MOST,
        widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    misdealt = forms.BooleanField(label="The cards were misdealt", required=False)


class Confirm(Irregular):
    """`index` and `key` tell which state the sender looked at, and this sending from others."""

    round = forms.IntegerField(min_value=1, max_value=BIGGEST, widget=forms.HiddenInput)
    index = forms.IntegerField(min_value=0, max_value=BIGGEST, widget=forms.HiddenInput)
    key = forms.CharField(max_length=64, widget=forms.HiddenInput)
