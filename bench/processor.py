"""Processor time by part of the house: on a machine that all share, what each action costs whom."""

import os
import resource
from collections import Counter
from pathlib import Path

PARTS = {"postgres": "database", "valkey-server": "valkey", "uvicorn": "web"}
TICK = os.sysconf("SC_CLK_TCK")


def spent() -> Counter[str]:
    """Seconds so far: of the servers below this process, and of the clients that have ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    found = Counter({"clients": ended.ru_utime + ended.ru_stime})
    for pid, (parent, seconds) in (processes := _processes()).items():
        if part := _part(pid, parent, processes):
            found[part] += seconds
    return found


def _processes() -> dict[int, tuple[int, float]]:
    """Of every process: its parent, and its seconds, with those of its children that ended."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            told = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended meanwhile
        found[int(path.parent.name)] = int(told[1]), sum(map(int, told[11:15])) / TICK
    return found


def _part(pid: int, parent: int, processes: dict[int, tuple[int, float]]) -> str:
    """What it is, if it is one of ours."""
    while parent not in (os.getpid(), 0):
        parent = processes[parent][0] if parent in processes else 0
    try:
        words = Path(f"/proc/{pid}/cmdline").read_text() if parent else ""
    except OSError:
        return ""
    return next((part for word, part in PARTS.items() if word in words), "")
