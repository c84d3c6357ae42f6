"""What somebody asks of a round, and what they are answered."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from casino.lib.law import Refused
from casino.models import Duty


@dataclass(frozen=True, slots=True)
class Submission:
    """`index` is the number the sender believes is next; `key` tells this act from every other."""

    round: int
    index: int
    key: str
    action: dict[str, Any]
    by: Duty
    now: datetime
    second: Duty | None = None


class Answer(NamedTuple):
    """`length` is how many actions the round has now."""

    length: int
    refusal: Refused | None = None
    result: dict[str, Any] | None = None  # once it is over
    is_repeated: bool = False
