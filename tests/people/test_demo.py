"""The demo casino: complete, harmless to run twice, and never in a real house."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from django_otp.plugins.otp_totp.models import TOTPDevice

from casino.models import CODE_JOBS, Entry, Job, Pit, User
from casino.services import demo

pytestmark = pytest.mark.django_db


@pytest.fixture
def house(settings):
    settings.DEMO, settings.DEMO_PASSWORD, settings.DEMO_PIN = True, "lemons for demo", "246810"
    return settings


def run():
    out = StringIO()
    call_command("demo", stdout=out)
    return out.getvalue()


def test_real_house_refuses(settings):
    with pytest.raises(CommandError, match="not a demo"):
        run()
    assert not User.objects.exists()


def test_demo_without_its_secrets_refuses(house):
    house.DEMO_PIN = ""
    with pytest.raises(CommandError, match="DEMO_PIN"):
        run()


def test_demo_has_everybody_and_prints_how_to_sign_on(house):
    printed = run()
    assert {job for person in User.objects.all() for job in person.jobs} == set(Job)
    assert Pit.objects.count() == 2
    assert TOTPDevice.objects.filter(confirmed=True).count() == len(CODE_JOBS)
    assert all(name in printed for name, _ in demo.CAST.values())
    assert "lemons for demo" in printed
    assert Entry.objects.get(act="set_up_demo").person is None


def test_second_run_changes_nothing(house):
    run()
    dana = User.objects.get(badge="1001")
    dana.set_password("changed by a visitor")
    dana.save()
    entries = Entry.objects.count()
    run()
    assert User.objects.get(badge="1001").check_password("changed by a visitor")
    assert Entry.objects.count() == entries


def test_second_run_adds_what_is_missing(house):
    run()
    User.objects.filter(badge="3001").update(badge="X-3001")  # the cashier is another person now
    run()
    assert Entry.objects.order_by("position").last().payload == {"added": ["person:3001"]}


def test_visitor_signs_on_and_takes_a_job_with_the_shown_code(house, client):
    run()
    assert b"Ada Admin" in client.get("/sign-on").content
    client.post("/sign-on", {"badge": "9001", "password": "lemons for demo"})
    for _ in range(2):
        code = client.get("/duty").context["demo_code"]
        taken = client.post("/duty", {"job": "administrator", "shift": "day", "code": code})
        assert taken.status_code == 302
        client.post("/duty/end")


def test_code_is_shown_for_the_cast_only(house):
    person = User.objects.create(badge="X-1", name="Real")
    TOTPDevice.objects.create(user=person, confirmed=True)
    assert demo.code_of(person, timezone.now()) == ""


def test_real_house_shows_no_code(settings):
    with pytest.raises(AssertionError):
        demo.code_of(User(), timezone.now())
