import pytest
from django.utils import timezone

from casino.models import Beat, Entry, Errand, Seal
from casino.selectors.log import feed
from casino.selectors.verify import verify
from tests.conftest import superuser
from tests.faults.conftest import alerts_of, lock_out, stopped, without_postgres, without_valkey
from tests.processes import wait_for
from tests.servers import servers

pytestmark = pytest.mark.xdist_group("faults")


def live(frame):
    return not frame["delayed"]


def test_an_act_in_one_process_is_told_in_the_other(casino):
    one, other = casino.webs
    with one.line(casino.key, "alerts") as here, other.line(casino.key, "alerts") as there:
        here.frame(), there.frame()
        casino.act(one)
        assert here.frame_about("alerts")
        assert there.frame_about("alerts")


def test_two_workers_and_two_beats_have_one_effect_an_errand(casino):
    entries = [lock_out() for _ in range(20)]
    wait_for(lambda: all(map(alerts_of, entries)), what="the alerts")
    wait_for(lambda: not Errand.objects.filter(done_at=None).exists())
    assert [alerts_of(entry) for entry in entries] == [1] * 20
    things = Entry.objects.filter(act="raise_alert").values_list("thing", flat=True)
    assert len(things) == len(set(things))


def test_two_sealers_make_one_chain(casino):
    last = lock_out()
    wait_for(Seal.objects.filter(last__gte=last.position).exists, what="the seal")
    assert [proof.breach for proof in verify()][-1] == ""


def test_losing_valkey_and_its_data_loses_no_act_and_no_line(casino):
    one, other = casino.webs
    with one.line(casino.key, "alerts") as here, other.line(casino.key, "alerts") as there:
        here.frame(), there.frame()
        with without_valkey():
            assert here.frame_where(lambda frame: frame["delayed"])
            casino.act(one)
            entry = lock_out()
            assert there.frame_about("alerts")["delayed"]
            assert here.frame_about("alerts")["delayed"]
            checks = one.get("/health/ready").json()
            assert (checks["status"], checks["checks"]["valkey"]["ok"]) == ("degraded", False)
        assert here.frame_where(live)
        assert there.frame_where(live)
        casino.act(one)
        assert there.frame_about("alerts")
    wait_for(lambda: alerts_of(entry), 30, "the errand of the time without Valkey")
    assert alerts_of(entry) == 1


def test_a_valkey_that_hangs_holds_nobody_up(casino):
    one, other = casino.webs
    with one.line(casino.key, "alerts") as here, stopped(servers().valkey.process.send_signal):
        for _ in range(5):
            casino.act(one)
            casino.act(other)  # here perhaps no hub runs, and the request itself meets Valkey
        assert here.frame_where(lambda frame: frame["delayed"] and frame["topics"])
        assert one.get("/health/ready", timeout=5).status_code == 200
    with one.line(casino.key, "alerts") as here:
        assert here.frame_where(live)


def test_a_database_that_dies_is_said_and_survived(casino):
    web = casino.webs[0]
    kept = lock_out()
    with superuser() as db:
        db.execute("CHECKPOINT")  # the test's own server is allowed to lose its last moments
    with web.line(casino.key, "alerts") as line:
        line.frame()
        with stopped(servers().postgres.process.send_signal):
            # Probes share an answer for a second: one of before may still be told.
            wait_for(lambda: web.get("/health/ready", timeout=8).status_code == 503, 10)
            assert web.get("/health/live").status_code == 200
        with without_postgres():
            assert line.frame_where(lambda frame: frame["delayed"])
            answer = web.get("/health/ready", timeout=8)
            assert (answer.status_code, answer.json()["status"]) == (503, "down")
        assert line.frame_where(live)
        assert feed(after=kept.position - 1)[0].position == kept.position
        casino.act(web)
        assert line.frame_about("alerts")
    back = timezone.now()
    wait_for(lambda: alerts_of(kept), 30, "the errand of the time before")
    wait_for(lambda: Beat.objects.filter(at__gt=back).count() == 2, 30, "signs of life")


def test_a_killed_web_process_is_left_for_the_other(casino):
    doomed, other = casino.webs
    with doomed.line(casino.key, "alerts,log") as line:
        position = line.frame()["position"]
        doomed.part.kill()
        assert line.close_code() == 1006
    lock_out()
    with other.line(casino.key, "alerts,log", after=position) as line:
        assert "log" in line.frame()["topics"]
