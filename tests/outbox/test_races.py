"""Two relays, two workers: each race against PostgreSQL, with the lock held on purpose."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction
from django.utils import timezone

from casino.models import Alert, Entry, Errand, Reader
from casino.services import outbox
from casino.services.alerts import raise_alert
from tests.outbox.test_outbox import lock_out, offers

pytestmark = pytest.mark.django_db(transaction=True)


def together(work, times):
    """Run the work in that many threads at once, each with a connection of its own."""

    def alone(number):
        try:
            return work(number)
        finally:
            connection.close()

    with ThreadPoolExecutor(times) as threads:
        return list(threads.map(alone, range(times)))


def test_relays_side_by_side_offer_each_errand_once():
    for badge in range(2001, 2021):
        lock_out(str(badge))
    given = [number for part in together(lambda _: offers(relays=3), 4) for number in part]
    assert max(Counter(given).values()) == 1
    assert sorted(given) == sorted(Errand.objects.values_list("pk", flat=True))
    assert len(given) == 20


def test_a_relay_steps_back_while_another_reads():
    lock_out()
    offers()
    lock_out("1002")
    with transaction.atomic():
        Reader.objects.select_for_update().get(name=outbox.READER)
        assert together(lambda _: offers(), 1) == [[]]
    assert len(offers()) == 1


def test_workers_side_by_side_have_one_effect():
    lock_out()
    (number,) = offers()
    ran = together(lambda _: outbox.run_errand(number=number, now=timezone.now()), 6)
    assert sum(ran) == 1
    assert Entry.objects.filter(act="raise_alert").count() == 1


def test_a_worker_steps_back_while_another_runs_the_errand():
    lock_out()
    (number,) = offers()
    with transaction.atomic():
        Errand.objects.select_for_update().get(pk=number)
        assert together(lambda _: outbox.run_errand(number=number, now=timezone.now()), 1) == [
            False
        ]
    assert Errand.objects.get().failures == 0


def test_the_same_matter_raised_at_once_is_one_alert():
    now = timezone.now()
    together(lambda _: raise_alert(need=Alert.Need.SOON, words="Fire", now=now).pk, 6)
    assert Alert.objects.count() == 1
    assert Entry.objects.filter(act="raise_alert").count() == 1
