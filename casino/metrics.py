"""What is counted. Requests are counted in each process; the rest is read when somebody asks."""

import os
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path

from django.utils import timezone
from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector

from casino.selectors import health

REQUESTS = Counter("pitkeeper_requests", "Requests answered", ["route", "status"])
SECONDS = Histogram("pitkeeper_request_seconds", "Time to answer a request", ["route"])
SOCKETS = Gauge("pitkeeper_sockets", "Live sockets now open", multiprocess_mode="livesum")

# What each app counts when it is asked: name → words, value. Apps add theirs when they load.
FIGURES: list[Callable[[datetime], dict[str, tuple[str, int]]]] = [health.figures]


def saw_request(route: str, status: int, seconds: float) -> None:
    REQUESTS.labels(route, str(status)).inc()
    SECONDS.labels(route).observe(seconds)


class FromDatabase(Collector):
    """The house's figures: the same from whichever process is asked."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        now = timezone.now()
        for figures in FIGURES:
            for name, (words, value) in figures(now).items():
                yield GaugeMetricFamily(f"pitkeeper_{name}", words, value)


def scrape() -> bytes:
    """The counts of this process; with PROMETHEUS_MULTIPROC_DIR, of all on this machine."""
    registry = CollectorRegistry()
    registry.register(FromDatabase())
    return generate_latest(registry) + generate_latest(_of_processes())


def _of_processes() -> CollectorRegistry:
    folder = os.environ.get("PROMETHEUS_MULTIPROC_DIR")
    if not folder:
        return REGISTRY
    _forget_the_dead(Path(folder))
    registry = CollectorRegistry()
    MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return registry


def _forget_the_dead(folder: Path) -> None:
    """A process that was killed had no time to say that its sockets are gone."""
    for file in folder.glob("gauge_live*.db"):
        pid = file.stem.rpartition("_")[2]
        if pid.isdigit() and not Path(f"/proc/{pid}").exists():
            mark_process_dead(int(pid))  # type: ignore[no-untyped-call]
