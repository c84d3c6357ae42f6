"""The golden transcripts: rounds worked out by hand, with what each must come to."""

import json
from pathlib import Path
from typing import Any

from games.catalogue import GAMES

FOLDER = Path(__file__).parent / "transcripts"
NOT_COMPARED = ("clause", "error", "hands")  # in words of our own choice

Round = tuple[str, dict[str, Any], dict[str, Any]]  # game, transcript, expected


def lines(path: Path) -> list[dict[str, Any]]:
    """None where there is no such file; a test of its own finds games without rounds."""
    text = path.read_text() if path.exists() else ""
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def rounds() -> list[Round]:
    return [
        (game, given, expected)
        for game in GAMES
        for given, expected in zip(
            lines(FOLDER / f"{game}.jsonl"),
            lines(FOLDER / f"{game}.expected.jsonl"),
            strict=True,
        )
    ]


def compared(result: dict[str, Any]) -> Any:
    """What two results are held against each other by; null counts as absent."""
    told = {key: value for key, value in result.items() if key not in NOT_COMPARED}
    if "refused" in told:
        told["refused"] = [refusal["action"] for refusal in told["refused"]]
    return _without_nulls(told)


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(inner) for key, inner in value.items() if inner is not None}
    if isinstance(value, list):
        return [_without_nulls(inner) for inner in value]
    return value
