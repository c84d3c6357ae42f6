"""Reading a table's settings: a bad one is refused with its clause."""

from collections.abc import Mapping
from typing import Any

from casino.lib.law import Refused
from games.engine.action import BIGGEST, SEATS
from games.engine.law import Law, honours
from games.engine.paytable import PayTable
from games.engine.procedure import DEALINGS

CHIP = 50  # cents; every unit is a multiple of it, so that 3 to 2 pays whole cents


class Options:
    """One table's settings as they were given, asked for by name and kind."""

    def __init__(self, given: Mapping[str, Any], law: Law) -> None:
        self.given, self.law = given, law

    def refuse(self, error: str, duty: str = "options") -> Refused:
        return self.law.refuse(duty, error, remedy="Choose another setting for this table")

    def number(self, name: str, default: int, *, least: int = 0) -> int:
        value = self.given.get(name, default)
        if type(value) is not int or not least <= value <= BIGGEST:
            raise self.refuse(f"{name} must be a whole number of at least {least}")
        return value

    def flag(self, name: str) -> bool:
        value = self.given.get(name, False)
        if type(value) is not bool:
            raise self.refuse(f"{name} must be true or false")
        return value

    def word(self, name: str, words: tuple[str, ...]) -> str:
        value = self.given.get(name, words[0])
        if type(value) is not str or value not in words:
            raise self.refuse(f"{name} must be one of: {', '.join(words)}")
        return value

    def group(self, name: str) -> Mapping[str, Any]:
        value = self.given.get(name, {})
        if type(value) is not dict:
            raise self.refuse(f"{name} must be an object")
        return value

    def unit(self) -> int:
        unit = self.number("unit", 100, least=1)
        if unit % CHIP:
            raise self.refuse(f"unit must be a multiple of {CHIP} cents", "unit")
        return unit

    @honours("paytables")
    def paytables(self, choices: Mapping[str, Mapping[int, PayTable]]) -> dict[str, PayTable]:
        """The table in force for each wager that has a choice; an unknown name is no setting."""
        asked = self.group("paytables")
        if asked.keys() - choices.keys():
            raise self.refuse("No such pay table to choose in this game", "paytables")
        chosen = {}
        for name, tables in choices.items():
            number = asked.get(name, 1)
            if type(number) is not int or number not in tables:
                raise self.refuse(f"{name} has no pay table {number!r}", "paytables")
            chosen[name] = tables[number]
        return chosen

    def refuse_odds(self) -> None:
        if self.group("odds"):
            raise self.refuse("The odds of this game are fixed", "paytables")

    def limits(self) -> tuple[int, int]:
        least, most = self.number("min", 500, least=1), self.number("max", 100_000, least=1)
        if least > most:
            raise self.refuse("min must be at most max", "ante_limits")
        return least, most


@honours("seats")
def read_seats(given: Any, law: Law, *, least: int) -> tuple[int, ...]:
    if type(given) is not list or not all(type(s) is int and s in SEATS for s in given):
        raise law.refuse("seats", "Seats are numbers from 1 to 6")
    if len(set(given)) != len(given) or len(given) < least:
        raise law.refuse("seats", f"At least {least} seats take part, each once")
    return tuple(sorted(given))


def read_dealing(given: Any, law: Law) -> str:
    if type(given) is not str or given not in DEALINGS:
        raise law.refuse("options", f"dealing must be one of: {', '.join(DEALINGS)}")
    return given
