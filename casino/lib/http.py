"""The API's one shape of error, whatever went wrong."""

from typing import Any

from django.db import DataError, IntegrityError
from rest_framework.exceptions import APIException, NotAuthenticated, ParseError
from rest_framework.parsers import JSONParser
from rest_framework.response import Response
from rest_framework.views import exception_handler

from casino.lib.envelope import envelope
from casino.lib.law import NotAllowed, Refused


class Json(JSONParser):
    """A body that is nested without end is the sender's error, not ours."""

    def parse(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return super().parse(*args, **kwargs)
        except RecursionError as error:
            raise ParseError("This is nested too deeply") from error


def answer_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """{"error": {code, message, clause, reading, remedy, fields}}: always, for every error."""
    if isinstance(error, NotAllowed):
        return Response(envelope("not_allowed", refusal=error), status=403)
    if isinstance(error, Refused):
        return Response(envelope("refused", refusal=error), status=409)
    if isinstance(error, IntegrityError | DataError):
        return Response(envelope("conflict", "The database refuses this"), status=409)
    response = exception_handler(error, context)
    if response is not None:
        response.data = _from_framework(error, response)
    return response


def _from_framework(error: Exception, response: Response) -> dict[str, Any]:
    if isinstance(error, NotAuthenticated):
        return envelope("not_authenticated", "Sign on, or send an API key")
    code = error.default_code if isinstance(error, APIException) else "not_found"
    fields = response.data if code == "invalid" and isinstance(response.data, dict) else {}
    detail = "" if fields else str(getattr(error, "detail", error))
    return envelope(code, detail or "Some values are not right", fields=fields)
