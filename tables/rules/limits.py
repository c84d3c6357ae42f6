"""The limits of a table in a few words, as they stand on a tile."""

from collections.abc import Mapping, Sequence
from typing import Any

from tables.rules.choices import Choice

TO = "\N{EN DASH}"


def limits_in_words(choices: Sequence[Choice], options: Mapping[str, Any]) -> str:
    """ "$15-$500" of a game against the house, "ante $10/$5 · limit" of one for a pot."""
    told = {choice.name: choice.in_words(options) for choice in choices}
    if "min" in told and "max" in told:
        return f"{told['min']}{TO}{told['max']}"
    antes = "/".join(told[name] for name in ("ante", "pot_ante") if name in told)
    return " · ".join(filter(None, (f"ante {antes}" if antes else "", told.get("betting", ""))))
