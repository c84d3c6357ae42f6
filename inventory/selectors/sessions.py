"""Pre-shuffle sessions: what was done in each, and where its sealed decks went."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Q, QuerySet

from casino.models import Duty, Entry
from inventory.models import Batch, Deck, Device, Movement, Session, Store
from inventory.rules.deck import Stage

SEALING, LEAVING = ("pre_shuffle", "envelope"), ("carry", "return", "collect")
SIGNED = ("person", "duty", "second_person", "second_duty")


@dataclass(frozen=True, slots=True)
class Work:
    """One deck of a session, and the movement that took its container away, if it has left."""

    batch: Batch
    carried: Entry | None


@dataclass(frozen=True, slots=True)
class Totals:
    decks: int
    passed: int
    failed: int
    seals_used: int
    seals_void: int
    waiting: int  # sealed, and still at the workplace


def sessions() -> QuerySet[Session]:
    return Session.objects.select_related(
        "workplace", "dealer__person", "supervisor__person", "started", "ended"
    ).annotate(decks=Count("batches"), failed=Count("batches", filter=Q(batches__passed=False)))


def open_sessions() -> QuerySet[Session]:
    return sessions().filter(ended=None).order_by("-pk")


def session_with(number: str) -> Session | None:
    rows = Session.objects.select_related(
        "workplace",
        "dealer__person",
        "supervisor__person",
        *(f"started__{who}" for who in SIGNED),
        *(f"ended__{who}" for who in SIGNED),
    )
    return rows.filter(number=number).first()


def work_of(session: Session) -> list[Work]:
    """Every deck of it, newest first, each with how its container left."""
    batches = list(
        Batch.objects.filter(session=session)
        .select_related("deck__store", "container__seal", "entry__person", "entry__second_person")
        .order_by("-pk")
    )
    left = _departures(batches)
    return [Work(batch, left.get(batch.deck_id)) for batch in batches]


def _departures(batches: list[Batch]) -> dict[int, Entry]:
    """The first movement of each deck out of the workplace after it was sealed there."""
    sealed_by = {batch.deck_id: batch.entry_id for batch in batches}
    moves = Movement.objects.filter(deck__in=sealed_by, do__in=(*SEALING, *LEAVING))
    is_sealed: set[int] = set()
    found: dict[int, Entry] = {}
    for move in moves.select_related("entry__person", "entry__second_person").order_by("index"):
        if move.entry_id == sealed_by[move.deck_id]:
            is_sealed.add(move.deck_id)
        elif move.do in LEAVING and move.deck_id in is_sealed:
            found.setdefault(move.deck_id, move.entry)
    return found


def totals_of(session: Session, work: Iterable[Work]) -> Totals:
    rows = list(work)
    passed = sum(row.batch.passed for row in rows)
    return Totals(
        decks=len(rows),
        passed=passed,
        failed=len(rows) - passed,
        seals_used=len(rows),
        seals_void=session.spoiled_seals.count(),
        waiting=sum(row.batch.passed and row.carried is None for row in rows),
    )


def decks_waiting(place: Store) -> int:
    """Decks issued to this place that are not shuffled yet."""
    return Deck.objects.filter(store=place, stage=Stage.ISSUED, sealed="").count()


def sealed_here(session: Session) -> QuerySet[Deck]:
    """Decks of this session, sealed and not yet taken away."""
    return Deck.objects.filter(
        batches__session=session,
        batches__passed=True,
        store=session.workplace_id,
        stage=Stage.ISSUED,
    ).exclude(sealed="")


def workplaces() -> QuerySet[Store]:
    return Store.objects.filter(what=Store.What.WORKPLACE)


def destinations(*kinds: str) -> QuerySet[Store]:
    return Store.objects.filter(what__in=kinds)


def machines() -> list[Device]:
    """The card inspection machines that are registered."""
    return list(Device.objects.filter(what=Device.What.INSPECTOR).order_by("serial"))


def session_of(duty: Duty) -> Session | None:
    """The open session this person works in."""
    both = Q(dealer=duty) | Q(supervisor=duty)
    return Session.objects.filter(both, ended=None).first()
