"""Random rounds: a real deck, settings that are allowed, and players who do what is offered."""

import random
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from casino.lib.law import Refused
from games.engine.fold import OPEN, legal, start, step
from games.engine.patterns import recognise
from games.engine.pot_state import HAND, PotGame

DEALINGS = ("manual_shoe", "hand", "automated_shoe")
# Which cards of the board each reveal turns, in the order in which they are told.
BOARD = {"flop": (0, 1, 2), "turn_river": (3, 4), "first": (3, 2), "rest": (0, 1, 4)}
RARE = {"irregularity": 1, "forfeit": 1, "wager": 1, "count_stub": 3, "fold": 15, "all_in": 10}
USUAL = 60
ACTIONS_MOST = 400  # no round that somebody wants to end is longer

Action = dict[str, Any]


def settings(game: Any, rng: random.Random) -> dict[str, Any]:
    pot = isinstance(game, PotGame)
    seats = rng.sample(range(1, 7), rng.randint(2 if pot else 1, 6))
    given: dict[str, Any] = {
        "id": "random",
        "game": game.code,
        "dealing": rng.choice(DEALINGS),
        "seats": seats,
        "rules": {"counting_shuffler": rng.random() < 0.3, "unit": rng.choice((50, 100, 500))},
    }
    if not pot:
        return given | {"rounds_since_count": rng.randint(0, 6)}
    given["rules"] |= {
        "ante": 2000,
        "pot_ante": rng.choice((1000, 2000)) if game.code == "ultimate_8" else 1000,
        "betting": rng.choice(("limit", "no_limit")),
        "table_max": rng.choice((None, 2000, 7500)),
        "commission_bp": rng.choice((0, 333, 500)),
        "commission_unit": rng.choice((1, 50, 100)),
        "carried": rng.choice((0, 12300)),
        "equal_length": rng.random() < 0.3,
    }
    return given | {"button": rng.choice(seats)}


class Table:
    """One round at one table: where each card really lies, and who does what."""

    def __init__(self, game: Any, rng: random.Random, given: dict[str, Any] | None = None) -> None:
        self.game, self.rng = game, rng
        self.given = given or settings(game, rng)
        self.state = start(game, self.given)
        self.actions: list[Action] = []
        deck = [face for face, count in game.deck.faces.items() for _ in range(count)]
        rng.shuffle(deck)
        size = getattr(game, "hand_size", HAND)
        self.cards = {seat: [deck.pop() for _ in range(size)] for seat in range(1, 7)}
        if hasattr(game, "board_size"):
            self.dealer = [deck.pop() for _ in range(size)]
            self.board = [deck.pop() for _ in range(game.board_size)]
        self.hiding = rng.choice((0.0, 0.5, 1.0))  # how many of the cards are dealt unseen

    # --- playing

    def play(self, most: int = ACTIONS_MOST) -> Iterator[tuple[Any, Action]]:
        """Each action that was accepted, with the state before it, until the round is over."""
        plan = self.before_the_deal()
        while self.state.status == OPEN and len(self.actions) < most:
            action = next(plan, None) or self.choose()
            before = self.state
            self.state = step(before, action)
            self.actions.append(action)
            yield before, action

    def before_the_deal(self) -> Iterator[Action]:
        """Wagers as they must be, the shuffle, and the call, in any order that is allowed."""
        steps = [self.wagers(), iter([self.offer("shuffle")])]
        self.rng.shuffle(steps)
        for part in steps:
            yield from part
        yield from self.mishaps()
        if self.state.before.method != "device":
            yield self.offer("cut")
        yield self.offer("no_more_bets", "collect_antes")
        yield self.offer("deal")

    def mishaps(self) -> Iterator[Action]:
        """Now and then a jam, a second cut, a card face up; some of them end the round."""
        if self.rng.random() < 0.1 and self.state.before.method == "device":
            yield {"do": "irregularity", "kind": "shuffler_jam"}
            yield self.offer("shuffle")
        if self.rng.random() < 0.1 and self.state.before.method != "device":
            yield self.offer("cut")
        if self.rng.random() < 0.05:
            yield self.offer("irregularity")
        if not self.state.before.method:
            yield self.offer("shuffle")

    def wagers(self) -> Iterator[Action]:
        rules = self.state.setup.rules
        for seat in self.state.setup.seats:
            if isinstance(self.game, PotGame):
                amounts = {"ante": rules.ante, self.game.special_pot: rules.pot_ante}
            else:
                amounts = self._house_wagers()
            for on, amount in amounts.items():
                yield {"do": "wager", "seat": seat, "on": on, "amount": amount, **self._coupon(on)}

    def _house_wagers(self) -> dict[str, int]:
        game, sits_out = self.game, self.state.wagers and self.rng.random() < 0.2
        if sits_out:
            return {}
        ante = self.rng.randrange(1000, 20_000, 500)
        sides = [name for name in game.wagers if name not in ("ante", *game.matching)]
        chosen = {
            name: self.rng.randrange(500, 5000, 500) for name in sides if self.rng.random() < 0.5
        }
        return {"ante": ante} | dict.fromkeys(game.matching, ante) | chosen

    def _coupon(self, on: str) -> dict[str, int]:
        house = not isinstance(self.game, PotGame)
        return {"coupon": 500} if house and on == "ante" and self.rng.random() < 0.2 else {}

    def offer(self, *verbs: str) -> Action:
        offers = [offer for offer in legal(self.state) if offer["do"] in verbs]
        return self.fill(self.rng.choice(offers))

    def choose(self) -> Action:
        """Something that is offered: most often what brings the round forward."""
        offers = legal(self.state)
        weights = [RARE.get(offer["do"], USUAL) for offer in offers]
        if self.must_count():
            return {"do": "count_stub", "cards": self.stub()}
        for offer in self.rng.choices(offers, weights, k=50):
            if offer["do"] == "pass" and not offer_of(offers, "discard")["beat"]:
                continue  # who leads plays something, or the round would never end
            action = self.fill(offer)
            if action:
                return action
        return self.fill(offer_of(offers, "pass"))

    def must_count(self) -> bool:
        """Soon, for betting may wait for it; where nothing does it is sometimes left out."""
        waits = self.state.status == OPEN and not self.state.counted
        return waits and bool(offer_of(legal(self.state), "count_stub")) and self.rng.random() < 0.6

    def stub(self) -> int:
        if isinstance(self.game, PotGame):
            return 4
        dealt = sum(1 for _ in self.state.cards()) + self.state.before.unused
        return int(self.game.deck.size - dealt)

    # --- filling in what is offered

    def fill(self, offer: dict[str, Any]) -> Action:
        """An action within the bounds of an offer, or none if the cards do not give one."""
        do = offer["do"]
        if do == "deal":
            return self.deal(offer)
        if do == "discard":
            found = self.patterns(offer["seat"])
            return (
                {"do": do, "seat": offer["seat"], "cards": self.rng.choice(found)} if found else {}
            )
        if do == "count_stub":
            wrong = self.rng.random() < 0.05
            return {"do": do, "cards": self.stub() + wrong, "misdealt": self.rng.random() < 0.5}
        if do in ("reveal", "expose"):
            return self.turn(offer)
        return {name: self.value(bounds) for name, bounds in offer.items()}

    def value(self, bounds: Any) -> Any:
        if type(bounds) is list:
            return self.rng.choice(bounds)
        if type(bounds) is dict and "step" in bounds:
            low, step_ = bounds["from"], bounds["step"]
            high = low + 6 * step_ if bounds["to"] is None else bounds["to"]
            numbers = [low, high, low + self.rng.randrange((high - low) // step_ + 1) * step_]
            return self.rng.choice([*numbers, *([0] if "or" in bounds else [])])
        return bounds

    def deal(self, offer: dict[str, Any]) -> Action:
        action: Action = {"do": "deal", "hands": {}}
        for seat in offer["hands"]:
            action["hands"][seat] = self.hidden(self.cards[int(seat)])
        if "dealer" in offer:
            action["dealer"] = self.hidden(self.dealer)
            count = self.rng.choice(offer["board"])
            if count:
                action["board"] = self.hidden(self.board[:count])
        return action

    def hidden(self, cards: list[str]) -> list[str]:
        return ["??" if self.rng.random() < self.hiding else card for card in cards]

    def turn(self, offer: dict[str, Any]) -> Action:
        """Cards are said, or left out where all of them are known."""
        action = {key: value for key, value in offer.items() if key != "cards"}
        silent = action
        spoken = {**action, "cards": self.group(offer)}
        return silent if self.rng.random() < 0.5 and accepts(self.state, silent) else spoken

    def group(self, offer: dict[str, Any]) -> list[str]:
        what = offer.get("what", "seat")
        if what in BOARD:
            return [self.board[place] for place in BOARD[what]]
        cards = list(self.dealer if what == "dealer" else self.cards[offer["seat"]])
        self.rng.shuffle(cards)
        return cards

    def holds(self, seat: int) -> list[str]:
        gone = self.state.discards.get(seat, ())
        return [card for card in self.cards[seat] if card not in gone]

    def patterns(self, seat: int) -> list[list[str]]:
        """What this seat could discard now."""
        last, order = self.state.last, self.game.order
        equal = self.state.setup.rules.equal_length
        found = []
        for cards in subsets(self.holds(seat)):
            pattern = recognise(cards, order)
            if pattern and (not last or pattern.beats(last.pattern, equal_length=equal)):
                found.append(list(cards))
        return found


def subsets(cards: list[str]) -> Iterator[tuple[str, ...]]:
    for size in range(1, len(cards) + 1):
        yield from combinations(cards, size)


def offer_of(offers: list[dict[str, Any]], do: str) -> dict[str, Any]:
    return next((offer for offer in offers if offer["do"] == do), {})


def accepts(state: Any, action: Any) -> bool:
    try:
        step(state, action)
    except Refused:
        return False
    return True
