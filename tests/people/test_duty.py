"""Taking a duty: what one is registered and licensed for, one at a time, by code where asked."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.test import Client
from django.utils import timezone
from django_otp.oath import totp
from django_otp.plugins.otp_totp.models import TOTPDevice

from casino.lib.law import Refused
from casino.models import Duty, Entry, Job, Shift, Tries
from casino.services.log import house_day
from casino.services.people import end_overdue_duties, take_duty
from casino.views.account import shift_at
from tests.cast import make_duty, make_person, make_pit, sign_on

pytestmark = pytest.mark.django_db


def take(person, job=Job.DEALER, pit="pit-1", proved=False):
    return take_duty(
        person=person,
        job=job,
        pit=make_pit(pit) if pit else None,
        shift=Shift.DAY,
        now=timezone.now(),
        proved=proved,
    )


def device_of(person):
    return TOTPDevice.objects.create(user=person, confirmed=True)


def code_of(device):
    return f"{totp(device.bin_key, device.step, device.t0):06}"


# -- the service


def test_duty_is_recorded_with_job_and_pit():
    duty = take(make_person("1001", Job.DEALER))
    entry = Entry.objects.get()
    assert (entry.act, entry.duty, entry.pit.code) == ("take_duty", duty, "pit-1")


@pytest.mark.clause("13:69A-1.2(a)")
def test_job_one_is_not_registered_for_is_refused():
    with pytest.raises(Refused, match="not registered as pit boss") as refused:
        take(make_person("1001", Job.DEALER), Job.PIT_BOSS)
    assert str(refused.value.clause) == "13:69A-1.2(a)"


@pytest.mark.clause("13:69A-1.2(a)")
@pytest.mark.parametrize(("days", "allowed"), [(0, True), (-1, False)])
def test_licence_counts_to_the_end_of_its_last_day(days, allowed):
    last = house_day(timezone.now()) + timedelta(days=days)
    person = make_person("1001", Job.DEALER, licence_valid_until=last)
    if allowed:
        assert take(person).pk
        return
    with pytest.raises(Refused, match="licence") as refused:
        take(person)
    assert str(refused.value.clause) == "13:69A-1.2(a)"


def test_licence_never_entered_is_refused():
    with pytest.raises(Refused, match="licence is missing"):
        take(make_person("1001", Job.DEALER, licence_number="", licence_valid_until=None))


@pytest.mark.clause("13:69D-1.12(a)3")
def test_second_duty_at_once_is_refused():
    person = make_person("1001", Job.DEALER, Job.PIT_BOSS)
    take(person)
    with pytest.raises(Refused, match="already on duty") as refused:
        take(person, Job.PIT_BOSS)
    assert str(refused.value.clause) == "13:69D-1.12(a)3"


def test_duty_whose_time_is_over_gives_way_to_the_next(time_machine, settings):
    person = make_person("1001", Job.DEALER)
    first = take(person)
    time_machine.move_to(first.until, tick=False)
    take(person)
    first.refresh_from_db()
    assert first.ended_at == first.until


def test_overdue_duties_end_just_at_their_time():
    duty = make_duty(Job.DEALER)
    assert end_overdue_duties(now=duty.until - timedelta(microseconds=1)) == 0
    assert end_overdue_duties(now=duty.until) == 1
    assert end_overdue_duties(now=duty.until) == 0


@pytest.mark.parametrize(("job", "pit"), [(Job.DEALER, ""), (Job.CASHIER, "pit-1")])
def test_pit_must_fit_the_job(job, pit):
    with pytest.raises(Refused, match="works"):
        take(make_person("1001", job), job, pit)


@pytest.mark.parametrize("job", [Job.ACCOUNTANT, Job.SECURITY_MANAGER, Job.ADMINISTRATOR])
def test_job_with_a_code_is_refused_without_one(job):
    with pytest.raises(Refused, match="needs a code"):
        take(make_person("1001", job), job, "")
    assert take(make_person("1002", job), job, "", proved=True).job == job


def test_person_put_out_meanwhile_takes_no_duty():
    person = make_person("1001", Job.DEALER, is_active=False)
    with pytest.raises(Refused, match="no longer"):
        take(person)


# -- the page


def post(client, **fields):
    return client.post("/duty", {"shift": "day", **fields})


def test_page_offers_only_the_jobs_of_the_person(client):
    sign_on(client, make_person("1001", Job.DEALER, Job.CASHIER))
    offered = [job for job, _, _ in client.get("/duty").context["jobs"]]
    assert offered == [Job.DEALER, Job.CASHIER]


def test_page_without_any_job_says_who_can_help(client):
    sign_on(client, make_person("1001"))
    assert b"not registered for any job" in client.get("/duty").content


def test_taking_a_duty_leads_where_the_person_wanted_to_go(client):
    sign_on(client, make_person("1001", Job.DEALER))
    pit = make_pit()
    answer = post(client, job="dealer", pit=pit.pk, next="/account")
    assert (answer.status_code, answer.url) == (302, "/account")
    assert post(client, job="dealer", pit=pit.pk).status_code == 409


def test_job_of_somebody_else_cannot_be_posted(client):
    sign_on(client, make_person("1001", Job.DEALER))
    assert post(client, job="administrator").status_code == 422
    assert not Duty.objects.exists()


def test_pit_job_without_a_pit_is_sent_back(client):
    sign_on(client, make_person("1001", Job.DEALER))
    assert post(client, job="dealer").context["form"].errors.keys() == {"pit"}


def test_pit_left_over_from_another_job_is_ignored(client):
    sign_on(client, make_person("1001", Job.CASHIER))
    post(client, job="cashier", pit=make_pit().pk)
    assert Duty.objects.get().pit is None


def test_expired_licence_is_shown_with_clause_and_remedy(client):
    past = house_day(timezone.now()) - timedelta(days=1)
    sign_on(client, make_person("1001", Job.CASHIER, licence_valid_until=past))
    page = post(client, job="cashier")
    assert page.status_code == 409
    assert b"13:69A-1.2(a)" in page.content
    assert b"renewed licence" in page.content


def test_code_opens_the_duty_and_renews_the_session_key(client):
    person = make_person("1001", Job.ADMINISTRATOR)
    device = device_of(person)
    sign_on(client, person, code_shown=False)
    key = client.session.session_key
    assert post(client, job="administrator", code=code_of(device)).url == "/"
    assert client.session["code_shown"] is True
    assert client.session.session_key != key
    assert client.get("/people").status_code == 200


def test_same_code_twice_is_refused(client):
    person = make_person("1001", Job.ADMINISTRATOR)
    code = code_of(device_of(person))
    sign_on(client, person, code_shown=False)
    post(client, job="administrator", code=code)
    client.post("/duty/end")
    assert post(client, job="administrator", code=code).status_code == 409


def test_five_wrong_codes_lock_and_the_right_one_does_not_help(client, settings):
    person = make_person("1001", Job.ADMINISTRATOR)
    device = device_of(person)
    sign_on(client, person, code_shown=False)
    wrong = f"{(int(code_of(device)) + 500_000) % 1_000_000:06}"
    tried = [post(client, job="administrator", code=wrong).status_code for _ in range(5)]
    assert tried == [409, 409, 409, 409, 429]
    assert post(client, job="administrator", code=code_of(device)).status_code == 429
    assert Tries.objects.get(secret="code").locked_until


def test_job_with_a_code_sends_people_without_a_device_to_set_one_up(client):
    sign_on(client, make_person("1001", Job.ADMINISTRATOR), code_shown=False)
    assert b"/account/code" in client.get("/duty").content
    assert post(client, job="administrator").status_code == 422
    assert post(client, job="administrator", code="123456").status_code == 409


def test_duty_counts_only_in_the_session_that_showed_its_code(client):
    duty = make_duty(Job.ADMINISTRATOR)
    device = device_of(duty.person)
    other = sign_on(client, duty.person, code_shown=False)
    assert other.get("/people").url == "/duty?next=%2Fpeople"
    page = other.get("/duty?next=%2Fpeople")
    assert page.context["asks_code"]
    shown = other.post("/duty", {"code": code_of(device), "next": "/people"})
    assert shown.url == "/people"
    assert other.get("/people").status_code == 200


def test_ending_the_duty_twice_is_harmless_and_asks_the_code_anew(client_for):
    admin = client_for(Job.ADMINISTRATOR)
    assert [admin.post("/duty/end").url for _ in range(2)] == ["/duty", "/duty"]
    assert Entry.objects.filter(act="end_duty").count() == 1
    assert not admin.session.get("code_shown")


def test_right_of_a_duty_ends_with_it(client_for):
    boss = client_for(Job.PIT_BOSS)
    assert boss.get("/people").status_code == 200
    sign_on(Client(), boss.duty.person).post("/duty/end")
    assert boss.get("/people").url == "/duty?next=%2Fpeople"


@pytest.mark.parametrize(
    ("clock", "shift"),
    [
        ("01:59", "swing"),
        ("02:00", "grave"),
        ("09:59", "grave"),
        ("10:00", "day"),
        ("18:00", "swing"),
    ],
)
def test_shift_is_proposed_by_the_clock_of_the_house(clock, shift, settings):
    hour, minute = map(int, clock.split(":"))
    local = datetime(2026, 7, 1, hour, minute, tzinfo=ZoneInfo(settings.TIME_ZONE))
    assert shift_at(local.astimezone(UTC)) == shift
