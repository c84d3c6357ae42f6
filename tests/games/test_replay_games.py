"""Rounds of every game, played by chance through the services, and told again to the last cent."""

import json
import random
import re

import pytest

from casino.models import Job
from games.catalogue import GAMES
from games.engine.pot_state import PotGame
from games.engine.transcript import replay_line
from games.selectors.replay import replay_of
from games.selectors.rounds import start_of
from games.services.actions import submit
from games.services.submission import Submission
from tables.rules.words import money
from tests.games.replays import dealer, fresh, opened
from tests.games.test_replay_pages import text_of
from tests.inventory.cards import on_duty
from tests.rules.players import Table as Players
from tests.tables.floor import CODES
from tests.tables.play import now, opened_table

pytestmark = pytest.mark.django_db
POTS = [game for game in GAMES if isinstance(GAMES[game], PotGame)]


def by_chance(game, seed):
    """A round that chance has played to its end, settled or void."""
    row = opened(opened_table(f"{CODES[game]}-01", game))
    players = Players(GAMES[game], random.Random(seed))
    players.given, players.state = row.setup, start_of(row.setup)
    players.rng = Unprepared(seed)
    second = on_duty(Job.FLOORPERSON)
    for index, (_, action) in enumerate(players.play()):
        asked = Submission(row.pk, index, f"k{index}", action, dealer(), now(), second)
        answer = submit(asked)
        assert answer.refusal is None, (action, answer.refusal)
    return fresh(row)


class Unprepared(random.Random):
    """Chance that never says the cards were shuffled beforehand: these were not."""

    def choice(self, seq):
        left = [one for one in seq if one != "preshuffled"]
        return super().choice(left or seq)


@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_round_of_each_game_is_told_and_its_transcript_comes_to_the_same(client_for, game, seed):
    row, client = by_chance(game, seed), client_for(Job.PIT_BOSS)
    for at in range(0, row.length + 1, 7):
        step = client.get(f"/rounds/{row.pk}?at={at}", headers={"HX-Request": "true"})
        assert f'data-at="{at}"' in step.content.decode()
    told = replay_of(row, hidden=True)
    assert (told.broken, told.length) == (None, row.length)
    line = client.get(f"/rounds/{row.pk}/transcript").content.decode()
    result = replay_line(line, GAMES)
    assert result == {"id": json.loads(line)["id"], **row.result, "refused": []}


@pytest.mark.parametrize("game", POTS)
def test_pots_are_shown_with_commission_and_what_is_carried_on(client_for, game):
    row = by_chance(game, 7)
    assert row.status == "settled"
    page = client_for(Job.PIT_BOSS).get(f"/rounds/{row.pk}")
    shown = text_of(page).split("Carried on", 1)[1]
    main, special = row.result["pots"][0], row.result[GAMES[game].special_pot]
    parts = [main["amount"], main["commission"], main["paid"]]
    assert f"Main pot seat {main['won_by']} {' '.join(map(money, parts))}" in shown
    assert money(special["carried"]) in shown
    assert re.search(r"second signature [^<]*floorperson", page.content.decode())
