"""Reading layouts: designs with all their versions, who signed what, and where one lies."""

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse

from casino.lib.law import Refused
from casino.models import Duty, Entry
from casino.policy import may
from tables.models import Laying, Layout, Table
from tables.rules.demands import Demands, Element, Statement
from tables.rules.demands import Sign as Where

FOUND = 5


def _rows() -> QuerySet[Layout]:
    """With people and the sizes of pictures; never their bytes."""
    people = ("author", "reviewer", "rendering", "photograph")
    return Layout.objects.select_related(*people).defer("rendering__content", "photograph__content")


def versions_of(code: str) -> list[Layout]:
    """The newest first."""
    return list(_rows().filter(code=code).order_by("-version"))


def locked_versions(code: str) -> list[Layout]:
    """All versions until the transaction ends; the first one is the lock of the design."""
    first = Layout.objects.select_for_update(no_key=True, of=("self",))
    if first.filter(code=code, version=1).first() is None:
        raise Refused(f"There is no layout {code[:20]}", remedy="Choose one from the list")
    return versions_of(code)


@dataclass(slots=True)
class Listed:
    """A design in the list: its newest version, the one that may be used, and where any lies."""

    newest: Layout
    usable: Layout | None = None
    lies_on: list[Laying] = field(default_factory=list)


def designs(game: str = "") -> list[Listed]:
    """Two queries, however many designs, versions and tables there are."""
    rows = _rows().order_by("game", "code", "-version")
    found: dict[str, Listed] = {}
    for layout in rows.filter(game=game) if game else rows:
        listed = found.setdefault(layout.code, Listed(layout))
        if listed.usable is None and layout.stage in ("submitted", "approved"):
            listed.usable = layout
    for laying in layings():
        if laying.layout.code in found:
            found[laying.layout.code].lies_on.append(laying)
    return list(found.values())


def find_layouts(duty: Duty, like: str) -> list[dict[str, str]]:
    """For the palette: designs by code or name, each once."""
    said = like.strip()
    if len(said) < 2 or not may(duty, "see_layouts"):
        return []
    rows = Layout.objects.filter(Q(code__istartswith=said) | Q(name__icontains=said))
    newest = rows.order_by("code", "-version").distinct("code")[:FOUND]
    return [
        {
            "title": row.code,
            "detail": f"{row.name}, {row.stage_in_words}",
            "url": reverse("layout", args=[row.code]),
            "icon": "layout-template",
        }
        for row in newest
    ]


def layings(code: str = "") -> list[Laying]:
    """What lies where now."""
    rows = Laying.objects.filter(until=None).select_related("table__pit", "layout", "entry__person")
    rows = rows.filter(layout__code=code) if code else rows
    return list(rows.order_by("table__number"))


def laying_on(table: Table) -> Laying | None:
    rows = Laying.objects.filter(table=table, until=None)
    return rows.select_related(
        "layout__author", "layout__reviewer", "entry__person", "entry__duty"
    ).first()


def signatures(code: str) -> dict[int, list[Entry]]:
    """Who did what to each version, the first one first."""
    rows = Entry.objects.filter(thing=f"layout:{code}", refused=False)
    found: dict[int, list[Entry]] = defaultdict(list)
    for entry in rows.select_related("person", "duty").order_by("position"):
        found[entry.payload.get("version", 0)].append(entry)
    return found


def tables_for(layout: Layout) -> list[Table]:
    """Tables of this game with as many positions; those that are closed may take it."""
    rows = Table.objects.filter(game=layout.game, retired_at=None, positions=layout.positions)
    return list(rows.select_related("pit").order_by("number"))


@dataclass(frozen=True, slots=True)
class Part:
    """An element or a statement of the game, as two versions have it."""

    number: int
    asked: Element | Statement
    was: Any
    now: Any
    is_required: bool = True

    @property
    def is_printed(self) -> bool:
        return self.now is not None

    @property
    def change(self) -> str:
        if self.was == self.now:
            return ""
        if self.was is None:
            return "new"
        return "gone" if self.now is None else "changed"


ABSENT = None
TICKED = "ticked"  # without a point


def elements_of(layout: Layout, other: Layout | None, demands: Demands) -> list[Part]:
    return [
        Part(number, one, _point(other, one.name), _point(layout, one.name))
        for number, one in enumerate(demands.elements, 1)
    ]


def _point(layout: Layout | None, name: str) -> Any:
    if layout is None or name not in layout.elements:
        return ABSENT
    at = layout.elements[name]
    return tuple(at) if at else TICKED


def statements_of(layout: Layout, other: Layout | None, demands: Demands) -> list[Part]:
    return [
        Part(
            number,
            one,
            other.inscriptions.get(one.name) if other else None,
            layout.inscriptions.get(one.name),
            one.sign is Where.NEVER,
        )
        for number, one in enumerate(demands.statements, 1)
    ]


def compared_with(layout: Layout, rows: list[Layout]) -> Layout | None:
    """What it would replace: the newest older one that may be used, else the one before."""
    older = [row for row in rows if row.version < layout.version]
    usable = (row for row in older if row.stage in ("submitted", "approved"))
    return next(usable, older[0] if older else None)


@dataclass(frozen=True, slots=True)
class Dot:
    """A numbered point over a picture, in the picture's own pixels."""

    number: int
    name: str
    words: str
    x: int
    y: int
    size: int
    is_placed: bool = True


def dots_of(layout: Layout, demands: Demands) -> list[Dot]:
    """One for each element; those that are not placed yet wait unseen."""
    picture = layout.rendering
    if picture is None:
        return []
    size = max(picture.width, picture.height) // 36 or 1
    dots = []
    for number, one in enumerate(demands.elements, 1):
        at = layout.elements.get(one.name)
        x, y = at or (0, 0)
        across, down = x * picture.width // 100, y * picture.height // 100
        dots.append(Dot(number, one.name, one.words, across, down, size, bool(at)))
    return dots
