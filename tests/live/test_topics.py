from django.db import transaction
from django.utils import timezone

from casino.models import Job
from casino.selectors.live import LOOK_BACK, News, missed_by, topics_of
from casino.selectors.log import Brief, feed_end
from casino.services.log import record
from tests.cast import make_duty


def topics(**fields):
    return list(topics_of(Brief(1, timezone.now(), **fields)))


def test_an_entry_touches_the_log_the_kind_and_the_thing():
    assert topics(act="change_person", thing="person:1004") == ["log", "person", "person:1004"]


def test_an_entry_about_nothing_touches_the_log():
    assert topics(act="see_home") == ["log"]


def test_who_is_on_duty_changes_with_duties_and_with_signing_off():
    for act in ("take_duty", "end_duty", "sign_off"):
        assert "duties" in topics(act=act, thing="person:1004")


def test_alerts_are_one_list():
    assert topics(act="raise_alert", thing="alert:5") == ["log", "alerts", "alert:5"]


def test_an_entry_of_a_pit_touches_the_pit():
    assert "pit:pit-3" in topics(act="end_duty", pit="pit-3")


def test_the_house_reads_the_log_of_every_pit(db):
    news = News(9, {"log": {1: 8, 2: 9}, "alerts": {None: 7}})
    assert news.for_duty(make_duty(Job.SURVEILLANCE), ["log", "alerts"]) == ["log", "alerts"]


def test_a_pit_is_not_told_of_the_log_elsewhere(db):
    duty = make_duty(Job.PIT_BOSS)
    assert News(9, {"log": {duty.pit_id + 1: 8, None: 9}}).for_duty(duty, ["log"]) == []


def test_what_a_screen_shows_already_is_not_told_again(db):
    news = News(9, {"log": {1: 8}, "alerts": {None: 9}})
    assert news.for_duty(make_duty(Job.SURVEILLANCE), ["log", "alerts"], after=8) == ["alerts"]


def test_a_screen_far_behind_draws_everything_and_costs_two_short_queries(
    transactional_db, django_assert_num_queries
):
    duty = make_duty(Job.SURVEILLANCE)
    with transaction.atomic():
        for _ in range(LOOK_BACK + 2):
            record("see_home", by=duty, now=timezone.now())
    end = feed_end()
    with django_assert_num_queries(2) as asked:
        assert missed_by(duty, ["log", "alerts"], 0) == (end, ["log", "alerts"])
    assert "JOIN" not in str(asked.captured_queries)


def test_a_screen_a_little_behind_draws_what_changed(transactional_db):
    duty = make_duty(Job.SURVEILLANCE)
    with transaction.atomic():
        for _ in range(LOOK_BACK):
            record("see_home", by=duty, now=timezone.now())
    assert missed_by(duty, ["log", "alerts"], 0) == (feed_end(), ["log"])
