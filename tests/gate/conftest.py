"""One web process with two places, and the pages it needs to say no."""

import os
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.conftest import wipe
from tests.processes import ROOT, Web, wait_for, web

PLACES = 2


@pytest.fixture(scope="package")
def server(
    django_db_setup: None, django_db_blocker: Any, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Web]:
    """The database without a wipe after each test: the process goes on using it."""
    environment = {
        "STATIC_ROOT": str(tmp_path_factory.mktemp("static")),
        "REQUESTS_AT_ONCE": str(PLACES),
    }
    collect = [sys.executable, "manage.py", "collectstatic", "--no-input"]
    subprocess.run(collect, cwd=ROOT, env=os.environ | environment, check=True, capture_output=True)
    with django_db_blocker.unblock(), web(**environment) as started:
        wait_for(started.answers, 60)
        yield started
        wipe()
