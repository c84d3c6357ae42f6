"""What really happened: a line for every fault that was made, and the sums of an evening."""

import json
import threading
from collections import Counter
from collections.abc import Iterable
from typing import Any, TextIO


class Truth:
    """JSON lines, for whoever compares what the house found out with what was done to it."""

    def __init__(self, file: TextIO | None = None) -> None:
        self.file, self.lock = file, threading.Lock()

    def write(self, fault: str, **told: Any) -> None:
        if self.file is None:
            return
        with self.lock:
            self.file.write(json.dumps({"fault": fault, **told}) + "\n")
            self.file.flush()


class Sums(Counter[str]):
    """Of one table, or of many together."""

    @classmethod
    def of(cls, parts: Iterable["Sums"]) -> "Sums":
        whole = cls()
        for part in parts:
            whole.update(part)
        return whole

    def in_words(self, tables: int) -> str:
        names = ("rounds", "actions", "refusals", "voids", "decks")
        rounds, actions, refusals, voids, decks = (self[name] for name in names)
        return (
            f"{rounds} rounds at {tables} tables: {actions} actions, {refusals} refusals, "
            f"{voids} void, {decks} decks changed"
        )
