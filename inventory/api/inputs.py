"""What machines send: every field by its name, type and size; nothing else is let in."""

import re
from datetime import UTC
from typing import Any

from django import forms
from django.core.exceptions import ValidationError as FieldError
from django.utils import timezone
from django.utils.dateparse import parse_datetime
from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from casino.forms import SECRET_MAX
from inventory.forms.moves import FACTS, MOVES, as_printed
from inventory.rules.deck import Place, Stage, Step
from inventory.rules.movements import STEPS

KEY = r"[A-Za-z0-9_-]{8,64}\Z"
DEEPEST, MOST_VALUES, LONGEST = 4, 200, 500
# A plus sign that nobody escaped arrives as a space.
LOST_PLUS = re.compile(r" (\d\d:?\d\d)\Z")

Data = dict[str, Any]


def refuse_unreadable(value: Any, depth: int = 0) -> None:
    """Half a letter, or a NUL, fits into no answer and no text of PostgreSQL."""
    if depth > DEEPEST:
        raise _unreadable("This is nested too deeply")
    if isinstance(value, dict | list):
        if len(value) > MOST_VALUES:
            raise _unreadable("This holds too many values")
        for part in [*value, *(value.values() if isinstance(value, dict) else ())]:
            refuse_unreadable(part, depth + 1)
    if isinstance(value, str) and not (len(value) <= LONGEST and _is_text(value)):
        raise _unreadable("A text is too long, or holds signs that are no letters")


def _unreadable(words: str) -> ValidationError:
    return ValidationError({"non_field_errors": [words]})


def _is_text(value: str) -> bool:
    return "\0" not in value and not any("\ud800" <= letter <= "\udfff" for letter in value)


class Strict(serializers.Serializer[Any]):
    """Refuses a field it does not know, by name: a slip of the pen must not pass for silence."""

    def to_internal_value(self, data: Any) -> Any:
        for name in data if isinstance(data, dict) else ():
            if name not in self.fields:
                known = ", ".join(self.fields)
                raise ValidationError({name[:40]: [f"There is no such field; there are: {known}"]})
        return super().to_internal_value(data)


class DecksAsked(Strict):
    stage = serializers.ChoiceField(choices=[s.value for s in Stage if s], required=False)
    store = serializers.CharField(max_length=20, required=False)
    table = serializers.CharField(max_length=20, required=False)
    kind = serializers.ChoiceField(choices=["standard", "dragon"], required=False)
    back = serializers.CharField(max_length=10, required=False)
    lot = serializers.CharField(max_length=20, required=False)
    held = serializers.BooleanField(required=False, allow_null=True, default=None)
    missing = serializers.BooleanField(required=False, allow_null=True, default=None)
    after = serializers.CharField(max_length=12, required=False)
    limit = serializers.IntegerField(min_value=1, max_value=200, default=50)


class Moment(serializers.Field[Any, Any, Any, Any]):
    """A time that says how far it is from UTC: without it, it could be any of many."""

    def to_internal_value(self, data: Any) -> Any:
        try:
            at = parse_datetime(LOST_PLUS.sub(r"+\1", str(data)[:40]))
            if at is None:
                raise ValidationError("Not a time: write 2026-11-18T02:11:09-05:00")
            if timezone.is_naive(at):
                raise ValidationError(
                    "Say how far this time is from UTC: 2026-11-18T02:11:09-05:00, or …Z"
                )
            return at.astimezone(UTC)
        except (ValueError, OverflowError) as error:
            raise ValidationError("There is no such time") from error


class MomentAsked(Strict):
    at = Moment(required=False)


class MovementAsked(Strict):
    """One step of one deck; `facts` are checked as the pages check them."""

    do = serializers.CharField(max_length=20)
    key = serializers.RegexField(KEY, max_length=64)
    to = serializers.CharField(max_length=20, required=False, allow_blank=True, default="")
    facts = serializers.DictField(required=False, default=dict)
    seen = serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False)
    second_badge = serializers.CharField(max_length=12, required=False)
    second_pin = serializers.CharField(max_length=SECRET_MAX, required=False, trim_whitespace=False)

    def to_internal_value(self, data: Any) -> Any:
        refuse_unreadable(data)
        return super().to_internal_value(data)

    def validate_do(self, do: str) -> str:
        if do not in STEPS:
            raise ValidationError(f"There is no such movement; there are: {', '.join(MOVES)}")
        if do not in MOVES:
            raise ValidationError("This is more than one movement: do it in the card room")
        return do

    def validate(self, data: Data) -> Data:
        rule = STEPS[data["do"]]
        if Place.TABLE in rule.goes_to:
            data["to"] = data["to"].upper()
        _refuse_place(rule, data["to"])
        _refuse_signature(rule, data)
        data["facts"] = _facts(rule, data["facts"])
        return data


def _refuse_place(rule: Step, to: str) -> None:
    if rule.goes_to and not to:
        raise ValidationError({"to": "Say where it goes: the code of a store, or a table"})
    if to and not rule.goes_to:
        raise ValidationError({"to": "This movement leads to no other place"})
    if Place.TABLE in rule.goes_to:
        _refuse_name(to)


def _refuse_name(to: str) -> None:
    try:
        as_printed(to)
    except FieldError as error:
        raise ValidationError({"to": error.messages}) from error


def _refuse_signature(rule: Step, data: Data) -> None:
    for name in ("second_badge", "second_pin"):
        if len(rule.signers) == 2 and not data.get(name):
            raise ValidationError({name: "This takes two people: the other one signs too"})
        if len(rule.signers) < 2 and name in data:
            raise ValidationError({name: "This takes one signature only"})


def _facts(rule: Step, sent: Data) -> Data:
    for name in sent:
        if name not in rule.needs:
            known = ", ".join(rule.needs) or "none"
            raise ValidationError({"facts": {name: f"No such fact here; there are: {known}"}})
    return {name: _fact(rule.do, name, sent.get(name)) for name in rule.needs}


def _fact(do: str, name: str, value: Any) -> Any:
    field: Any = FACTS[name](do)
    try:
        if isinstance(value, dict | float | bool) or _is_list_of_others(value):
            raise FieldError("Not a value of this kind")
        return field.clean(value)
    except FieldError as error:
        raise ValidationError({"facts": {name: error.messages}}) from error


def _is_list_of_others(value: Any) -> bool:
    return isinstance(value, list) and not all(isinstance(part, str) for part in value)


def needs_of(rule: Step) -> Data:
    """What a movement must be told, as a program can read it."""
    return {name: _kind(FACTS[name](rule.do)) for name in rule.needs}


def _kind(field: Any) -> Data:
    if names := [name for name, _ in getattr(field, "choices", ())]:
        return {"all_of" if isinstance(field, forms.MultipleChoiceField) else "one_of": names}
    if getattr(field, "max_value", None) is not None:
        return {"number": [field.min_value, field.max_value]}
    return {"text": field.max_length}
