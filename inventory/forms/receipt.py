"""What is written down when decks arrive, and how lots are looked for."""

from typing import Any

from django import forms

from casino.forms import SecondSignature, printable
from inventory.models import Back, Kind
from inventory.rules.receipt import Delivery

MOST = 100_000


def line(label: str, longest: int, **kwargs: Any) -> forms.CharField:
    attrs = {"autocomplete": "off", "spellcheck": "false"}
    widget = forms.TextInput(attrs=attrs)
    return forms.CharField(
        label=label, max_length=longest, validators=[printable], widget=widget, **kwargs
    )


def number(label: str, **kwargs: Any) -> forms.IntegerField:
    widget = forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"})
    return forms.IntegerField(
        label=label,
        min_value=kwargs.pop("min_value", 0),
        max_value=MOST,
        widget=widget,
        **kwargs,
    )


class Carton(forms.Form):
    """One carton as it came. A row left empty is none, so the browser asks for nothing in it."""

    use_required_attribute = False
    seal = line("Seal of the carton", 30)
    state = forms.ChoiceField(
        label="Carton and seal", choices=[("whole", "Whole"), ("suspect", "Not whole")]
    )
    checked = line("Opened and checked here: what was found", 200, required=False)

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("state") == "suspect" and not data.get("checked"):
            self.add_error("checked", "Open this carton here and now, and say what was found")
        return data


class ReceiveLot(SecondSignature):
    vendor = line("Vendor", 80)
    invoice = line("Invoice", 40)
    kind = forms.ChoiceField(label="Deck", choices=Kind.choices, widget=forms.RadioSelect)
    back = forms.ChoiceField(label="Back colour", choices=Back.choices, widget=forms.RadioSelect)
    design = line("Back design", 60, help_text="As approved, with its name or number")
    invoiced_singles = number("Singles invoiced")
    singles = number("Singles counted")
    invoiced_sets = number("Sets invoiced", initial=0)
    sets = number("Sets counted", initial=0)
    set_size = number("Decks in a set", required=False, min_value=1)
    note = forms.CharField(
        label="Note",
        max_length=500,
        required=False,
        widget=forms.Textarea,
        help_text="What is known about a difference, or about a carton that was not whole",
    )
    store: Any = forms.ChoiceField(label="Locked into", widget=forms.RadioSelect)

    def __init__(self, *args: Any, stores: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["store"].choices = stores  # type: ignore[attr-defined]
        self.cartons = _cartons(self.data) if self.is_bound else [Carton(prefix="c0")]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("sets") and (data.get("set_size") or 1) < 2:
            self.add_error("set_size", "How many decks are in one set?")
        if not any(carton.has_changed() for carton in self.cartons):
            self.add_error(None, "Write down the seal of each carton")
        for carton in self.cartons:
            for name, errors in carton.errors.items():
                words = " ".join(map(str, errors))
                self.add_error(None, f"Carton: {carton.fields[name].label}: {words}")
        return data

    def delivery(self) -> Delivery:
        given = self.cleaned_data
        names = set(Delivery.__dataclass_fields__) - {"cartons", "set_size"}
        return Delivery(
            **{name: given[name] for name in names},
            set_size=given["set_size"] or 1,
            cartons=[_told(carton.cleaned_data) for carton in self.cartons],
        )


def _told(carton: dict[str, Any]) -> dict[str, Any]:
    told = {"seal": carton["seal"], "intact": carton["state"] == "whole"}
    return told | ({"checked": carton["checked"]} if carton["checked"] else {})


def _cartons(sent: Any) -> list[Carton]:
    """Those that were filled in. The page adds rows, each with a prefix of its own."""
    prefixes = sorted({name[:-5] for name in sent if name.endswith("-seal")}, key=_place)
    rows = [Carton(sent, prefix=prefix) for prefix in prefixes]
    filled = [row for row in rows if sent.get(f"{row.prefix}-seal", "").strip()]
    return filled or [Carton(prefix="c0")]


def _place(prefix: str) -> int:
    digits = prefix[1:]
    return int(digits) if digits.isdecimal() and len(digits) < 5 else 0


class LotFilter(forms.Form):
    q = forms.CharField(label="Lot, invoice or vendor", max_length=80, required=False)
    after = forms.IntegerField(
        min_value=1, max_value=2**31 - 1, required=False, widget=forms.HiddenInput
    )
    before = forms.IntegerField(
        min_value=1, max_value=2**31 - 1, required=False, widget=forms.HiddenInput
    )
