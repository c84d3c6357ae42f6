"""Actions of a round in plain words: "Seat 3 raises 2 times the ante: $20"."""

from collections.abc import Callable
from typing import Any

from casino.lib.law import Refused
from games.engine import betting
from games.engine.pot_state import Pot, PotGame
from games.selectors.irregularities import KIND_WORDS
from games.selectors.rulebook import book, words_of
from inventory.rules.cards import DRAGON, STANDARD
from tables.rules.words import listed, money

Raw = dict[str, Any]
SHUFFLES = {
    "manual": "The cards are shuffled by hand",
    "device": "The shuffler has shuffled the cards",
    "preshuffled": "The cards were shuffled beforehand",
}
TURNED = {
    "flop": "The flop is turned",
    "turn_river": "Turn and river are turned",
    "first": "Two cards of the cross are turned",
    "rest": "The rest of the cross is turned",
    "dealer": "The dealer's cards are turned",
}


def sentence(raw: Raw, state: Any) -> str:
    """`state` is the round before the action. What was refused may be anything at all."""
    try:
        return WORDS[raw["do"]](raw, state)
    except (KeyError, TypeError, AttributeError, ValueError, Refused):
        return _bare(raw)


def _bare(raw: Any) -> str:
    """The verb and the seat, as they came."""
    given = raw if isinstance(raw, dict) else {}
    seat = f"Seat {given['seat']}: " if type(given.get("seat")) is int else ""
    words = words_of(str(given.get("do", "something that is no action"))[:40])
    return f"{seat}{words.lower()}" if seat else words


KNOWN = {*STANDARD.faces, *DRAGON.faces}  # what is none of these was mistyped, and refused


def cards_in(raw: Raw) -> list[str]:
    """The cards that an action shows; those of a deal lie on the felt."""
    cards = raw.get("cards")
    told = cards if isinstance(cards, list) else []
    return [card for card in told if isinstance(card, str) and card in KNOWN]


def wager_name(state: Any, on: str) -> str:
    """As the felt names it."""
    known = book(state.game.code)
    titles = {stake.name: stake.title for stake in known.guide.stakes} if known else {}
    return titles.get(on, words_of(on))


def pot_name(name: str) -> str:
    """Of a result: main, side_1, deuce."""
    kind, _, number = name.partition("_")
    return f"{kind.capitalize()} pot {number}".strip()


def _wager(raw: Raw, state: Any) -> str:
    seat, name = raw["seat"], wager_name(state, raw["on"]).lower()
    if not raw["amount"]:
        return f"Seat {seat} takes back its wager on {name}"
    coupon = f", with a coupon of {money(raw['coupon'])}" if raw.get("coupon") else ""
    return f"Seat {seat} wagers on {name}: {money(raw['amount'])}{coupon}"


def _deal(raw: Raw, state: Any) -> str:
    seats = sorted(raw["hands"], key=int)
    to = f"seat{'s' if len(seats) > 1 else ''} {listed(seats)}"
    dealer = " and the dealer" if raw.get("dealer") else ""
    board = f", {len(raw['board'])} cards for all" if raw.get("board") else ""
    return f"The cards are dealt to {to}{dealer}{board}"


def _reveal(raw: Raw, state: Any) -> str:
    return TURNED.get(raw["what"]) or f"The cards of seat {raw['seat']} are turned"


def _raise(raw: Raw, state: Any) -> str:
    seat = raw["seat"]
    if isinstance(state, Pot):
        return f"Seat {seat} raises by {money(raw['by'])}"
    times, ante = raw["times"], state.wagers[seat]["ante"]
    how = "the ante" if times == 1 else f"{times} times the ante"
    return f"Seat {seat} raises {how}: {money(times * ante)}"


def _play(raw: Raw, state: Any) -> str:
    """What it costs is known when it is done; the rules say it, nobody here counts again."""
    seat = raw["seat"]
    axis = f" on the {raw['axis']} axis" if raw.get("axis") else ""
    after = state.game.verbs["play"].act(state, seat, *([raw["axis"]] if axis else []))
    return f"Seat {seat} plays{axis}: {money(after.raises[seat])}"


def _call(raw: Raw, state: Any) -> str:
    return f"Seat {raw['seat']} calls: {money(betting.owed(state, raw['seat']))}"


def _count_stub(raw: Raw, state: Any) -> str:
    misdealt = ", after a misdeal" if raw.get("misdealt") else ""
    return f"The stub is counted: {raw['cards']} cards{misdealt}"


def _settle(raw: Raw, state: Any) -> str:
    if not isinstance(state.game, PotGame):
        return "The wagers are settled"
    held = [f"{name} {money(cents)}" for name, cents in raw.get("counted", {}).items()]
    return f"The pots are counted and awarded: {listed(held)}" if held else "The pots are awarded"


def _of_seat(does: str) -> Callable[[Raw, Any], str]:
    return lambda raw, state: f"Seat {raw['seat']} {does}"


def _of_amount(does: str) -> Callable[[Raw, Any], str]:
    return lambda raw, state: f"Seat {raw['seat']} {does}: {money(raw['amount'])}"


WORDS: dict[str, Callable[[Raw, Any], str]] = {
    "shuffle": lambda raw, state: SHUFFLES[raw["method"]],
    "cut": lambda raw, state: (
        f"{'A player' if raw['by'] == 'player' else 'The dealer'} cuts {raw['cards']} cards"
    ),
    "wager": _wager,
    "no_more_bets": lambda raw, state: "No more bets",
    "collect_antes": lambda raw, state: "The antes are collected",
    "deal": _deal,
    "count_stub": _count_stub,
    "reveal": _reveal,
    "expose": _of_seat("shows its three-card hand"),
    "raise": _raise,
    "play": _play,
    "check": _of_seat("checks"),
    "fold": _of_seat("folds"),
    "bet": _of_amount("bets"),
    "call": _call,
    "all_in": _of_amount("goes all-in"),
    "discard": _of_seat("discards"),
    "pass": _of_seat("passes"),
    "forfeit": _of_seat("forfeits its hand"),
    "settle": _settle,
    "irregularity": lambda raw, state: KIND_WORDS[raw["kind"]],
    "undo": lambda raw, state: "The last action is taken back",
}
