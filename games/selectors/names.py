"""What people call a round: its table, and the table's own number of it."""

import re
from collections.abc import Mapping, Sequence

from games.models import Round

NAME = re.compile(r"(\S+) round (\d{1,9})", re.IGNORECASE)


def names_of(numbers: Sequence[str]) -> Mapping[str, str]:
    rows = Round.objects.filter(pk__in={int(number) for number in numbers})
    return {str(row.pk): str(row) for row in rows.select_related("table")}


def round_called(words: str) -> str:
    """The thing of "HU-01 round 12", or nothing."""
    if not (said := NAME.fullmatch(words)):
        return ""
    table, number = said.groups()
    row = Round.objects.filter(table__number=table.upper(), number=number).first()
    return row.thing if row else ""
