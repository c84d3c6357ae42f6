from contextlib import ExitStack
from datetime import timedelta

import pytest
import redis
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.utils import timezone
from websockets.exceptions import ConnectionClosed, InvalidStatus

from casino.models import Alert, Job
from casino.selectors.log import feed_end
from casino.services import people
from casino.services.alerts import raise_alert
from tests.live.conftest import note, on_duty
from tests.processes import session_of, wait_for, web
from tests.servers import servers

pytestmark = pytest.mark.xdist_group("live")


def test_an_act_in_another_process_is_told_with_its_position(server):
    duty = on_duty()
    with server.line(session_of(duty.person)) as line:
        line.frame()
        entry = note(duty)
        frame = line.frame()
    assert frame == {"position": entry.position, "topics": ["log"], "delayed": False}


def test_an_act_in_the_same_process_is_told(server):
    boss = on_duty(Job.SHIFT_MANAGER)
    key = session_of(boss.person)
    alert = raise_alert(need=Alert.Need.SOON, words=f"For {boss.pk}", now=timezone.now())
    with server.line(key, "alerts") as line:
        line.frame()
        assert server.post(f"/alerts/{alert.pk}/acknowledge", key).status_code == 302
        assert line.frame()["topics"] == ["alerts"]


def test_an_act_in_one_web_process_is_told_in_the_other(server, neighbour):
    boss = on_duty(Job.SHIFT_MANAGER)
    key = session_of(boss.person)
    alert = raise_alert(need=Alert.Need.SOON, words=f"For {boss.pk}", now=timezone.now())
    with server.line(key, "alerts") as here, neighbour.line(key, "alerts") as there:
        here.frame(), there.frame()
        assert server.post(f"/alerts/{alert.pk}/acknowledge", key).status_code == 302
        assert there.frame()["topics"] == ["alerts"]


def test_a_hub_joins_again_when_valkey_forgot_it(server):
    duty = on_duty()
    with server.line(session_of(duty.person)) as line:
        line.frame()
        with redis.Redis.from_url(servers().redis_url) as valkey:
            valkey.flushall()
        wait_for(lambda: note(duty) and not line.is_silent(0.3), what="a nudge")


def test_sockets_are_counted_over_all_processes_that_live(server, neighbour, environment):
    key = session_of(on_duty(Job.ADMINISTRATOR).person)
    with web(**environment) as doomed:
        wait_for(doomed.answers, 60)
        with server.line(key), neighbour.line(key), doomed.line(key) as line:
            line.frame()
            wait_for(lambda: "\npitkeeper_sockets 3.0" in server.get("/metrics", key).text)
            doomed.part.kill()
            wait_for(lambda: "\npitkeeper_sockets 2.0" in server.get("/metrics", key).text)


def test_topics_that_nobody_asked_for_are_not_told(server):
    duty = on_duty()
    with server.line(session_of(duty.person), "person:1,alerts") as line:
        line.frame()
        note(duty, thing="person:2")
        note(duty, thing="person:1")
        assert line.frame()["topics"] == ["person:1"]


def test_the_log_of_a_pit_is_told_to_its_own_people_only(server):
    here, there = on_duty(Job.PIT_BOSS, pit="pit-1"), on_duty(Job.PIT_BOSS, pit="pit-2")
    with server.line(session_of(here.person)) as line:
        line.frame()
        note(there)
        entry = note(here)
        assert line.frame()["position"] == entry.position


def test_what_happened_while_away_is_told_on_connecting_again(server):
    duty = on_duty()
    key, topics = session_of(duty.person), "duties,log,person:7"
    before = note(duty).position
    note(duty, thing="person:7")
    with server.line(key, topics, after=before) as line:
        assert line.frame() == {
            "position": feed_end(),
            "topics": ["log", "person:7"],
            "delayed": False,
        }
    with server.line(key, topics, after=feed_end()) as line:
        assert line.frame()["topics"] == []


@pytest.mark.parametrize("after", [None, "", "-1", "x", 2**60, "9" * 40])
def test_a_page_whose_position_says_nothing_draws_everything_again(server, after):
    with server.line(session_of(on_duty().person), "duties,log", after=after) as line:
        assert line.frame()["topics"] == ["duties", "log"]


def test_an_idle_line_lives_on_and_hears_its_heart(server):
    """redis-py gives up after 5 s without a word, and took idle sockets with it."""
    duty = on_duty()
    with server.line(session_of(duty.person)) as line:
        line.frame()
        assert line.is_silent(20.5)
        assert line.frames >= 3
        entry = note(duty)
        assert line.frame_about("log", 2)["position"] == entry.position


def test_the_channel_layer_outwaits_an_idle_time():
    """The same trap one floor below, where no pulse of the hub's hides it."""

    async def wait_and_receive() -> object:
        import asyncio

        layer = get_channel_layer()
        assert layer is not None
        channel = await layer.new_channel()
        waiting = asyncio.create_task(layer.receive(channel))
        done, _ = await asyncio.wait([waiting], timeout=6.5)
        assert not done
        await layer.send(channel, {"type": "word"})
        return await asyncio.wait_for(waiting, 2)

    assert async_to_sync(wait_and_receive)() == {"type": "word"}


@pytest.mark.parametrize(
    "origin", [None, "http://elsewhere.example", "null", "http://127.0.0.1:1", "https://{host}"]
)
def test_pages_from_elsewhere_are_refused(server, origin):
    key = session_of(on_duty().person)
    origin = origin and origin.replace("{host}", f"127.0.0.1:{server.port}")
    with pytest.raises(InvalidStatus) as refused, server.line(key, origin=origin):
        pass
    assert refused.value.response.status_code == 403


def test_nobody_listens_without_signing_on(server):
    for key in ("", "no-such-session"):
        with server.line(key) as line:
            assert line.close_code() == 4401


def test_nobody_listens_without_a_duty(server):
    duty = on_duty()
    key = session_of(duty.person)
    people.end_duty(duty=duty, now=timezone.now())
    with server.line(key) as line:
        assert line.close_code() == 4403


def test_a_duty_that_needs_a_code_listens_only_where_it_was_shown(server):
    duty = on_duty(Job.ACCOUNTANT)
    with server.line(session_of(duty.person, code_shown=False)) as line:
        assert line.close_code() == 4403


@pytest.mark.parametrize(
    ("job", "topic"),
    [
        (Job.DEALER, "log"),
        (Job.DEALER, "alerts"),
        (Job.CASHIER, "person:1001"),
        (Job.PIT_BOSS, "pit:pit-2"),
        (Job.SURVEILLANCE, "nothing-of-the-kind"),
        (Job.SURVEILLANCE, ",".join(f"person:{n}" for n in range(21))),
    ],
)
def test_topics_a_duty_may_not_watch_are_refused(server, job, topic):
    with server.line(session_of(on_duty(job).person), topic) as line:
        assert line.close_code() == 4403


def test_whoever_speaks_is_closed(server):
    with server.line(session_of(on_duty().person)) as line:
        line.frame()
        line.connection.send("hello")
        assert line.close_code() == 1003


def test_signing_off_closes_this_session_and_no_other(server):
    duty = on_duty()
    here, elsewhere = session_of(duty.person), session_of(duty.person)
    with server.line(here) as line, server.line(elsewhere) as other:
        other.frame()
        assert server.post("/sign-off", here).status_code == 302
        assert line.close_code() == 4401
        entry = note(duty)
        assert other.frame_about("log")["position"] <= entry.position


def test_ending_the_duty_closes_its_lines(server):
    duty = on_duty()
    key = session_of(duty.person)
    with server.line(key) as line:
        assert server.post("/duty/end", key).status_code == 302
        assert line.close_code() == 4403


def test_taking_another_duty_closes_the_lines_of_the_first(server):
    duty = on_duty(Job.PIT_BOSS)
    with server.line(session_of(duty.person)) as line:
        line.frame()
        people.end_duty(duty=duty, now=timezone.now())
        on_duty_again = on_duty(Job.SURVEILLANCE)
        on_duty_again.person = duty.person
        on_duty_again.save()
        assert line.close_code() == 4403


def test_a_session_that_ran_out_closes_without_any_act(server, settings):
    nearly = (timezone.now() - settings.IDLE_AFTER + timedelta(seconds=2)).isoformat()
    with server.line(session_of(on_duty().person, seen_at=nearly)) as line:
        line.frame()
        assert line.close_code() == 4401


def test_a_disabled_account_is_closed(server):
    duty = on_duty()
    with server.line(session_of(duty.person)) as line:
        line.frame()
        duty.person.is_active = False
        duty.person.save()
        note(duty, "change_person", thing=people.thing_of(duty.person))
        assert line.close_code(3) == 4401


def test_one_session_holds_ten_lines_and_others_are_not_in_its_way(server):
    duty = on_duty()
    key, other = session_of(duty.person), session_of(on_duty().person)
    with ExitStack() as held:
        for _ in range(10):
            held.enter_context(server.line(key)).frame()
        with server.line(key) as line:
            assert line.close_code() == 1013
        with server.line(other) as line:
            assert line.frame()
    wait_for(lambda: _is_let_in(server, key), what="a place for a line after the ten are gone")


def _is_let_in(server, key):
    with server.line(key) as line:
        try:
            return line.frame()
        except ConnectionClosed:
            return False
