"""Ranking the characters, and what each wager comes to."""

from games.engine.house_state import LOSE, PUSH, House, Payment
from games.engine.law import honours
from games.engine.paytable import PayTable, to_one, winnings

DRAGON, PHOENIX, TIGER, PANDA, MONKEY, RABBIT = range(6, 0, -1)
CHARACTER = {
    "DR": DRAGON,
    "DB": DRAGON,
    "DG": DRAGON,
    "PH": PHOENIX,
    "TI": TIGER,
    "PA": PANDA,
    "MO": MONKEY,
    "RA": RABBIT,
}
NAMES = {6: "dragons", 5: "phoenixes", 4: "tigers", 3: "pandas", 2: "monkeys", 1: "rabbits"}
GOLD = "DG"
DIFFERENT, PAIR, TRIPS = range(3)
Rank = tuple[int, tuple[int, ...]]

ANTE_BONUS = to_one(three_dragons=30, trips=4, pandas_or_better=1)
_COMMON = {"three_dragons": 40, "three_phoenix": 30, "trips": 10}
_PAIRS = {"two_dragons": 4, "two_phoenix": 2, "two_tigers": 1}
THREE_CARD_BONUS: dict[int, PayTable] = {
    1: to_one(**_COMMON, three_tigers=15, **_PAIRS),
    2: to_one(**_COMMON, three_tigers=20, **_PAIRS),
}
DRAGON_BET = to_one(
    three_red=1000, three_blue=1000, three_with_gold=200, three_dragons=60, two_dragons=7, gold=5
)
# Rows whose names do not speak for themselves.
ROWS = {
    "trips": "Any other three alike",
    "pandas_or_better": "Pair of pandas or better",
    "three_phoenix": "Three phoenixes",
    "two_phoenix": "Two phoenixes",
    "three_red": "Three red dragons",
    "three_blue": "Three blue dragons",
    "three_with_gold": "Three dragons, one of them gold",
    "gold": "The gold dragon alone",
}


@honours("ranking")
def rank(cards: tuple[str, ...]) -> Rank:
    """The best hand; the gold dragon counts as whatever makes it."""
    plain = [CHARACTER[card] for card in cards if card != GOLD]
    if len(plain) == len(cards):
        return _rank(plain)
    return max(_rank([*plain, character]) for character in range(RABBIT, DRAGON + 1))


def _rank(characters: list[int]) -> Rank:
    high, middle, low = sorted(characters, reverse=True)
    if high == low:
        return (TRIPS, (high,))
    if middle in (high, low):
        return (PAIR, (middle, low if middle == high else high))
    return (DIFFERENT, (high, middle, low))


def name(rank: Rank) -> str:
    kind, characters = rank
    if kind == DIFFERENT:
        return "three different characters"
    return f"{'three' if kind == TRIPS else 'pair of'} {NAMES[characters[0]]}"


@honours("settle", "ante_pays")
def pay(state: House) -> tuple[dict[int, dict[str, Payment]], dict[str, str]]:
    dealer = rank(state.dealer)
    paid, hands = {}, {"dealer": name(dealer)}
    for seat, placed in state.wagers.items():
        if seat in state.folded:
            paid[seat] = {"ante": LOSE, "ante_bonus": LOSE}
        else:
            own = rank(state.hands[seat])
            hands[str(seat)] = name(own)
            paid[seat] = _main(own, dealer, placed["ante"])
        if "three_card_bonus" in placed:
            table = state.setup.rules.tables["three_card_bonus"]
            paid[seat]["three_card_bonus"] = _row(
                placed["three_card_bonus"], table, bonus_row(rank(state.hands[seat]))
            )
        if "dragon_bet" in placed:
            row = dragons_row(state.hands[seat])
            paid[seat]["dragon_bet"] = _row(placed["dragon_bet"], DRAGON_BET, row)
    return paid, hands


def _main(own: Rank, dealer: Rank, ante: int) -> dict[str, Payment]:
    if own == dealer:
        return dict.fromkeys(("ante", "play", "ante_bonus"), PUSH)
    if own < dealer:
        return dict.fromkeys(("ante", "play", "ante_bonus"), LOSE)
    even = Payment("win", ante)
    return {"ante": even, "play": even, "ante_bonus": _ante_bonus(own, ante)}


@honours("ante_bonus_pays")
def _ante_bonus(own: Rank, ante: int) -> Payment:
    if own[0] == TRIPS:
        row = "three_dragons" if own[1][0] == DRAGON else "trips"
    elif own[0] == PAIR and own[1][0] >= PANDA:
        row = "pandas_or_better"
    else:
        return PUSH
    return Payment("win", winnings(ante, ANTE_BONUS[row]))


@honours("three_card_bonus_pays")
def bonus_row(own: Rank) -> str:
    kind, characters = own
    if kind == TRIPS:
        rows = {DRAGON: "three_dragons", PHOENIX: "three_phoenix", TIGER: "three_tigers"}
        return rows.get(characters[0], "trips")
    if kind == PAIR:
        rows = {DRAGON: "two_dragons", PHOENIX: "two_phoenix", TIGER: "two_tigers"}
        return rows.get(characters[0], "")
    return ""


@honours("dragon_bet_pays")
def dragons_row(cards: tuple[str, ...]) -> str:
    """The dragons that are really there; here the gold one stands for nothing else."""
    red, blue, gold = (cards.count(face) for face in ("DR", "DB", "DG"))
    if red == 3 or blue == 3:
        return "three_red" if red else "three_blue"
    if red + blue + gold == 3:
        return "three_with_gold" if gold else "three_dragons"
    if red + blue + gold == 2:
        return "two_dragons"
    return "gold" if gold else ""


def _row(stake: int, table: PayTable, row: str) -> Payment:
    return Payment("win", winnings(stake, table[row])) if row else LOSE
