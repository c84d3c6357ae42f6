"""The list of people and a person's page, as each job sees them."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from knox.models import AuthToken

from casino.models import Entry, Job, Tries, User
from casino.selectors.people import key_id, version_of
from casino.services.log import house_day
from casino.services.people import sign_off
from tests.cast import PIN, make_duty, make_person, sign_on, ticket_for

pytestmark = pytest.mark.django_db
HOSTILE = '"><img src=x onerror=alert(1)>{{7*7}}'


@pytest.fixture
def admin(client_for):
    return client_for(Job.ADMINISTRATOR)


@pytest.fixture
def manager():
    return make_duty(Job.SHIFT_MANAGER)


@pytest.fixture
def dana():
    return make_person("1001", Job.DEALER)


def badges(page):
    return [person.badge for person, _, _ in page.context["rows"]]


def signed(admin, manager, **fields):
    return {
        "ticket": ticket_for(admin),
        "second_badge": manager.person.badge,
        "second_pin": PIN,
        **fields,
    }


# -- the list


def test_list_costs_as_many_queries_for_three_as_for_sixty_people(admin):
    def cost():
        with CaptureQueriesContext(connection) as asked:
            assert admin.get("/people").status_code == 200
        return len(asked)

    make_person("1001", Job.DEALER)
    make_duty(Job.DEALER, "1002")
    few = cost()
    for number in range(57):
        make_duty(Job.DEALER, f"2{number:03}")
    assert cost() == few
    assert few <= 12


def test_pages_of_the_list_reach_everybody_once_and_lead_back(admin):
    for number in range(120):
        make_person(f"P-{number:03}", Job.DEALER)
    seen, url = [], "/people"
    while url:
        page = admin.get(url if url.startswith("/") else f"/people{url}")
        seen.append(badges(page))
        url = page.context["on"]
    assert [len(rows) for rows in seen] == [50, 50, 21]
    assert [badge for rows in seen for badge in rows] == sorted(
        User.objects.values_list("badge", flat=True)
    )
    assert badges(admin.get(f"/people{page.context['back']}")) == seen[1]


def test_list_is_searched_by_badge_name_and_licence(admin, dana):
    make_person("1002", Job.CASHIER, name="Cass Chip", licence_number="ZZ9")
    for like in ("1002", "cass", "zz9"):
        assert badges(admin.get("/people", {"q": like})) == ["1002"]
    assert badges(admin.get("/people", {"job": "dealer"})) == ["1001"]


def test_list_shows_those_on_duty_locked_and_with_a_licence_running_out(admin, dana):
    today = house_day(timezone.now())
    make_person("1002", Job.DEALER, licence_valid_until=today + timedelta(days=30))
    make_person("1003", Job.DEALER, licence_valid_until=today + timedelta(days=31))
    make_person("1004", Job.DEALER, licence_valid_until=None)
    until = timezone.now() + timedelta(minutes=1)
    Tries.objects.create(person=dana, secret="pin", locked_until=until)
    assert badges(admin.get("/people", {"state": "on_duty"})) == [admin.duty.person.badge]
    assert badges(admin.get("/people", {"state": "locked"})) == ["1001"]
    assert badges(admin.get("/people", {"state": "licence"})) == ["1002", "1004"]
    assert badges(admin.get("/people", {"state": "off"})) == []


@pytest.mark.parametrize("query", ["job=king", "state=happy", f"q={'x' * 99}"])
def test_nonsense_in_a_filter_is_answered_not_crashed_on(admin, query):
    assert admin.get(f"/people?{query}").status_code == 422


def test_empty_result_says_what_to_do(admin):
    assert b"Nobody fits" in admin.get("/people?q=zzz").content
    assert b"first page" in admin.get("/people?after=ZZZZ").content


def test_hostile_names_are_shown_as_text(admin, manager):
    person = make_person("1001", Job.DEALER, name=HOSTILE, licence_number="<b>1")
    for url in ("", "/1001", "/1001?tab=history", "/1001/change", "/1001/jobs"):
        page = admin.get(f"/people{url}").content.decode()
        assert "<img src=x" not in page
        assert "&lt;img src=x" in page
        assert "49" not in page.split("onerror", 1)[1][:40]
    sign_on(Client(), person)
    assert "<img" not in admin.post("/people/1001/reset", signed(admin, manager)).content.decode()


# -- the page of a person


@pytest.mark.parametrize("badge", ["NOBODY", "%00", "x", "1001%20", "..%2F"])
def test_person_who_is_not_there_is_not_found(admin, badge):
    assert admin.get(f"/people/{badge}").status_code == 404


def test_administrator_is_offered_the_acts_and_told_why_not_for_oneself(admin, dana):
    reasons = {n: o.reason for n, o in admin.get("/people/1001").context["offers"].items()}
    assert [name for name, reason in reasons.items() if reason] == ["unlock_person"]
    own = admin.get(f"/people/{admin.duty.person.badge}")
    assert "Nobody signs for themselves" in own.context["offers"]["grant_jobs"].reason
    assert own.context["offers"]["end_sessions"].reason == ""


@pytest.mark.parametrize("job", [Job.SURVEILLANCE, Job.REGULATOR, Job.PIT_BOSS])
def test_those_who_only_look_are_offered_nothing(client_for, dana, job):
    page = client_for(job).get("/people/1001")
    assert page.context["offers"] == {}
    assert b'<form method="post" action="/people' not in page.content


def test_history_shows_newest_first_and_pages_by_position(admin, dana):
    for _ in range(35):
        sign_off(person=dana, duty=None, now=timezone.now())
    first = admin.get("/people/1001?tab=history")
    positions = [entry.position for entry in first.context["entries"]]
    assert positions == sorted(positions, reverse=True)
    assert len(positions) == 30
    older = admin.get(first.context["older"])
    assert [len(older.context["entries"]), older.context["older"]] == [5, ""]
    assert b'data-live-topic="person:1001"' in first.content
    assert b'data-live-topic="person:1001"' not in older.content


def test_live_refresh_gets_the_part_alone(admin, dana):
    part = admin.get("/people/1001?tab=history", HTTP_HX_REQUEST="true", HTTP_X_LIVE="1")
    assert b"<html" not in part.content
    assert part.content.strip().startswith(b"<section")


def test_history_of_a_pit_boss_is_that_of_the_own_pit(client_for, dana):
    sign_off(person=dana, duty=None, now=timezone.now())
    make_duty(Job.DEALER, "1001", pit="pit-1")
    boss = client_for(Job.PIT_BOSS)
    assert boss.get("/people/1001?tab=history").context["entries"] == []


# -- acts through the pages


def test_person_is_added_and_the_password_shown_once(admin):
    facts = {"badge": "x-7", "name": "Nora New", "jobs": "administrator", "pin": "1", "id": "1"}
    page = admin.post("/people/add", facts)
    password = page.context["password"]
    assert password in page.content.decode()
    assert password not in admin.get("/people/X-7").content.decode()
    person = User.objects.get(badge="X-7")
    assert (person.jobs, person.pin, person.is_machine) == ([], "", False)
    assert admin.post("/people/add", facts).status_code == 409


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"badge": "A B"}, "badge"),
        ({"name": ""}, "name"),
        ({"licence_number": "L"}, "licence_valid_until"),
        ({"licence_valid_until": "2030-01-01"}, "licence_number"),
        ({"licence_number": "L", "licence_valid_until": "soon"}, "licence_valid_until"),
    ],
)
def test_misshapen_facts_come_back_beside_their_field(admin, facts, field):
    page = admin.post("/people/add", {"badge": "7001", "name": "N", **facts})
    assert page.status_code == 422
    assert list(page.context["form"].errors) == [field]


def change(client, dana, version, **facts):
    known = {"name": dana.name, "is_active": "on", "version": version}
    return client.post(f"/people/{dana.badge}/change", known | facts)


def test_second_administrator_sees_both_and_loses_nothing(admin, dana):
    other = sign_on(Client(), make_duty(Job.ADMINISTRATOR, "A-2").person)
    seen = admin.get("/people/1001/change").context["form"]["version"].value()
    assert change(other, dana, seen, name="Theirs").status_code == 302
    page = change(admin, dana, seen, name="Mine")
    assert page.status_code == 409
    assert page.context["differences"][0] == ("Name", "Theirs", "Mine", True)
    assert page.context["form"]["name"].value() == "Mine"
    again = page.context["form"]["version"].value()
    assert change(admin, dana, again, name="Mine").status_code == 302
    assert User.objects.get(badge="1001").name == "Mine"


def test_extra_fields_in_a_change_are_ignored(admin, dana):
    change(
        admin, dana, version_of(dana), name="D", badge="X", jobs="administrator", is_machine="on"
    )
    person = User.objects.get(pk=dana.pk)
    assert (person.badge, person.jobs, person.is_machine) == ("1001", ["dealer"], False)


def test_own_record_cannot_be_opened_for_change(admin):
    own = admin.duty.person.badge
    for door in ("change", "jobs"):
        assert admin.get(f"/people/{own}/{door}").status_code == 403


def test_jobs_are_granted_on_one_screen_by_two(admin, manager, dana):
    sent = signed(admin, manager, jobs=["dealer", "cashier"], version=version_of(dana))
    assert admin.post("/people/1001/jobs", sent).status_code == 302
    assert User.objects.get(badge="1001").jobs == ["dealer", "cashier"]
    assert Entry.objects.get(act="grant_jobs").second_person == manager.person


@pytest.mark.parametrize(
    ("wrong", "status"),
    [({"second_pin": "0000"}, 409), ({"second_pin": ""}, 422), ({"second_badge": "J-11"}, 409)],
)
def test_jobs_are_not_granted_without_the_second(admin, manager, dana, wrong, status):
    sent = signed(admin, manager, jobs=["cashier"], version=version_of(dana)) | wrong
    assert admin.post("/people/1001/jobs", sent).status_code == status
    assert User.objects.get(badge="1001").jobs == ["dealer"]


def test_pin_is_never_sent_back(admin, manager, dana):
    sent = signed(admin, manager, jobs=["dealer"], version=version_of(dana))
    page = admin.post("/people/1001/jobs", sent)
    assert page.status_code == 409
    assert PIN not in page.content.decode()


def test_reset_shows_a_new_password_and_signs_the_person_off(admin, manager, dana):
    theirs = sign_on(Client(), dana)
    page = admin.post("/people/1001/reset", signed(admin, manager))
    assert User.objects.get(badge="1001").check_password(page.context["password"])
    assert theirs.get("/account").url == "/sign-on?next=%2Faccount&ended=1"


def test_locked_person_is_unlocked_by_a_manager(client_for, dana):
    until = timezone.now() + timedelta(minutes=5)
    Tries.objects.create(person=dana, secret="password", locked_until=until)
    chief = client_for(Job.SECURITY_MANAGER)
    assert b"locked out until" in chief.get("/people/1001").content
    assert chief.post("/people/1001/unlock").status_code == 302
    assert chief.post("/people/1001/unlock").status_code == 302  # a second tap is harmless
    assert Entry.objects.filter(act="unlock_person").count() == 1


def test_key_is_shown_once_opens_the_api_and_is_revoked(admin, manager):
    make_person("CAM-1", Job.SURVEILLANCE, is_machine=True)
    token = admin.post("/people/CAM-1/keys", signed(admin, manager)).context["new_key"]
    bearer = {"HTTP_AUTHORIZATION": f"Token {token}"}
    assert Client().get("/api/v1/me", **bearer).json()["job"] == "surveillance"
    page = admin.get("/people/CAM-1")
    assert token not in page.content.decode()
    url = f"/people/CAM-1/keys/{key_id(AuthToken.objects.get())}/revoke"
    assert admin.post(url).status_code == 302
    assert Client().get("/api/v1/me", **bearer).status_code == 401
    assert admin.post(url).status_code == 409


def test_disabled_person_is_out_at_the_next_request(admin, dana):
    theirs = sign_on(Client(), dana)
    assert theirs.get("/account").status_code == 200
    admin.post("/people/1001/change", {"name": dana.name, "version": version_of(dana)})
    assert theirs.get("/account").url == "/sign-on?next=%2Faccount&ended=1"


POSTS = (
    "/sign-off", "/duty", "/duty/end", "/account/password", "/account/pin", "/account/code",
    "/people/add", "/people/1001/change", "/people/1001/jobs", "/people/1001/reset",
    "/people/1001/unlock", "/people/1001/end-sessions", "/people/1001/keys",
    "/people/1001/keys/abc/revoke",
)  # fmt: skip


@pytest.mark.parametrize("url", POSTS)
def test_post_without_its_token_is_refused(url, dana):
    strict = sign_on(Client(enforce_csrf_checks=True), make_duty(Job.ADMINISTRATOR).person)
    before = Entry.objects.count()
    assert strict.post(url).status_code == 403
    assert Entry.objects.count() == before


def test_page_that_is_sent_again_signs_nothing_again(admin, manager):
    make_person("CAM-1", Job.SURVEILLANCE, is_machine=True)
    sent = signed(admin, manager)
    assert admin.post("/people/CAM-1/keys", sent).context["new_key"]
    again = admin.post("/people/CAM-1/keys", sent)
    assert again.status_code == 409
    assert b"sent already" in again.content
    assert AuthToken.objects.count() == 1
