"""One class a door. Whatever is refused is answered with how the table stands now."""

from collections.abc import Callable
from typing import Any

from django.utils import timezone
from rest_framework.exceptions import NotFound
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.lib.envelope import envelope
from casino.lib.law import NotAllowed, Outdated, Refused
from casino.policy import ACTS
from casino.services.people import Locked, second_signature
from tables.api.inputs import DeedAsked, SeatAsked, StaffAsked
from tables.api.shapes import Json, table_json
from tables.selectors.floor import find_table, tables_in
from tables.selectors.machines import duty_of_badge, standings
from tables.services import deeds, seats, staff


class TablesApi(APIView):
    """Every table of the floor, in the order of their numbers."""

    def get(self, request: Any) -> Response:
        found = standings(tables_in(None), timezone.now())
        return Response({"tables": [table_json(one) for one in found]})


class TableApi(APIView):
    def get(self, request: Any, number: str) -> Response:
        return Response(_table(number))


class DeedsApi(APIView):
    """The door for all that is done to a table. A retry names the same `seen`: it is done once."""

    def post(self, request: Any, number: str) -> Response:
        asked = _asked(DeedAsked, request.data)
        order = deeds.Order(asked["do"], number, asked["facts"], asked.get("seen"))
        return _answered(number, lambda: _carry_out(request, order, asked))


def _carry_out(request: Any, order: deeds.Order, asked: Json) -> None:
    now, second = timezone.now(), None
    if ACTS[order.act].second:
        badge, pin = asked["second_badge"].upper(), asked["second_pin"]
        second = second_signature(order.act, by=request.duty, badge=badge, pin=pin, now=now)
    deeds.carry_out(order, by=request.duty, second=second, now=now)


class SeatsApi(APIView):
    """Players sit down and leave. Who sits where somebody sits already is refused."""

    def post(self, request: Any, number: str) -> Response:
        asked = _asked(SeatAsked, request.data)
        do = seats.sit if asked["do"] == "sit" else seats.leave
        at = {"number": number, "seat": asked["seat"]}
        return _answered(number, lambda: do(**at, by=request.duty, now=timezone.now()))


class StaffApi(APIView):
    """Who deals and who watches."""

    def post(self, request: Any, number: str) -> Response:
        asked = _asked(StaffAsked, request.data)
        do = _assign if asked["do"] == "assign" else _release
        return _answered(number, lambda: do(request, number, asked))


def _assign(request: Any, number: str, asked: Json) -> None:
    now = timezone.now()
    duty = duty_of_badge(asked["badge"].upper(), now)
    if duty is None:
        raise Refused("That person is not on duty", remedy="They take a duty first")
    staff.assign(number=number, duty=duty, role=asked["role"], by=request.duty, now=now)


def _release(request: Any, number: str, asked: Json) -> None:
    staff.release(number=number, role=asked["role"], by=request.duty, now=timezone.now())


def _asked(serializer: Any, data: Any) -> Json:
    asked = serializer(data=data)
    asked.is_valid(raise_exception=True)
    return dict(asked.validated_data)


def _table(number: str) -> Json:
    table = find_table(number)
    if table is None or table.retired_at:
        raise NotFound(f"There is no table {number[:20]}")
    (standing,) = standings([table], timezone.now())
    return table_json(standing)


def _answered(number: str, act: Callable[[], object]) -> Response:
    _table(number)  # before anything is signed: there is such a table
    try:
        act()
    except NotAllowed:
        raise
    except Refused as refusal:
        return _refused(refusal, number)
    return Response(_table(number), status=201)


def _refused(refusal: Refused, number: str) -> Response:
    kinds = ((Locked, "locked"), (Outdated, "outdated"), (Refused, "refused"))
    kind = next(name for sort, name in kinds if isinstance(refusal, sort))
    status = 429 if kind == "locked" else 409
    return Response(envelope(kind, refusal=refusal) | {"table": _table(number)}, status=status)
