"""What is asked about stores: a new one, a name, a par level, a page of its log, decks to move."""

from typing import Any

from django import forms

from casino.forms import BIGGEST, SecondSignature
from inventory.forms.receipt import line, number
from inventory.models import Back, Kind, Store

SORTS = [
    (f"{kind}-{back}", f"{Back(back).label} {Kind(kind).label.split(',')[0].lower()}")
    for kind in Kind.values
    for back in Back.values
]
PACKS = (("singles", "Single decks"), ("sets", "Whole sets"))
AT_ONCE = 500  # decks a list on one page


class AddStore(SecondSignature):
    what = forms.ChoiceField(label="Kind", choices=Store.What.choices, widget=forms.RadioSelect)
    name = line("Name", 60, help_text="As people call it")
    code = forms.SlugField(
        max_length=20, help_text="Short and for good: small letters, digits, hyphens"
    )
    pit: Any = forms.ModelChoiceField(
        queryset=None,
        required=False,
        empty_label="None",
        help_text="For a pit stand and a card reserve",
    )
    key_security = line(
        "Key of security's lock", 20, required=False, help_text="The number on the key"
    )
    key_games = line(
        "Key of casino games' lock", 20, required=False, help_text="The number on the key"
    )

    def __init__(self, *args: Any, pits: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["pit"].queryset = pits  # type: ignore[attr-defined]

    def clean_code(self) -> str:
        return str(self.cleaned_data["code"]).lower()

    def store(self) -> dict[str, Any]:
        given = self.cleaned_data
        keys = {lock: given[f"key_{lock}"] for lock in ("security", "games")}
        return {
            "code": given["code"],
            "name": given["name"],
            "what": given["what"],
            "pit": given["pit"],
            "keys": {lock: number for lock, number in keys.items() if number},
        }


class ChangeStore(SecondSignature):
    """`seen` is the name the sender was looking at."""

    name = line("Name", 60)
    seen = forms.CharField(max_length=60, widget=forms.HiddenInput)


class SetPar(forms.Form):
    sort = forms.ChoiceField(label="Decks", choices=SORTS)
    least = number("At least", help_text="0 takes the level away")

    def par(self) -> dict[str, Any]:
        kind, _, back = self.cleaned_data["sort"].partition("-")
        return {"kind": kind, "back": back, "least": self.cleaned_data["least"]}


class LogFilter(forms.Form):
    day = forms.DateField(
        label="Gaming day", required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    sort = forms.ChoiceField(
        label="Decks", choices=[("", "All sorts together"), *SORTS], required=False
    )
    before = forms.IntegerField(
        min_value=1, max_value=BIGGEST, required=False, widget=forms.HiddenInput
    )

    def wanted(self) -> dict[str, Any]:
        given = self.cleaned_data if self.is_valid() else {}
        kind, _, back = given.get("sort", "").partition("-")
        return {"day": given.get("day"), "kind": kind, "back": back}


class DeckPage(forms.Form):
    after = forms.CharField(max_length=12, required=False)
    before = forms.CharField(max_length=12, required=False)


class PickDecks(forms.Form):
    """So many decks of one sort, from one store to another."""

    source = forms.ChoiceField(label="From")
    to = forms.ChoiceField(label="To")
    sort = forms.ChoiceField(label="Decks", choices=SORTS)
    pack = forms.ChoiceField(label="As", choices=PACKS)
    count = number("How many", min_value=1)

    def __init__(self, *args: Any, stores: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("source", "to"):
            self.fields[name].choices = stores  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("source") and data.get("source") == data.get("to"):
            self.add_error("to", "Choose another store than the one they are in")
        if data.get("count", 0) > AT_ONCE:
            self.add_error("count", f"At most {AT_ONCE} at once")
        return data


class SignDecks(SecondSignature):
    """The decks as the page listed them: each with the length of its trail at that moment."""

    def __init__(self, *args: Any, alone: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        sent: Any = self.data
        self.seen = dict(_seen(sent.getlist("deck") if self.is_bound else []))
        for name in ("second_badge", "second_pin") if alone else ():
            self.fields[name].required = False

    def clean(self) -> dict[str, Any]:
        if not self.seen:
            self.add_error(None, "No deck is ticked")
        return super().clean() or {}


def _seen(sent: list[str]) -> Any:
    for value in sent:
        code, _, length = value.partition(".")
        if code and length.isdecimal() and len(length) < 6:
            yield code, int(length)
