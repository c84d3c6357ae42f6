"""One class a door; each a few lines that call a service or a selector."""

from typing import Any

from django.http import Http404
from django.utils import timezone
from rest_framework import serializers
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.forms import SECRET_MAX
from casino.lib.envelope import refusal_json
from casino.models import Duty
from casino.services.people import second_signature
from games.api.shapes import action_json, round_json, status_of
from games.selectors import rounds
from games.services.actions import submit
from games.services.corrections import MOST_CENTS, correct
from games.services.opening import open_round
from games.services.submission import Answer, Submission
from games.services.undo import undo

BIGGEST = 2**31 - 1
ACTIONS_AT_ONCE = 1000


class Signed(serializers.Serializer[Any]):
    """The other person who signs on this machine."""

    second_badge = serializers.CharField(max_length=12, required=False, default="")
    second_pin = serializers.CharField(
        max_length=SECRET_MAX, required=False, default="", trim_whitespace=False
    )


class Asked(serializers.Serializer[Any]):
    index = serializers.IntegerField(min_value=0, max_value=BIGGEST)
    key = serializers.CharField(max_length=64)


class RoundOpenApi(APIView):
    class Input(serializers.Serializer[Any]):
        key = serializers.CharField(max_length=64, required=False, default="", allow_blank=True)

    def post(self, request: Any, number: str) -> Response:
        given = _read(self.Input, request.data)
        now = timezone.now()
        row = open_round(table=number, by=request.duty, now=now, key=given["key"])
        return Response(_told(row.pk, request.duty), status=201)


class TableRoundApi(APIView):
    """The round in play at a table."""

    def get(self, request: Any, number: str) -> Response:
        row = rounds.open_round_at(number)
        if row is None:
            raise Http404
        return Response(_told(row.pk, request.duty))


class RoundApi(APIView):
    def get(self, request: Any, pk: int) -> Response:
        return Response(_told(pk, request.duty))


class ActionApi(APIView):
    class Wanted(serializers.Serializer[Any]):
        after = serializers.IntegerField(min_value=-1, max_value=BIGGEST, default=-1)

    class Input(Signed, Asked):
        action = serializers.JSONField()

    def get(self, request: Any, pk: int) -> Response:
        row = _found(pk)
        after = _read(self.Wanted, request.query_params)["after"]
        found = rounds.actions_of(pk).filter(number__gt=after)[:ACTIONS_AT_ONCE]
        told = [action_json(one, is_over=not row.is_open, duty=request.duty) for one in found]
        return Response({"round": pk, "length": row.length, "actions": told})

    def post(self, request: Any, pk: int) -> Response:
        given, now = _read(self.Input, request.data), timezone.now()
        second = _second("award_pot", given, request.duty)
        asked = Submission(
            pk, given["index"], given["key"], given["action"], request.duty, now, second
        )
        return _answered(pk, submit(asked), request.duty)


class UndoApi(APIView):
    def post(self, request: Any, pk: int) -> Response:
        given = _read(Asked, request.data)
        answer = undo(
            round=pk,
            index=given["index"],
            key=given["key"],
            by=request.duty,
            now=timezone.now(),
        )
        return _answered(pk, answer, request.duty)


class CorrectionApi(APIView):
    class Input(Signed):
        reason = serializers.CharField(max_length=500)
        key = serializers.CharField(max_length=64)
        seats = serializers.DictField(
            child=serializers.IntegerField(min_value=-MOST_CENTS, max_value=MOST_CENTS)
        )
        pot = serializers.IntegerField(min_value=-MOST_CENTS, max_value=MOST_CENTS, default=0)

        def validate_seats(self, seats: dict[str, int]) -> dict[int, int]:
            if not seats.keys() <= {"1", "2", "3", "4", "5", "6"}:
                raise serializers.ValidationError("A seat is a number from 1 to 6")
            return {int(seat): cents for seat, cents in seats.items()}

    def post(self, request: Any, pk: int) -> Response:
        given = _read(self.Input, request.data)
        entry = correct(
            round=pk,
            reason=given["reason"],
            seats=given["seats"],
            pot=given["pot"],
            key=given["key"],
            by=request.duty,
            second=_second("correct_round", given, request.duty),
            now=timezone.now(),
        )
        return Response({"round": pk, "position": entry.position}, status=201)


class TranscriptApi(APIView):
    """For `manage.py replay`. While the round is open it would tell cards that lie face down."""

    def get(self, request: Any, pk: int) -> Response:
        row = _found(pk)
        return Response(rounds.transcript_for(row, request.duty))


def _read(form: Any, data: Any) -> Any:
    asked = form(data=data)
    asked.is_valid(raise_exception=True)
    return asked.validated_data


def _second(act: str, given: Any, by: Duty) -> Duty | None:
    badge, pin = given["second_badge"], given["second_pin"]
    if not badge:
        return None
    return second_signature(act, by=by, badge=badge, pin=pin, now=timezone.now())


def _found(pk: int) -> Any:
    row = rounds.round_of(pk)
    if row is None:
        raise Http404
    return row


def _told(pk: int, duty: Duty) -> dict[str, Any]:
    return round_json(_found(pk), rounds.present(pk), duty)


def _answered(pk: int, answer: Answer, duty: Duty) -> Response:
    """Refused or late, the present state goes with the answer, so that the sender can go on."""
    if answer.refusal is None:
        return Response({**_told(pk, duty), "repeated": answer.is_repeated})
    row = rounds.round_of(pk)
    told = round_json(row, rounds.present(pk), duty) if row else None
    return Response(
        {**refusal_json(answer.refusal), "round": told}, status=status_of(answer.refusal)
    )
