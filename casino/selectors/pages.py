"""A long list a page at a time, by the key of its order: each page costs what the first does."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)


@dataclass(frozen=True, slots=True)
class Page(Generic[M]):
    """`back` and `on` are the keys to ask with for the pages around this one; None at an end."""

    rows: list[M]
    back: Any = None
    on: Any = None


def page_by(
    rows: QuerySet[M], key: str, *, size: int, after: Any = None, before: Any = None
) -> Page[M]:
    """The page that follows `after`, or the one that ends just ahead of `before`."""
    if before:
        found = list(rows.filter(**{f"{key}__lt": before}).order_by(f"-{key}")[: size + 1])
        more, shown = len(found) > size, found[:size][::-1]
        return _page(shown, key, back=more, on=bool(shown))
    ahead = rows.filter(**{f"{key}__gt": after}) if after else rows
    found = list(ahead.order_by(key)[: size + 1])
    return _page(found[:size], key, back=bool(after), on=len(found) > size)


def _page(rows: list[M], key: str, *, back: bool, on: bool) -> Page[M]:
    if not rows:
        return Page(rows)
    return Page(
        rows, getattr(rows[0], key) if back else None, getattr(rows[-1], key) if on else None
    )
