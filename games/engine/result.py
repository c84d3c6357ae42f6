"""What a round came to, in the one form that files, API and pages share."""

from collections.abc import Iterable, Mapping
from typing import Any

from casino.lib.law import Refused


def refusals(refused: Iterable[tuple[int, Refused]]) -> list[dict[str, Any]]:
    return [
        {"action": index, "clause": cited(refusal), "error": refusal.error}
        for index, refusal in refused
    ]


def cited(refusal: Refused) -> str | None:
    return str(refusal.clause) if refusal.clause else None


def seats_of(staked: Mapping[int, int], returned: Mapping[int, int]) -> dict[str, Any]:
    return {
        str(seat): {"staked": cents, "returned": returned[seat], "net": returned[seat] - cents}
        for seat, cents in sorted(staked.items())
        if cents
    }


def open_seats(staked: Mapping[int, int]) -> dict[str, Any]:
    return {
        str(seat): {"staked": cents, "returned": 0, "net": None}
        for seat, cents in sorted(staked.items())
        if cents
    }
