"""How long people take: mostly a moment, now and then much longer."""

import math
import random
import threading

from simulator.client import Stopped

SPREAD = 0.6
ACTION, BETWEEN_ROUNDS, WAITING = 2.5, 9.0, 20.0  # seconds of a human table, in the middle

SHORTEST, PATIENT = 0.5, 10


class Pace:
    """Divided by `speed`; 0 is without any pause. Its chance is its own: it changes no round."""

    def __init__(self, seed: str, speed: float, stop: threading.Event) -> None:
        self.rng, self.speed, self.stop = random.Random(f"pace {seed}"), speed, stop

    def pause(self, median: float) -> None:
        seconds = (
            self.rng.lognormvariate(math.log(median), SPREAD) / self.speed if self.speed else 0
        )
        if self.stop.wait(seconds) if seconds else self.stop.is_set():
            raise Stopped

    def wait(self, times: int = 1) -> None:
        """Somebody else must do something first; asked in vain, it is asked less often."""
        seconds = max(WAITING / self.speed if self.speed else 0, SHORTEST)
        if self.stop.wait(seconds * min(times, PATIENT)):
            raise Stopped
