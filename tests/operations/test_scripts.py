"""The verbs: a few lines of sh each, that anybody can run."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
VERBS = [path for path in sorted((ROOT / "script").iterdir()) if path.is_file() and not path.suffix]


def test_the_verbs_are_those_that_the_documents_name():
    assert [path.name for path in VERBS] == [
        "backup",
        "check",
        "lock",
        "manage",
        "restore",
        "server",
        "test",
    ]


@pytest.mark.parametrize("path", [*VERBS, ROOT / ".ci/run"], ids=lambda path: path.name)
def test_every_verb_can_be_run_and_read(path):
    assert os.access(path, os.X_OK)
    assert path.read_text().startswith("#!/bin/sh\n# ")
    assert subprocess.run(["sh", "-n", path]).returncode == 0
