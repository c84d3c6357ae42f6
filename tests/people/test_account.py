"""What people do with their own secrets."""

from datetime import timedelta

import pytest
from django.contrib.auth.hashers import check_password
from django.test import Client
from django_otp.oath import totp
from django_otp.plugins.otp_totp.models import TOTPDevice

from casino.models import Entry, Job, User
from tests.cast import PASSWORD, make_duty, make_person, sign_on

pytestmark = pytest.mark.django_db
NEW = "a much longer lemon"


@pytest.fixture
def dana(client):
    client.person = make_person("1001", Job.DEALER)
    return sign_on(client, client.person, code_shown=False)


def change(client, current=PASSWORD, password=NEW, again=None):
    sent = {"current": current, "password": password, "again": again or password}
    return client.post("/account/password", sent)


def code_of(device, steps=0):
    return f"{totp(device.bin_key, device.step, device.t0, device.digits, steps):06}"


def test_password_is_changed_and_recorded_without_being_told(dana):
    assert change(dana).status_code == 302
    person = User.objects.get(badge="1001")
    assert person.check_password(NEW)
    entry = Entry.objects.get(act="change_password")
    assert entry.payload == {}


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"current": "wrong"}, 409),
        ({"password": "short"}, 409),
        ({"password": "password1234"}, 409),
        ({"again": "something else entirely"}, 422),
        ({"password": PASSWORD}, 422),
    ],
)
def test_password_that_will_not_do_changes_nothing(dana, sent, status):
    assert change(dana, **sent).status_code == status
    assert User.objects.get(badge="1001").check_password(PASSWORD)


def test_password_is_guessed_at_most_five_times_here_too(dana):
    tried = [change(dana, current="wrong").status_code for _ in range(5)]
    assert tried == [409, 409, 409, 409, 429]
    assert change(dana).status_code == 429


def test_borrowed_password_is_replaced_and_the_way_is_free(client):
    sign_on(client, make_person("1001", Job.DEALER, password_is_borrowed=True))
    assert b"Choose your password" in client.get("/account").content
    assert client.post("/account/pin").url == "/account"
    assert change(client).url == "/duty"
    assert client.get("/duty").status_code == 200


@pytest.mark.parametrize("pin", ["4801", "48015926"])
def test_pin_is_set_with_the_password(dana, pin):
    dana.post("/account/pin", {"pin": pin, "again": pin, "password": PASSWORD})
    assert check_password(pin, User.objects.get(badge="1001").pin)


@pytest.mark.parametrize("pin", ["480", "480159261", "1111", "2345", "8765", "48a1", "٤٨٠١"])
def test_pin_that_is_easy_or_misshapen_is_refused(dana, pin):
    before = dana.person.pin
    answer = dana.post("/account/pin", {"pin": pin, "again": pin, "password": PASSWORD})
    assert answer.status_code in (409, 422)
    assert User.objects.get(badge="1001").pin == before


def test_pin_needs_the_password(dana):
    sent = {"pin": "4801", "again": "4801", "password": "wrong"}
    assert dana.post("/account/pin", sent).status_code == 409
    assert not Entry.objects.filter(act="change_pin").exists()


def test_hidden_fields_of_the_account_are_ignored(dana):
    sent = {"pin": "4801", "again": "4801", "password": PASSWORD}
    dana.post("/account/pin", {**sent, "jobs": "administrator", "is_active": "", "badge": "X-1"})
    person = User.objects.get(pk=dana.person.pk)
    assert (person.badge, person.jobs, person.is_active) == ("1001", ["dealer"], True)


# -- the code device


def offer(client):
    return client.post("/account/code", {"password": PASSWORD})


def test_first_device_takes_password_then_code(dana):
    assert offer(dana).url == "/account/code"
    device = TOTPDevice.objects.get()
    page = dana.get("/account/code")
    assert page.context["picture"].startswith("data:image/svg+xml")
    assert not device.confirmed
    assert dana.post("/account/code", {"code": code_of(device)}).url == "/duty"
    device.refresh_from_db()
    assert device.confirmed
    assert dana.session["code_shown"] is True


def test_secret_is_not_shown_before_the_password(dana):
    assert dana.post("/account/code", {"password": "wrong"}).status_code == 409
    assert not TOTPDevice.objects.exists()
    assert "picture" not in dana.get("/account/code").context


def test_wrong_code_confirms_nothing(dana):
    offer(dana)
    wrong = f"{(int(code_of(TOTPDevice.objects.get())) + 500_000) % 1_000_000:06}"
    assert dana.post("/account/code", {"code": wrong}).status_code == 409
    assert not TOTPDevice.objects.get().confirmed


def test_secret_is_shown_to_one_session_only(dana):
    offer(dana)
    other = sign_on(Client(), dana.person)
    assert "picture" not in other.get("/account/code").context


def test_offer_of_a_secret_ends_after_ten_minutes(dana, time_machine):
    time_machine.move_to("2026-11-18T20:00:00Z", tick=False)
    sign_on(dana, dana.person)
    offer(dana)
    time_machine.shift(timedelta(minutes=10))
    assert "picture" in dana.get("/account/code").context
    time_machine.shift(1)
    assert "picture" not in dana.get("/account/code").context


def test_password_alone_does_not_replace_a_device(dana):
    old = TOTPDevice.objects.create(user=dana.person, confirmed=True)
    assert offer(dana).status_code == 422
    assert dana.post("/account/code", {"code": code_of(old)}).url == "/account/code"
    new = TOTPDevice.objects.get(confirmed=False)
    dana.post("/account/code", {"code": code_of(new)})
    assert list(TOTPDevice.objects.values_list("pk", "confirmed")) == [(new.pk, True)]


def test_account_shows_the_licence_and_its_days(client):
    sign_on(client, make_duty(Job.PIT_BOSS).person)
    page = client.get("/account").content.decode()
    assert "LJ-02" in page
    assert "days left" in page
