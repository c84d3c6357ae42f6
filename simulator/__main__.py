"""python -m simulator --address http://127.0.0.1:8000 --seed 7 --speed 20 --rounds 100"""

import argparse
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from simulator.client import House, Json, Person, Stopped, Trouble
from simulator.doors import Doors, floor_of
from simulator.mistakes import Rates
from simulator.notes import Sums, Truth
from simulator.pace import Pace
from simulator.table import Evening, Table

USUAL = Rates()
TRIES = (1, 5, 15, 60, 60)  # seconds after which a table in trouble is tried again
DEMO = "1101,1102,1103,1105,1201,1202"  # of the demo: four dealers, two floorpersons


def options(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="simulator", description="Plays at tables by the API.")
    add = parser.add_argument
    add("--address", default="http://127.0.0.1:8000")
    add("--people", default=DEMO, help="badges that deal and watch; password and PIN are read "
        "from SIMULATOR_PASSWORD and SIMULATOR_PIN, or those of the demo")  # fmt: skip
    add("--tables", default="", help="numbers; default: all that these people deal at")
    add("--seed", type=int, default=1)
    add("--speed", type=float, default=1.0, help="1: like people; 0: without any pause")
    add("--rounds", type=int, default=0, help="for each table; default: without end")
    add("--seconds", type=float, default=0, help="then no further round begins")
    add("--slips", type=float, default=USUAL.slips, help="of all actions, how many are wrong")
    add("--mishaps", type=float, default=USUAL.mishaps, help="in how many rounds cards go wrong")
    add("--losses", type=float, default=USUAL.losses, help="in how many rounds a card is lost")
    add("--truth", type=Path, help="writes every fault that was made, as JSON lines")
    add("--quiet", action="store_true", help="says only how it ended")
    return parser.parse_args(words)


def secret(name: str) -> str:
    found = os.environ.get(f"SIMULATOR_{name}") or os.environ.get(f"DEMO_{name}")
    if not found:
        raise Trouble(f"Set SIMULATOR_{name}: the people must sign on")
    return found


def crews(house: House, people: list[str], wanted: list[str]) -> Iterator[tuple[Doors, Json]]:
    """Each table with the dealer who is put there, or one who is free, and a floorperson."""
    jobs = {badge: Person(house, badge).get("/api/v1/me").body for badge in people}
    floor = {table["number"]: table for table in floor_of(Person(house, people[0]))}
    busy = {table["dealer"] for table in floor.values() if table["dealer"]}
    for number in wanted or [n for n, table in floor.items() if table["dealer"] in jobs]:
        table = floor.get(number, {"dealer": None, "pit": ""})
        ours = [badge for badge, me in jobs.items() if me.get("pit") == table["pit"]]
        free = [b for b in ours if jobs[b]["job"] == "dealer" and b not in busy]
        dealer = table["dealer"] if table["dealer"] in jobs else next(iter(free), "")
        watches = next((b for b in ours if jobs[b]["job"] == "floorperson"), "")
        if not (dealer and watches):
            print(f"{number}: nobody of {', '.join(people)} can work there", flush=True)
            continue
        busy.add(dealer)
        yield Doors(number, Person(house, dealer), Person(house, watches)), table


@contextmanager
def written(path: Path | None) -> Iterator[Truth]:
    if path is None:
        yield Truth()
        return
    with path.open("w") as file:
        yield Truth(file)


class Floor:
    """All tables of one run, each in a thread of its own."""

    def __init__(self, given: argparse.Namespace, house: House, truth: Truth) -> None:
        self.given, self.house = given, house
        self.ends = time.monotonic() + given.seconds if given.seconds else float("inf")
        rates = Rates(given.slips, given.mishaps, given.losses)
        self.evening = Evening(given.seed, rates, truth, self.is_over)
        self.failed: list[str] = []
        numbers = [number for number in given.tables.split(",") if number]
        self.tables = [
            self._table(doors, told)
            for doors, told in crews(house, given.people.split(","), numbers)
        ]

    def _table(self, doors: Doors, told: Json) -> Table:
        seed = f"{self.given.seed} {doors.number}"
        return Table(doors, told, self.evening, Pace(seed, self.given.speed, self.house.stop))

    def is_over(self, rounds: int) -> bool:
        enough = self.given.rounds and rounds >= self.given.rounds
        return bool(enough) or time.monotonic() > self.ends or self.house.stop.is_set()

    def run(self) -> None:
        threads = [threading.Thread(target=self._play, args=(table,)) for table in self.tables]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    def _play(self, table: Table) -> None:
        """Trouble at one table is told, and tried again; the others do not hear of it."""
        for pause in TRIES:
            try:
                table.run()
                break
            except Stopped:
                break
            except Trouble as trouble:
                self.failed.append(f"{table.doors.number}: {trouble}")
                print(self.failed[-1], flush=True)
            self.house.stop.wait(pause)


def main(words: list[str] | None = None) -> int:
    given = options(words)
    try:
        house = House(given.address.rstrip("/"), secret("PASSWORD"), secret("PIN"))
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: house.stop.set())
        with written(given.truth) as truth:
            floor = Floor(given, house, truth)
            if not given.quiet:
                print(f"Playing at {', '.join(t.doors.number for t in floor.tables)}", flush=True)
            floor.run()
    except Stopped:
        return 0
    except Trouble as trouble:
        print(f"simulator: {trouble}", file=sys.stderr)
        return 1
    print(Sums.of(table.sums for table in floor.tables).in_words(len(floor.tables)), flush=True)
    return 1 if floor.failed else 0


if __name__ == "__main__":
    sys.exit(main())
