"""What people call a round: its table, and the table's own number of it."""

import re
from collections.abc import Mapping, Sequence

from games.models import Round

DIGITS = 18  # of the numbers that the database can compare
NAME = re.compile(r"(\S+) round (\d{1,9})", re.IGNORECASE)


def names_of(numbers: Sequence[str]) -> Mapping[str, str]:
    """Refusals name rounds that never were. Beyond what the database counts with, one of them would
    have every round compared with it."""
    may_be = {int(number) for number in numbers if len(number) <= DIGITS}
    rows = Round.objects.filter(pk__in=may_be)
    return {str(row.pk): str(row) for row in rows.select_related("table")}


def round_called(words: str) -> str:
    """The thing of "HU-01 round 12", or nothing."""
    if not (said := NAME.fullmatch(words)):
        return ""
    table, number = said.groups()
    row = Round.objects.filter(table__number=table.upper(), number=number).first()
    return row.thing if row else ""
