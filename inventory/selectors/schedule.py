"""Which decks fall due. Clocks are read, never stored: each costs what waits, not what is gone."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from casino.selectors.settings import all_at
from inventory.models import Deck, DeckNotice
from inventory.rules import schedule
from inventory.rules.deck import ON_TABLE
from inventory.rules.schedule import Clock, Periods

DESTROY_ROWS = 500


@dataclass(frozen=True, slots=True)
class DeckClock:
    """A deck, when it is due, and whether that is soon or over."""

    deck: Deck
    due: datetime
    state: Clock

    def left(self, now: datetime) -> timedelta:
        """Less than nothing once it is overdue."""
        return self.due - now


def periods_at(now: datetime) -> Periods:
    held = all_at(now)
    return Periods(
        any_deck=timedelta(hours=held["change_any"]),
        by_hand=timedelta(hours=held["change_by_hand"]),
        from_shoe=timedelta(hours=held["change_from_shoe"]),
        warning=timedelta(minutes=held["change_warning"]),
        destroy_warning=timedelta(hours=held["destroy_warning"]),
        destroy_limit=timedelta(hours=held["destroy_limit"]),
        after_release=timedelta(days=held["destroy_after_release"]),
    )


def clock_of(deck: Deck, now: datetime, periods: Periods | None = None) -> DeckClock | None:
    """The clock of a deck on a table; None for one that is on none."""
    if deck.stage not in ON_TABLE or deck.opened_at is None:
        return None
    periods = periods or periods_at(now)
    opened = deck.opened_at.astimezone(UTC)  # hours that pass, not those on the wall
    due = schedule.change_due(opened, deck.method, periods)
    return DeckClock(deck, due, schedule.clock(due, now, periods.warning))


def clocks(
    now: datetime, tables: Iterable[str] | None = None, periods: Periods | None = None
) -> list[DeckClock]:
    """All decks on tables, or on these tables, the first due first; two queries."""
    periods = periods or periods_at(now)
    decks = Deck.objects.filter(stage__in=ON_TABLE).select_related("pit")
    wanted = decks if tables is None else decks.filter(table__in=[*tables])
    found = [clock_of(deck, now, periods) for deck in wanted]
    return sorted((c for c in found if c), key=lambda c: (c.due, c.deck.pk))


def destroy_clock_of(deck: Deck, now: datetime, periods: Periods) -> DeckClock | None:
    custody = deck.custody
    due = schedule.destroy_due(custody, periods)
    state = schedule.destroy_clock(custody, now, periods)
    return DeckClock(deck, due, state) if due and state else None


def destroy_clocks(now: datetime, limit: int = DESTROY_ROWS) -> list[DeckClock]:
    """Decks that wait to be destroyed, the first due first. Those released from a hold have another
    limit, so both lists are read by the start of their clocks."""
    periods = periods_at(now)
    waiting = Deck.objects.filter(clock_from__isnull=False, held="").select_related("store", "pit")
    decks: list[Deck] = []
    for is_released in (False, True):
        decks += waiting.filter(is_released=is_released).order_by("clock_from", "pk")[:limit]
    found = [destroy_clock_of(deck, now, periods) for deck in decks]
    return sorted((c for c in found if c), key=lambda c: (c.due, c.deck.pk))[:limit]


def told(decks: Iterable[Deck]) -> set[tuple[int, str, datetime]]:
    """What was told of these decks already."""
    rows = DeckNotice.objects.filter(deck__in=decks)
    return set(rows.values_list("deck_id", "what", "due_at"))


def figures(now: datetime) -> dict[str, tuple[str, int]]:
    """For /metrics: name → words, value."""
    states = [clock.state for clock in clocks(now)]
    late = [c for c in destroy_clocks(now) if c.state == "overdue"]
    return {
        "decks_on_tables": ("Decks on tables", len(states)),
        "decks_due_soon": ("Decks on tables whose change is near", states.count("soon")),
        "decks_overdue": ("Decks on tables whose time is over", states.count("overdue")),
        "decks_destroy_overdue": ("Decks that should be destroyed by now", len(late)),
    }
