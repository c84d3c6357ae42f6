import pytest
from django.db import transaction
from django.test import Client
from django.utils import timezone

from casino.lib.law import Refused
from casino.models import Alert, Entry, Job
from casino.selectors.outbox import open_alerts
from casino.services.alerts import acknowledge_alert, raise_alert
from casino.services.log import record
from casino.services.staff import unlock_person
from tests.cast import make_duty, make_person, make_pit, sign_on

pytestmark = pytest.mark.django_db


def alert(words="Shuffler jam", need=Alert.Need.SOON, **fields):
    return raise_alert(need=need, words=words, now=timezone.now(), **fields)


def test_the_same_matter_is_raised_once_while_it_is_open():
    first = alert(thing="person:1")
    assert alert(thing="person:1") == first
    acknowledge_alert(by=make_duty(Job.SHIFT_MANAGER), number=first.pk, now=timezone.now())
    assert alert(thing="person:1") != first


def test_raising_and_acknowledging_are_in_the_log():
    duty = make_duty(Job.SHIFT_MANAGER)
    acknowledge_alert(by=duty, number=alert().pk, now=timezone.now())
    acts = Entry.objects.order_by("position").values_list("act", "person")
    assert list(acts) == [("raise_alert", None), ("acknowledge_alert", duty.person_id)]


def test_an_alert_stays_with_whoever_came_first():
    first, second = make_duty(Job.SHIFT_MANAGER), make_duty(Job.SECURITY_OFFICER)
    number = alert().pk
    for duty in (first, second):
        acknowledge_alert(by=duty, number=number, now=timezone.now())
    assert Alert.objects.get().owner == first.person
    assert Entry.objects.filter(act="acknowledge_alert").count() == 1


def test_those_who_watch_do_not_acknowledge():
    with pytest.raises(Refused, match="may not do this"):
        acknowledge_alert(by=make_duty(Job.REGULATOR), number=alert().pk, now=timezone.now())


def test_a_pit_boss_leaves_the_alerts_of_other_pits_alone():
    with pytest.raises(Refused, match="Your duty is in"):
        acknowledge_alert(
            by=make_duty(Job.PIT_BOSS), number=alert(pit=make_pit("pit-2")).pk, now=timezone.now()
        )


def test_the_most_urgent_come_first_and_other_pits_are_left_out():
    alert("For information", Alert.Need.INFO)
    alert("Now", Alert.Need.NOW, pit=make_pit("pit-1"))
    alert("Elsewhere", Alert.Need.NOW, pit=make_pit("pit-2"))
    boss = make_duty(Job.PIT_BOSS, pit="pit-1")
    assert [a.words for a in open_alerts(boss)] == ["Now", "For information"]
    assert open_alerts(make_duty(Job.SURVEILLANCE)).count() == 3


def test_the_page_shows_need_in_words_and_can_be_empty(client_for):
    client = client_for(Job.SHIFT_MANAGER)
    assert "Nothing needs you" in client.get("/alerts").content.decode()
    alert("Shuffler jam", Alert.Need.NOW)
    page = client.get("/alerts").content.decode()
    assert 'class="status act">Now<' in page
    assert "Shuffler jam" in page


def test_a_live_page_asks_for_the_list_alone(client_for):
    alert()
    part = client_for(Job.SHIFT_MANAGER).get("/alerts", headers={"HX-Request": "true"})
    assert "<html" not in part.content.decode()
    assert "Shuffler jam" in part.content.decode()


def test_the_header_counts_the_open_ones(client_for):
    alert()
    page = client_for(Job.SHIFT_MANAGER).get("/alerts/count").content.decode()
    assert 'data-count="1"' in page


def test_the_button_acknowledges(client_for):
    client = client_for(Job.SHIFT_MANAGER)
    assert client.post(f"/alerts/{alert().pk}/acknowledge").status_code == 302
    assert Alert.objects.get().owner == client.duty.person
    assert "by Person" in client.get("/alerts").content.decode()


def test_an_alert_of_another_pit_is_not_there():
    client = sign_on(Client(), make_duty(Job.PIT_BOSS).person)
    number = alert(pit=make_pit("pit-2")).pk
    assert client.post(f"/alerts/{number}/acknowledge").status_code == 404


def test_the_page_does_not_ask_more_with_more_alerts(client_for, django_assert_max_num_queries):
    client = client_for(Job.SHIFT_MANAGER)
    for number in range(20):
        alert(f"Matter {number}", pit=make_pit())
    with django_assert_max_num_queries(10):
        client.get("/alerts")


def lock_out(badge):
    """The alert as the errand of a lock-out raises it."""
    with transaction.atomic():
        entry = record("lock_out", by=None, thing=f"person:{badge}", now=timezone.now())
    return alert(f"{badge} was locked out", thing=f"person:{badge}", entry=entry)


def test_whoever_unlocks_has_acknowledged_the_lock_out_and_nothing_else():
    chief, dana = make_duty(Job.SECURITY_MANAGER), make_person("1001", Job.DEALER)
    locked, other, about = lock_out("1001"), lock_out("1002"), alert(thing="person:1001")
    for _ in range(2):
        unlock_person(by=chief, now=timezone.now(), person=dana)
    owners = dict(Alert.objects.values_list("pk", "owner"))
    assert owners == {locked.pk: chief.person_id, other.pk: None, about.pk: None}
    assert Entry.objects.get(act="acknowledge_alert").person == chief.person


def test_nobody_acknowledges_an_alert_about_themselves(client_for):
    client = client_for(Job.SHIFT_MANAGER)
    number = lock_out(client.duty.person.badge).pk
    assert "somebody else takes it" in client.get("/alerts").content.decode()
    assert client.post(f"/alerts/{number}/acknowledge").status_code == 403
    assert Alert.objects.get().owner is None


@pytest.mark.parametrize(
    ("job", "linked"), [(Job.SHIFT_MANAGER, True), (Job.SECURITY_OFFICER, False)]
)
def test_alert_leads_only_where_the_duty_may_go(client_for, job, linked):
    lock_out("1001")
    page = client_for(job).get("/alerts").content.decode()
    assert "1001 was locked out" in page
    assert ('href="/people/1001"' in page) is linked
