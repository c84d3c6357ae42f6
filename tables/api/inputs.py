"""What machines send to a table: every field by its name, type and size."""

from typing import Any

from rest_framework import serializers
from rest_framework.exceptions import ValidationError

from casino.forms import SECRET_MAX
from casino.policy import ACTS
from inventory.api.inputs import Data, Strict, refuse_unreadable
from tables.rules.opening import RULES
from tables.rules.staff import ROLES
from tables.services.deeds import is_deed

MOST = 2**31 - 1


class Asked(Strict):
    """`seen` is the table's `length` as the sender knew it: at any other, nothing is done."""

    seen = serializers.IntegerField(min_value=0, max_value=MOST, required=False)

    def to_internal_value(self, data: Any) -> Any:
        refuse_unreadable(data)
        return super().to_internal_value(data)


class DeedAsked(Asked):
    """One deed at one table; the rules of tables say which facts it needs."""

    do = serializers.CharField(max_length=20)
    facts = serializers.DictField(required=False, default=dict)
    second_badge = serializers.CharField(max_length=12, required=False)
    second_pin = serializers.CharField(max_length=SECRET_MAX, required=False, trim_whitespace=False)

    def validate_do(self, do: str) -> str:
        if not is_deed(do):
            known = ", ".join(name for name in RULES if is_deed(name))
            raise ValidationError(f"There is no such deed; there are: {known}")
        return do

    def validate(self, data: Data) -> Data:
        _refuse_signature(data)
        data["facts"] = {name: _fact(name, value) for name, value in data["facts"].items()}
        return data


def _refuse_signature(data: Data) -> None:
    takes_two = bool(ACTS[f"table_{data['do']}"].second)
    for name in ("second_badge", "second_pin"):
        if takes_two and not data.get(name):
            raise ValidationError({name: "This takes two people: the other one signs too"})
        if not takes_two and name in data:
            raise ValidationError({name: "This takes one signature only"})


def _fact(name: str, value: Any) -> Any:
    """Words, whole numbers, and lists of either: what the rules expect to read."""
    whole = isinstance(value, list) and all(_is_plain(part) for part in value)
    if not (whole or _is_plain(value)):
        raise ValidationError({"facts": {name[:40]: "Not a value of this kind"}})
    if name == "seen_by" and not (whole and all(type(part) is int for part in value)):
        raise ValidationError({"facts": {name: "A list of positions"}})
    return value


def _is_plain(value: Any) -> bool:
    return isinstance(value, str) or (type(value) is int and abs(value) <= 10**15)


class SeatAsked(Strict):
    do = serializers.ChoiceField(choices=["sit", "leave"])
    seat = serializers.IntegerField(min_value=1, max_value=6)


class StaffAsked(Strict):
    """Who is put on a table, by badge; to release takes the role alone."""

    do = serializers.ChoiceField(choices=["assign", "release"])
    role = serializers.ChoiceField(choices=list(ROLES))
    badge = serializers.CharField(max_length=12, required=False)

    def validate(self, data: Data) -> Data:
        if (data["do"] == "assign") != bool(data.get("badge")):
            raise ValidationError({"badge": "To assign takes a badge, to release takes none"})
        return data
