"""What people type: checked for shape here; whether it may be done is for the services to say."""

from typing import Any

from django import forms

from casino.models import CODE_JOBS, PIT_JOBS, Job, Shift, User

BIGGEST = 2**63 - 1
SECRET_MAX = 128  # a hash of a longer text would only cost time


class Badge(forms.CharField):
    """A badge number as people type it: in any case, with spaces around it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=12, **kwargs)
        self.widget.attrs |= {"autocapitalize": "characters", "spellcheck": "false"}

    def to_python(self, value: Any) -> str:
        return (super().to_python(value) or "").upper()


def secret(label: str, autocomplete: str, **kwargs: Any) -> forms.CharField:
    widget = forms.PasswordInput(attrs={"autocomplete": autocomplete})
    return forms.CharField(label=label, max_length=SECRET_MAX, strip=False, widget=widget, **kwargs)


def digits(label: str, length: int, autocomplete: str = "off", **kwargs: Any) -> forms.CharField:
    attrs = {"inputmode": "numeric", "autocomplete": autocomplete, "spellcheck": "false"}
    return forms.CharField(
        label=label,
        max_length=length,
        widget=kwargs.pop("widget", forms.TextInput)(attrs=attrs),
        **kwargs,
    )


class SignOn(forms.Form):
    badge = Badge(label="Badge number")
    password = secret("Password", "current-password")
    next = forms.CharField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["badge"].widget.attrs["autocomplete"] = "username"
        empty = "password" if self.data.get("badge") else "badge"
        self.fields[empty].widget.attrs["autofocus"] = True


class TakeDuty(forms.Form):
    """Only the jobs this person is registered for; a pit only where the job has one."""

    job = forms.ChoiceField(widget=forms.RadioSelect)
    pit: Any = forms.ModelChoiceField(
        queryset=None, required=False, empty_label=None, widget=forms.RadioSelect
    )
    shift = forms.ChoiceField(choices=Shift.choices, widget=forms.RadioSelect)
    code = digits("Code from your device", 8, "one-time-code", required=False)

    def __init__(
        self, *args: Any, person: User, pits: Any, code_shown: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.code_shown = code_shown
        self._field("job").choices = [(j.value, j.label) for j in Job if j in person.jobs]
        self._field("pit").queryset = pits

    def _field(self, name: str) -> Any:
        return self.fields[name]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        job = data.get("job")
        if job in PIT_JOBS and not data.get("pit") and "pit" not in self.errors:
            self.add_error("pit", "Choose the pit you work in")
        if job not in PIT_JOBS:
            data["pit"] = None
        if job in CODE_JOBS and not self.code_shown and not data.get("code"):
            self.add_error("code", "This job needs the code of your device")
        return data


class ShowCode(forms.Form):
    code = digits("Code from your device", 8, "one-time-code")


class ProvePassword(forms.Form):
    password = secret("Your password", "current-password")


class ChangePassword(forms.Form):
    current = secret("Present password", "current-password")
    password = secret(
        "New password", "new-password", help_text="At least 12 characters; a few words are best"
    )
    again = secret("New password again", "new-password")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("password") != data.get("again"):
            self.add_error("again", "This is not the same as the new password")
        elif data.get("password") and data["password"] == data.get("current"):
            self.add_error("password", "This is the present password; choose another")
        return data


class ChangePin(forms.Form):
    pin = digits(
        "New PIN", 8, "new-password", widget=forms.PasswordInput, help_text="4 to 8 digits, no runs"
    )
    again = digits("New PIN again", 8, "new-password", widget=forms.PasswordInput)
    password = secret("Your password", "current-password")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("pin") != data.get("again"):
            self.add_error("again", "This is not the same PIN")
        return data


class SecondSignature(forms.Form):
    """Badge and PIN of the other person who signs, on the same screen."""

    second_badge = Badge(label="Badge number of the second person")
    second_pin = digits("PIN of the second person", 8, widget=forms.PasswordInput)


def printable(text: str) -> None:
    """Lists, logs and terminals show it as it is: nothing in it may move or turn their text."""
    if not text.isprintable():
        raise forms.ValidationError("Use letters, digits, spaces and ordinary signs only")


class PersonFacts(forms.Form):
    name = forms.CharField(
        max_length=80,
        validators=[printable],
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    licence_number = forms.CharField(
        label="Licence number", max_length=30, required=False, validators=[printable]
    )
    licence_valid_until = forms.DateField(
        label="Licence valid until",
        required=False,
        widget=forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"}),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        number, until = data.get("licence_number"), data.get("licence_valid_until")
        if number and not until and "licence_valid_until" not in self.errors:
            self.add_error("licence_valid_until", "Until when is this licence valid?")
        if until and not number:
            self.add_error("licence_number", "Which licence is valid until then?")
        return data


class AddPerson(PersonFacts):
    badge = Badge(label="Badge number", validators=User._meta.get_field("badge").validators)
    is_machine = forms.BooleanField(
        label="A machine that reads the API, not a person", required=False
    )
    field_order = ("badge", "name", "licence_number", "licence_valid_until", "is_machine")


class ChangePerson(PersonFacts):
    """`version` tells which state of the person the administrator was looking at."""

    is_active = forms.BooleanField(label="May sign on", required=False)
    version = forms.CharField(max_length=16, widget=forms.HiddenInput)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in self.fields.keys() - {"version"}:
            self.fields[name].show_hidden_initial = True  # tells what the sender has changed


class GrantJobs(SecondSignature):
    jobs = forms.MultipleChoiceField(
        choices=Job.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        show_hidden_initial=True,
    )
    version = forms.CharField(max_length=16, widget=forms.HiddenInput)

    def seen_jobs(self) -> list[str]:
        """Those the sender started from; their page carries them along."""
        sent: Any = self.data  # a QueryDict, when the form was sent
        return list(sent.getlist("initial-jobs") if self.is_bound else self.initial["jobs"])


class ChangeSetting(SecondSignature):
    """`seen` is the newest change the sender knew of; no moment means from now on."""

    value = forms.IntegerField(
        min_value=0, max_value=2**31 - 1, widget=forms.NumberInput(attrs={"inputmode": "numeric"})
    )
    effective_at = forms.DateTimeField(
        label="Holds from",
        required=False,
        help_text="Empty: from now on",
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
    )
    source = forms.CharField(
        label="Where it comes from",
        max_length=200,
        validators=[printable],
        help_text="A rule, an order of the Division, or the house's decision with its date",
    )
    seen = forms.IntegerField(min_value=0, max_value=BIGGEST, widget=forms.HiddenInput)
    field_order = ("value", "effective_at", "source")


class PeopleFilter(forms.Form):
    STATES = (
        ("", "Everybody"),
        ("on_duty", "On duty now"),
        ("locked", "Locked out"),
        ("licence", "Licence running out"),
        ("machine", "Machines"),
        ("off", "May not sign on"),
    )

    q = forms.CharField(label="Badge, name or licence", max_length=80, required=False)
    job = forms.ChoiceField(choices=[("", "Any job"), *Job.choices], required=False)
    state = forms.ChoiceField(label="Show", choices=STATES, required=False)
    after = Badge(required=False, widget=forms.HiddenInput)
    before = Badge(required=False, widget=forms.HiddenInput)


class Search(forms.Form):
    q = forms.CharField(max_length=80, required=False)


class HistoryPage(forms.Form):
    before = forms.IntegerField(min_value=1, max_value=BIGGEST, required=False)
