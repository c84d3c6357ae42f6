"""Where tables stand on the floor map, in hundredths of its width and its height."""

from collections.abc import Collection, Iterable
from typing import NamedTuple

ACROSS, DOWN = 8, 14  # what a table takes of the map
EDGE = 6


class Place(NamedTuple):
    x: int
    y: int


class Box(NamedTuple):
    left: int
    top: int
    right: int
    bottom: int


def free_place(taken: Collection[Place], near: Collection[Place] = ()) -> Place:
    """For a new table: the first free place beside those of its pit, else anywhere."""
    grid = [Place(x, y) for y in range(10, 96, DOWN) for x in range(6, 96, ACROSS)]
    free = [place for place in grid if not any(_overlap(place, other) for other in taken)]
    if not free:
        return Place(50, 50)
    if not near:
        return free[0]
    return min(free, key=lambda place: min(_apart(place, other) for other in near))


def hull(places: Iterable[Place]) -> Box:
    """The ground of a pit: all its tables and a little around them."""
    xs, ys = zip(*places, strict=True)
    across, down = ACROSS // 2 + 1, DOWN // 2 + 2
    return Box(
        max(0, min(xs) - across),
        max(0, min(ys) - down),
        min(100, max(xs) + across),
        min(100, max(ys) + down),
    )


def _overlap(one: Place, other: Place) -> bool:
    return abs(one.x - other.x) < ACROSS and abs(one.y - other.y) < DOWN


def _apart(one: Place, other: Place) -> tuple[int, int, int]:
    """Beside comes before below."""
    return abs(one.y - other.y) // DOWN, abs(one.x - other.x), one.x


def seat_places(positions: int) -> list[Place]:
    """Where each position lies on a felt 100 wide and 50 high, the dealer at its straight side.

    As surveillance sees it: position 1 is at the dealer's left hand, on the right of the picture.
    """
    angles = [
        _ARC[round(step * (len(_ARC) - 1) / max(1, positions - 1))] for step in range(positions)
    ]
    return [Place(50 + across, 6 + down) for across, down in angles]


# Points of half an ellipse, from the dealer's left to the right, in whole units: no float in rules.
_ARC = (
    (40, 9), (38, 16), (34, 22), (28, 27), (21, 31), (13, 34), (4, 35),
    (-4, 35), (-13, 34), (-21, 31), (-28, 27), (-34, 22), (-38, 16), (-40, 9),
)  # fmt: skip
