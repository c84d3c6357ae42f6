"""The register of seals: what became of each, and which numbers were skipped."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Subquery, Sum

from inventory.models import Container, DeckSeal, Roll

State = DeckSeal.State
GAP_ROLLS, GAP_SEALS = 50, 5000


@dataclass(frozen=True, slots=True)
class Run:
    """Seals that follow one another; `before` is the one that was used after them."""

    first: str
    last: str
    count: int
    before: str


def seal_with(number: str) -> DeckSeal | None:
    people = ("person", "duty", "second_person", "second_duty")
    acts = [f"{name}__{who}" for name in ("received", "changed") for who in people]
    return (
        DeckSeal.objects.select_related("container__deck", "spoiled_in", *acts)
        .filter(number=number)
        .first()
    )


def roll_of(seal: DeckSeal) -> Roll | None:
    return Roll.objects.filter(entry=seal.received_id).first()


def stock_left() -> int:
    return DeckSeal.objects.filter(state=State.IN_STOCK).count()


def counts() -> dict[str, int]:
    """By state. Those used are what is left of all received: their number only ever grows."""
    received = Roll.objects.aggregate(all=Sum("count"))["all"] or 0
    others = [state for state in State if state != State.USED]
    rows = DeckSeal.objects.filter(state__in=others).order_by().values("state")
    found = {row["state"]: row["n"] for row in rows.annotate(n=Count("pk"))}
    known = {state.value: found.get(state.value, 0) for state in others}
    return known | {State.USED.value: received - sum(known.values())}


def seals(*, state: str = "", like: str = "") -> QuerySet[DeckSeal]:
    rows = DeckSeal.objects.select_related(
        "container__deck", "changed__person", "changed__duty", "spoiled_in"
    )
    if state:
        rows = rows.filter(state=state)
    return rows.filter(number__startswith=like) if like else rows


def skipped() -> list[Run]:
    """Seals left in stock though one after them of the same roll was used: an auditor asks why."""
    left = DeckSeal.objects.filter(received=OuterRef("entry"), state=State.IN_STOCK)
    used = DeckSeal.objects.filter(received=OuterRef("entry"), state=State.USED).order_by()
    last = used.values("received").annotate(last=Max("number")).values("last")
    rolls = Roll.objects.filter(Exists(left)).annotate(last_used=Subquery(last))
    begun = {roll.entry_id: roll.last_used for roll in rolls[:GAP_ROLLS] if roll.last_used}
    if not begun:
        return []
    gaps = Q()
    for entry, number in begun.items():
        gaps |= Q(received=entry, number__lt=number)
    rows = DeckSeal.objects.filter(gaps, state=State.IN_STOCK).order_by("received", "number")
    return _runs(rows.values_list("received", "number")[:GAP_SEALS], begun)


def _runs(rows: Iterable[tuple[int, str]], begun: dict[int, str]) -> list[Run]:
    runs: list[list[tuple[int, str]]] = []
    for row in rows:
        if runs and _follows(runs[-1][-1], row):
            runs[-1].append(row)
        else:
            runs.append([row])
    return [Run(run[0][1], run[-1][1], len(run), begun[run[0][0]]) for run in runs]


def _follows(one: tuple[int, str], other: tuple[int, str]) -> bool:
    return one[0] == other[0] and _digits(other[1]) - _digits(one[1]) == 1


def _digits(number: str) -> int:
    """The digits at its end."""
    return int(number[len(number.rstrip("0123456789")) :] or 0)


def rolls() -> QuerySet[Roll]:
    people = ("person", "duty", "second_person", "second_duty")
    return Roll.objects.select_related(*(f"entry__{who}" for who in people))


def containers_of(decks: Iterable[int]) -> QuerySet[Container]:
    return Container.objects.filter(deck__in=list(decks)).select_related("seal", "deck")
