"""The settings as people see and change them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from casino.models import DatedSetting, Job
from tests.cast import PIN, make_duty, ticket_for
from tests.settings.test_changes import change

pytestmark = pytest.mark.django_db
URL = "/settings/change_by_hand"


def sent(client, **facts):
    second = make_duty(Job.ACCOUNTANT).person.badge
    known = {"value": "3", "source": "An order", "seen": "0", "effective_at": ""}
    signed = {"ticket": ticket_for(client), "second_badge": second, "second_pin": PIN}
    return known | signed | facts


def test_each_setting_shows_value_source_and_how_sure(client_for):
    page = client_for(Job.DEALER).get("/settings").content.decode()
    for words in ("24 hours", "13:69E-1.18(g)", "Text seen", "Sister state", "Trade practice"):
        assert words in page


def test_the_list_costs_the_same_with_many_changes(client_for, django_assert_max_num_queries):
    client = client_for(Job.SHIFT_MANAGER)
    now, boss, other = timezone.now(), client.duty, make_duty(Job.ACCOUNTANT)
    for number in range(1, 10):
        later = now + timedelta(hours=number)
        change(1 + number % 2, by=boss, second=other, effective_at=later)
    with django_assert_max_num_queries(9):
        assert client.get("/settings").status_code == 200
    with django_assert_max_num_queries(11):
        assert client.get(URL).status_code == 200


def test_a_shift_manager_changes_one_with_a_second_signature(client_for):
    client = client_for(Job.SHIFT_MANAGER)
    assert client.post(URL, sent(client)).status_code == 302
    assert DatedSetting.objects.get().value == 3
    page = client.get(URL).content.decode()
    assert "Set by the house" in page
    assert "Holds now" in page
    assert "An order" in client.get("/settings").content.decode()


def test_a_moment_is_read_on_the_wall_clock_of_the_house(client_for):
    client = client_for(Job.SHIFT_MANAGER)
    client.post(URL, sent(client, effective_at="2099-07-01T06:00"))
    assert timezone.localtime(DatedSetting.objects.get().effective_at).hour == 6
    assert "To come" in client.get(URL).content.decode()


@pytest.mark.parametrize("moment", ["2099-03-08T02:30", "soon"])
def test_a_moment_that_never_strikes_is_not_taken(client_for, moment):
    client = client_for(Job.SHIFT_MANAGER)
    page = client.post(URL, sent(client, effective_at=moment))
    assert page.status_code == 422
    assert list(page.context["form"].errors) == ["effective_at"]


@pytest.mark.parametrize(
    ("facts", "status"),
    [
        ({"value": "x"}, 422),
        ({"source": ""}, 422),
        ({"value": "4"}, 409),
        ({"value": "99"}, 409),
        ({"second_pin": "0000"}, 409),
        ({"ticket": "used"}, 409),
        ({"seen": "7"}, 409),
    ],
)
def test_what_is_wrong_comes_back_and_changes_nothing(client_for, facts, status):
    client = client_for(Job.SHIFT_MANAGER)
    assert client.post(URL, sent(client, **facts)).status_code == status
    assert not DatedSetting.objects.exists()


def test_who_saw_old_figures_may_send_again_after_a_look(client_for):
    client = client_for(Job.SHIFT_MANAGER)
    change(5, by=client.duty, second=make_duty(Job.SECURITY_MANAGER))
    page = client.post(URL, sent(client))
    assert page.status_code == 409
    again = page.context["form"]["seen"].value()
    assert int(again) == DatedSetting.objects.get().pk


def test_who_may_not_change_is_told_who_may(client_for):
    page = client_for(Job.PIT_BOSS).get(URL).content.decode()
    assert "a shift manager changes settings" in page
    assert '<form class="stack" method="post"' not in page


def test_an_unknown_setting_is_not_found(client_for):
    assert client_for(Job.DEALER).get("/settings/luck").status_code == 404
