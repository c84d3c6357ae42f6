"""What each game asks of its table: complete, by its own clauses, and in our own words."""

import pytest

from games.catalogue import GAMES
from tables.rules.approvals import missing
from tables.rules.demands import Sign
from tables.rules.signs import sign_text
from tests.rules.tables.felts import drawn, must_print, rules_of

every_game = pytest.mark.parametrize("game", GAMES)
ELEMENTS = [(code, one) for code, game in GAMES.items() for one in game.table.elements]
STATEMENTS = [(code, one) for code, game in GAMES.items() for one in game.table.statements]
# The section on this layout is not among the texts we have.
UNSEEN = {("double_cross_poker", "19:46-1.13N")}


def named(pairs):
    return [f"{code}-{one.name}" for code, one in pairs]


def places_of(demands):
    yield from (demands.positions_place, demands.submission_place)
    yield from (one.place for one in (*demands.elements, *demands.statements))
    yield from (one.sign_cited for one in demands.statements)
    yield from filter(None, (demands.odds_place, *(term.lower_needs for term in demands.terms)))


@every_game
def test_every_place_is_a_clause_of_the_game(game):
    known = {provision.place for provision in GAMES[game].law.provisions}
    asked = {(game, place) for place in places_of(GAMES[game].table) if place not in known}
    assert asked <= UNSEEN


@every_game
def test_deck_is_the_one_the_game_is_played_with(game):
    demands, deck = GAMES[game].table, GAMES[game].deck
    assert (demands.game, demands.deck, demands.deck_size) == (game, deck.name, deck.size)


@every_game
def test_two_players_see_the_cards_of_a_pot_game_and_one_those_of_the_house(game):
    assert GAMES[game].table.sees == (2 if hasattr(GAMES[game], "special_pot") else 1)


@every_game
def test_names_are_told_apart(game):
    demands = GAMES[game].table
    for group in (demands.elements, demands.statements, demands.terms):
        names = [one.name for one in group]
        assert len(names) == len(set(names)) > 0


@every_game
def test_every_rule_of_a_table_is_a_term(game):
    """Beside what an earlier round left in a pot: that is no setting."""
    fields = set(rules_of(game)._fields) - {"carried"}
    assert {term.name for term in GAMES[game].table.terms} == fields


@pytest.mark.clause(duty="layout_elements")
@pytest.mark.parametrize(("game", "element"), ELEMENTS, ids=named(ELEMENTS))
def test_felt_without_one_of_its_elements_is_incomplete_by_that_clause(game, element):
    demands = GAMES[game].table
    others = {one.name: (50, 40) for one in demands.elements if one != element}
    [point] = missing(drawn(game, elements=others), demands)
    assert point.clause == demands.clause(element.place)
    assert element.words in point.words


@every_game
def test_every_clause_on_what_the_felt_shows_has_an_element(game):
    """A clause above others is honoured by theirs."""
    demands = GAMES[game].table
    places = [one.place for one in demands.elements]
    asked = [p.place for p in GAMES[game].law.provisions if "layout_elements" in p.duties]
    assert [place for place in asked if not any(one.startswith(place) for one in places)] == []


@every_game
def test_every_clause_on_what_patrons_read_has_a_statement(game):
    places = [one.place for one in GAMES[game].table.statements]
    asked = [p.place for p in GAMES[game].law.provisions if "layout_statements" in p.duties]
    assert [place for place in asked if not any(one.startswith(place) for one in places)] == []


@pytest.mark.clause("heads_up_holdem", "13:69E-1.13Z(b)5", "13:69E-1.13Z(b)6")
@pytest.mark.parametrize("statement", must_print(GAMES["heads_up_holdem"].table))
def test_felt_of_heads_up_must_say_what_it_pays_and_how_much_is_raised(statement):
    demands = GAMES["heads_up_holdem"].table
    told = {one.name: "said" for one in must_print(demands) if one != statement}
    [point] = missing(drawn("heads_up_holdem", inscriptions=told), demands)
    assert point.clause == demands.clause(statement.place)


@pytest.mark.parametrize(("game", "statement"), STATEMENTS, ids=named(STATEMENTS))
def test_statement_fits_on_a_sign_and_has_a_title(game, statement):
    posted = sign_text(statement, rules_of(game))
    assert len(posted.text) <= 500
    assert statement.title
    assert len(statement.name) <= 40


def test_commission_is_always_posted_and_only_pot_games_take_it():
    always = {code for code, one in STATEMENTS if one.sign is Sign.ALWAYS}
    assert always == {"deuce_of_the_dragon", "ultimate_8"}
