"""What somebody asks of a round, what the rules say to it, and what they are answered."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from casino.lib.law import Refused
from casino.models import Duty
from games.engine.fold import SETTLED
from games.engine.pot_state import PotGame
from games.selectors.rounds import Folded

REMOVE = "remove"


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


class Judged(NamedTuple):
    """The rules accept it, and `result` is there once the round is over; or they refuse it."""

    asked: Submission
    after: Folded | None = None
    result: dict[str, Any] | None = None
    refusal: Refused | None = None
    follows: bool = False  # another of its round goes ahead in the same batch

    @property
    def is_award(self) -> bool:
        """Pots are paid: counted by one person, verified by another."""
        return self.is_of_pot and self.after is not None and self.after.state.status == SETTLED

    @property
    def ends_apart(self) -> bool:
        """A carried pot or a deck moves with the round, or what goes ahead must not wait."""
        if self.result is None:
            return False
        return self.follows or self.is_of_pot or self.result["deck"] == REMOVE

    @property
    def is_of_pot(self) -> bool:
        return self.after is not None and isinstance(self.after.state.game, PotGame)


class Answer(NamedTuple):
    """`length` is how many actions the round has now."""

    length: int
    refusal: Refused | None = None
    result: dict[str, Any] | None = None  # once it is over
    is_repeated: bool = False
