"""The one shape of error that machines get."""

from typing import Any

from casino.lib.law import NotAllowed, Outdated, Refused


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


def refusal_json(refusal: Refused) -> dict[str, Any]:
    """With a code that tells who may not from what is late and from what is wrong."""
    code = "refused"
    if isinstance(refusal, Outdated):
        code = "outdated"
    if isinstance(refusal, NotAllowed):
        code = "not_allowed"
    return envelope(code, refusal=refusal)
