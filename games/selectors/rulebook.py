"""A game as its rulebook shows it: read from the game itself, nothing from the database."""

import re
from fractions import Fraction
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from games.catalogue import GAMES
from games.engine.action import SEATS
from games.engine.guide import AGAINST_THE_HOUSE, FOR_A_POT, Guide, Pay
from games.engine.law import Law, Provision
from games.engine.pot_state import HAND, PotGame
from games.selectors.readings import part_of
from tables.rules.words import odds

TOPICS = {
    "ranking": "Ranking",
    "shuffle": "Shuffle and cut",
    "wagers": "Wagers",
    "dealing": "Dealing",
    "stub": "The stub",
    "play": "Play",
    "settlement": "Settlement",
    "pots": "Pots",
    "payout": "Payouts",
    "irregularity": "Irregularities",
    "definition": "Definitions",
    "deck": "The deck",
    "opening": "Opening",
    "conduct": "Conduct",
    "layout": "Layout",
    "equipment": "Equipment",
    "signage": "Signs",
}
KINDS = {
    "enforce": "Enforced",
    "compute": "Computed",
    "record": "Recorded",
    "display": "Shown",
    "none": "Asks nothing",
}


class Book(NamedTuple):
    code: str
    game: Any
    guide: Guide

    @property
    def law(self) -> Law:
        law: Law = self.game.law
        return law

    @property
    def is_pot(self) -> bool:
        return isinstance(self.game, PotGame)

    @property
    def deck(self) -> str:
        return f"{self.game.deck.size} cards, {self.game.deck.name} deck"

    @property
    def positions(self) -> str:
        return f"{len(SEATS)} positions, {'2' if self.is_pot else '1'} to {len(SEATS)} play"

    @property
    def hand(self) -> str:
        if self.is_pot:
            return f"{HAND} cards each"
        board = f", {self.game.board_size} for all" if self.game.board_size else ""
        return f"{self.game.hand_size} cards each and the dealer{board}"


class Topic(NamedTuple):
    name: str
    title: str
    clauses: tuple[Provision, ...]


class PayRow(NamedTuple):
    title: str
    odds: tuple[str, ...]


@cache
def book(code: str) -> Book | None:
    if code not in GAMES:
        return None
    guide = getattr(part_of(code, "guide"), "GUIDE", None)
    return Book(code, GAMES[code], guide or _bare(code))


def _bare(code: str) -> Guide:
    """A game nobody has written a guide for still has its clauses."""
    family = FOR_A_POT if isinstance(GAMES[code], PotGame) else AGAINST_THE_HOUSE
    return Guide(words_of(code), family, "")


def books() -> list[Book]:
    return [known for known in map(book, GAMES) if known]


def name_of(code: str) -> str:
    known = book(code)
    return known.guide.name if known else ""


def anchor(place: str) -> str:
    """A place as the id of an element: without spaces and quotes."""
    return re.sub(r"\s+", "-", re.sub(r"[\"“”]", "", place).strip())


def words_of(name: str, words: Any = None) -> str:
    given: str = (words or {}).get(name, "")
    return given or name.replace("_", " ").capitalize()


def pay_rows(pay: Pay, guide: Guide) -> list[PayRow]:
    """From what pays most down, as the first table has them."""
    first = pay.tables[min(pay.tables)]
    best = sorted(first, key=lambda row: Fraction(*first[row]), reverse=True)
    return [
        PayRow(
            words_of(row, guide.words),
            tuple(odds(table[row]) for _, table in sorted(pay.tables.items())),
        )
        for row in best
    ]


def topics(law: Law) -> list[Topic]:
    """What is done at the table first; a topic nobody has named yet comes last."""
    order = {name: place for place, name in enumerate(TOPICS)}
    by_topic = sorted(law.provisions, key=lambda p: order.get(p.topic, len(order)))
    return [
        Topic(name, TOPICS.get(name, words_of(name)), tuple(clauses))
        for name, clauses in groupby(by_topic, key=lambda p: p.topic)
    ]
