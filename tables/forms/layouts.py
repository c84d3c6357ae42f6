"""What people say about a layout: checked for shape; whether it may be so, the services say."""

from typing import Any

from django import forms

from casino.forms import BIGGEST, printable
from tables.catalogue import games
from tables.rules.approvals import SIDE
from tables.rules.demands import Demands

PHOTO = {"accept": "image/jpeg,image/png,image/webp"}


def photo(label: str, **kwargs: Any) -> forms.FileField:
    """Looked into by casino/services/pictures.py alone."""
    attrs = {**PHOTO, **kwargs.pop("attrs", {})}
    return forms.FileField(
        label=label, allow_empty_file=True, widget=forms.FileInput(attrs=attrs), **kwargs
    )


class Seen(forms.Form):
    """`seen` tells which state of the thing the sender was looking at."""

    seen = forms.IntegerField(min_value=0, max_value=BIGGEST, widget=forms.HiddenInput)


class AddLayout(forms.Form):
    game = forms.ChoiceField()
    code = forms.CharField(
        max_length=20,
        validators=[printable],
        help_text="Short, for the log and the label on its back: DD-A",
        widget=forms.TextInput(attrs={"autocapitalize": "characters", "spellcheck": "false"}),
    )
    name = forms.CharField(max_length=60, validators=[printable], help_text="Green felt, 2026")
    positions = forms.IntegerField(
        min_value=0,
        max_value=99,
        initial=6,
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        game: Any = self.fields["game"]
        game.choices = [(one.code, one.name) for one in games()]

    def clean_code(self) -> str:
        return str(self.cleaned_data["code"]).upper()


class AddPicture(Seen):
    what = forms.ChoiceField(
        choices=[("rendering", "Rendering, true to scale"), ("photograph", "Photograph, in colour")]
    )
    photo = photo("Picture")


class Lay(Seen):
    version = forms.IntegerField(min_value=1, max_value=32767, widget=forms.HiddenInput)
    table = forms.CharField(label="Table", max_length=20)


class Draw(Seen):
    """Ticks, points and words of a layout; the fields are those that its game asks for."""

    positions = forms.IntegerField(
        min_value=0, max_value=99, widget=forms.NumberInput(attrs={"inputmode": "numeric"})
    )

    def __init__(self, *args: Any, demands: Demands, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.demands = demands
        for one in demands.elements:
            self._add_element(one.name, one.words)
        for statement in demands.statements:
            words = forms.Textarea(attrs={"rows": 4})
            self.fields[f"says_{statement.name}"] = forms.CharField(
                label=statement.title, max_length=1000, required=False, widget=words
            )

    def _add_element(self, name: str, words: str) -> None:
        self.fields[f"on_{name}"] = forms.BooleanField(label=words, required=False)
        for axis, label in (("x", "across"), ("y", "down")):
            attrs = {"inputmode": "numeric", "data-axis": axis, "placeholder": axis}
            self.fields[f"{axis}_{name}"] = forms.IntegerField(
                label=f"{words}: percent {label}",
                min_value=0,
                max_value=SIDE,
                required=False,
                widget=forms.NumberInput(attrs=attrs),
            )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for one in self.demands.elements:
            x, y = data.get(f"x_{one.name}"), data.get(f"y_{one.name}")
            if (x is None) != (y is None) and not self._is_wrong(one.name):
                field = f"y_{one.name}" if y is None else f"x_{one.name}"
                self.add_error(field, "A point has two numbers")
        return data

    def _is_wrong(self, name: str) -> bool:
        return f"x_{name}" in self.errors or f"y_{name}" in self.errors

    @property
    def content(self) -> dict[str, Any]:
        """As the rules read it: what is pointed to is ticked as well."""
        data = self.cleaned_data
        elements: dict[str, tuple[int, int] | None] = {}
        for one in self.demands.elements:
            x, y = data[f"x_{one.name}"], data[f"y_{one.name}"]
            if x is not None:
                elements[one.name] = (x, y)
            elif data[f"on_{one.name}"]:
                elements[one.name] = None
        said = {one.name: data[f"says_{one.name}"].strip() for one in self.demands.statements}
        return {
            "positions": data["positions"],
            "elements": elements,
            "inscriptions": {
                name: text.replace("\r\n", "\n") for name, text in said.items() if text
            },
        }


def initial_of(layout: Any) -> dict[str, Any]:
    """A layout as the form shows it."""
    shown: dict[str, Any] = {"positions": layout.positions, "seen": layout.entry_id}
    for name, at in layout.elements.items():
        shown[f"on_{name}"] = True
        if at:
            shown[f"x_{name}"], shown[f"y_{name}"] = at
    return shown | {f"says_{name}": text for name, text in layout.inscriptions.items()}


class Step(Seen):
    """The next step of a version; `do` names it."""

    version = forms.IntegerField(min_value=1, max_value=32767, widget=forms.HiddenInput)
    do = forms.CharField(max_length=20, widget=forms.HiddenInput)


class Submit(Step):
    submitted_on = forms.DateField(
        label="Submitted on",
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )
    reference = forms.CharField(
        label="Reference",
        max_length=60,
        validators=[printable],
        help_text="The Division's, or ours",
    )


class Reason(Step):
    reason = forms.CharField(max_length=200, validators=[printable])


STEPS: dict[str, type[Step]] = {"submit": Submit, "object": Reason, "withdraw": Reason}


def step_form(do: str, data: Any = None, *, initial: Any = None) -> Step:
    return STEPS.get(do, Step)(data, initial=initial, auto_id=f"{do}_%s")
