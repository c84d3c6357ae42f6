"""What falls due is told once ahead and once when it is over; a deck that is over is not dealt.

Nothing is stored but what was told: clocks are read from the decks and the settings of the moment,
so another way of dealing, another period or a removed deck counts at once.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from itertools import groupby

from django.db import transaction
from django.utils import timezone

from casino.lib.law import Clause, Reading, Refuse
from casino.models import Alert, Entry, Pit
from casino.selectors.outbox import open_alerts_of
from casino.services.alerts import raise_alert, withdraw_alert
from casino.services.log import record
from inventory.models import Deck, DeckNotice
from inventory.rules import law, schedule
from inventory.rules.deck import ON_TABLE, in_words
from inventory.rules.schedule import BY_HAND
from inventory.selectors.schedule import (
    DeckClock,
    clock_of,
    clocks,
    destroy_clock_of,
    destroy_clocks,
    periods_at,
    told,
)

What = DeckNotice.What
NEEDS = {"soon": Alert.Need.SOON, "overdue": Alert.Need.NOW}
ACT = "deck_due"


def refuse_overdue(deck: Deck, *, now: datetime, refuse: Refuse = law.refuse) -> None:
    """Before a round with this deck; a table's game passes the `refuse` of its own law."""
    if deck.stage in ON_TABLE and deck.opened_at:
        opened = deck.opened_at.astimezone(UTC)
        schedule.refuse_overdue(opened, deck.method, periods_at(now), now, refuse)


def flag_due(*, now: datetime) -> int:
    """A beat tick: tell what is newly due, and take back what needs nobody any more."""
    count = sum(_tell_change(clock, now) for clock in _untold("change", clocks(now)))
    waiting = _untold("destroy", destroy_clocks(now))
    for _, batch in groupby(waiting, key=lambda clock: (clock.due, clock.state)):
        count += _tell_destruction(list(batch), now)
    _withdraw_settled(now)
    return count


def _untold(kind: str, found: Iterable[DeckClock]) -> list[DeckClock]:
    due = [clock for clock in found if clock.state != "ok"]
    known = told(clock.deck for clock in due) if due else set()
    return [c for c in due if (c.deck.pk, f"{kind}_{c.state}", c.due) not in known]


@transaction.atomic
def _tell_change(clock: DeckClock, now: datetime) -> bool:
    """Under the deck's lock: two ticks tell it once, and a deck just removed is left alone."""
    current = next((clock_of(deck, now) for deck in _locked([clock.deck])), None)
    if current is None or not _untold("change", [current]):
        return False
    deck = current.deck
    clause, reading = _why(deck, now)
    entry = record(
        ACT,
        by=None,
        now=now,
        thing=f"deck:{deck.code}",
        table=deck.table,
        pit=deck.pit,
        clause=clause,
        reading=reading,
        what=f"change_{current.state}",
        decks=[deck.code],
        due=current.due.isoformat(),
        method=deck.method,
    )
    _write([current], "change", entry)
    _alert(entry, _change_words(current), NEEDS[current.state], deck.pit, now)
    return True


def _locked(decks: Iterable[Deck]) -> list[Deck]:
    """Decks that somebody moves at this moment are left for the next tick."""
    rows = Deck.objects.select_for_update(no_key=True, skip_locked=True, of=("self",))
    found = rows.filter(pk__in=[deck.pk for deck in decks])
    return list(found.select_related("pit", "store").order_by("pk"))


def _why(deck: Deck, now: datetime) -> tuple[Clause, Reading]:
    periods = periods_at(now)
    shorter = deck.method == BY_HAND and periods.by_hand < periods.any_deck
    return (law.CHANGE_BY_HAND if shorter else law.CHANGE), law.A6


def _write(told_of: Iterable[DeckClock], kind: str, entry: Entry) -> None:
    DeckNotice.objects.bulk_create(
        DeckNotice(deck=c.deck, what=What(f"{kind}_{c.state}"), due_at=c.due, entry=entry)
        for c in told_of
    )


def _alert(entry: Entry, words: str, need: Alert.Need, pit: Pit | None, now: datetime) -> None:
    raise_alert(need=need, words=words, thing=entry.thing, pit=pit, entry=entry, now=now)


def _change_words(clock: DeckClock) -> str:
    deck, at = clock.deck, on_the_wall(clock.due)
    way = "from the hand" if deck.method == BY_HAND else f"from the {in_words(deck.method)}"
    if clock.state == "overdue":
        return f"{deck.table}: deck {deck} was due at {at}, dealt {way}: no round with it"
    return f"{deck.table}: deck {deck} is due at {at}, dealt {way}"


def on_the_wall(at: datetime) -> str:
    """The house's wall clock; in the hour that strikes twice, also which of the two."""
    local = timezone.localtime(at)
    twice = local.replace(fold=0).utcoffset() != local.replace(fold=1).utcoffset()
    return f"{local:%H:%M %Z}" if twice else f"{local:%H:%M}"


@transaction.atomic
def _tell_destruction(batch: list[DeckClock], now: datetime) -> int:
    """Decks collected together fall due together: one entry and one alert for all of them."""
    periods = periods_at(now)
    fresh = [destroy_clock_of(deck, now, periods) for deck in _locked(c.deck for c in batch)]
    due = _untold("destroy", [c for c in fresh if c and c.due == batch[0].due])
    if not due:
        return 0
    entry = record(
        ACT,
        by=None,
        now=now,
        thing=_thing_of(due),
        clause=law.DESTRUCTION,
        what=f"destroy_{due[0].state}",
        decks=[clock.deck.code for clock in due],
        due=due[0].due.isoformat(),
    )
    _write(due, "destroy", entry)
    _alert(entry, _destroy_words(due), NEEDS[due[0].state], None, now)
    return len(due)


def _thing_of(due: list[DeckClock]) -> str:
    if len(due) == 1:
        return f"deck:{due[0].deck.code}"
    store = due[0].deck.store
    return f"store:{store.code}" if store else ""


def _destroy_words(due: list[DeckClock]) -> str:
    local = timezone.localtime(due[0].due)
    decks = f"Deck {due[0].deck}" if len(due) == 1 else f"{len(due)} decks"
    at = f"{local.day} {local:%b} {on_the_wall(due[0].due)}"
    late = f"should have been destroyed by {at}"
    return f"{decks} {late if due[0].state == 'overdue' else f'to be destroyed by {at}'}"


def _withdraw_settled(now: datetime) -> None:
    """Alerts nobody took on, of what is so no more: removed, dealt another way, destroyed."""
    alerts = list(open_alerts_of(ACT))
    if not alerts:
        return
    standing = _standing(now)
    for alert in alerts:
        facts = alert.entry.payload if alert.entry else {}
        matters = {(code, facts["what"], facts["due"]) for code in facts["decks"]}
        if not matters & standing:
            withdraw_alert(number=alert.pk, now=now)


def _standing(now: datetime) -> set[tuple[str, str, str]]:
    kinds = {"change": clocks(now), "destroy": destroy_clocks(now)}
    return {
        (clock.deck.code, f"{kind}_{clock.state}", clock.due.isoformat())
        for kind, found in kinds.items()
        for clock in found
    }
