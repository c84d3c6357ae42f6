"""One deck at a table, or two that take turns beside a shuffler: by each game's own clause."""

import pytest

from casino.lib.law import Clause, Refused
from games.catalogue import GAMES
from inventory.rules import law
from inventory.rules.deck import Stage
from inventory.rules.pair import (
    TableDeck,
    must_go,
    next_deck,
    refuse_decks,
    refuse_rack,
    refuse_round,
)

each_game = pytest.mark.parametrize("game", GAMES)


def decks_of(game, *backs, stage=Stage.VERIFIED):
    kind = GAMES[game].deck.name
    return [TableDeck(f"D{place}", kind, back, stage) for place, back in enumerate(backs, 1)]


def refused(game, duty, question, *arguments, **more):
    """Refused, and by the game's own clause for this duty."""
    own = GAMES[game].law
    with pytest.raises(Refused) as no:
        question(*arguments, **more, refuse=own.refuse)
    assert no.value.clause == Clause(own.cited[duty], game)
    assert duty in next(p.duties for p in own.provisions if p.place == own.cited[duty])
    assert no.value.remedy
    return no.value


@pytest.mark.clause(duty="one_deck")
@each_game
def test_a_game_is_played_with_one_deck_of_its_kind(game):
    kind = GAMES[game].deck.name
    refuse_decks(decks_of(game, "red"), kind, shuffler=False)
    refuse_round("D1", decks_of(game, "red"))
    other = [deck._replace(kind="tarot") for deck in decks_of(game, "red")]
    refused(game, "one_deck", refuse_decks, other, kind, shuffler=True)
    three = decks_of(game, "red", "blue", "green")
    refused(game, "one_deck", refuse_decks, three, kind, shuffler=True)
    refused(game, "one_deck", refuse_round, "D9", decks_of(game, "red"))


@pytest.mark.clause(duty="second_deck")
@each_game
def test_a_second_deck_needs_a_shuffler(game):
    kind, decks = GAMES[game].deck.name, decks_of(game, "red", "blue")
    refuse_decks(decks, kind, shuffler=True)
    no = refused(game, "second_deck", refuse_decks, decks, kind, shuffler=False)
    assert no.reading == law.A3


@pytest.mark.clause(duty="both_whole")
@each_game
def test_both_decks_are_lawful_and_looked_at(game):
    kind, (one, other) = GAMES[game].deck.name, decks_of(game, "red", "blue")
    odd = [one, other._replace(kind="tarot")]
    refused(game, "both_whole", refuse_decks, odd, kind, shuffler=True)
    for stage in (Stage.AT_TABLE, Stage.INSPECTED, Stage.REMOVED):
        fresh = [one, other._replace(stage=stage)]
        refused(game, "both_whole", refuse_round, "D1", fresh, in_shuffler="D2")


@pytest.mark.clause(duty="two_colours")
@each_game
def test_two_decks_have_two_colours(game):
    kind, decks = GAMES[game].deck.name, decks_of(game, "red", "red")
    no = refused(game, "two_colours", refuse_decks, decks, kind, shuffler=True)
    assert no.error == "Both decks have red backs"


@pytest.mark.clause(duty="one_in_shuffler")
@each_game
def test_while_one_plays_the_other_is_in_the_shuffler(game):
    decks = decks_of(game, "red", "blue")
    refuse_round("D1", decks, in_shuffler="D2")
    for place in ("", "D1"):
        refused(game, "one_in_shuffler", refuse_round, "D1", decks, in_shuffler=place)


@pytest.mark.clause(duty="take_turns")
@each_game
def test_two_decks_take_turns(game):
    decks = decks_of(game, "red", "blue")
    refuse_round("D2", decks, in_shuffler="D1", last="D1")
    no = refused(game, "take_turns", refuse_round, "D1", decks, in_shuffler="D2", last="D1")
    assert no.remedy == "It is the turn of D2"
    assert [next_deck(decks, last) for last in ("", "D1", "D2")] == ["D1", "D2", "D1"]


@pytest.mark.clause(duty="one_deck_in_rack")
@each_game
def test_the_rack_holds_cards_of_one_deck(game):
    refuse_rack([], "D1")
    refuse_rack(["D1", "D1"], "D1")
    refused(game, "one_deck_in_rack", refuse_rack, ["D1"], "D2")


def test_one_deck_follows_itself():
    (only,) = decks_of("ultimate_8", "red")
    assert next_deck([only], "D1") == "D1"
    refuse_round("D1", [only], last="D1")


def test_without_the_shuffler_the_second_deck_goes():
    decks = decks_of("ultimate_8", "red", "blue")
    assert must_go(decks, "D2", shuffler=False) == ("D1",)
    assert must_go(decks, "D2", shuffler=True) == ()
    assert must_go(decks[:1], "D1", shuffler=False) == ()


def test_without_a_game_the_rule_for_all_is_cited():
    with pytest.raises(Refused) as no:
        refuse_decks(decks_of("ultimate_8", "red", "blue"), "standard", shuffler=False)
    assert no.value.clause == law.SHUFFLER
