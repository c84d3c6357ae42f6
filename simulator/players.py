"""People at a table: they choose among what is offered, most of them sensibly.

Nothing here judges. What may be done is what the house offers; how much an ante is stands in the
table's rules; which cards are high, people know, or believe to know.
"""

import random
from collections import defaultdict
from typing import Any

from simulator.cards import Cards

Json = dict[str, Any]
Action = dict[str, Any]

CLOSING = ("no_more_bets", "collect_antes")
# How often people do what they may, beside each other.
WEIGHTS = {"play": 60, "call": 50, "check": 45, "raise": 22, "bet": 20, "expose": 60, "fold": 10}
WEIGHTS |= {"all_in": 1}
# Ranks and suits from low to high, as people at these tables know them.
ORDERS = {"deuce_of_the_dragon": ("3456789TJQKA2", "scdh")}
USUAL_ORDER = ("23456789TJQKA", "cdhs")
SITS_OUT, SIDE_BET, COUNTS, PASSES = 0.08, 0.35, 0.25, 0.12


class Players:
    """Everybody at one table. What a table asks of all of them they learn once."""

    def __init__(self, rng: random.Random, cards: Cards) -> None:
        self.rng, self.cards = rng, cards
        self.alike: list[str] = []  # wagers that must be as large as the ante: learnt at the table
        self.begin({}, [])

    def begin(self, rules: Json, seats: list[int]) -> None:
        """A round: who plays for how much is decided before the first chip is put down."""
        self.rules, self.counts = rules, self.rng.random() < COUNTS
        self.shuffles_first = self.rng.random() < 0.5
        playing = [seat for seat in seats if self.rng.random() >= SITS_OUT] or seats[:1]
        self.antes = {seat: self._ante() for seat in (seats if self._is_for_a_pot else playing)}
        self.sides: dict[tuple[int, str], int] = {}

    @property
    def _is_for_a_pot(self) -> bool:
        return "pot_ante" in self.rules

    def _ante(self) -> int:
        if self._is_for_a_pot:
            return int(self.rules["ante"])
        unit, least = int(self.rules.get("unit", 100)), int(self.rules.get("min", 0))
        most = min(int(self.rules.get("max", least)), 20 * least)
        lowest, highest = -(-least // unit), max(most // unit, -(-least // unit))
        return unit * min(self.rng.randint(lowest, highest) for _ in range(3))

    # --- what comes next

    def next(self, view: Json, offers: list[Json]) -> Action:
        """The next thing somebody does, or nothing if nobody knows what to do."""
        by: dict[str, list[Json]] = defaultdict(list)
        for offer in offers:
            by[offer["do"]].append(offer)
        if not view["bets_closed"]:
            return self._before(view, by)
        if by.keys() & {"shuffle", "cut", "deal"}:
            return self._lay(view, by)
        return self._play(view, by)

    def _before(self, view: Json, by: dict[str, list[Json]]) -> Action:
        wager = self._wager(view, by)
        if "shuffle" in by and (self.shuffles_first or not wager):
            return self._shuffle(by["shuffle"][0])
        if wager:
            return wager
        if "cut" in by and not view["is_cut"]:
            return self.fill(by["cut"][0])
        return next(({"do": do} for do in CLOSING if do in by), {})

    def _lay(self, view: Json, by: dict[str, list[Json]]) -> Action:
        if "shuffle" in by:
            return self._shuffle(by["shuffle"][0])
        if "deal" in by and ("cut" not in by or view["is_cut"]):
            return self.cards.deal(by["deal"][0])
        return self.fill(by["cut"][0])

    def _shuffle(self, offer: Json) -> Action:
        """By hand where that is allowed; sometimes by the machine."""
        self.cards.aside = 0
        ways = [way for way in ("manual", "device") if way in offer["method"]]
        way = self.rng.choices(ways, (3, 1)[: len(ways)])[0] if ways else offer["method"][0]
        return {"do": "shuffle", "method": way}

    def _play(self, view: Json, by: dict[str, list[Json]]) -> Action:
        counting = by["count_stub"] and not view["is_counted"]
        if counting and self.counts:
            return self.count()
        chosen = self._decision(by) or self._discard(view, by) or self._turn(view, by)
        if not chosen and by["settle"]:
            chosen = self.fill(by["settle"][0])
        return chosen or (self.count() if counting else {})

    def count(self, missing: int = 0) -> Action:
        return {"do": "count_stub", "cards": len(self.cards.stub) - missing, "misdealt": False}

    # --- wagers

    def _wager(self, view: Json, by: dict[str, list[Json]]) -> Action:
        """The first chip that is not where it should be."""
        self._join_in(view)
        for offer in by["wager"]:
            seat, on = offer["seat"], offer["on"]
            placed = view["seats"][str(seat)]["wagers"].get(on, 0)
            wanted = self._wanted(offer) if seat in self.antes else 0
            if placed != wanted:
                return {"do": "wager", "seat": seat, "on": on, "amount": wanted}
        if not any(do in by for do in CLOSING) and self._learn(by["wager"]):
            return self._wager(view, by)
        return {}

    def _join_in(self, view: Json) -> None:
        """Somebody else put chips down for a seat that was to sit out: then it plays."""
        for seat, told in view["seats"].items():
            if told["wagers"] and int(seat) not in self.antes:
                self.antes[int(seat)] = self._ante()

    def _wanted(self, offer: Json) -> int:
        seat, on = offer["seat"], offer["on"]
        if on == "ante" or on in self.alike:
            return self.antes[seat]
        if self._is_for_a_pot:
            return int(self.rules["pot_ante"])
        if (seat, on) not in self.sides:
            self.sides[seat, on] = self._side(offer["amount"])
        return self.sides[seat, on]

    def _side(self, bounds: Json) -> int:
        if self.rng.random() >= SIDE_BET:
            return 0
        step = bounds["step"]
        return int(max(bounds["from"], step) + step * self.rng.randrange(10))

    def _learn(self, offers: list[Json]) -> bool:
        """Bets cannot be closed: then one more wager must be placed beside the ante, by all."""
        if self._is_for_a_pot:
            return False
        names = list(dict.fromkeys(offer["on"] for offer in offers))
        unknown = [name for name in names if name != "ante" and name not in self.alike]
        self.alike = [*self.alike, *unknown[:1]] if unknown else []
        return bool(unknown)

    # --- decisions

    def _decision(self, by: dict[str, list[Json]]) -> Action:
        offers = [offer for do in WEIGHTS for offer in by[do]]
        if not offers:
            return {}
        seat = min(offer["seat"] for offer in offers)
        mine = [offer for offer in offers if offer["seat"] == seat]
        weights = [WEIGHTS[offer["do"]] for offer in mine]
        return self.fill(self.rng.choices(mine, weights)[0])

    def _turn(self, view: Json, by: dict[str, list[Json]]) -> Action:
        if not by["reveal"]:
            return {}
        offer = by["reveal"][0]
        return {**offer, "cards": self.cards.turn(offer, view)}

    def fill(self, offer: Json) -> Action:
        """An action within the bounds of an offer."""
        action = {name: self._value(bounds) for name, bounds in offer.items()}
        if offer["do"] == "expose":
            action["cards"] = list(self.cards.hands.get(str(offer["seat"]), ()))
        return action

    def _value(self, bounds: Any) -> Any:
        if isinstance(bounds, list):
            return self.rng.choice(bounds)
        if isinstance(bounds, dict) and "step" in bounds:
            low, step = bounds["from"] or bounds["step"], bounds["step"]
            high = low + 5 * step if bounds["to"] is None else bounds["to"]
            return low + step * self.rng.randint(0, max(0, min(high - low, 20 * step) // step))
        return bounds

    # --- discards

    def _discard(self, view: Json, by: dict[str, list[Json]]) -> Action:
        if not by["discard"]:
            return {}
        offer = by["discard"][0]
        seat = offer["seat"]
        held = self.cards.held(seat, view)
        found = self._patterns(view["game"], held, offer["beat"])
        if not found or (offer["beat"] and self.rng.random() < PASSES):
            return {"do": "pass", "seat": seat}
        return {"do": "discard", "seat": seat, "cards": found[0]}

    def _patterns(self, game: str, held: list[str], beat: list[str]) -> list[list[str]]:
        """Cards of one rank that beat those on the felt, the lowest first; a lead is many cards."""
        ranks, suits = ORDERS.get(game, USUAL_ORDER)
        groups: dict[str, list[str]] = defaultdict(list)
        for card in sorted(held, key=lambda card: suits.index(card[1]), reverse=True):
            groups[card[0]].append(card)
        if not beat:
            return sorted(
                groups.values(), key=lambda cards: (-len(cards), ranks.index(cards[0][0]))
            )
        if len({card[0] for card in beat}) > 1:
            return []
        size, floor = len(beat), (ranks.index(beat[0][0]), max(suits.index(c[1]) for c in beat))
        runs = [cards[:size] for cards in groups.values() if len(cards) >= size]
        high = [(ranks.index(run[0][0]), suits.index(run[0][1])) for run in runs]
        return [run for place, run in sorted(zip(high, runs, strict=True)) if place > floor]
