"""What a table may be set to, told to tables: the game itself is asked for every bound."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from casino.lib.law import Clause
from games.engine.guide import Guide, Pay, Setting
from games.engine.pot_state import PotGame
from games.selectors.rulebook import book, words_of
from games.selectors.settings import has_table_max, settings_of, takes
from tables.rules.choices import Choice, Kind
from tables.rules.words import odds

# An option of the engine, and the setting of the rulebook that describes it.
POT = {
    "ante": ("Main ante", Kind.MONEY, "Antes"),
    "pot_ante": ("", Kind.MONEY, "Antes"),
    "commission_bp": ("Commission", Kind.PERCENT, "Commission"),
    "commission_unit": ("Commission rounded down to", Kind.MONEY, "Rounding of the commission"),
}
LIMITS = (("limit", "Limit"), ("no_limit", "No limit"))


def describe_options(game: Any) -> tuple[Choice, ...]:
    """Every option of this game, in the order in which people decide on them."""
    known = book(game.code)
    assert known is not None, game.code
    guide = known.guide
    told = {setting.title: setting for setting in settings_of(game, guide)}
    own = _pot(game, told) if isinstance(game, PotGame) else _house(game, guide, told)
    rules = game.options({})
    shared = (
        _choice(game, "unit", "Unit of wagers", Kind.MONEY, rules.unit, told["Unit of wagers"]),
        _choice(
            game,
            "counting_shuffler",
            "Counting shuffler",
            Kind.YES,
            rules.counting_shuffler,
            told["Counting shuffler"],
        ),
    )
    # What belongs together stays together: groups come after what stands alone.
    return tuple(sorted((*own, *shared), key=lambda choice: bool(choice.group)))


def _choice(
    game: Any, name: str, title: str, kind: Kind, default: Any, told: Setting, **more: Any
) -> Choice:
    place = told.place or game.law.cited.get(told.duty, "")
    clause = Clause(place, game.code) if place else None
    return Choice(name, title, kind, default, told.bounds, clause, told.readings, **more)


def _pot(game: Any, told: dict[str, Setting]) -> Iterable[Choice]:
    rules = game.options({})
    for name, (title, kind, setting) in POT.items():
        shown = title or f"{game.special_pot.capitalize()} ante"
        yield _choice(game, name, shown, kind, getattr(rules, name), told[setting])
        if name == "pot_ante":
            yield from _betting(game, told["Betting"])
    title = "Patterns of equal length"
    yield _choice(game, "equal_length", title, Kind.YES, rules.equal_length, told[title])


def _betting(game: Any, told: Setting) -> Iterable[Choice]:
    choices = tuple(one for one in LIMITS if takes(game, betting=one[0]))
    yield _choice(game, "betting", "Betting", Kind.ONE_OF, choices[0][0], told, one_of=choices)
    if has_table_max(game):
        yield _choice(game, "table_max", "Table maximum", Kind.MONEY, None, told, may_be_empty=True)


def _house(game: Any, guide: Guide, told: dict[str, Setting]) -> Iterable[Choice]:
    rules, limits = game.options({}), told["Limits of the ante"]
    yield _choice(game, "min", "Least ante", Kind.MONEY, rules.least, limits)
    yield _choice(game, "max", "Highest ante", Kind.MONEY, rules.most, limits)
    yield from _paytables(game, guide, told)
    if rules.payout_limit:
        limit = told["Payout limit of one hand"]
        title = "Payout limit of a hand"
        yield _choice(game, "payout_limit", title, Kind.MONEY, rules.payout_limit, limit)
    if "Better odds" in told:
        yield from _odds(game, rules, told["Better odds"])


def _paytables(game: Any, guide: Guide, told: dict[str, Setting]) -> Iterable[Choice]:
    """Whichever wager has several tables in the rulebook has a choice."""
    for name, table in game.options({}).tables.items():
        pay = next(
            (p for p in guide.pays if len(p.tables) > 1 and table in p.tables.values()), None
        )
        if pay is None:
            continue
        tables = tuple((number, _pays(pay, number, guide)) for number in pay.tables)
        yield _choice(
            game,
            f"paytables.{name}",
            pay.title,
            Kind.ONE_OF,
            min(pay.tables),
            told[f"Pay table: {pay.title.lower()}"],
            one_of=tuple(one for one in tables if takes(game, paytables={name: one[0]})),
            group="Pay tables",
        )


def _pays(pay: Pay, number: int, guide: Guide) -> str:
    """A table by its number, and by the rows that tell it from the others."""
    own = pay.tables[number]
    rows = [row for row in own if len({table.get(row) for table in pay.tables.values()}) > 1]
    told = ", ".join(f"{words_of(row, guide.words).lower()} {odds(own[row])}" for row in rows)
    return f"Table {number}: {told}"


def _odds(game: Any, rules: Any, told: Setting) -> Iterable[Choice]:
    for wager, table in rules.tables.items():
        for row, pays in sorted(table.items(), key=lambda one: -Fraction(*one[1])):
            yield _choice(
                game,
                f"odds.{wager}.{row}",
                words_of(row),
                Kind.ODDS,
                list(pays),
                told,
                group=f"Pays: {words_of(wager).lower()}",
            )
