"""The one shape of error that machines get."""

from typing import Any

from casino.lib.law import Refused


def envelope(
    code: str, message: str = "", *, refusal: Refused | None = None, fields: Any = None
) -> dict[str, Any]:
    return {
        "error": {
            "code": code,
            "message": refusal.error if refusal else message,
            "clause": str(refusal.clause or "") if refusal else "",
            "reading": str(refusal.reading or "") if refusal else "",
            "remedy": refusal.remedy if refusal else "",
            "fields": fields or {},
        }
    }
