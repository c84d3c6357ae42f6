"""Reading dated settings. They are few and seldom change: one query answers for all of them."""

from dataclasses import dataclass
from datetime import datetime

from django.db.models import QuerySet

from casino.lib.dated import DECLARED, Change, Dated
from casino.lib.sql import ask
from casino.models import DatedSetting

HISTORY_ROWS = 50
# `_held` below, in the database's words: it is asked before every round.
_HELD = """
SELECT DISTINCT ON (name) name, value FROM casino_datedsetting WHERE effective_at <= %(at)s
ORDER BY name, effective_at DESC, id DESC
"""


def all_at(at: datetime) -> dict[str, int]:
    """The value of every declared setting at a moment."""
    held = dict(ask(_HELD, at=at))
    return {name: held.get(name, setting.default) for name, setting in DECLARED.items()}


def value_at(name: str, at: datetime) -> int:
    setting = DECLARED[name]
    held = _held(at).filter(name=name).values_list("value", flat=True).first()
    return setting.default if held is None else held


def _held(at: datetime) -> QuerySet[DatedSetting]:
    """`in_force` of casino/lib/dated.py, in the database's words."""
    rows = DatedSetting.objects.filter(effective_at__lte=at)
    return rows.order_by("name", "-effective_at", "-pk").distinct("name")


@dataclass(frozen=True, slots=True)
class Standing:
    """A setting as it stands: `held` is the change that is in force, None for the default."""

    setting: Dated
    held: DatedSetting | None
    coming: list[DatedSetting]

    @property
    def value(self) -> int:
        return self.held.value if self.held else self.setting.default

    @property
    def words(self) -> str:
        return self.setting.in_words(self.value)


def standing(at: datetime) -> list[Standing]:
    """All settings as they stand, with what is to change: two queries, however many there are."""
    held = {row.name: row for row in _held(at).select_related("entry__person")}
    coming = DatedSetting.objects.filter(effective_at__gt=at).order_by("effective_at", "pk")
    by_name: dict[str, dict[datetime, DatedSetting]] = {}
    for row in coming:  # of two to the same moment the later one counts
        by_name.setdefault(row.name, {})[row.effective_at] = row
    return [
        Standing(setting, held.get(name), list(by_name.get(name, {}).values()))
        for name, setting in DECLARED.items()
    ]


def history(name: str) -> list[DatedSetting]:
    """What was set, the newest decision first."""
    rows = DatedSetting.objects.filter(name=name).select_related(
        "entry__person", "entry__second_person", "entry__duty", "entry__second_duty"
    )
    return list(rows.order_by("-pk")[:HISTORY_ROWS])


def changes_of(name: str) -> list[Change]:
    rows = DatedSetting.objects.filter(name=name).values_list("value", "effective_at", "pk")
    return [Change(*row) for row in rows]
