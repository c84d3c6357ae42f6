"""What a table may be set to: the game itself is asked, so that nothing can disagree."""

from itertools import product
from typing import Any, NamedTuple

from casino.lib.law import Refused
from games.engine.betting import must_count as must_count_in_pot
from games.engine.fold import Setup
from games.engine.guide import Guide, Setting
from games.engine.house_round import must_count as must_count_in_house
from games.engine.house_state import COUNT_EVERY, House
from games.engine.options import CHIP
from games.engine.pot_state import Pot, PotGame
from games.engine.procedure import DEALINGS, DEVICE, HAND, MANUAL, Before
from tables.rules.words import money, percent

DEALING_WORDS = {
    "manual_shoe": "Manual shoe",
    "hand": "From the hand",
    "automated_shoe": "Automated shoe",
}
WHOLE = 10_000  # basis points
TIMES = {1: "equal to", 2: "twice", 3: "three times", 4: "four times"}


class Stub(NamedTuple):
    """When the stub is counted with one way of dealing."""

    dealing: str
    otherwise: str
    machine: str  # with a shuffler that counts the deck


def takes(game: Any, **rules: Any) -> bool:
    try:
        game.options(rules)
    except Refused:
        return False
    return True


def most_commission(game: Any) -> int:
    """The highest rate the game accepts, halving what is left to ask."""
    least, most = 0, WHOLE
    while least < most:
        middle = (least + most + 1) // 2
        least, most = (middle, most) if takes(game, commission_bp=middle) else (least, middle - 1)
    return least


def ante_ratios(game: Any) -> list[int]:
    return [times for times in TIMES if takes(game, ante=times * 1000, pot_ante=1000)]


def has_table_max(game: Any) -> bool:
    return bool(game.options({"betting": "no_limit", "table_max": WHOLE}).table_max)


def settings_of(game: Any, guide: Guide) -> list[Setting]:
    own = _pot(game) if isinstance(game, PotGame) else _house(game, guide)
    return [
        Setting(
            "Dealing",
            "as approved",
            "Manual shoe, automated shoe, or from the hand; from the hand only what a device has "
            "shuffled",
            "hand_needs_device",
            ("A3",),
        ),
        Setting(
            "Unit of wagers",
            money(game.options({}).unit),
            f"Any multiple of {money(CHIP)}, so that 3 to 2 pays whole cents",
            "unit",
            ("A8",),
        ),
        *own,
        *guide.settings,
        Setting(
            "Counting shuffler",
            "no",
            "Yes: a shuffler that counts the deck after each shuffle is in use",
            "count_stub",
            ("A4",),
        ),
    ]


def _pot(game: Any) -> list[Setting]:
    rules, pot = game.options({}), game.special_pot
    ratios = " or ".join(TIMES[times] for times in ante_ratios(game))
    most = ", or up to a table maximum of at least the ante, where one is set"
    return [
        Setting(
            "Antes",
            f"main {money(rules.ante)}, {pot} {money(rules.pot_ante)}",
            f"The main ante is {ratios} the {pot} ante; both are multiples of the unit",
            "antes",
            ("P19",),
        ),
        Setting(
            "Betting",
            "limit" if not rules.no_limit else "no limit",
            f"Limit: a bet or raise is 1 to {game.most_times} antes. No limit: from one ante up to "
            "all-in" + (most if has_table_max(game) else ""),
            "bet_limits",
            ("P11", "P12"),
        ),
        Setting(
            "Commission",
            percent(rules.commission_bp),
            f"At most {percent(most_commission(game))} of the main pot, and of the {pot} pot when "
            "it is won",
            "commission",
            ("P16",),
        ),
        Setting(
            "Rounding of the commission",
            money(rules.commission_unit),
            "Down to a multiple of any amount",
            "commission",
            ("P16",),
        ),
        Setting(
            "Patterns of equal length",
            "no",
            "Yes: within a kind only as many cards beat a pattern",
            "beat",
            ("P5",),
        ),
    ]


def _house(game: Any, guide: Guide) -> list[Setting]:
    rules = game.options({})
    choices = [
        Setting(
            f"Pay table: {pay.title.lower()}",
            f"table {min(pay.tables)}",
            f"Table {min(pay.tables)} to {max(pay.tables)}",
            "paytables",
            place=pay.places[0],
        )
        for pay in guide.pays
        if len(pay.tables) > 1
    ]
    return [
        Setting(
            "Limits of the ante",
            f"{money(rules.least)} to {money(rules.most)}",
            "As approved for the table; the least is no more than the most",
            "ante_limits",
        ),
        *choices,
    ]


def stub_counts(game: Any) -> list[Stub]:
    """Asked of the rounds themselves, one for each way of dealing, with and without the machine."""
    asked = {pair: _must_count(game, *pair) for pair in product(DEALINGS, (False, True))}
    always = "every round" if isinstance(game, PotGame) else f"every {COUNT_EVERY} rounds"
    words = {True: f"Counted, {always}", False: "Not asked for"}
    return [
        Stub(DEALING_WORDS[way], words[asked[way, False]], words[asked[way, True]])
        for way in DEALINGS
    ]


def _must_count(game: Any, dealing: str, machine: bool) -> bool:
    method = DEVICE if machine or dealing == HAND else MANUAL
    setup = Setup(dealing, (1, 2), game.options({"counting_shuffler": machine}), 1, COUNT_EVERY)
    before = Before(method, is_cut=True, begun=True)
    if isinstance(game, PotGame):
        return must_count_in_pot(Pot(game, setup, before=before))
    return must_count_in_house(House(game, setup, before=before))
