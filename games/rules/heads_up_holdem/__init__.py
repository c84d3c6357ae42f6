"""Heads up hold'em: two cards and five on the board, against the dealer's two."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from games.engine import house, house_forms, house_round
from games.engine.house_state import SHOWDOWN, HouseGame, HouseRules
from games.engine.options import Options
from games.rules.heads_up_holdem import play
from games.rules.heads_up_holdem.clauses import LAW
from games.rules.heads_up_holdem.pay import TABLES, pay
from games.rules.heads_up_holdem.table import TABLE
from inventory.rules.cards import STANDARD

WHOLE = (0, 1, 2, 3, 4)
BONUSES = ("trips_plus", "pocket_bonus")


def options(given: Mapping[str, Any]) -> HouseRules:
    asked = Options(given, LAW)
    asked.refuse_odds()
    least, most = asked.limits()
    return HouseRules(
        asked.unit(), least, most, asked.flag("counting_shuffler"), asked.paytables(TABLES)
    )


GAME = HouseGame(
    code="heads_up_holdem",
    deck=STANDARD,
    law=LAW,
    hand_size=2,
    wagers=("ante", "odds", *BONUSES),
    matching=("odds",),
    side_bets=BONUSES,
    raise_name="raise",
    board_size=5,
    board_dealt=(0, 5),
    family=house.FAMILY,
    options=options,
    deciders=play.deciders,
    pay=pay,
    reveals={
        "flop": (3, play.reveal_flop),
        "turn_river": (2, play.reveal_turn_and_river),
        "dealer": (2, partial(house_round.reveal_dealer, after=play.RIVER)),
        "seat": (2, house_round.reveal_seat),
    },
    offers=play.offers,
    board_turned={play.FLOP: (0, 1, 2), play.RIVER: WHOLE, SHOWDOWN: WHOLE},
    irregularities={
        **house_round.IRREGULARITIES,
        "face_up_card": house_round.one_face_up_card_goes_unused,
        "dealer_card_exposed": play.dealer_card_exposed,
    },
    verbs={**house_forms.VERBS, **play.VERBS},
    table=TABLE,
)
