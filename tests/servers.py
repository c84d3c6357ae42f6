"""Real PostgreSQL and Valkey for each test worker, started before Django reads its settings.

Each worker has a cluster of its own: an open transaction holds back the feed of its cluster.
"""

import atexit
import os
import sys
from contextlib import ExitStack

from casino.embedded import Servers, temporary_servers

_open = ExitStack()
_controls_workers = "PYTEST_XDIST_WORKER" not in os.environ and any(
    word.startswith(("-n", "--numprocesses")) for word in sys.argv
)

os.environ |= {"SECRET_KEY": "only for tests " * 4, "HTTPS": "false", "LOG_LEVEL": "WARNING"}
if _controls_workers:
    os.environ |= {"DATABASE_URL": "postgres://nobody@/none", "REDIS_URL": "redis://127.0.0.1:1"}
    running: Servers | None = None
else:
    running = _open.enter_context(temporary_servers())
    (running.folder / "static").mkdir()
    os.environ |= running.environment() | {"STATIC_ROOT": str(running.folder / "static")}
    atexit.register(_open.close)


def servers() -> Servers:
    assert running is not None
    return running
