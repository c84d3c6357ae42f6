"""Rounds a second of every game, beside PokerKit playing hold'em, on one core and in one run.

    python -m bench.fold [--seconds 2] [--rounds 200]

Both sides are asked for the same: from a fresh table to the last payment, one action after the
other, each checked by the rules. Ours reads its actions as the console sends them. Fails when a
game is not ten times as fast.
"""

import argparse
import random
import sys
from collections.abc import Callable, Sequence
from time import process_time
from typing import Any

from pokerkit import Automation, NoLimitTexasHoldem, State

from games.catalogue import GAMES
from games.engine.fold import SETTLED
from games.engine.transcript import replay
from tests.rules.players import Table

LIMIT = 10
DEALER_DOES = tuple(Automation)  # antes, deals, showdown and payments go by themselves


def settled_rounds(code: str, count: int) -> list[dict[str, Any]]:
    """Random rounds that are played to the end by six seats or fewer."""
    rounds: list[dict[str, Any]] = []
    seed = 0
    while len(rounds) < count:
        table = Table(GAMES[code], random.Random(seed))
        seed += 1
        for _ in table.play():
            pass
        if table.state.status == SETTLED:
            rounds.append({**table.given, "actions": table.actions})
    return rounds


def hand(rng: random.Random) -> int:
    """One hand of six seats to its end; gives the number of decisions."""
    state = NoLimitTexasHoldem.create_state(
        DEALER_DOES,
        ante_trimming_status=True,
        raw_antes=0,
        raw_blinds_or_straddles=(50, 100),
        min_bet=100,
        raw_starting_stacks=10_000,
        player_count=6,
    )
    decisions = 0
    while state.status:
        decide(state, rng)
        decisions += 1
    return decisions


def decide(state: State, rng: random.Random) -> None:
    wish = rng.random()
    if wish < 0.15 and state.checking_or_calling_amount and state.can_fold():
        state.fold()
    elif wish < 0.3 and state.can_complete_bet_or_raise_to():
        state.complete_bet_or_raise_to()
    else:
        state.check_or_call()


def rate(play: Callable[[int], int], seconds: float) -> tuple[float, float]:
    """Rounds a second of this core's time, and actions in a round."""
    started, rounds, actions = process_time(), 0, 0
    while (spent := process_time() - started) < seconds:
        actions += play(rounds)
        rounds += 1
    return rounds / spent, actions / rounds


def of_game(rounds: Sequence[dict[str, Any]]) -> Callable[[int], int]:
    game = GAMES[rounds[0]["game"]]

    def play(number: int) -> int:
        given = rounds[number % len(rounds)]
        told = replay(given, game)
        assert (told["status"], told["refused"]) == (SETTLED, [])
        return len(given["actions"])

    return play


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


def main() -> int:
    parser = argparse.ArgumentParser(description="Rounds a second, beside PokerKit.")
    parser.add_argument("--seconds", type=int, default=2, help="for each game")
    parser.add_argument("--rounds", type=int, default=200, help="different ones for each game")
    asked = parser.parse_args()
    rng = random.Random(1)
    theirs, decisions = rate(lambda _: hand(rng), asked.seconds)
    say(f"{'':<22}{'rounds/s':>10}{'actions':>10}{'actions/s':>12}{'ratio':>8}")
    say(f"{'PokerKit hold-em, 6':<22}{theirs:>10.0f}{decisions:>10.1f}{theirs * decisions:>12.0f}")
    slow = []
    for code in GAMES:
        ours, actions = rate(of_game(settled_rounds(code, asked.rounds)), asked.seconds)
        ratio = ours / theirs
        say(f"{code:<22}{ours:>10.0f}{actions:>10.1f}{ours * actions:>12.0f}{ratio:>7.1f}x")
        slow += [code] if ratio < LIMIT else []
    say(f"\nAt least {LIMIT} times PokerKit: {'no, see ' + ', '.join(slow) if slow else 'yes'}")
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
