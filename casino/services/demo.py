"""The demo casino: made-up people, one for each job, with secrets that everybody may read."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.db import transaction
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from casino.models import CODE_JOBS, Job, Pit, User
from casino.selectors.people import confirmed_device
from casino.services.log import house_day, record

PITS = {"pit-1": "Pit 1", "pit-2": "Pit 2"}
CAST = {
    "1001": ("Dana Dealer", Job.DEALER),
    "1002": ("Flo Floor", Job.FLOORPERSON),
    "1003": ("Pia Pitboss", Job.PIT_BOSS),
    "1004": ("Shay Shift", Job.SHIFT_MANAGER),
    "2001": ("Otis Officer", Job.SECURITY_OFFICER),
    "2002": ("Sam Secure", Job.SECURITY_MANAGER),
    "3001": ("Cass Chipbank", Job.CASHIER),
    "3002": ("Coco Count", Job.COUNT_TEAM),
    "4001": ("Abby Ledger", Job.ACCOUNTANT),
    "5001": ("Sunny Camera", Job.SURVEILLANCE),
    "6001": ("Reg Division", Job.REGULATOR),
    "9001": ("Ada Admin", Job.ADMINISTRATOR),
}
# More of the floor, so that its tables have people; they sign on with the same secrets.
STAFF = {
    "1101": ("Dora Deals", Job.DEALER),
    "1102": ("Denny Shuffle", Job.DEALER),
    "1103": ("Dot Cutcard", Job.DEALER),
    "1104": ("Drew Spare", Job.DEALER),
    "1105": ("Dina Deck", Job.DEALER),
    "1106": ("Duke Discard", Job.DEALER),
    "1107": ("Dell Handout", Job.DEALER),
    "1108": ("Dodie Wash", Job.DEALER),
    "1201": ("Fern Floorwalk", Job.FLOORPERSON),
    "1202": ("Flip Floorside", Job.FLOORPERSON),
    "1301": ("Penn Pitside", Job.PIT_BOSS),
}
MACHINE = "CAMERAS"


@dataclass(frozen=True, slots=True)
class Login:
    badge: str
    name: str
    job: str


def logins() -> list[Login]:
    """Whom a visitor may sign on as: those of the cast that exist."""
    assert settings.DEMO, "only a demo shows its secrets"
    known = User.objects.filter(badge__in=CAST, is_active=True).values_list("badge", "name")
    return [Login(badge, name, CAST[badge][1].label) for badge, name in known]


def code_of(person: User, now: datetime) -> str:
    """The code a member of the cast would read from the device: the next one not yet used."""
    assert settings.DEMO, "only a demo shows its secrets"
    device = confirmed_device(person)
    if device is None or person.badge not in CAST:
        return ""
    code = TOTP(device.bin_key, device.step, device.t0, device.digits, device.drift)
    code.time = max(now.timestamp(), (device.last_t + 1 - device.drift) * device.step + device.t0)
    return f"{code.token():0{device.digits}}"


@transaction.atomic
def set_up(*, now: datetime) -> list[str]:
    """Add what is missing, and leave alone what is there: a visitor may have changed it."""
    assert settings.DEMO, "only a demo has public secrets"
    added = [*_pits(), *_people(now), *_machine()]
    if added:
        record("set_up_demo", by=None, now=now, thing="demo", added=added)
    return added


def _pits() -> Iterator[str]:
    for code, name in PITS.items():
        if Pit.objects.get_or_create(code=code, defaults={"name": name})[1]:
            yield f"pit:{code}"


def _people(now: datetime) -> Iterator[str]:
    """Those who are missing, all with the one password and the one PIN."""
    people = CAST | STAFF
    known = User.objects.filter(badge__in=people).values_list("badge", flat=True)
    if not (missing := sorted(people.keys() - set(known))):
        return
    # Hashed once: it is slow on purpose, and these secrets are on the page for everybody.
    password, pin = (make_password(s) for s in (settings.DEMO_PASSWORD, settings.DEMO_PIN))
    for badge in missing:
        name, job = people[badge]
        person = User.objects.create(
            badge=badge,
            name=name,
            jobs=[job],
            licence_number=f"DEMO-{badge}",
            licence_valid_until=house_day(now) + timedelta(days=365),
            password=password,
            pin=pin,
            password_is_borrowed=False,
        )
        if badge in CAST and job in CODE_JOBS:
            TOTPDevice.objects.create(user=person, name="demo", confirmed=True)
        yield f"person:{badge}"


def _machine() -> Iterator[str]:
    made = User.objects.get_or_create(
        badge=MACHINE,
        defaults={
            "name": "Surveillance system",
            "jobs": [Job.SURVEILLANCE],
            "is_machine": True,
            "password": make_password(None),
            "password_is_borrowed": False,
        },
    )[1]
    if made:
        yield f"person:{MACHINE}"
