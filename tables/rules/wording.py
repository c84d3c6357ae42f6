"""How odds are worded: "5 to 1" or "win 5", never "5 for 1"."""

import re

from casino.lib.law import Refuse, honours

_NUMBER = (
    r"(?:\$?\d[\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|"
    r"twenty|thirty|forty|fifty|sixty|hundred|thousand)"
)
_ONE = rf"(?:(?:each\s+|every\s+)?{_NUMBER}|(?:a|each|every|the)\s+(?:dollar|chip|unit))\b"
_COUNTED = r"(?:\s*(?:x|\u00d7|times|chips?|units?|dollars?|cents?))?"
_GAP = r"[\s\-\u2010-\u2015]*"
# What is counted when "for" tells a purpose or a span: "$60,000 for one hand" are no odds.
_INNOCENT = (
    r"(?!\s+(?:or\s+more\s+)?(?:hands?|players?|patrons?|persons?|people|rounds?|seats?|positions?|"
    r"pots?|tables?|decks?|cards?|games?|seconds?|minutes?|hours?|days?|weeks?|months?|years?)\b)"
)
_FOR = re.compile(
    rf"\b{_NUMBER}{_COUNTED}{_GAP}\bfor\b{_GAP}{_ONE}{_INNOCENT}"
    rf"|\b(?:pays?|paid|odds)\b[^.;\n]{{0,40}}\bfor\s+(?:each\s+|every\s+)?(?:1|one)\b{_INNOCENT}",
    re.IGNORECASE,
)
_COLON = re.compile(r"(?<![\d:])\d+\s?:\s?\d(?![\d:])")  # "5:1"; a time has two digits there


def wrong_odds(text: str) -> list[str]:
    """Odds that are not told with "to" or "win"."""
    return [" ".join(found.group().split()) for found in _either(text)]


def _either(text: str) -> list[re.Match[str]]:
    found = [*_FOR.finditer(text), *_COLON.finditer(text)]
    return sorted(found, key=lambda one: one.start())


@honours("odds_wording")
def refuse_words(text: str, refuse: Refuse) -> None:
    for phrase in wrong_odds(text):
        raise refuse(
            "odds_wording",
            f"Odds are told with “to” or “win”: not “{phrase}”",
            remedy="Write 5 to 1, or win 5",
        )
