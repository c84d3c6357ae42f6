"""What is typed in a pre-shuffle session: its start, a deck, a spoiled seal, the way out."""

from datetime import datetime, time, timedelta
from typing import Any

from django import forms
from django.utils import timezone

from casino.forms import SecondSignature
from inventory.forms.moves import Code
from inventory.forms.seals import line

RESULTS = (("passed", "Passed: complete"), ("failed", "Failed: seal it for security"))


def last_time(clock: time, now: datetime) -> datetime:
    """The last moment at which the house's clocks showed this time."""
    zone = timezone.get_current_timezone()
    today = now.astimezone(zone).date()
    for day in (today, today - timedelta(days=1)):
        for fold in (1, 0):
            moment = datetime.combine(day, clock.replace(fold=fold), zone)
            if moment <= now:
                return moment
    raise AssertionError("a day has every time of the clock")


class Clock(forms.TimeField):
    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TimeInput(format="%H:%M", attrs={"type": "time", "required": True})
        super().__init__(widget=widget, **kwargs)


class Offered(forms.Form):
    """A form with one choice of places, given by the page."""

    place_field = "to"

    def __init__(self, *args: Any, places: list[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields[self.place_field]
        field.choices = places
        if len(places) == 1:
            self.initial.setdefault(self.place_field, places[0][0])


class StartSession(Offered, SecondSignature):
    place_field = "place"
    place = forms.ChoiceField(label="Place", widget=forms.RadioSelect)
    recording = line("Recording", "Surveillance gives its number; it is kept at least 7 days", 60)
    is_free = forms.BooleanField(
        label="I have no open table to watch while this lasts", required=False
    )
    field_order = ("place", "recording", "is_free")


class SessionDeck(SecondSignature):
    """`length` tells how long the deck's trail was, if it was looked up before."""

    deck = Code(label="Deck")
    passed = forms.ChoiceField(
        label="Result on the receipt", choices=RESULTS, widget=forms.RadioSelect, initial="passed"
    )
    clock = Clock(label="Time on the receipt")
    seal = Code(label="Seal number")
    label = Code(label="Label number")
    serial = line("Machine, serial number", "", 40)
    maker = line("Maker", "", 40)
    model = line("Model", "", 40)
    operator = line("Operator on the receipt", "", 40)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("deck", "seal", "label"):
            self.fields[name].widget.attrs |= {"data-next": "", "required": True}

    def by_hand(self) -> list[forms.BoundField]:
        return [self[name] for name in ("serial", "maker", "model", "operator")]

    def has_wrong_machine(self) -> bool:
        return any(field.errors for field in self.by_hand())


class SpoiledSeal(forms.Form):
    number = Code(label="Seal number")
    reason = line("What is wrong with it")


class CarryAway(Offered):
    to = forms.ChoiceField(label="To")


class ReturnAway(Offered, SecondSignature):
    to = forms.ChoiceField(label="To")
