"""What the rulebook tells is what the games do: examples, order, settings, refusals."""

from itertools import combinations

import pytest

from games.catalogue import GAMES
from games.engine import poker
from games.engine.patterns import recognise
from games.rules.dragon_poker.pay import rank as dragon_rank
from games.selectors import readings, rulebook
from games.selectors.irregularities import EFFECTS, KIND_WORDS, irregularities_of
from games.selectors.refusals import ONLY_IF, refusals_of
from games.selectors.settings import settings_of, stub_counts

POTS = [book.code for book in rulebook.books() if book.is_pot]
BY_POKER = ["heads_up_holdem", "double_cross_poker"]
BOOKS = [pytest.param(book, id=book.code) for book in rulebook.books()]


def places_in(guide):
    yield from guide.order_places + guide.takes_places
    for told in (*guide.steps, *guide.rankings, *guide.stakes, *guide.pays):
        yield from told.places
    yield from (hand.place for ranking in guide.rankings for hand in ranking.hands)


@pytest.mark.parametrize("book", BOOKS)
def test_guide_rests_on_clauses_and_readings_that_exist(book):
    assert set(places_in(book.guide)) <= {p.place for p in book.law.provisions}
    cited = {n for told in (*book.guide.steps, *book.guide.rankings) for n in told.readings}
    assert cited <= {entry.number for entry in readings.readings_for(book.code)}


@pytest.mark.parametrize("book", BOOKS)
def test_clauses_rest_on_readings_of_their_game(book):
    known = {entry.number for entry in readings.readings_for(book.code)}
    assert {n for p in book.law.provisions for n in p.readings} <= known


@pytest.mark.parametrize("book", BOOKS)
def test_every_example_is_of_the_deck(book):
    for ranking in book.guide.rankings:
        hands = [hand.cards for hand in ranking.hands]
        for cards in hands + [side for pair in ranking.close for side in pair[:2]]:
            assert set(cards) <= set(book.game.deck.faces)


def rank_in(code, cards):
    if code in POTS:
        return recognise(cards, GAMES[code].order)[:3]
    return dragon_rank(cards) if code == "dragon_poker" else poker.best(cards)


@pytest.mark.parametrize("book", BOOKS)
def test_examples_stand_in_the_order_the_engine_gives_them(book):
    ranking = book.guide.rankings[0]
    for higher, lower in combinations(ranking.hands, 2):
        assert rank_in(book.code, higher.cards) > rank_in(book.code, lower.cards)
    for pair in ranking.close:
        assert rank_in(book.code, pair.higher) > rank_in(book.code, pair.lower)


@pytest.mark.parametrize("code", POTS)
def test_every_pattern_of_a_pot_game_has_its_example(code):
    hands = rulebook.book(code).guide.rankings[0].hands
    order = GAMES[code].order
    assert {hand.name: recognise(hand.cards, order).name for hand in hands} == {
        name: name for name in order.kinds
    }


@pytest.mark.parametrize("code", BY_POKER)
def test_every_poker_hand_has_its_example(code):
    hands = rulebook.book(code).guide.rankings[0].hands
    assert [poker.name(poker.best(hand.cards)) for hand in hands] == [hand.name for hand in hands]
    assert {hand.name for hand in hands} == {"royal_flush", *poker.KINDS}


def test_three_card_hands_have_their_examples():
    three = rulebook.book("double_cross_poker").guide.rankings[1].hands
    assert [poker.three(hand.cards) for hand in three] == [hand.name for hand in three]


@pytest.mark.parametrize("code", POTS)
def test_ranks_and_suits_are_drawn_from_the_top(code):
    guide, order = rulebook.book(code).guide, GAMES[code].order
    drawn = [order.ranks[face[0]] for face in guide.ranks]
    assert drawn == sorted(order.ranks.values(), reverse=True)
    assert [order.suits[suit] for suit in guide.suits] == [4, 3, 2, 1]


@pytest.mark.parametrize("book", BOOKS)
def test_every_refusal_names_a_clause(book):
    known = {p.place for p in book.law.provisions}
    assert [r.duty for r in refusals_of(book) if r.place not in known] == []


@pytest.mark.parametrize("book", BOOKS)
def test_every_irregularity_is_told_with_its_clause(book):
    found = irregularities_of(book)
    assert all(told.when and told.effect and told.place for told in found)
    assert {told.kind for told in found} <= set(KIND_WORDS)


def said(code):
    book = rulebook.book(code)
    return {"".join(w.text for w in s) for r in refusals_of(book) for s in r.sentences}


def test_games_say_only_what_they_can_come_to():
    assert "A cut takes at least 10 cards, and leaves some" in said("ultimate_8")
    assert "The dealer cuts the cards in this game" not in said("ultimate_8")
    assert "The odds of this game are fixed" not in said("double_cross_poker")
    assert "There is no discarding now" not in said("heads_up_holdem")
    assert "The dealing is over" not in said("dragon_poker")
    assert "min must be at most max" not in said("deuce_of_the_dragon")


def test_every_condition_on_a_sentence_is_needed():
    assert set(ONLY_IF) <= set().union(*map(said, GAMES))


@pytest.mark.parametrize("book", BOOKS)
def test_every_setting_names_the_clause_that_bounds_it(book):
    assert all(book.law.cited.get(s.duty) for s in settings_of(book.game, book.guide))


def test_effects_are_told_for_every_function_that_is_used():
    used = {function.__name__ for code in GAMES for function in _irregularities(code)}
    assert used == set(EFFECTS)


def _irregularities(code):
    from games.engine.pot_round import IRREGULARITIES

    return (getattr(GAMES[code], "irregularities", None) or IRREGULARITIES).values()


@pytest.mark.parametrize(
    ("code", "excused"),
    [
        ("deuce_of_the_dragon", ["Automated shoe"]),
        ("ultimate_8", ["Automated shoe"]),
        ("heads_up_holdem", ["Manual shoe", "From the hand", "Automated shoe"]),
        ("double_cross_poker", ["Manual shoe"]),
        ("dragon_poker", ["Manual shoe", "From the hand", "Automated shoe"]),
    ],
)
def test_machine_that_counts_excuses_where_the_rules_say_so(code, excused):
    stubs = stub_counts(GAMES[code])
    assert [stub.dealing for stub in stubs if stub.machine == "Not asked for"] == excused
