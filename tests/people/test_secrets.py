"""What must never be written down: not in the log, not in the records of the machinery."""

import json
import logging

import pytest
from django.contrib.sessions.models import Session

from casino.models import Entry, Job, User
from tests.cast import PASSWORD, PIN, make_duty, make_person, sign_on, ticket_for

pytestmark = pytest.mark.django_db
NEW, GUESS = "a much longer lemon", "never-a-password"


def _post(client, path, fields):
    return client.post(path, fields | {"ticket": ticket_for(client)})


def test_no_secret_is_logged_recorded_or_kept_in_a_session(client, client_for, caplog):
    caplog.set_level(logging.DEBUG)
    make_person("1001", Job.DEALER)
    make_person("CAM-1", Job.SURVEILLANCE, is_machine=True)
    client.post("/sign-on", {"badge": "1001", "password": GUESS})
    client.post("/sign-on", {"badge": "1001", "password": PASSWORD})
    client.post("/account/password", {"current": PASSWORD, "password": NEW, "again": NEW})
    admin, second = client_for(Job.ADMINISTRATOR), make_duty(Job.SHIFT_MANAGER)
    signed = {"second_badge": second.person.badge, "second_pin": PIN}
    token = _post(admin, "/people/CAM-1/keys", signed).context["new_key"]
    borrowed = _post(admin, "/people/1001/reset", signed).context["password"]
    written = caplog.text
    written += json.dumps(list(Entry.objects.values_list("payload", flat=True)))
    written += json.dumps([session.get_decoded() for session in Session.objects.all()])
    for secret in (PASSWORD, NEW, GUESS, f'"{PIN}"', token, borrowed):
        assert secret not in written
    assert client.session.session_key not in caplog.text


def test_secrets_are_stored_as_argon2_hashes(client, settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
    person = make_person("1001", Job.DEALER)
    sign_on(client, person)
    client.post("/account/pin", {"pin": "4801", "again": "4801", "password": PASSWORD})
    stored = User.objects.get(badge="1001")
    assert stored.password.startswith("argon2$")
    assert stored.pin.startswith("argon2$")
