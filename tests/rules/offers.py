"""What lies within an offer, and what lies just beside it."""

from collections.abc import Iterator
from typing import Any

from games.catalogue import GAMES
from games.engine.fold import legal
from inventory.rules.cards import HIDDEN
from tests.rules.players import Action, Table

WORDS = {
    "method": ("manual", "device", "preshuffled", "wash"),
    "by": ("dealer", "player", "floor"),
    "axis": ("vertical", "horizontal", "diagonal"),
    "what": ("flop", "turn_river", "first", "rest", "dealer", "seat", "burn"),
    "on": sorted(
        {on for game in GAMES.values() for on in getattr(game, "wagers", ("deuce", "ace"))}
    ),
    "kind": sorted(
        {kind for game in GAMES.values() for kind in getattr(game, "irregularities", ())}
        | {"improper_shuffle", "wrong_start", "position_skipped", "earthquake"}
    ),
    "times": range(5),
    "seat": range(8),
}
CARDS = ("reveal", "expose")


def within(table: Table, offers: list[dict[str, Any]], action: Action) -> bool:
    """Whether one of the offers of this moment holds the action."""
    return any(_fits(table, offer, action) for offer in offers)


def _fits(table: Table, offer: dict[str, Any], action: Action) -> bool:
    if offer["do"] != action.get("do"):
        return False
    if offer["do"] == "deal":
        return set(offer["hands"]) == set(action["hands"])
    if offer["do"] == "discard":
        return offer["seat"] == action["seat"] and _is_pattern(table, action)
    return all(_has(name, bounds, action) for name, bounds in offer.items())


def _is_pattern(table: Table, action: Action) -> bool:
    possible = [sorted(cards) for cards in table.patterns(action["seat"])]
    return sorted(action["cards"]) in possible


def _has(name: str, bounds: Any, action: Action) -> bool:
    if name == "counted":
        return set(action.get(name, {}).items()) <= set(
            bounds.items()
        )  # one pot or both, or not told
    if name == "misdealt" and name not in action:
        return True
    if name == "cards" and action["do"] in CARDS:
        return True  # the real ones, wherever they come from here
    return name in action and _holds(bounds, action[name])


def _holds(bounds: Any, value: Any) -> bool:
    if type(bounds) is list:
        return value in bounds
    if type(bounds) is dict and "step" in bounds:
        if type(value) is not int:
            return False
        most = value if bounds["to"] is None else bounds["to"]
        inside = bounds["from"] <= value <= most and value % bounds["step"] == 0
        return inside or ("or" in bounds and value == bounds["or"])
    return bool(bounds == value)


def beside(table: Table) -> Iterator[Action]:
    """A step too far, another seat, another word, another verb; some of it is offered as well."""
    for offer in legal(table.state):
        plain = table.fill(offer)
        if not plain:
            continue
        for name, bounds in offer.items():
            for value in _values(table, name, bounds):
                yield _real({**plain, name: value}, table)
    yield from _discards(table)


def _values(table: Table, name: str, bounds: Any) -> Any:
    if type(bounds) is dict and "step" in bounds:
        low, high, each = bounds["from"], bounds["to"], bounds["step"]
        ends = [] if high is None else [high, high + 1, high + each]
        return [low, low + 1, low - 1, low - each, *ends]
    if name == "do":
        return [do for do in table.game.verbs if do not in ("deal", "discard", *CARDS)]
    if name == "counted":
        return [{pot: bounds[pot] + cents} for pot in bounds for cents in (-1, 0, 1)]
    return WORDS.get(name, ())


def _real(action: Action, table: Table) -> Action:
    """The cards that really lie there, so that only the moment or the seat can be wrong."""
    if action["do"] not in CARDS or action.get("seat", 1) not in table.cards:
        return action
    if action.get("what") == "seat" and "seat" not in action:
        return action
    if action.get("what", "seat") not in table.game.reveals:
        return action
    return {**action, "cards": table.group(action)}


def _discards(table: Table) -> Iterator[Action]:
    if not hasattr(table.game, "order"):
        return
    for seat in table.state.setup.seats:
        held = table.holds(seat)
        for _ in range(6):
            cards = table.rng.sample(held, table.rng.randint(0, min(4, len(held))))
            yield {"do": "discard", "seat": seat, "cards": cards}
        gone = [card for cards in table.state.discards.values() for card in cards]
        known = [card for hand in table.state.hands.values() for card in hand if card != HIDDEN]
        for card in {*gone[:1], *known[:1]}:  # another hand cannot hold it
            yield {"do": "discard", "seat": seat, "cards": [card]}
