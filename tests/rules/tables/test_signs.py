"""Signs say all that the felt leaves out, and say it truly."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from casino.lib.law import Refused
from games.catalogue import GAMES
from tables.rules.demands import Sign
from tables.rules.signs import (
    Posted,
    false_inscriptions,
    false_signs,
    needed_signs,
    refuse_sign,
    sign_points,
    sign_text,
)
from tables.rules.wording import refuse_words, wrong_odds
from tests.rules.tables.felts import drawn, rules_of

every_game = pytest.mark.parametrize("game", GAMES)
ODDS_GAMES = ("heads_up_holdem", "double_cross_poker", "dragon_poker")
DEUCE = GAMES["deuce_of_the_dragon"].table
CROSS = GAMES["double_cross_poker"].table


def names(statements):
    return {one.name for one in statements}


def posted_at(game, rules, layout=None):
    demands = GAMES[game].table
    return [sign_text(one, rules) for one in needed_signs(demands, layout or drawn(game))]


def printed(game, **rules):
    """A felt on which everything is printed that may be."""
    demands = GAMES[game].table
    said = {one.name: sign_text(one, rules_of(game, **rules)).text for one in demands.statements}
    return drawn(game, inscriptions=said)


@pytest.mark.clause(duty="signs_posted")
@pytest.mark.clause(duty="layout_statements")
@every_game
def test_what_a_bare_felt_leaves_out_is_on_signs(game):
    demands = GAMES[game].table
    asked = {one.name for one in demands.statements if one.sign in (Sign.ALWAYS, Sign.INSTEAD)}
    assert names(needed_signs(demands, drawn(game))) == asked
    points = sign_points(demands, drawn(game), [], rules_of(game))
    clauses = [demands.clause(one.sign_cited) for one in demands.statements if one.name in asked]
    assert [point.clause for point in points] == clauses
    assert sign_points(demands, drawn(game), posted_at(game, rules_of(game)), rules_of(game)) == []


@pytest.mark.clause(duty="signs_posted")
@every_game
def test_printed_felt_needs_no_sign_but_the_commission(game):
    demands = GAMES[game].table
    always = {"commission"} if demands.sees == 2 else set()
    assert names(needed_signs(demands, printed(game))) == always


@pytest.mark.parametrize("missing", ["ante_bonus_pays", "three_card_bonus_pays", "dragon_bet_pays"])
@pytest.mark.clause("dragon_poker", "13:69E-1.13BB(d)")
def test_sign_of_dragon_poker_gives_the_odds_of_all_wagers(missing):
    demands, felt = GAMES["dragon_poker"].table, printed("dragon_poker")
    left = {name: text for name, text in felt.inscriptions.items() if name != missing}
    bare = felt._replace(inscriptions={**left, "even_pays": ""})
    assert names(needed_signs(demands, bare)) == {missing, "even_pays"}


@pytest.mark.clause("dragon_poker", "13:69E-1.13BB(b)2", "13:69E-1.13BB(c)")
def test_play_as_large_as_the_ante_is_said_by_felt_or_sign():
    demands = GAMES["dragon_poker"].table
    assert "play_equals_ante" in names(needed_signs(demands, drawn("dragon_poker")))
    statement = demands.statement("play_equals_ante")
    assert "as large as the ante" in sign_text(statement, rules_of("dragon_poker")).text


@pytest.mark.parametrize(
    ("game", "suits"),
    [
        ("deuce_of_the_dragon", "hearts, diamonds, clubs and spades"),
        ("ultimate_8", "spades, hearts, diamonds and clubs"),
    ],
)
def test_order_of_the_suits_is_told_from_the_highest_down(game, suits):
    statement = GAMES[game].table.statement("suit_order")
    assert suits in sign_text(statement, rules_of(game)).text


@pytest.mark.clause(duty="commission_sign")
@pytest.mark.parametrize("game", ["deuce_of_the_dragon", "ultimate_8"])
def test_commission_sign_says_what_both_pots_pay(game):
    demands, pot = GAMES[game].table, GAMES[game].special_pot
    posted = sign_text(demands.statement("commission"), rules_of(game, commission_bp=450))
    assert posted.text.splitlines()[1:] == ["4.5 % of the main pot", f"4.5 % of the {pot} pot"]
    assert posted.tells == {"commission.main": 450, f"commission.{pot}": 450}


@pytest.mark.clause(duty="commission_sign")
@pytest.mark.parametrize("game", ["deuce_of_the_dragon", "ultimate_8"])
def test_change_of_the_commission_makes_its_sign_false(game):
    demands = GAMES[game].table
    posted = posted_at(game, rules_of(game, commission_bp=500))
    [(sign, why)] = false_signs(demands, posted, rules_of(game, commission_bp=400))
    assert (sign.statement, why) == ("commission", "It must say: 4 % of the main pot")
    points = sign_points(demands, drawn(game), posted, rules_of(game, commission_bp=400))
    statement = demands.statement("commission")
    assert [point.clause for point in points] == [demands.clause(statement.place)]


@pytest.mark.clause(duty="payout_limit_sign")
def test_payout_limit_is_on_the_felt_or_posted_and_true():
    posted = sign_text(CROSS.statement("payout_limit"), rules_of("double_cross_poker"))
    assert "$60,000 a hand" in posted.text
    higher = rules_of("double_cross_poker", payout_limit=7_500_000)
    assert [sign for sign, _ in false_signs(CROSS, [posted], higher)] == [posted]
    bare = drawn("double_cross_poker")
    [unposted] = sign_points(CROSS, bare, [], rules_of("double_cross_poker"))
    assert str(unposted.clause) == "double_cross_poker 19:47-25.11(d)"


@pytest.mark.clause(duty="payout_limit_sign")
def test_felt_with_another_payout_limit_cannot_lie_there():
    felt = printed("double_cross_poker")
    assert false_inscriptions(CROSS, felt, rules_of("double_cross_poker")) == ()
    higher = rules_of("double_cross_poker", payout_limit=7_500_000)
    [(statement, why)] = false_inscriptions(CROSS, felt, higher)
    assert (statement.name, why) == ("payout_limit", "It must say: $75,000 a hand")
    [point] = sign_points(CROSS, felt, [], higher)
    assert point.remedy.startswith("Lay another felt")


@pytest.mark.clause("heads_up_holdem", "13:69E-1.13Z(b)5")
def test_felt_with_another_pay_table_cannot_lie_there():
    demands, felt = GAMES["heads_up_holdem"].table, printed("heads_up_holdem")
    other = rules_of("heads_up_holdem", paytables={"trips_plus": 2})
    assert names(one for one, _ in false_inscriptions(demands, felt, other)) == {"trips_plus_pays"}


@pytest.mark.clause("heads_up_holdem", "13:69E-1.13Z(b)6")
def test_felt_of_heads_up_tells_the_raises_of_each_street():
    statement = GAMES["heads_up_holdem"].table.statement("raises")
    told = sign_text(statement, rules_of("heads_up_holdem")).text.splitlines()[1:]
    assert told == [
        "Before the flop: 1, 2 or 3 times the ante",
        "After the flop: 1 or 2 times the ante",
        "After the river: 1 time the ante",
    ]


def test_felt_may_print_in_capitals_and_columns():
    felt = drawn("double_cross_poker", inscriptions={"payout_limit": "LIMIT ... $60000   A HAND"})
    assert false_inscriptions(CROSS, felt, rules_of("double_cross_poker")) == ()


def test_flush_is_not_read_from_a_straight_flush():
    felt = printed("double_cross_poker")
    better = rules_of("double_cross_poker", odds={"raise": {"flush": [50, 1]}})
    [(statement, why)] = false_inscriptions(CROSS, felt, better)
    assert (statement.name, why) == ("raise_pays", "It must say: Flush 50 to 1")


def test_half_a_percent_is_not_read_as_five():
    text = "0.5 % of the main pot\n0.5 % of the deuce pot"
    felt = drawn("deuce_of_the_dragon", inscriptions={"commission": text})
    assert false_inscriptions(DEUCE, felt, rules_of("deuce_of_the_dragon"))


@given(st.integers(0, 500), st.integers(0, 500))
def test_commission_sign_is_false_exactly_when_the_rate_differs(told, taken):
    statement = DEUCE.statement("commission")
    posted = sign_text(statement, rules_of("deuce_of_the_dragon", commission_bp=told))
    wrong = false_signs(DEUCE, [posted], rules_of("deuce_of_the_dragon", commission_bp=taken))
    assert bool(wrong) == (told != taken)


TRIPS = st.integers(1, 4)


@given(TRIPS, TRIPS)
def test_pay_table_is_told_wrong_exactly_when_it_is_another(told, paid):
    demands = GAMES["heads_up_holdem"].table
    felt = printed("heads_up_holdem", paytables={"trips_plus": told})
    rules = rules_of("heads_up_holdem", paytables={"trips_plus": paid})
    assert bool(false_inscriptions(demands, felt, rules)) == (told != paid)


def refusal_of(function, *args):
    with pytest.raises(Refused) as caught:
        function(*args)
    return caught.value


def test_generated_sign_may_be_posted():
    for code, game in GAMES.items():
        for one in game.table.statements:
            if one.sign is not Sign.NEVER:
                refuse_sign(
                    game.table, sign_text(one, rules_of(code)), rules_of(code), game.law.refuse
                )


@pytest.mark.clause(duty="commission_sign")
def test_sign_with_other_numbers_or_other_words_is_refused():
    rules, refuse = rules_of("deuce_of_the_dragon"), GAMES["deuce_of_the_dragon"].law.refuse
    sign = sign_text(DEUCE.statement("commission"), rules)
    tells = {**sign.tells, "commission.main": 400}
    wrong = [
        sign._replace(tells=tells),
        sign._replace(tells={**sign.tells, "commission.side": 500}),
        sign._replace(text=sign.text.replace("5 % of the main", "4 % of the main")),
    ]
    for one in wrong:
        refusal = refusal_of(refuse_sign, DEUCE, one, rules, refuse)
        assert str(refusal.clause) == "deuce_of_the_dragon 13:69E-1.13AA(c)"


@pytest.mark.clause(duty="odds_wording")
def test_sign_that_words_odds_with_for_is_not_posted():
    game, rules = GAMES["double_cross_poker"], rules_of("double_cross_poker")
    sign = sign_text(CROSS.statement("payout_limit"), rules)
    boast = sign._replace(text=f"{sign.text}\nA pair pays 1 for 1")
    refusal = refusal_of(refuse_sign, CROSS, boast, rules, game.law.refuse)
    assert str(refusal.clause) == "double_cross_poker 19:47-25.11(a)"


def test_sign_of_nothing_and_empty_sign_are_refused():
    rules, refuse = rules_of("deuce_of_the_dragon"), GAMES["deuce_of_the_dragon"].law.refuse
    assert refusal_of(refuse_sign, DEUCE, Posted("ante", "x"), rules, refuse).error
    assert "nothing" in refusal_of(refuse_sign, DEUCE, Posted("who_wins", " "), rules, refuse).error


def test_sign_that_no_game_asks_for_is_taken_down():
    strange = Posted("free_drinks", "Free drinks")
    [(_, why)] = false_signs(DEUCE, [strange], rules_of("deuce_of_the_dragon"))
    assert "no such statement" in why


@pytest.mark.clause(duty="odds_wording")
@pytest.mark.parametrize("game", ODDS_GAMES)
@pytest.mark.parametrize(
    ("text", "phrase"),
    [
        ("Flush 5 for 1", "5 for 1"),
        ("Royal flush pays 1,000 FOR 1!", "1,000 FOR 1"),
        ("ten\nfor one on a pair", "ten for one"),
        ("3-for-2", "3-for-2"),
        ("6 chips for 1", "6 chips for 1"),
        ("$5 for $1", "5 for $1"),
        ("5 for every 1", "5 for every 1"),
        ("5 for a dollar", "5 for a dollar"),
        ("A straight pays as much as five times for one", "for one"),
        ("Flush 5:1", "5:1"),
    ],
)
def test_odds_are_never_told_with_for(game, text, phrase):
    assert any(phrase in found for found in wrong_odds(text))
    demands, refuse = GAMES[game].table, GAMES[game].law.refuse
    assert refusal_of(refuse_words, text, refuse).clause == demands.clause(demands.odds_place)


@pytest.mark.parametrize(
    "text",
    [
        "Flush 5 to 1, win 5",
        "The payout limit is $60,000 for one hand",
        "Reserved for 2 players",
        "Wait for 5 minutes",
        "Open 10:30 for all, until 2:15",
        "At most 3 raises for one round",
        "For 1 to 3 antes ask the dealer",
        "Two forms, four forks, therefore one",
        "Before 1 January",
        "A raise is 1, 2 or 3 times the ante: for more, ask",
    ],
)
def test_innocent_words_are_no_odds(text):
    assert wrong_odds(text) == []


@every_game
def test_no_text_of_ours_words_odds_with_for(game):
    for one in GAMES[game].table.statements:
        assert wrong_odds(sign_text(one, rules_of(game)).text) == []
