"""The picture of a day: where its decks came from and went, as thick as they were many."""

from typing import Any, NamedTuple

WIDTH, HIGH, GAP, TOP, LEFT = 88, 64, 58, 62, 8
THIN, THICK = 3, 34
PRIMARY = ("primary", "secondary", "workplace")


class Node(NamedTuple):
    name: str
    held: int | None  # how many lie there at the end; None is not told yet
    x: int
    show: str

    @property
    def middle(self) -> int:
        return self.x + WIDTH // 2


class Ribbon(NamedTuple):
    """So many decks that were `words`; `path` is its shape."""

    words: str
    decks: int
    path: str
    x: int
    y: int
    show: str


class Flow(NamedTuple):
    nodes: list[Node]
    ribbons: list[Ribbon]
    width: int
    height: int
    top: int
    high: int


def flow(sheet: dict[str, Any], *, is_blind: bool = False) -> Flow:
    """From the vendor to the shredder; what comes back runs underneath."""
    did = sheet["did"]
    held = _held(sheet, is_blind)
    nodes = [
        Node(name, held.get(name), LEFT + place * (WIDTH + GAP), show)
        for place, (name, show) in enumerate(PLACES)
    ]
    counts = [sum(did[name] for name in names) for names, _ in WAYS]
    most = max([*counts, did["returned"], 1])
    ribbons = [
        _on(nodes[place], words, count, most, names[0])
        for place, ((names, words), count) in enumerate(zip(WAYS, counts, strict=True))
    ]
    ribbons.append(_back(nodes[2], nodes[1], did["returned"], most))
    return Flow(nodes, ribbons, nodes[-1].x + WIDTH + LEFT, TOP + HIGH + 80, TOP, HIGH)


PLACES = (
    ("Vendor", "received"),
    ("Stores", "stores"),
    ("Pit stands", "stands"),
    ("Tables", "tables"),
    ("Pits", "pits"),
    ("Security", "security"),
    ("Gone", "destroyed"),
)
WAYS = (
    (("received",), "received"),
    (("issued",), "issued"),
    (("delivered",), "delivered"),
    (("removed",), "removed"),
    (("collected",), "collected"),
    (("destroyed", "cancelled", "surrendered"), "destroyed"),
)


def _held(sheet: dict[str, Any], is_blind: bool) -> dict[str, int | None]:
    def lies(*whats: str) -> int:
        return sum(row["decks"] for row in sheet["stores"] if row["what"] in whats)

    return {
        "Stores": lies(*PRIMARY),
        "Pit stands": None if is_blind else lies("pit_stand", "reserve"),
        "Tables": sheet["on_tables"],
        "Pits": sheet["in_pits"],
        "Security": lies("security"),
    }


def _thick(count: int, most: int) -> int:
    return THIN + (THICK - THIN) * count // most if count else 1


def _on(node: Node, words: str, count: int, most: int, show: str) -> Ribbon:
    start, end = node.x + WIDTH, node.x + WIDTH + GAP
    middle, half = TOP + HIGH // 2, _thick(count, most) / 2
    path = (
        f"M{start} {middle - half}H{end - 9}L{end - 1} {middle}L{end - 9} {middle + half}H{start}Z"
    )
    return Ribbon(words, count, path, (start + end) // 2, TOP - 10, show)


def _back(source: Node, target: Node, count: int, most: int) -> Ribbon:
    """A bow under both places."""
    wide, low = _thick(count, most), TOP + HIGH
    deep = low + 20 + wide
    path = (
        f"M{source.middle + wide} {low}C{source.middle + wide} {deep + wide} "
        f"{target.middle - wide} {deep + wide} {target.middle - wide} {low}"
        f"H{target.middle}C{target.middle} {deep - 8} {source.middle} {deep - 8} "
        f"{source.middle} {low}Z"
    )
    return Ribbon(
        "returned", count, path, (source.middle + target.middle) // 2, low + 70, "returned"
    )
