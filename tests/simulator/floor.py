"""Tables that are open, each with a dealer of its own, and decks to spare at the stand."""

from functools import cache

from django.contrib.auth.hashers import make_password
from django.utils import timezone

from casino.models import Job
from tables.models import Table
from tables.services import staff
from tests.cast import PASSWORD, PIN, make_duty, make_person
from tests.inventory.cards import do, make_lot, make_seals, on_duty
from tests.tables.floor import AUTHOR, REVIEWER
from tests.tables.play import opened_table, sit

SECRETS = {"SIMULATOR_PASSWORD": PASSWORD, "SIMULATOR_PIN": PIN}
GAMES = {
    "HU-01": ("heads_up_holdem", "manual_shoe"),
    "DC-01": ("double_cross_poker", "automated_shoe"),
    "DP-01": ("dragon_poker", "manual_shoe"),
    "DD-01": ("deuce_of_the_dragon", "manual_shoe"),
    "U8-01": ("ultimate_8", "automated_shoe"),
}
BY_HAND = {"HU-09": ("heads_up_holdem", "hand")}  # two decks in turn, beside a shuffler


@cache
def _secrets() -> dict[str, str]:
    """Hashed once, as the web process hashes them: slow on purpose."""
    return {"password": make_password(PASSWORD), "pin": make_password(PIN)}


def _hire(*numbers: str) -> None:
    for index, job in enumerate(Job):
        make_person(f"J-{index:02}", job, **_secrets())
    for badge in (AUTHOR, REVIEWER):
        make_person(badge, Job.SHIFT_MANAGER, **_secrets())
    make_person("F-PIT-1", Job.FLOORPERSON, **_secrets())
    for number in numbers:
        make_person(f"D-{number}", Job.DEALER, **_secrets())


def opened(*numbers: str, spare: int = 8) -> list[str]:
    """The badges of those who work there."""
    _hire(*numbers)
    badges = [on_duty(Job.FLOORPERSON).person.badge]
    for number in numbers:
        game, method = (GAMES | BY_HAND)[number]
        backs = ("red", "blue") if number in BY_HAND else ("red",)
        table = opened_table(number, game, method, backs)
        sit(table, 4)
        badges.append(_dealer_for(table))
    make_seals("S004001", "S004002")
    kinds = {"dragon" if number == "DP-01" else "standard" for number in numbers}
    for kind in sorted(kinds):
        lot = make_lot(invoice=f"SPARE-{kind}", kind=kind, singles=spare, invoiced_singles=spare)
        do("issue", *(deck.code for deck in lot.decks.all()))
    return badges


def _dealer_for(table: Table) -> str:
    """One who is pushed in for the one who opened it, and opens the next."""
    duty = make_duty(Job.DEALER, badge=f"D-{table.number}")
    by = on_duty(Job.PIT_BOSS)
    staff.assign(number=table.number, duty=duty, role="dealer", by=by, now=timezone.now())
    return str(duty.person.badge)
