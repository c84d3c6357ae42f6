"""Two administrators at one record, and a second signature that fails."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from casino.models import Job, Tries, User
from casino.services.staff import change_person, grant_jobs
from tests.cast import PIN, make_duty, make_person, sign_on, ticket_for

pytestmark = pytest.mark.django_db
LIVE = {"HX-Request": "true", "X-Live": "1"}


@pytest.fixture
def admin(client_for):
    return client_for(Job.ADMINISTRATOR)


@pytest.fixture
def dana():
    return make_person("1001", Job.DEALER)


def filled(form):
    """What a browser would send of this form as it stands."""
    facts = {name: form[name].value() for name in form.fields}
    seen = form.data if form.is_bound else form.initial
    initial = {f"initial-{n}": seen.get(f"initial-{n}", seen.get(n)) for n in facts}
    both = {**facts, **initial}
    return {name: value for name, value in both.items() if value not in (None, False)}


def by_another(act, dana, **facts):
    version = facts.pop("version")
    other = make_duty(Job.ADMINISTRATOR, "A-2")
    act(by=other, now=timezone.now(), person=dana, version=version, **facts)


def test_what_another_changed_is_not_taken_back_by_keeping_mine(admin, dana):
    form = admin.get("/people/1001/change").context["form"]
    facts = {name: form.initial[name] for name in form.fields}
    by_another(change_person, dana, **facts | {"name": "Theirs"})
    page = admin.post("/people/1001/change", filled(form) | {"licence_number": "MINE"})
    assert page.status_code == 409
    assert page.context["differences"] == [
        ("Name", "Theirs", "Person 1001", False),
        ("Licence number", "L1001", "MINE", True),
    ]
    assert admin.post("/people/1001/change", filled(page.context["form"])).status_code == 302
    dana.refresh_from_db()
    assert (dana.name, dana.licence_number, dana.is_active) == ("Theirs", "MINE", True)


def test_page_of_a_conflict_shows_the_stored_before_the_form(admin, dana):
    form = admin.get("/people/1001/change").context["form"]
    facts = {name: form.initial[name] for name in form.fields}
    by_another(change_person, dana, **facts | {"is_active": False})
    page = admin.post("/people/1001/change", filled(form) | {"name": "Mine"}).content.decode()
    assert page.index("Stored now") < page.index("Keep mine")
    assert "Licence valid until</dt>" not in page


def test_jobs_of_both_administrators_are_kept(admin, dana):
    second = make_duty(Job.SHIFT_MANAGER)
    sent = {"second_badge": second.person.badge, "second_pin": PIN, "initial-jobs": ["dealer"]}
    sent["version"] = admin.get("/people/1001/jobs").context["form"]["version"].value()
    by_another(
        grant_jobs, dana, second=second, version=sent["version"], jobs=[Job.DEALER, Job.CASHIER]
    )
    mine = {"jobs": ["floorperson"], "ticket": ticket_for(admin)}
    page = admin.post("/people/1001/jobs", sent | mine)
    form = page.context["form"]
    assert form["jobs"].value() == ["cashier", "floorperson"]
    assert form.seen_jobs() == ["dealer", "cashier"]
    again = {"jobs": form["jobs"].value(), "version": form["version"].value()}
    again |= {"initial-jobs": form.seen_jobs(), "ticket": ticket_for(admin)}
    assert admin.post("/people/1001/jobs", sent | again).status_code == 302
    assert set(User.objects.get(badge="1001").jobs) == {"cashier", "floorperson"}


@pytest.mark.parametrize("path", ["jobs", "reset"])
def test_wrong_second_pin_is_said_in_the_dialog_which_opens_again(admin, dana, path):
    second = make_duty(Job.SHIFT_MANAGER)
    sent = {"second_badge": second.person.badge, "second_pin": "0000", "jobs": ["cashier"]}
    sent |= {"version": admin.get("/people/1001/jobs").context["form"]["version"].value()}
    page = admin.post(f"/people/1001/{path}", sent | {"ticket": ticket_for(admin)})
    assert page.status_code == 409
    text = page.content.decode()
    dialog = text[text.index('<dialog class="signature"') :].split("</dialog>")[0]
    assert "data-open" in dialog
    assert "Second person, not signed:" in dialog
    assert "PIN is not right" in dialog
    assert 'class="refusal"' not in text
    assert second.person.badge in dialog


def test_acts_and_name_follow_the_record(client_for, dana):
    chief = client_for(Job.SECURITY_MANAGER)
    until = timezone.now() + timedelta(minutes=5)
    Tries.objects.create(person=dana, secret="password", locked_until=until)
    acts = chief.get("/people/1001", headers=LIVE | {"HX-Target": "acts"}).content.decode()
    assert acts.strip().startswith(("<section", "{#"))
    assert 'action="/people/1001/unlock"' in acts
    User.objects.filter(pk=dana.pk).update(name="Dana Renamed")
    rest = chief.get("/people/1001", headers=LIVE | {"HX-Target": "overview"}).content.decode()
    assert '<span id="person-name" hx-swap-oob="true">Dana Renamed</span>' in rest


def test_refusal_does_not_name_the_persons_own_jobs_as_those_who_can(client):
    person = make_person("1002", Job.DEALER, Job.CASHIER)
    sign_on(client, person)
    sent = {"password": "wrong", "pin": "2589", "again": "2589"}
    page = client.post("/account/pin", sent).content.decode()
    assert 'class="refusal"' in page
    assert "Who can" not in page


def test_machine_on_duty_has_no_shift(admin):
    make_duty(Job.REGULATOR, "2001")
    User.objects.filter(badge="2001").update(is_machine=True)
    assert b"swing shift" not in admin.get("/people/2001").content


def test_wrong_password_leaves_only_the_password_to_type(dana):
    page = Client().post("/sign-on", {"badge": "1001", "password": "wrong"})
    attrs = {name: field.widget.attrs for name, field in page.context["form"].fields.items()}
    assert "autofocus" in attrs["password"]
    assert "autofocus" not in attrs["badge"]
