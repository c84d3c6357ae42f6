"""A proposal of rules: its fields are the options that the game of the table describes."""

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import forms

from casino.forms import printable
from tables.forms.layouts import Seen
from tables.rules.choices import Choice, Kind, nest

ODDS = re.compile(r"\s*(\d{1,6})\s*(?:to|:|-)\s*(\d{1,3})\s*\Z", re.IGNORECASE)
MOST_DOLLARS = Decimal("9999999999")


class Odds(forms.CharField):
    """ "3 to 2"; kept as [3, 2]."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        if not text:
            return None
        found = ODDS.match(text)
        if not found:
            raise forms.ValidationError("Odds are two numbers: 3 to 2")
        return [int(found[1]), int(found[2])]


class Hundredths(forms.DecimalField):
    """Dollars or percent as people type them; kept as a whole number of hundredths."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            min_value=0, max_value=MOST_DOLLARS, max_digits=14, decimal_places=2, **kwargs
        )
        self.widget.attrs |= {"inputmode": "decimal"}

    def to_python(self, value: Any) -> Any:
        text = value.replace(",", "").replace("$", "").replace("%", "") if value else value
        return super().to_python(text)

    def clean(self, value: Any) -> Any:
        found = super().clean(value)
        return None if found is None else int(found * 100)


def _hundredths(label: str, choice: Choice) -> forms.Field:
    widget = forms.TextInput(attrs={"autocomplete": "off"})
    return Hundredths(label=label, required=not choice.may_be_empty, widget=widget)


def _money(choice: Choice) -> forms.Field:
    return _hundredths(f"{choice.title}, in dollars", choice)


def _percent(choice: Choice) -> forms.Field:
    return _hundredths(f"{choice.title}, in percent", choice)


def _odds(choice: Choice) -> forms.Field:
    return Odds(label=choice.title, max_length=12)


def _yes(choice: Choice) -> forms.Field:
    return forms.BooleanField(label=choice.title, required=False)


def _one_of(choice: Choice) -> forms.Field:
    known = {str(value): value for value, _ in choice.one_of}
    return forms.TypedChoiceField(
        label=choice.title,
        choices=[(str(value), words) for value, words in choice.one_of],
        coerce=lambda text: known[text],
        widget=forms.RadioSelect,
    )


FIELDS = {
    Kind.MONEY: _money,
    Kind.PERCENT: _percent,
    Kind.ODDS: _odds,
    Kind.YES: _yes,
    Kind.ONE_OF: _one_of,
}


def _moment(**kwargs: Any) -> forms.DateTimeField:
    widget = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})
    return forms.DateTimeField(widget=widget, **kwargs)


class Propose(Seen):
    def __init__(self, *args: Any, choices: tuple[Choice, ...], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.choices = choices
        for choice in choices:
            self.fields[_field(choice)] = FIELDS[choice.kind](choice)
        self.fields["effective_at"] = _moment(
            label="Takes hold",
            required=False,
            help_text="Empty: once it is approved; only where no notice is due",
        )
        self.fields["reason"] = forms.CharField(label="Why", max_length=200, validators=[printable])

    @property
    def options(self) -> dict[str, Any]:
        """As the game reads them."""
        data = self.cleaned_data
        return nest({choice.name: data[_field(choice)] for choice in self.choices})

    @property
    def rows(self) -> list[tuple[Choice, Any]]:
        return [(choice, self[_field(choice)]) for choice in self.choices]


def _field(choice: Choice) -> str:
    return choice.name.replace(".", "__")


def initial_of(choices: tuple[Choice, ...], options: Mapping[str, Any]) -> dict[str, Any]:
    """Options as the form shows them."""
    return {_field(choice): _typed(choice, choice.value_in(options)) for choice in choices}


def _typed(choice: Choice, value: Any) -> Any:
    if value is None:
        return None
    if choice.kind in (Kind.MONEY, Kind.PERCENT):
        whole, rest = divmod(value, 100)
        return f"{whole}.{rest:02}" if rest else str(whole)
    return choice.told(value) if choice.kind is Kind.ODDS else value


class GiveNotice(Seen):
    how = forms.ChoiceField(choices=[("posted", "posted"), ("announced", "announced")])


class SetTime(Seen):
    effective_at = _moment(
        label="Takes hold", required=False, help_text="Empty: once it is approved"
    )


class Decide(Seen):
    decision = forms.ChoiceField(choices=[("approve", "Approve"), ("refuse", "Turn down")])
    reason = forms.CharField(label="Why", max_length=200, required=False, validators=[printable])
