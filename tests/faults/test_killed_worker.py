import psycopg
import pytest
from django.utils import timezone

from casino.models import Errand
from casino.services.outbox import relay
from casino.tasks import run_errand
from tests.conftest import superuser
from tests.faults.conftest import alerts_of, lock_out
from tests.processes import wait_for, worker
from tests.servers import servers

pytestmark = pytest.mark.xdist_group("faults")
BLOCKED = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"


def test_the_errand_of_a_killed_worker_is_run_again_and_once(house):
    """By the queue alone: no relay runs here that would offer it again."""
    entry = lock_out()
    relay(now=timezone.now(), offer=lambda number: None)
    errand = Errand.objects.get(entry=entry)
    with psycopg.connect(servers().database_url) as blocker, superuser() as db:
        blocker.execute("LOCK casino_alert IN EXCLUSIVE MODE")
        with worker(TASK_COMES_BACK_AFTER="2") as doomed:
            run_errand.delay(errand.pk)
            wait_for(lambda: db.execute(BLOCKED).fetchone() != (0,), 60, "the worker in its errand")
            doomed.kill()
        blocker.rollback()
    assert alerts_of(entry) == 0
    with worker(TASK_COMES_BACK_AFTER="2"):
        wait_for(lambda: alerts_of(entry), 60, "the errand")
        wait_for(lambda: Errand.objects.get(pk=errand.pk).done_at)
    assert alerts_of(entry) == 1
