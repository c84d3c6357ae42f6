"""The demo's card room: set up by the cast themselves, through the same services as everything.

Decks come as far as the stands of the pits; tables/services/demo.py plays with them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction

from casino.models import Duty, Job, Pit, Shift, User
from casino.selectors.people import open_duty
from casino.services.demo import CAST
from casino.services.people import end_duty, take_duty
from inventory.models import Deck, Store
from inventory.rules.receipt import Delivery
from inventory.services import keys, seals, stores
from inventory.services.custody import Order, move_within
from inventory.services.receipt import receive_lot

A_MOMENT = timedelta(milliseconds=1)
CREW = {job: badge for badge, (_, job) in CAST.items()}
# code: kind, name, pit, the numbers on its keys
STORES: dict[str, tuple[str, str, str, dict[str, str]]] = {
    "primary": ("primary", "Primary store, cage", "", {"security": "K-101", "games": "K-102"}),
    "secondary": ("secondary", "Secondary store", "", {"security": "K-201", "games": "K-202"}),
    "stand-1": ("pit_stand", "Stand of Pit 1", "pit-1", {"games": "K-301"}),
    "stand-2": ("pit_stand", "Stand of Pit 2", "pit-2", {"games": "K-302"}),
    "reserve-1": ("reserve", "Card reserve, Pit 1", "pit-1", {"games": "K-401"}),
    "workplace": ("workplace", "Pre-shuffle table", "", {}),
    "security": ("security", "Security's card room", "", {"security": "K-501"}),
}
PARS = (
    ("primary", "standard", "red", 18),
    ("primary", "standard", "blue", 24),
    ("primary", "dragon", "green", 12),
    ("stand-1", "standard", "red", 6),
    ("stand-1", "standard", "blue", 6),
    ("stand-2", "standard", "red", 2),
    ("reserve-1", "standard", "red", 2),
)
# invoice, kind, back, singles, sets (of 6), where to, cartons
LOTS = (
    ("7-11841", "standard", "red", 40, 0, "primary", ("CT-88010", "CT-88011")),
    ("7-11841", "standard", "blue", 28, 2, "primary", ("CT-88012", "CT-88013")),
    ("7-11862", "dragon", "green", 16, 0, "primary", ("CT-88020",)),
    ("7-11870", "standard", "red", 0, 8, "secondary", ("CT-88031", "CT-88032")),
)
# from the primary store: to where, sort, how many
ISSUES = (
    ("stand-1", "standard", "red", 12),
    ("stand-1", "standard", "blue", 5),
    ("stand-1", "dragon", "green", 3),
    ("reserve-1", "standard", "red", 3),
    ("stand-2", "standard", "red", 4),
    ("stand-2", "standard", "blue", 4),
)


class Crew:
    """Who is on duty while the card room is set up, and what time each act has."""

    def __init__(self, now: datetime) -> None:
        self.now = now
        self.duties: dict[Job, Duty] = {}

    def __call__(self, job: Job) -> Duty:
        return self.duties[job]

    def tick(self) -> datetime:
        self.now += A_MOMENT
        return self.now

    def move(
        self, do: str, *codes: str, by: Job, second: Job | None = None, to: str = "", **facts: Any
    ) -> None:
        move_within(
            Order(do, codes, to=to, facts=facts),
            by=self(by),
            second=self(second) if second else None,
            now=self.tick(),
        )


@transaction.atomic
def set_up(*, now: datetime) -> list[str]:
    """A card room for a casino that has none. One that has is left alone: a visitor's, perhaps."""
    assert settings.DEMO, "only a demo has a made-up card room"
    crew = Crew(now)
    if Store.objects.exists() or not can_serve(now):
        return []
    with _on_duty(crew):
        _open_stores(crew)
        _receive(crew)
        _issue(crew)
        _set_levels(crew)
        _hand_out_keys(crew)
    return [f"store:{code}" for code in STORES]


def can_serve(now: datetime) -> bool:
    """The cast is as it was made: nobody left, changed jobs, or is on duty as something else."""
    people = User.objects.filter(badge__in=CREW.values(), is_active=True)
    return len(people) == len(CREW) and all(
        CAST[person.badge][1] in person.jobs and open_duty(person, now) is None for person in people
    )


@contextmanager
def _on_duty(crew: Crew) -> Iterator[None]:
    """Shift manager, security officer and security manager; then they leave."""
    wanted = (Job.SHIFT_MANAGER, Job.SECURITY_OFFICER, Job.SECURITY_MANAGER)
    for job in wanted:
        crew.duties[job] = take_duty(
            person=User.objects.get(badge=CREW[job]),
            job=job,
            pit=None,
            shift=Shift.DAY,
            now=crew.tick(),
            proved=True,
        )
    yield
    for job in wanted:
        end_duty(duty=crew(job), now=crew.tick())


def _open_stores(crew: Crew) -> None:
    pits = {pit.code: pit for pit in Pit.objects.all()}
    by, second = crew(Job.SECURITY_MANAGER), crew(Job.SHIFT_MANAGER)
    for code, (what, name, pit, numbers) in STORES.items():
        stores.add_store(
            by=by,
            second=second,
            now=crew.tick(),
            code=code,
            name=name,
            what=what,
            pit=pits.get(pit),
            keys=numbers,
        )


def _set_levels(crew: Crew) -> None:
    by = crew(Job.SECURITY_MANAGER)
    for code, kind, back, least in PARS:
        store = Store.objects.get(code=code)
        stores.set_par(by=by, now=crew.tick(), store=store, kind=kind, back=back, least=least)


def _receive(crew: Crew) -> None:
    officer, manager = crew(Job.SECURITY_OFFICER), crew(Job.SHIFT_MANAGER)
    seals.receive_roll(
        prefix="S", first="004001", last="004100", by=officer, second=manager, now=crew.tick()
    )
    for invoice, kind, back, singles, sets, store, cartons in LOTS:
        delivery = Delivery(
            vendor="Made-up Card Works",
            invoice=invoice,
            kind=kind,
            back=back,
            design="House crest, one way",
            singles=singles,
            sets=sets,
            set_size=6 if sets else 1,
            invoiced_singles=singles + (kind == "dragon"),
            invoiced_sets=sets,
            cartons=[{"seal": seal, "intact": True} for seal in cartons],
        )
        receive_lot(delivery, store=store, by=officer, second=manager, now=crew.tick())


def _issue(crew: Crew) -> None:
    for to, kind, back, count in ISSUES:
        crew.move(
            "issue",
            *codes_at("primary", kind, back, count),
            by=Job.SHIFT_MANAGER,
            second=Job.SECURITY_OFFICER,
            to=to,
        )


def codes_at(store: str, kind: str, back: str, count: int) -> list[str]:
    rows = Deck.objects.filter(store__code=store, kind=kind, back=back, set_number=None)
    return list(rows.order_by("pk").values_list("code", flat=True)[:count])


def _hand_out_keys(crew: Crew) -> None:
    """A key was out and came back: nobody goes home with one."""
    for number, job in (("K-101", Job.SECURITY_OFFICER), ("K-102", Job.SHIFT_MANAGER)):
        keys.take_key(by=crew(job), now=crew.tick(), number=number)
        keys.return_key(by=crew(job), now=crew.tick(), number=number)
