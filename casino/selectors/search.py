"""What the palette finds: apps add theirs when they are loaded, so that this one knows none."""

from collections.abc import Callable

from casino.models import Duty

Finder = Callable[[Duty, str], list[dict[str, str]]]
FINDERS: dict[str, Finder] = {}


def add_finder(group: str, find: Finder) -> None:
    """`find` answers with title, detail, url and icon of what this duty may open."""
    FINDERS[group] = find
