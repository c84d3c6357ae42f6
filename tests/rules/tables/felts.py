"""Layouts to test with: whole, and true for a table with the game's usual rules."""

from datetime import UTC, date, datetime, timedelta

from games.catalogue import GAMES
from tables.rules.approvals import Layout, step
from tables.rules.demands import Sign
from tables.rules.signs import sign_text
from tables.rules.table import Deed

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
TODAY = date(2026, 3, 2)
AUTHOR, REVIEWER = "1001", "1002"
SUBMISSION = {"submitted_on": TODAY, "reference": "DGE 26-114"}


def rules_of(game, **given):
    return GAMES[game].options(given)


def must_print(demands):
    return [one for one in demands.statements if one.sign is Sign.NEVER]


def whole(game):
    """All that the felt must have, and nothing that a sign may say."""
    demands = GAMES[game].table
    return {
        "positions": 6,
        "rendering": "r1",
        "photograph": "p1",
        "elements": {one.name: (50, 40) for one in demands.elements},
        "inscriptions": {
            one.name: sign_text(one, rules_of(game)).text for one in must_print(demands)
        },
    }


def drawn(game, **change):
    deed = Deed("change", NOON, AUTHOR, facts={**whole(game), **change})
    return step(Layout(), deed, GAMES[game].table)


def done(layout, game, do, by=REVIEWER, minutes=1, **facts):
    at = NOON + timedelta(minutes=minutes)
    return step(layout, Deed(do, at, by, facts=facts), GAMES[game].table)


def submitted(game, **change):
    reviewed = done(drawn(game, **change), game, "review")
    return done(reviewed, game, "submit", **SUBMISSION)
