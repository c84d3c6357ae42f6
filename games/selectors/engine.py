"""Which rules refereed a round: a digest of their very words, so that no change goes unnoticed."""

import hashlib
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# All that a fold reads; what pages say about it (guides, tables' demands) changes no round.
SOURCES = ("games/engine/*.py", "games/rules/**/*.py", "inventory/rules/cards.py")


@cache
def engine_version() -> str:
    digest = hashlib.sha256()
    for path in sorted(path for pattern in SOURCES for path in ROOT.glob(pattern)):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:12]
