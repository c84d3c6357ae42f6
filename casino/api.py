"""The casino's REST doors: the feed of the log, and who is asking."""

from typing import Any

from rest_framework import serializers
from rest_framework.response import Response
from rest_framework.views import APIView

from casino.policy import ACTS
from casino.selectors import log

BIGGEST = 2**63 - 1


class FeedApi(APIView):
    """The log from a cursor on. Ask again with `next`; nothing is ever skipped or given twice."""

    class Input(serializers.Serializer[Any]):
        after = serializers.IntegerField(min_value=0, max_value=BIGGEST, default=0)
        limit = serializers.IntegerField(min_value=1, max_value=log.FEED_AT_ONCE, default=100)

    def get(self, request: Any) -> Response:
        asked = self.Input(data=request.query_params)
        asked.is_valid(raise_exception=True)
        after, limit = asked.validated_data["after"], asked.validated_data["limit"]
        log.refuse_cursor_ahead(after)
        entries, reached = log.feed_for(request.duty, after=after, limit=limit)
        return Response(
            {"entries": [log.as_public_json(entry) for entry in entries], "next": reached}
        )


class MeApi(APIView):
    """Whom this session or key speaks for, and what they may do now."""

    def get(self, request: Any) -> Response:
        duty = request.duty
        acts = [
            a.name for a in ACTS.values() if isinstance(a.jobs, frozenset) and duty.job in a.jobs
        ]
        return Response(
            {
                "badge": duty.person.badge,
                "name": duty.person.name,
                "job": duty.job,
                "pit": duty.pit.code if duty.pit else None,
                "until": duty.until,
                "acts": acts,
            }
        )
