"""Dragon poker: three cards of a deck of characters against the dealer's three."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from games.engine import house, house_forms, house_round
from games.engine.house_state import DEALT, HouseGame, HouseRules
from games.engine.options import Options
from games.rules.dragon_poker import play
from games.rules.dragon_poker.clauses import LAW
from games.rules.dragon_poker.pay import THREE_CARD_BONUS, pay
from games.rules.dragon_poker.table import TABLE
from inventory.rules.cards import DRAGON

BONUSES = ("three_card_bonus", "dragon_bet")


def options(given: Mapping[str, Any]) -> HouseRules:
    asked = Options(given, LAW)
    asked.refuse_odds()
    least, most = asked.limits()
    return HouseRules(
        asked.unit(),
        least,
        most,
        asked.flag("counting_shuffler"),
        asked.paytables({"three_card_bonus": THREE_CARD_BONUS}),
    )


GAME = HouseGame(
    code="dragon_poker",
    deck=DRAGON,
    law=LAW,
    hand_size=3,
    wagers=("ante", "ante_bonus", *BONUSES),
    matching=("ante_bonus",),
    side_bets=BONUSES,
    raise_name="play",
    board_size=0,
    board_dealt=(0,),
    family=house.FAMILY,
    options=options,
    deciders=play.deciders,
    pay=pay,
    reveals={
        "dealer": (3, partial(house_round.reveal_dealer, after=DEALT)),
        "seat": (3, house_round.reveal_seat),
    },
    offers=play.offers,
    never_counted=("hand",),
    irregularities={
        **house_round.IRREGULARITIES,
        "face_up_card": house_round.face_up_card_voids,
    },
    verbs={**house_forms.VERBS, **play.VERBS},
    table=TABLE,
)
