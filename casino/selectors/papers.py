"""How often a paper was printed."""

from typing import Any

from casino.models import Entry


def prints_of(paper: str, thing: str, **facts: Any) -> int:
    kept = Entry.objects.filter(thing=thing, act="print_paper", refused=False)
    return kept.filter(payload__contains={"paper": paper, **facts}).count()
