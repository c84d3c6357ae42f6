"""Double cross poker: two cards and one axis of a cross of five, against the dealer's best axis."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from games.engine import house, house_forms, house_round
from games.engine.house_state import SHOWDOWN, HouseGame, HouseRules
from games.engine.law import honours
from games.engine.options import Options
from games.engine.paytable import PayTable, at_least
from games.rules.double_cross_poker import play
from games.rules.double_cross_poker.clauses import LAW
from games.rules.double_cross_poker.pay import RAISE, THREE_CARD, pay
from games.rules.double_cross_poker.table import TABLE
from inventory.rules.cards import STANDARD

FLOORS = {"raise": RAISE, "three_card": THREE_CARD}
LEAST_PAYOUT_LIMIT = 6_000_000
MOST_WON_A_MINIMUM = 601  # the ante, and two raises at 300 to 1


@honours("payout_limit")
def options(given: Mapping[str, Any]) -> HouseRules:
    asked = Options(given, LAW)
    asked.paytables({})
    least, most = asked.limits()
    floor = max(LEAST_PAYOUT_LIMIT, MOST_WON_A_MINIMUM * least)
    limit = asked.number("payout_limit", floor)
    if limit < floor:
        raise asked.refuse(f"The payout limit is at least {floor} cents", "payout_limit")
    return HouseRules(
        asked.unit(), least, most, asked.flag("counting_shuffler"), _odds(asked), limit
    )


@honours("paytables")
def _odds(asked: Options) -> dict[str, PayTable]:
    """The tables are floors: a licensee may pay more, never less."""
    better = asked.group("odds")
    if better.keys() - FLOORS.keys():
        raise asked.refuse("Odds are set for raise and three_card", "paytables")
    return {name: _table(asked, better.get(name, {}), floor) for name, floor in FLOORS.items()}


def _table(asked: Options, rows: Any, floor: PayTable) -> PayTable:
    if type(rows) is not dict or rows.keys() - floor.keys():
        raise asked.refuse("No such row in the pay table", "paytables")
    for row, odds in rows.items():
        if not (
            type(odds) is list
            and len(odds) == 2
            and all(type(part) is int for part in odds)
            and odds[1] in (1, 2)
        ):
            raise asked.refuse(f"The odds of {row} must be [n, 1] or [n, 2]", "paytables")
        if not at_least((odds[0], odds[1]), floor[row]):
            raise asked.refuse(f"The odds of {row} are below the floor", "paytables")
    return {**floor, **{row: (odds[0], odds[1]) for row, odds in rows.items()}}


WHOLE = (*play.FIRST, *play.REST)
GAME = HouseGame(
    code="double_cross_poker",
    deck=STANDARD,
    law=LAW,
    hand_size=2,
    wagers=("ante", "three_card"),
    matching=(),
    side_bets=(),
    raise_name="raise",
    board_size=5,
    board_dealt=(5,),
    family=house.FAMILY,
    options=options,
    deciders=play.deciders,
    pay=pay,
    reveals={
        "first": (2, play.reveal_first),
        "rest": (3, play.reveal_rest),
        "dealer": (2, partial(house_round.reveal_dealer, after=play.ALL_OUT)),
        "seat": (2, house_round.reveal_seat),
    },
    offers=play.offers,
    board_turned={play.DECIDING: play.FIRST, play.ALL_OUT: WHOLE, SHOWDOWN: WHOLE},
    machine_excuses=("manual_shoe",),
    wager_limits={"three_card": (100, 10_000)},
    irregularities={
        **house_round.IRREGULARITIES,
        "face_up_card": house_round.one_face_up_card_goes_unused,
    },
    verbs={**house_forms.VERBS, **play.VERBS},
    table=TABLE,
)
